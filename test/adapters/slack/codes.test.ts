import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../../console/stand-ins/slack/view.ts'
import type { Part, Place } from '../../../src/model/message.ts'
import type { Outcome } from '../../../src/ports/channel.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { createHarness, GENERAL, type SlackHarness } from './harness.ts'

const { signal } = new AbortController()
let harness: SlackHarness
let place: Place

beforeEach(async () => {
  harness = await createHarness('http')
  await harness.adapter.start(
    inboxWith({
      async message({ replyTo }) {
        place = replyTo
      },
    }),
  )
  harness.person.say('hello', 'channel')
  await harness.settled()
})

afterEach(async () => {
  await harness.adapter.stop()
  await harness.close()
})

function must<T>(outcome: Outcome<T>): T {
  if (!('ok' in outcome)) throw new Error(`expected ok, got ${JSON.stringify(outcome)}`)
  return outcome.ok
}

/** What a word of the port stands for in an outcome; of what waits, about how long. */
function saidOf(outcome: Outcome<unknown>): string {
  if ('refused' in outcome) return outcome.refused.code
  if ('limited' in outcome) return `limited ${Math.round((outcome.limited.retryAt - Date.now()) / 5000) * 5}`
  return 'unknown' in outcome ? 'unknown' : 'ok'
}

const refuse = (method: string, error: string, times?: number): void =>
  harness.simulator.faults.set([{ kind: 'refuse', method, error, ...(times && { times }) } satisfies Fault])
const called = (method: string): number => harness.simulator.calls.filter((call) => call.method === method).length
const listed = (codes: string): string[] => codes.trim().split(/\s+/)

/** Every error that Slack documents for what we do, by what is to be done next. */
const groups: [group: string, said: string, codes: string][] = [
  [
    'plainer: text only',
    'invalid',
    `invalid_blocks invalid_blocks_format invalid_attachments msg_blocks_too_long msg_blocks_too_many too_many_attachments
     too_many_contact_cards attachment_payload_limit_exceeded invalid_chunks markdown_text_conflict block_mismatch msg_too_long`,
  ],
  [
    'plainer: drop the argument',
    'invalid',
    `invalid_metadata_format invalid_metadata_schema metadata_too_large metadata_must_be_sent_from_app as_user_not_supported
     reserved_username missing_file_data no_dual_broadcast_content_update cant_broadcast_message
     slack_connect_canvas_sharing_blocked slack_connect_file_link_sharing_blocked slack_connect_lists_sharing_blocked
     slack_connect_clip_sharing_blocked slack_connect_file_upload_sharing_blocked slack_connect_blocked_file_type`,
  ],
  [
    'plainer: text for the file',
    'invalid',
    `file_type_not_allowed blocked_file_type file_uploads_disabled file_uploads_except_images_disabled
     file_upload_size_restricted storage_limit_reached snippet_too_large unknown_snippet_type unknown_subtype alt_txt_too_large
     missing_argument posting_to_channel_denied unable_to_share_files file_share_limit_reached max_file_sharing_exceeded
     invalid_channel channels_limit_exceeded file_update_failed`,
  ],
  ['no longer there', 'gone', 'message_not_found thread_not_found file_not_found file_deleted file_is_deleted'],
  [
    'edits for the stream',
    'unsupported',
    `channel_type_not_supported missing_recipient_team_id missing_recipient_user_id user_not_found unknown_method
     feature_not_enabled method_deprecated message_not_in_streaming_state`,
  ],
  ['a new message', 'unchangeable', 'cant_update_message edit_window_closed message_not_owned_by_app update_failed'],
  [
    'alone',
    'forbidden',
    `not_in_channel restricted_action restricted_action_read_only_channel restricted_action_thread_only_channel
     restricted_action_thread_locked restricted_action_something_new channel_not_found is_archived is_inactive ekm_access_denied
     user_not_in_channel messages_tab_disabled cannot_reply_to_message restricted_action_non_threadable_channel`,
  ],
  ['wait', 'limited 5', 'ratelimited rate_limited service_unavailable request_timeout'],
  ['wait: moving house', 'limited 60', 'team_added_to_org org_login_required external_channel_migrating'],
  ['nobody knows', 'unknown', 'fatal_error internal_error messaging_processing_failed'],
  [
    'mend',
    'revoked',
    `token_expired token_revoked account_inactive invalid_auth not_authed not_allowed_token_type missing_scope no_permission
     access_denied enterprise_is_restricted two_factor_setup_required deprecated_endpoint accesslimited team_access_not_granted
     message_limit_exceeded team_not_found`,
  ],
  ['stop', 'stopped', 'stopped_by_user'],
  ['ours', 'invalid', 'no_text draft_something something_new'],
]

describe('what an error of an edit means', () => {
  it.each(groups)('%s: %s', async (_, said, codes) => {
    const ref = must(await harness.channel.post(place, { text: 'x' }, 'k', signal))
    for (const code of listed(codes)) {
      refuse('chat.update', code)
      expect([code, saidOf(await harness.channel.edit(ref, { text: 'y' }, signal))]).toEqual([code, said])
    }
  })
})

describe('what an error of a post means', () => {
  it.each(groups)('%s: %s', async (_, said, codes) => {
    for (const code of listed(codes)) {
      refuse('chat.postMessage', code)
      expect([code, saidOf(await harness.channel.post(place, { text: 'x' }, code, signal))]).toEqual([code, said])
    }
  })

  it.each<[string, Omit<Fault, 'kind' | 'method'>, string]>([
    ['trouble that says when', { error: 'service_unavailable', status: 503, retryAfter: 20 }, 'limited 20'],
    ['too much, in the body', { error: 'rate_limited', retryAfter: 10 }, 'limited 10'],
    ['trouble of another kind', { error: 'internal_error', status: 500 }, 'unknown'],
    ['a balancer', { body: '<html>', status: 502 }, 'unknown'],
    ['a firewall', { body: '<html>', status: 403 }, 'unknown'],
    ['an error with a status of its own', { error: 'not_in_channel', status: 403 }, 'forbidden'],
    ['too large', { body: '<html>', status: 413 }, 'invalid'],
  ])('%s', async (_, fault, said) => {
    harness.simulator.faults.set([{ kind: 'refuse', method: 'chat.postMessage', ...fault }])
    expect(saidOf(await harness.channel.post(place, { text: 'x' }, 'k', signal))).toBe(said)
  })

  it('tells which right is missing', async () => {
    const body = JSON.stringify({ ok: false, error: 'missing_scope', needed: 'chat:write', provided: 'im:read' })
    harness.simulator.faults.set([{ kind: 'refuse', method: 'chat.postMessage', body }])
    const outcome = await harness.channel.post(place, { text: 'x' }, 'k', signal)
    expect(outcome).toEqual({ refused: { code: 'revoked', detail: 'missing_scope (needed: chat:write)' } })
  })
})

it.each([
  ['chat.postMessage', 'request_timeout'],
  ['chat.update', 'update_failed'],
  ['files.completeUploadExternal', 'file_update_failed'],
])('%s is called once more where nothing was done: %s', async (method, error) => {
  const ref = must(await harness.channel.post(place, { text: 'x' }, 'k', signal))
  const file = { name: 'answer.md', text: 'All of it.' }
  const act = {
    'chat.postMessage': () => harness.channel.post(place, { text: 'y' }, 'k2', signal),
    'chat.update': () => harness.channel.edit(ref, { text: 'y' }, signal),
    'files.completeUploadExternal': () => harness.channel.attach!(place, file, 'k2', signal),
  }[method]!
  const before = called(method)
  refuse(method, error, 1)
  must<unknown>(await act())
  expect(called(method)).toBe(before + 2)
})

it('a right that only a file needs is not missed by the answer', async () => {
  refuse('files.getUploadURLExternal', 'missing_scope')
  const attached = await harness.channel.attach!(place, { name: 'answer.md', text: 'x' }, 'k', signal)
  expect(attached).toMatchObject({ refused: { code: 'forbidden' } })
})

describe('where no threads can be had', () => {
  it.each(['cannot_reply_to_message', 'restricted_action_non_threadable_channel'])(
    'the answer stands in the channel, is found there, and the next is posted there at once: %s',
    async (error) => {
      refuse('chat.postMessage', error, 1)
      const since = Date.now()
      must(await harness.channel.post(place, { text: 'one' }, 'k1', signal))
      must(await harness.channel.post(place, { text: 'two' }, 'k2', signal))
      const ours = harness.simulator.messages(GENERAL).filter(({ user }) => user === 'U0PARLEY')
      expect(ours.map(({ thread_ts }) => thread_ts)).toEqual([undefined, undefined])
      expect(called('chat.postMessage')).toBe(3)
      const owned = async () => false
      const found = must(await harness.channel.find!(place, 'k2', { since, owned }, signal))
      expect(found).toBe(`slack:T0PARLEY:${GENERAL}:${ours[1]!.ts}`)
      expect(await harness.channel.stream!(place, 'x', 'k3', signal)).toMatchObject({
        refused: { code: 'unsupported' },
      })
    },
  )
})

describe('a plain part', () => {
  const part: Part = {
    text: '**Look**, <!channel>:\n\n| a | b |\n| - | - |\n| 1 | 2 |',
    plain: true,
    imageUrl: 'https://example.com/cat.png',
    quickReplies: { id: 'r1', options: ['Yes', 'No'] },
    feedback: { id: 'f1', good: 'Good', bad: 'Bad' },
    mayMention: 'U0ANN',
  }
  const text =
    '**Look**, &lt;!channel&gt;:\n\n| a | b |\n| - | - |\n| 1 | 2 |\nhttps://example.com/cat.png\n- Yes\n- No'

  it('is words alone, and is tried once', async () => {
    const ref = must(await harness.channel.post(place, { ...part, plain: undefined } as never, 'k1', signal))
    must(await harness.channel.edit(ref, part, signal))
    must(await harness.channel.post(place, part, 'k2', signal))
    const ours = harness.simulator.messages(GENERAL).filter(({ user }) => user === 'U0PARLEY')
    expect(ours.map((message) => [message.text, message.blocks ?? []])).toEqual([
      [text, []],
      [text, []],
    ])
    const { args } = harness.simulator.calls.at(-1)!
    expect(args).toMatchObject({ mrkdwn: false, unfurl_links: false, unfurl_media: false })
    expect(args).not.toHaveProperty('blocks')
    refuse('chat.postMessage', 'invalid_blocks')
    const before = called('chat.postMessage')
    expect(saidOf(await harness.channel.post(place, part, 'k3', signal))).toBe('invalid')
    expect(called('chat.postMessage')).toBe(before + 1)
    expect(harness.liveMentions()).toEqual([])
  })

  it('that an edit cannot hold goes on in a new message, which can', async () => {
    const long: Part = { text: 'word '.repeat(1000), plain: true }
    const ref = must(await harness.channel.post(place, { text: 'x' }, 'k1', signal))
    expect(saidOf(await harness.channel.edit(ref, long, signal))).toBe('unchangeable')
    expect(called('chat.update')).toBe(0)
    must(await harness.channel.post(place, long, 'k2', signal))
    expect(harness.simulator.messages(GENERAL).at(-1)!.text).toBe(long.text)
  })

  it('closes a native stream without blocks', async () => {
    const stream = must(await harness.channel.stream!(place, 'Lo', 'k1', signal))
    must(await stream.finish('ok', { ...part, text: 'Look' }, false, signal))
    expect(harness.shown()).toMatchObject([{ text: 'Look', buttons: [], streaming: false }])
  })
})
