import { Agent, request } from 'undici'
import { onlyInTime, writtenUntil } from '../../src/lib/in-time.ts'
import { LatestMap } from '../../src/lib/latest.ts'
import type { ServerClock } from '../../src/ports/server-clock.ts'
import type { Hosts } from './hosts.ts'
import { baseOf, type Posted, type Spot } from './places.ts'
import { type Fetched, isStrained, type Reply, readReply } from './reply.ts'
import type { Tokens } from './tokens.ts'

const ANSWER_LIMIT = 1024 * 1024
const KEPT = 10_000
/** Nobody was there to be asked; then it is tried again after so long. */
const UNSENT_MS = 1000
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  tenant: string
  /** From an authenticated activity: our token goes there and nowhere else. */
  serviceUrl: string
  /** Behind `v3/`. */
  path: string
  body?: object
  /** Nobody but its recipient sees the message. */
  targeted?: boolean
}

/** One request. Never rejects, never repeats what may have been done, waits for nobody. */
export type Call = (request: Request) => Promise<Reply>

export interface Connector {
  /** What Microsoft said when it last refused to know the app; undefined once it has taken a call again. */
  denied(): string | undefined
  /** Begins an operation: all its calls together may take as long as one. What comes too late is `unknown`. */
  begin(signal?: AbortSignal): Call
  /** Puts a file to where its person has agreed that it goes, without a token. Whether it is there. Never rejects. */
  upload(url: URL, bytes: Uint8Array): Promise<boolean>
  /** The bytes of a file, at most `maxBytes` of them. Never rejects. */
  fetch(url: URL, options: { token: boolean }, maxBytes: number, signal: AbortSignal): Promise<Fetched>
}

/**
 * botbuilder's own client is not used for calls: it repeats posts whose answer was lost, which shows them twice, waits without
 * end, and drops what streams, labels and messages for one person are made of.
 */
export function createConnector(parts: {
  /** None: nobody checks. */
  tokens: Tokens | undefined
  /** For an operation, from the wait for a token to the last byte of the answer. */
  limitMs: number
  hosts: Hosts
  clock?: ServerClock | undefined
  now: () => number
  random?: () => number
}): Connector {
  const { tokens, limitMs, hosts, clock, now, random } = parts
  /** By conversation: how often in a row Teams could not do it. */
  const strains = new LatestMap<string, number>(KEPT)
  let denied: string | undefined
  const agent = new Agent({ maxResponseSize: ANSWER_LIMIT }).compose(onlyInTime)
  const late = (): Error => new Error(`Teams took longer than ${limitMs / 1000} s`)

  async function send(wanted: Request, until: number, signal: AbortSignal): Promise<Reply> {
    const { tenant, serviceUrl } = wanted
    const host = await hosts.of(tenant, serviceUrl)
    let reply = await once(host, wanted, { until, signal })
    if ('error' in reply && reply.error.code === 'InvalidBotApiHost' && host !== hosts.government) {
      reply = await once(hosts.government, wanted, { until, signal })
      if ('ok' in reply) hosts.moved(tenant)
    }
    if ('error' in reply && reply.error.status === 401) denied = `${reply.error.code} ${reply.error.message}`.trim()
    else if ('ok' in reply || 'error' in reply) denied = undefined
    return reply
  }

  async function once(
    host: string,
    wanted: Request,
    ends: { until: number; signal: AbortSignal },
    isAgain = false,
  ): Promise<Reply> {
    const { method, path, body, targeted } = wanted
    const { until, signal } = ends
    const access = tokens && (await tokens.get(signal))
    if (access && !('token' in access)) return access
    const base = host.endsWith('/') ? host : `${host}/`
    const askedAt = now()
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(`${base}v3/${path}${targeted ? '?isTargetedActivity=true' : ''}`, {
      method,
      dispatcher: agent,
      signal,
      ...writtenUntil(until),
      headers: {
        ...(access && { authorization: `Bearer ${access.token}` }),
        ...(body && { 'content-type': 'application/json; charset=utf-8' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    clock?.heard(headers['date'], askedAt)
    const conversation = conversationIn(path)
    const strain = strains.get(conversation) ?? 0
    if (isStrained(statusCode)) strains.set(conversation, strain + 1)
    else strains.delete(conversation)
    const reply = readReply(statusCode, headers['retry-after']?.toString(), await answer.text(), {
      now: now(),
      strain,
      ...(random && { random }),
    })
    const isOldToken = 'error' in reply && statusCode === 401 && reply.error.code !== 'BotNotRegistered'
    if (!isOldToken || !access || isAgain) return reply
    // It was not looked at, let alone carried out.
    tokens?.drop(access.token)
    return once(host, wanted, ends, true)
  }

  return {
    denied: () => denied,

    begin(signal) {
      const until = performance.now() + limitMs
      return async (wanted) => {
        const leftMs = Math.floor(until - performance.now())
        if (signal?.aborted) return { unknown: asError(signal.reason) }
        if (leftMs <= 0) return { unknown: late() }
        const timeout = AbortSignal.timeout(leftMs)
        try {
          return await send(wanted, until, signal ? AbortSignal.any([signal, timeout]) : timeout)
        } catch (error) {
          if (timeout.aborted && !signal?.aborted) return { unknown: late() }
          if (signal?.aborted) return { unknown: asError(signal.reason) }
          return isUnsent(error) ? { retryAt: now() + UNSENT_MS } : { unknown: asError(error) }
        }
      }
    },

    async upload(url, bytes) {
      const { length } = bytes
      const headers = { 'content-type': 'application/octet-stream', 'content-range': `bytes 0-${length - 1}/${length}` }
      try {
        const signal = AbortSignal.timeout(limitMs)
        const { statusCode, body } = await request(url, { method: 'PUT', headers, body: bytes, signal })
        await body.dump()
        return statusCode === 200 || statusCode === 201
      } catch {
        return false
      }
    },

    async fetch(url, { token }, maxBytes, signal) {
      const ends = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
      try {
        const access = token && tokens ? await tokens.get(ends) : undefined
        if (access && !('token' in access)) return access
        const headers = access ? { authorization: `Bearer ${access.token}` } : {}
        const { statusCode, headers: answered, body } = await request(url, { headers, signal: ends })
        if (statusCode !== 200) {
          await body.dump()
          const reply = readReply(statusCode, answered['retry-after']?.toString(), '', { now: now() })
          return 'ok' in reply ? { error: { status: statusCode, code: 'NoFile', message: '' } } : reply
        }
        const chunks: Uint8Array[] = []
        let size = 0
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          size += chunk.length
          // Leaving the loop closes the connection.
          if (size > maxBytes) return { error: { status: 413, code: '', message: 'the file is too large' } }
          chunks.push(chunk)
        }
        return { bytes: Buffer.concat(chunks), type: String(answered['content-type'] ?? '') }
      } catch (error) {
        return { unknown: asError(error) }
      }
    },
  }
}

const conversationIn = (path: string): string => path.split('/', 2).join('/')

const activities = ({ conversation }: Pick<Spot, 'conversation'>): string =>
  `conversations/${encodeURIComponent(conversation)}/activities`

export const toPost = ({ tenant, serviceUrl, ...spot }: Spot, body: object): Request => ({
  method: 'POST',
  tenant,
  serviceUrl,
  path: activities(spot),
  body,
})

export const toEdit = ({ tenant, serviceUrl, id, ...spot }: Posted, body: object): Request => ({
  method: 'PUT',
  tenant,
  serviceUrl,
  path: `${activities(spot)}/${encodeURIComponent(id)}`,
  body: { ...body, id },
})

export const toRemove = ({ tenant, serviceUrl, id, ...spot }: Posted): Request => ({
  method: 'DELETE',
  tenant,
  serviceUrl,
  path: `${activities(spot)}/${encodeURIComponent(id)}`,
})

/** An emoji of the app's on a message: in preview, as of https://learn.microsoft.com/microsoftteams/platform/agents-in-teams/agent-reactions. */
export const toMark = ({ tenant, serviceUrl, id, ...spot }: Posted, type: string, on: boolean): Request => ({
  method: on ? 'PUT' : 'DELETE',
  tenant,
  serviceUrl,
  path: `${activities(spot)}/${encodeURIComponent(id)}/reactions/${type}`,
})

/** The personal chat of somebody: it answers with its `id`. */
export const toChat = ({ tenant, serviceUrl }: Spot, user: string): Request => ({
  method: 'POST',
  tenant,
  serviceUrl,
  path: 'conversations',
  body: { isGroup: false, tenantId: tenant, members: [{ id: user }], channelData: { tenant: { id: tenant } } },
})

/** Somebody of a conversation, by Teams' id of them or by that of Entra. */
export const toMember = ({ tenant, serviceUrl, conversation }: Spot, id: string): Request => ({
  method: 'GET',
  tenant,
  serviceUrl,
  path: `conversations/${encodeURIComponent(baseOf(conversation))}/members/${encodeURIComponent(id)}`,
})

/** The first of those who are in a conversation. */
export const toMembers = ({ tenant, serviceUrl, conversation }: Spot, most: number): Request => ({
  method: 'GET',
  tenant,
  serviceUrl,
  path: `conversations/${encodeURIComponent(baseOf(conversation))}/pagedmembers?pageSize=${most}`,
})

/** A team, by Teams' own id: it answers with that in Entra. */
export const toTeam = ({ tenant, serviceUrl }: Pick<Spot, 'tenant' | 'serviceUrl'>, team: string): Request => ({
  method: 'GET',
  tenant,
  serviceUrl,
  path: `teams/${encodeURIComponent(team)}`,
})

const isUnsent = (error: unknown): boolean => UNSENT.has((error as { code?: string }).code ?? '')
const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
