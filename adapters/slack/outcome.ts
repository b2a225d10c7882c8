import type { Scope } from '../../src/ports/budget.ts'
import type { Outcome, Refusal } from '../../src/ports/channel.ts'
import type { Reply } from './web.ts'

const CODES: Record<string, Refusal['code'] | 'unknown'> = {
  message_not_found: 'gone',
  channel_not_found: 'gone',
  thread_not_found: 'gone',
  is_archived: 'gone',
  file_not_found: 'gone',
  file_deleted: 'gone',

  not_in_channel: 'forbidden',
  missing_scope: 'forbidden',
  no_permission: 'forbidden',
  access_denied: 'forbidden',
  not_allowed_token_type: 'forbidden',
  message_not_owned_by_app: 'forbidden',
  cant_update_message: 'forbidden',
  cant_delete_message: 'forbidden',
  edit_window_closed: 'forbidden',
  messages_tab_disabled: 'forbidden',
  ekm_access_denied: 'forbidden',
  team_access_not_granted: 'forbidden',

  channel_type_not_supported: 'unsupported',
  unknown_method: 'unsupported',
  feature_not_enabled: 'unsupported',
  method_deprecated: 'unsupported',
  missing_recipient_user_id: 'unsupported',
  missing_recipient_team_id: 'unsupported',
  user_not_found: 'unsupported',
  user_not_in_channel: 'unsupported',
  team_not_found: 'unsupported',
  message_not_in_streaming_state: 'unsupported',
  streaming_state_conflict: 'unsupported',

  stopped_by_user: 'stopped',

  token_revoked: 'revoked',
  token_expired: 'revoked',
  account_inactive: 'revoked',
  invalid_auth: 'revoked',
  not_authed: 'revoked',
  team_disabled: 'revoked',
  user_removed_from_team: 'revoked',

  expired_url: 'gone',
  used_url: 'gone',

  internal_error: 'unknown',
  fatal_error: 'unknown',
  service_unavailable: 'unknown',
  request_timeout: 'unknown',
}

/** What an error means; undefined for replies that are none. Those not named above are about what was sent. */
export function judge(reply: Reply): Refusal['code'] | 'unknown' | undefined {
  const error = errorOf(reply)
  if (error === undefined) return undefined
  return error.startsWith('restricted_action') ? 'forbidden' : (CODES[error] ?? 'invalid')
}

/** What a reply to a call in `scope` means. */
export function outcomeOf<T>(reply: Reply, scope: Scope, read: (answer: Record<string, unknown>) => T): Outcome<T> {
  if ('ok' in reply) return { ok: read(reply.ok) }
  if ('retryAt' in reply) return { limited: { retryAt: reply.retryAt, scope } }
  if ('unknown' in reply) return reply
  const { error, details } = reply
  const code = judge(reply)!
  const detail = [error, ...details].join(' ')
  return code === 'unknown' ? { unknown: new Error(`Slack answered ${detail}`) } : { refused: { code, detail } }
}

/** Slack refuses nothing, but is in trouble itself. */
export const isTrouble = (error: string): boolean => CODES[error] === 'unknown'

/** It refuses the token, whatever is asked with it. */
export const isRevoked = (error: string): boolean => CODES[error] === 'revoked'

export const errorOf = (reply: Reply): string | undefined => ('error' in reply ? reply.error : undefined)

/** The reply to a call about a native stream says that there is none any more. */
export const hasEnded = (reply: Reply): boolean =>
  /^(?:message_not_in_streaming_state|stopped_by_user)$/.test(errorOf(reply) ?? '')

/** The workspace does not have this method, whatever it is called with. */
export const isMissing = (reply: Reply): boolean =>
  /^(?:unknown_method|feature_not_enabled|method_deprecated)$/.test(errorOf(reply) ?? '')
