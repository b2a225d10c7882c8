import type { Refusal } from '../../src/ports/channel.ts'

type Meaning = Refusal['code'] | 'unknown'

const listed = (codes: string): string[] => codes.trim().split(/\s+/)
const of = (meaning: Meaning, codes: string): [string, Meaning][] => listed(codes).map((code) => [code, meaning])
const after = (ms: number, codes: string): [string, number][] => listed(codes).map((code) => [code, ms])

/**
 * What Slack's errors mean for what is to be done next. Source: the error tables of chat.postMessage, chat.update, chat.*Stream,
 * chat.postEphemeral, chat.delete and files.* at docs.slack.dev, as of 2026-05-26. What is not named is about what was sent.
 */
export const CODES: ReadonlyMap<string, Meaning> = new Map([
  // A plainer one may pass: without blocks, without an argument, as text in place of a file.
  ...of(
    'invalid',
    `invalid_blocks invalid_blocks_format invalid_attachments msg_blocks_too_long msg_blocks_too_many too_many_attachments
     too_many_contact_cards attachment_payload_limit_exceeded invalid_chunks markdown_text_conflict block_mismatch msg_too_long
     invalid_metadata_format invalid_metadata_schema metadata_too_large metadata_must_be_sent_from_app as_user_not_supported
     reserved_username missing_file_data no_dual_broadcast_content_update cant_broadcast_message
     slack_connect_canvas_sharing_blocked slack_connect_file_link_sharing_blocked slack_connect_lists_sharing_blocked
     slack_connect_clip_sharing_blocked slack_connect_file_upload_sharing_blocked slack_connect_blocked_file_type
     file_type_not_allowed blocked_file_type file_uploads_disabled file_uploads_except_images_disabled
     file_upload_size_restricted storage_limit_reached snippet_too_large unknown_snippet_type unknown_subtype alt_txt_too_large
     missing_argument posting_to_channel_denied unable_to_share_files file_share_limit_reached max_file_sharing_exceeded
     invalid_channel channels_limit_exceeded file_update_failed no_text`,
  ),
  // The answer goes on in a new message.
  ...of('unchangeable', 'cant_update_message edit_window_closed message_not_owned_by_app update_failed'),
  // There is no native stream to be had, or none any more.
  ...of(
    'unsupported',
    `channel_type_not_supported missing_recipient_team_id missing_recipient_user_id user_not_found unknown_method
     feature_not_enabled method_deprecated message_not_in_streaming_state streaming_state_conflict`,
  ),
  // Nobody may be answered there.
  ...of(
    'forbidden',
    `not_in_channel user_not_in_channel channel_not_found is_archived is_inactive ekm_access_denied messages_tab_disabled
     cannot_reply_to_message cant_delete_message restricted_action restricted_action_read_only_channel
     restricted_action_thread_only_channel restricted_action_non_threadable_channel restricted_action_thread_locked`,
  ),
  // It is no longer there.
  ...of('gone', 'message_not_found thread_not_found file_not_found file_deleted file_is_deleted expired_url used_url'),
  ...of('stopped', 'stopped_by_user'),
  // Whoever runs the app, or the workspace, has something to mend.
  ...of(
    'revoked',
    `token_expired token_revoked account_inactive invalid_auth not_authed not_allowed_token_type missing_scope no_permission
     access_denied enterprise_is_restricted two_factor_setup_required deprecated_endpoint accesslimited team_access_not_granted
     message_limit_exceeded team_not_found team_disabled user_removed_from_team`,
  ),
  // Part of it may have been done.
  ...of('unknown', 'fatal_error internal_error messaging_processing_failed'),
])

/** Nothing was done, and the same may pass after so long, unless Slack says when: too much, trouble, a workspace that moves house. */
export const WAITS_MS: ReadonlyMap<string, number> = new Map([
  ...after(5000, 'ratelimited rate_limited service_unavailable request_timeout'),
  ...after(60_000, 'team_added_to_org org_login_required external_channel_migrating'),
])

/** Nothing was done: the same call may pass at once. */
export const AGAIN: ReadonlySet<string> = new Set(['request_timeout', 'update_failed', 'file_update_failed'])

/** An app that lacks a right for a call beside the answer may still be right for the answer. */
export const LACKING: ReadonlySet<string> = new Set([
  'missing_scope',
  'no_permission',
  'access_denied',
  'not_allowed_token_type',
  // Of a method, that an organisation's token may not call it.
  'enterprise_is_restricted',
])
