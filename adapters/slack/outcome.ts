import type { Scope } from '../../src/ports/budget.ts'
import type { Outcome, Refusal } from '../../src/ports/channel.ts'
import { CODES, LACKING, WAITS_MS } from './codes.ts'
import type { Reply } from './web.ts'

/** What an error means; undefined for replies that are none. */
export function judge(reply: Reply): Refusal['code'] | 'unknown' | undefined {
  const error = errorOf(reply)
  if (error === undefined) return undefined
  return CODES.get(error) ?? (error.startsWith('restricted_action') ? 'forbidden' : 'invalid')
}

/** What a reply to a call in `scope` means. */
export function outcomeOf<T>(reply: Reply, scope: Scope, read: (answer: Record<string, unknown>) => T): Outcome<T> {
  if ('ok' in reply) return { ok: read(reply.ok) }
  if ('retryAt' in reply) return { limited: { retryAt: reply.retryAt, scope } }
  if ('unknown' in reply) return reply
  const code = judge(reply)!
  const detail = [reply.error, ...reply.details].join(' ')
  return code === 'unknown' ? { unknown: new Error(`Slack answered ${detail}`) } : { refused: { code, detail } }
}

/** The same for calls beside the answer: who lacks a right for them may still show it. */
export function outcomeBeside<T>(reply: Reply, scope: Scope, read: (answer: Record<string, unknown>) => T): Outcome<T> {
  const outcome = outcomeOf(reply, scope, read)
  if (!('refused' in outcome) || !LACKING.has(errorOf(reply) ?? '')) return outcome
  return { refused: { ...outcome.refused, code: 'forbidden' } }
}

/** Slack refuses nothing, but is in trouble itself. */
export const isTrouble = (error: string): boolean => CODES.get(error) === 'unknown' || WAITS_MS.has(error)

export const errorOf = (reply: Reply): string | undefined => ('error' in reply ? reply.error : undefined)

/** The reply to a call about a native stream says that there is none any more. */
export const hasEnded = (reply: Reply): boolean =>
  /^(?:message_not_in_streaming_state|stopped_by_user)$/.test(errorOf(reply) ?? '')

/** The workspace does not have this method, whatever it is called with. */
export const isMissing = (reply: Reply): boolean =>
  /^(?:unknown_method|feature_not_enabled|method_deprecated)$/.test(errorOf(reply) ?? '')

/** Threads cannot be had there, and messages of their own can. */
export const isThreadless = (reply: Reply): boolean =>
  /^(?:cannot_reply_to_message|restricted_action_non_threadable_channel)$/.test(errorOf(reply) ?? '')
