import type { Claims } from '../../src/ports/claims.ts'
import type { Installations } from '../../src/ports/installations.ts'
import type { Log } from '../../src/ports/log.ts'
import { type AccessParts, ask, refreshOf } from './access.ts'
import type { Credentials } from './workspaces.ts'

/** A token lasts twelve hours; so long before its end it is exchanged for the next one. */
const EARLY_MS = 2 * 3_600_000
/** What Slack did not give is asked for again after this. */
const PAUSE_MS = 60_000

export interface RotationParts extends AccessParts {
  installations: Pick<Installations, 'add' | 'list'>
  claims: Claims | undefined
  /** From now on calls go by these. */
  put(id: string, credentials: string): void
  log: Log
  now: () => number
}

/**
 * New tokens in time, for apps with token rotation. Slack takes a refresh token once, so one process asks at a time, by what stands
 * in the database then; and the new pair is written down before any call goes by it.
 */
export function createRotation(parts: RotationParts) {
  const { installations, claims, put, log, now } = parts
  const waiting = new Map<string, number>()
  const refused = new Map<string, string>()
  /** Given by Slack, and not written down yet. */
  const unkept = new Map<string, string>()
  const busy = new Set<string>()

  const isDue = ({ refresh }: Credentials): boolean => refresh !== undefined && refresh.until - now() <= EARLY_MS

  async function keep(id: string, name: string, credentials: string): Promise<void> {
    unkept.set(id, credentials)
    await installations.add({ id, name, credentials })
    unkept.delete(id)
    refused.delete(id)
    put(id, credentials)
    log.info({ installation: id }, 'the Slack app has a new token')
  }

  async function renewNow(id: string): Promise<void> {
    const kept = (await installations.list()).find((one) => one.id === id)
    if (!kept?.credentials) return void unkept.delete(id)
    const unwritten = unkept.get(id)
    if (unwritten !== undefined) return keep(id, kept.name, unwritten)
    const known: Credentials = JSON.parse(kept.credentials)
    // Another process was faster.
    if (!known.refresh || !isDue(known)) return put(id, kept.credentials)
    const given = await ask(parts, { grant_type: 'refresh_token', refresh_token: known.refresh.token })
    const refresh = given && refreshOf(given, now())
    if (given?.access_token && refresh)
      return keep(id, kept.name, JSON.stringify({ ...known, token: given.access_token, refresh }))
    const error = given === undefined ? 'not reached' : (given.error ?? 'no token')
    log.warn({ installation: id, error }, 'Slack gave no new token for the app; it is asked again')
    if (given !== undefined) refused.set(id, error)
  }

  async function renew(id: string): Promise<void> {
    if (busy.has(id) || (waiting.get(id) ?? 0) > now()) return
    busy.add(id)
    waiting.set(id, now() + PAUSE_MS)
    try {
      const claim = await claims?.claim(`slack token ${id}`)
      if (claims && !claim) return
      await renewNow(id).finally(() => claim?.release())
    } catch (err) {
      log.error({ err, installation: id }, 'a new token of the Slack app could not be kept; it is tried again')
    } finally {
      busy.delete(id)
    }
  }

  return {
    /** Never rejects. Resolves when all those that are due were asked for. */
    async look(all: readonly (readonly [id: string, Credentials])[]): Promise<void> {
      await Promise.all(all.filter(([, one]) => isDue(one)).map(([id]) => renew(id)))
    },
    /** Those for which Slack gives no more tokens, with its word for why. */
    refused: (): [id: string, error: string][] => [...refused],
  }
}
