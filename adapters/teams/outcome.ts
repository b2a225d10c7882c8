import type { Scope } from '../../src/ports/budget.ts'
import type { Outcome, Refusal } from '../../src/ports/channel.ts'
import type { Reply } from './reply.ts'

/** By HTTP status: what is left is about what was sent, like 400 and 413. */
const STATUSES: Record<number, Refusal['code']> = {
  401: 'revoked',
  403: 'forbidden',
  404: 'gone',
  405: 'unsupported',
  410: 'gone',
}

/** Teams' own words about a message that is to be changed: it is not there, or not ours. What there is to say is said anew. */
const UNCHANGEABLE = new Set(['ActivityNotFoundInConversation', 'NotEnoughPermissions'])

/** What a reply to a call that costs a token of `scope` means. */
export function outcomeOf<T>(reply: Reply, scope: Scope, read: (answer: Record<string, unknown>) => T): Outcome<T> {
  if ('ok' in reply) return { ok: read(reply.ok) }
  if ('retryAt' in reply) return { limited: { retryAt: Math.ceil(reply.retryAt), scope } }
  if ('unknown' in reply) return reply
  const { status, code, message } = reply.error
  const ended = streamEnd(reply)
  const judged = ended ? (ended === 'stopped' ? 'stopped' : 'unsupported') : STATUSES[status]
  return { refused: { code: judged ?? 'invalid', detail: `${status} ${code} ${message}`.trim() } }
}

/** The same of a call that changes a message, or takes it away. */
export function outcomeOfChange(reply: Reply, scope: Scope): Outcome<void> {
  const outcome = outcomeOf(reply, scope, () => {})
  const isThatMessage = 'error' in reply && 'refused' in outcome && UNCHANGEABLE.has(reply.error.code)
  return isThatMessage ? { refused: { ...outcome.refused, code: 'unchangeable' } } : outcome
}

/**
 * Why there is no native stream, or none any more, if the reply says so, which it does in its words only. `time`: it has had its
 * two minutes; `none`: there are none in this conversation; `busy`: not now, perhaps because of another one.
 */
export type StreamEnd = 'stopped' | 'time' | 'size' | 'done' | 'none' | 'busy'

export function streamEnd(reply: Reply): StreamEnd | undefined {
  if (!('error' in reply)) return undefined
  const { status, code, message } = reply.error
  if (status === 405 || /streaming api is not enabled/i.test(message)) return 'none'
  if (code !== 'ContentStreamNotAllowed') return undefined
  if (/cancel+ed by (?:the )?user/i.test(message)) return 'stopped'
  if (/streaming time/i.test(message)) return 'time'
  if (/size too large/i.test(message)) return 'size'
  return /already completed/i.test(message) ? 'done' : 'busy'
}
