import type { Scope } from '../../src/ports/budget.ts'
import type { Outcome, Refusal } from '../../src/ports/channel.ts'
import type { Reply } from './reply.ts'

/** Discord's own error codes. */
const CODES: Record<number, Refusal['code'] | 'unknown'> = {
  10003: 'gone',
  10004: 'gone',
  10008: 'gone',
  10015: 'gone',
  10062: 'gone',
  50027: 'gone',
  40001: 'forbidden',
  40333: 'unknown',
  50001: 'forbidden',
  50003: 'forbidden',
  50005: 'forbidden',
  50007: 'forbidden',
  50013: 'forbidden',
  50021: 'forbidden',
  50083: 'forbidden',
  50278: 'forbidden',
  160002: 'forbidden',
  160005: 'forbidden',
  50008: 'unsupported',
  50024: 'unsupported',
}

/** By HTTP status, of errors not named above: what is left is about what was sent. */
const STATUSES: Record<number, Refusal['code']> = { 401: 'revoked', 403: 'forbidden', 404: 'gone' }

/** What a reply to a call means that costs a token of `scope`, the first of those it may have gone wrong for. */
export function outcomeOf<T>(reply: Reply, scope: Scope, everything: Scope, read: (answer: unknown) => T): Outcome<T> {
  if ('ok' in reply) return { ok: read(reply.ok) }
  if ('retryAt' in reply) return { limited: { retryAt: reply.retryAt, scope: reply.global ? everything : scope } }
  if ('unknown' in reply) return reply
  const { status, code, message } = reply.error
  const judged = CODES[code] ?? STATUSES[status] ?? 'invalid'
  const detail = `${status} ${code} ${message}`
  return judged === 'unknown'
    ? { unknown: new Error(`Discord answered ${detail}`) }
    : { refused: { code: judged, detail } }
}

/** What Discord says of a token whose time is over, and of an interaction nobody has acknowledged. */
export const isLapsed = (reply: Reply): boolean => 'error' in reply && [10015, 10062, 50027].includes(reply.error.code)

export const codeOf = (reply: Reply): number | undefined => ('error' in reply ? reply.error.code : undefined)
