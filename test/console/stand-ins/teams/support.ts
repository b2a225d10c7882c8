import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import {
  createTeamsSimulator,
  type TeamsSimulator,
  type TeamsSimulatorOptions,
} from '../../../../console/stand-ins/teams/index.ts'

export const ANN = '29:1ann'
export const BEN = '29:1ben'
export const ANNS = 'a:1ann'
export const BENS = 'a:1ben'
export const LUNCH = '19:lunch@thread.v2'
export const GENERAL = '19:general@thread.tacv2'
export const SUPPORT = '19:support@thread.tacv2'
export const BOT = '28:7a11e500-0000-4000-8000-0000000000b0'

export type Json = Record<string, unknown>

const closers: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Run after the test, before what was started earlier stops. */
export function later(close: () => unknown): void {
  closers.push(close)
}

export async function startSimulator(options: TeamsSimulatorOptions = {}): Promise<TeamsSimulator> {
  const simulator = createTeamsSimulator(options)
  await simulator.start()
  later(() => simulator.stop())
  return simulator
}

/** A clock that stands still until it is moved. */
export function createClock(): { now: () => number; pass: (ms: number) => void } {
  let at = Date.parse('2026-11-21T10:00:00Z')
  return {
    now: () => at,
    pass(ms) {
      at += ms
    },
  }
}

interface Heard {
  headers: IncomingHttpHeaders
  activity: Json & { type: string; id: string; conversation: { id: string } }
}

type Answer = { status?: number; body?: unknown } | 'nothing'

/** An app that hears activities and calls the connector, without an SDK. */
export async function startApp(
  simulator: TeamsSimulator,
  answer: (activity: Heard['activity']) => Answer = () => ({}),
) {
  const heard: Heard[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const activity = JSON.parse(Buffer.concat(chunks).toString()) as Heard['activity']
    heard.push({ headers: req.headers, activity })
    const given = answer(activity)
    if (given === 'nothing') return
    const { status = 200, body } = given
    res.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? '' : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  later(() => {
    server.close()
    server.closeAllConnections()
  })
  simulator.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/messages`)
  return { heard, last: () => heard.at(-1)!.activity, api: await connectorOf(simulator) }
}

export async function askForToken(simulator: TeamsSimulator, form: Record<string, string> = {}, url?: string) {
  const response = await fetch(url ?? simulator.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: simulator.appId,
      client_secret: simulator.appPassword,
      scope: 'https://api.botframework.com/.default',
      ...form,
    }),
  })
  return { status: response.status, json: (await response.json()) as Json }
}

export interface Reply {
  status: number
  json: Json
  headers: Headers
}

/** Calls of the connector with a good access token. */
export async function connectorOf(simulator: TeamsSimulator) {
  const { json } = await askForToken(simulator)
  const ask = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`${simulator.serviceUrl}v3/${path}`, {
      method,
      headers: { authorization: `Bearer ${String(json['access_token'])}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const call = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const response = await ask(method, path, body)
    const text = await response.text()
    return { status: response.status, json: text ? (JSON.parse(text) as Json) : {}, headers: response.headers }
  }
  const activities = (conversation: string) => `conversations/${encodeURIComponent(conversation)}/activities`
  return {
    ask,
    call,
    bytes: async (path: string) => Buffer.from(await (await ask('GET', path)).arrayBuffer()),
    post: (conversation: string, activity: Json, query = '') =>
      call('POST', `${activities(conversation)}${query}`, { type: 'message', ...activity }),
    put: (conversation: string, id: string, activity: Json, query = '') =>
      call('PUT', `${activities(conversation)}/${id}${query}`, { type: 'message', ...activity }),
    remove: (conversation: string, id: string, query = '') =>
      call('DELETE', `${activities(conversation)}/${id}${query}`),
  }
}

/** Reads of Graph with a token for it. */
export async function graphOf(simulator: TeamsSimulator) {
  const { json } = await askForToken(simulator, { scope: 'https://graph.microsoft.com/.default' })
  const authorization = `Bearer ${String(json['access_token'])}`
  return async (path: string): Promise<Reply> => {
    const address = path.startsWith('http') ? path : `${simulator.graphUrl}/v1.0/${path}`
    const response = await fetch(address, { headers: { authorization }, redirect: 'manual' })
    const text = await response.text()
    return { status: response.status, json: text ? (JSON.parse(text) as Json) : {}, headers: response.headers }
  }
}

export const errorOf = ({ status, json }: Reply): string => {
  const { code, message } = (json['error'] ?? {}) as Json
  return `${status} ${String(code)}: ${String(message)}`
}

export const card = (body: unknown[], actions: unknown[] = []): Json => ({
  contentType: 'application/vnd.microsoft.card.adaptive',
  content: { type: 'AdaptiveCard', version: '1.5', body, actions },
})
