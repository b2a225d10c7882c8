import { createSlackSimulator } from '../../../console/stand-ins/slack/index.ts'
import type { Fault } from '../../../console/stand-ins/slack/view.ts'
import { type LadderRow, testLadder } from '../../contracts/ladder.ts'
import { some } from '../../support/extent.ts'
import { ANN, DIRECT, GENERAL, toShown } from './harness.ts'

const POST = 'chat.postMessage'
const EDIT = 'chat.update'
const STREAM = 'chat.startStream'
const APPEND = 'chat.appendStream'
const FINISH = 'chat.stopStream'
const REMOVE = 'chat.delete'
const WHISPER = 'chat.postEphemeral'
const ATTACH = 'files.getUploadURLExternal'

const refuse = (method: string, error: string, more: Partial<Fault> = {}): Fault => ({
  kind: 'refuse',
  method,
  error,
  ...(method === POST && { channel: GENERAL }),
  ...more,
})
/** No native streams in this workspace. */
const flat = refuse(STREAM, 'channel_type_not_supported')

type Row = Omit<LadderRow<Fault>, 'what' | 'where'>
const row = (what: string, where: LadderRow<Fault>['where'], more: Row): LadderRow<Fault> => ({ what, where, ...more })
const rowsOf = (codes: string, more: (code: string) => Row, where: LadderRow<Fault>['where'] = 'posts') =>
  codes
    .trim()
    .split(/\s+/)
    .map((code) => row(code, where, more(code)))

/** Source: the error tables of chat.* and files.* at docs.slack.dev, as of 2026-05-26, grouped as in `codes.ts`. */
const invalid = `invalid_blocks invalid_blocks_format invalid_attachments msg_blocks_too_long msg_blocks_too_many
  too_many_attachments attachment_payload_limit_exceeded markdown_text_conflict msg_too_long metadata_too_large
  invalid_metadata_format missing_file_data slack_connect_file_link_sharing_blocked no_text`
const forbidden = `not_in_channel channel_not_found is_archived is_inactive ekm_access_denied restricted_action
  restricted_action_read_only_channel`
const revoked =
  'token_revoked account_inactive invalid_auth not_authed missing_scope message_limit_exceeded accesslimited'
const someRevoked = some(revoked.split(/\s+/), 2).join(' ')
/** To a file. */
const filing = `file_uploads_disabled file_type_not_allowed blocked_file_type file_uploads_except_images_disabled
  file_upload_size_restricted storage_limit_reached snippet_too_large posting_to_channel_denied unable_to_share_files
  file_share_limit_reached max_file_sharing_exceeded invalid_channel channels_limit_exceeded ${forbidden} ${revoked}`
const noStream = `channel_type_not_supported missing_recipient_team_id missing_recipient_user_id user_not_found unknown_method
  feature_not_enabled method_deprecated`

const passing: Omit<Fault, 'method'>[] = [
  { kind: 'ratelimited', retryAfter: 1 },
  { kind: 'error' },
  { kind: 'error', status: 503 },
  { kind: 'drop' },
  { kind: 'reset' },
  { kind: 'refuse', error: 'fatal_error' },
  { kind: 'refuse', error: 'internal_error' },
]

const sayOf = ({ kind, status, error }: (typeof passing)[number]) => `${kind} ${status ?? error ?? ''}`

testLadder<Fault>({
  name: 'Slack',
  async open(house, now, onFinished) {
    const simulator = createSlackSimulator({ now, limits: { enforceRates: false } })
    await simulator.start()
    onFinished(() => simulator.stop())
    await house.connect(simulator, { now })
    let before = 0
    return {
      ask: (text) => void simulator.say({ user: ANN, channel: GENERAL, text: `@parley ${text}` }),
      seen: () =>
        [DIRECT, GENERAL]
          .flatMap((channel) => simulator.messages(channel, { as: ANN }))
          .filter(({ user }) => user === 'U0PARLEY')
          .map(toShown(simulator)),
      plant(faults) {
        before = simulator.calls.length
        simulator.faults.set([...faults])
      },
      failed: () =>
        simulator.calls
          .slice(before)
          .filter(({ fault, args }) => fault && args['channel'] !== ANN)
          .map(({ method }) => method),
    }
  },
  silent: [POST, EDIT, STREAM].map((method) => ({ kind: 'error', method })),
  filed: 130_000,
  rows: [
    ...rowsOf(invalid, (code) => ({ at: 'first', faults: [refuse(POST, code)], end: 'file' })),
    ...rowsOf(`${forbidden} cannot_reply_to_message restricted_action_thread_locked`, (code) => ({
      at: 'first',
      faults: [refuse(POST, code)],
      end: 'alone',
    })),
    ...rowsOf(revoked, (code) => ({ at: 'first', faults: [refuse(POST, code)], end: 'nobody' })),
    ...rowsOf(`${invalid} block_mismatch no_dual_broadcast_content_update`, (code) => ({
      at: 'last',
      before: [flat],
      faults: [refuse(EDIT, code)],
      end: 'file',
    })),
    ...rowsOf(forbidden, (code) => ({ at: 'last', before: [flat], faults: [refuse(EDIT, code)], end: 'alone' })),
    ...rowsOf(`cant_update_message edit_window_closed message_not_owned_by_app`, (code) => ({
      at: 'last',
      before: [flat],
      faults: [refuse(EDIT, code)],
      end: 'whole',
    })),
    ...rowsOf('message_not_found', (code) => ({
      at: 'last',
      before: [flat],
      faults: [refuse(EDIT, code)],
      end: 'nobody',
    })),
    ...rowsOf(noStream, (code) => ({ at: 'beginning', faults: [refuse(STREAM, code)], end: 'whole' }), 'streams'),
    ...rowsOf(
      'message_not_in_streaming_state streaming_state_conflict msg_too_long invalid_chunks',
      (code) => ({ at: 'middle', faults: [refuse(APPEND, code)], end: 'whole' }),
      'streams',
    ),
    ...rowsOf(
      'message_not_in_streaming_state streaming_state_conflict',
      (code) => ({ at: 'last', faults: [refuse(FINISH, code)], end: 'whole' }),
      'streams',
    ),
    ...rowsOf(
      'invalid_blocks msg_blocks_too_long invalid_chunks',
      (code) => ({ at: 'last', faults: [refuse(FINISH, code)], end: 'file' }),
      'streams',
    ),
    ...rowsOf(
      'msg_blocks_too_long invalid_chunks',
      (code) => ({ at: 'last', faults: [refuse(FINISH, code, { times: 1 })], end: 'plain' }),
      'streams',
    ),
    ...rowsOf(
      forbidden,
      (code) => ({
        at: 'last',
        faults: [refuse(APPEND, code), refuse(FINISH, code), refuse(EDIT, code)],
        end: 'alone',
      }),
      'streams',
    ),
    row('cant_update_message to a stream', 'streams', {
      at: 'last',
      faults: [
        refuse(APPEND, 'cant_update_message'),
        refuse(FINISH, 'cant_update_message'),
        refuse(EDIT, 'cant_update_message'),
      ],
      end: 'whole',
    }),

    row('invalid_blocks once', 'posts', {
      at: 'first',
      faults: [refuse(POST, 'invalid_blocks', { times: 1 })],
      end: 'plain',
    }),
    row('invalid_blocks once', 'posts', {
      at: 'beginning',
      faults: [flat, refuse(POST, 'invalid_blocks', { times: 1 })],
      end: 'plain',
    }),
    row('msg_blocks_too_long once', 'posts', {
      at: 'last',
      before: [flat],
      faults: [refuse(EDIT, 'msg_blocks_too_long', { times: 1 })],
      end: 'plain',
    }),
    row('invalid_blocks, and file_uploads_disabled', 'posts', {
      at: 'first',
      faults: [refuse(POST, 'invalid_blocks'), refuse(ATTACH, 'file_uploads_disabled')],
      end: 'alone',
    }),
    row('invalid_blocks, no files and nothing in private', 'posts', {
      at: 'first',
      faults: [
        refuse(POST, 'invalid_blocks', { times: 2 }),
        refuse(ATTACH, 'file_uploads_disabled'),
        refuse(WHISPER, 'user_not_in_channel'),
        refuse(POST, 'messages_tab_disabled', { channel: ANN }),
      ],
      end: 'apology',
    }),
    row('not_in_channel, and nothing in private', 'posts', {
      at: 'first',
      faults: [
        refuse(POST, 'not_in_channel'),
        refuse(WHISPER, 'not_in_channel'),
        refuse(POST, 'messages_tab_disabled', { channel: ANN }),
      ],
      end: 'nobody',
    }),
    ...some(`cant_delete_message message_not_found ${forbidden} ${revoked}`.split(/\s+/), 5).map((code) =>
      row(`edit_window_closed, and ${code} to what was left behind`, 'posts', {
        at: 'last',
        before: [flat],
        faults: [refuse(EDIT, 'edit_window_closed'), refuse(REMOVE, code)],
        end: 'whole',
      }),
    ),
    ...some(filing.split(/\s+/), 4).map((code) =>
      row(code, 'posts', { at: 'file', faults: [refuse(ATTACH, code)], end: 'whole' }),
    ),
    ...rowsOf(someRevoked, (code) => ({ at: 'last', before: [flat], faults: [refuse(EDIT, code)], end: 'nobody' })),
    ...rowsOf(
      someRevoked,
      (code) => ({
        at: 'last',
        faults: [refuse(APPEND, code), refuse(FINISH, code), refuse(EDIT, code)],
        end: 'nobody',
      }),
      'streams',
    ),
    ...some(passing, 2).flatMap((fault) => [
      row(`edit_window_closed, and ${sayOf(fault)} to what was left behind`, 'posts', {
        at: 'last',
        before: [flat],
        faults: [refuse(EDIT, 'edit_window_closed'), { ...fault, method: REMOVE, times: 1 }],
        end: 'whole',
      }),
      row(`invalid_blocks, and ${sayOf(fault)} to a file`, 'posts', {
        at: 'first',
        faults: [refuse(POST, 'invalid_blocks'), { ...fault, method: ATTACH, times: 1 }],
        end: 'file',
      }),
    ]),
    ...passing.flatMap((fault) => {
      const what = sayOf(fault)
      return [
        row(what, 'posts', { at: 'first', faults: [{ ...fault, method: POST, times: 1 }], end: 'whole' }),
        row(what, 'posts', {
          at: 'last',
          before: [flat],
          faults: [{ ...fault, method: EDIT, times: 1 }],
          end: 'whole',
        }),
        row(what, 'streams', { at: 'beginning', faults: [{ ...fault, method: STREAM, times: 1 }], end: 'whole' }),
        row(what, 'streams', { at: 'middle', faults: [{ ...fault, method: APPEND, times: 1 }], end: 'whole' }),
        row(what, 'streams', { at: 'last', faults: [{ ...fault, method: FINISH, times: 1 }], end: 'whole' }),
      ]
    }),
  ],
})
