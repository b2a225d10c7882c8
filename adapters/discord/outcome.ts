import type { Scope } from '../../src/ports/budget.ts'
import type { Outcome } from '../../src/ports/channel.ts'
import { CODES, STATUSES } from './codes.ts'
import type { Reply } from './reply.ts'

/** What a reply to a call means that costs a token of `scope`, the first of those it may have gone wrong for. */
export function outcomeOf<T>(reply: Reply, scope: Scope, everything: Scope, read: (answer: unknown) => T): Outcome<T> {
  if ('ok' in reply) return { ok: read(reply.ok) }
  if ('retryAt' in reply) return { limited: { retryAt: reply.retryAt, scope: reply.global ? everything : scope } }
  if ('unknown' in reply) return reply
  const { status, code, message } = reply.error
  const refusal = CODES[code] ?? STATUSES[status] ?? 'invalid'
  return { refused: { code: refusal, detail: `${status} ${code} ${message}` } }
}

/** A post that is refused as if it were an edit is one that nobody may make there. */
export function ofPost<T>(outcome: Outcome<T>): Outcome<T> {
  if (!('refused' in outcome) || outcome.refused.code !== 'unchangeable') return outcome
  return { refused: { ...outcome.refused, code: 'forbidden' } }
}

/** What Discord says of an interaction whose time is over, that takes no more messages, or that nobody has acknowledged. */
export const isLapsed = (reply: Reply): boolean =>
  'error' in reply && [10015, 10062, 40094, 50027].includes(reply.error.code)

export const codeOf = (reply: Reply): number | undefined => ('error' in reply ? reply.error.code : undefined)
