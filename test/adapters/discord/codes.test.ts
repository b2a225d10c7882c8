import { afterEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../../console/stand-ins/discord/view.ts'
import type { InboundMessage, MessageRef, Part, Place } from '../../../src/model/message.ts'
import type { Channel, Outcome } from '../../../src/ports/channel.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { ANN, createHarness, type DiscordHarness, GENERAL } from './harness.ts'

const { signal } = new AbortController()
const POST = 'POST /channels/{channel}/messages'
const EDIT = 'PATCH /channels/{channel}/messages/{message}'
let harness: DiscordHarness

async function spoken(): Promise<{ channel: Channel; place: Place }> {
  harness = await createHarness()
  const received = Promise.withResolvers<InboundMessage>()
  await harness.adapter.start(inboxWith({ message: async (message) => received.resolve(message) }))
  harness.person.say('hello', 'channel')
  const { replyTo } = await received.promise
  return { channel: harness.channel, place: replyTo }
}

afterEach(async () => {
  await harness.adapter.stop()
  await harness.close()
})

const set = (fault: Omit<Fault, 'kind'>): void => harness.simulator.faults.set([{ kind: 'refuse', ...fault }])
const posts = () => harness.simulator.calls.filter(({ route }) => route === POST).length

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

/** Every error that Discord documents for what we do, by what is to be done next. */
const groups: [group: string, post: string, edit: string, codes: number[]][] = [
  ['plainer', 'invalid', 'invalid', [50035, 50006, 40005, 50045, 50046, 50110, 50123, 50146, 30015, 400001]],
  ['plainer', 'invalid', 'invalid', [50151, 50080, 50081, 200000, 240000, 200001]],
  ['elsewhere', 'forbidden', 'unchangeable', [30046, 50083]],
  ['elsewhere', 'forbidden', 'forbidden', [40058, 40067, 40066, 160004, 160006, 160007, 30033]],
  ['alone', 'forbidden', 'forbidden', [50001, 50013, 50008, 50024, 50009, 40007, 160005, 50007, 50278]],
  ['stop', 'gone', 'gone', [10003, 10004, 10008, 50005]],
  ['interaction over', 'gone', 'gone', [10062, 10015, 50027, 40094, 40060]],
  ['wait', 'limited 5', 'limited 5', [20016, 20028, 20029, 40062, 130000, 110000]],
  ['wait', 'limited 60', 'limited 60', [20022, 40003]],
  ['wait', 'limited 3600', 'limited 3600', [40004, 40006]],
  ['config', 'revoked', 'revoked', [40001, 50014, 40002, 20012, 40333]],
]

describe('what an error means, whatever status it comes with', () => {
  it.each(groups)('%s: %s, of an edit %s', async (_, post, edit, codes) => {
    const { channel, place } = await spoken()
    const ref = must(await channel.post(place, { text: 'x' }, 'k0', signal))
    for (const code of codes) {
      for (const status of [400, 403, 429, 503]) {
        set({ route: '*', code, status })
        expect([code, status, saidOf(await channel.edit(ref, { text: 'y' }, signal))]).toEqual([code, status, edit])
        const key = `${code}:${status}`
        expect([code, status, saidOf(await channel.post(place, { text: 'x' }, key, signal))]).toEqual([
          code,
          status,
          post,
        ])
      }
    }
  })

  it.each<[string, Omit<Fault, 'kind' | 'route'>, string]>([
    ['a new code, refused', { code: 999_999, status: 400 }, 'invalid'],
    ['a new code, not allowed', { code: 999_999, status: 403 }, 'forbidden'],
    ['a new code, not there', { code: 999_999, status: 404 }, 'gone'],
    ['a new code, too often', { code: 999_999, status: 429, retryAfter: 10 }, 'limited 10'],
    ['a new code, in trouble', { code: 999_999, status: 500 }, 'unknown'],
    ['an old code that says when', { code: 130000, status: 503, retryAfter: 30 }, 'limited 30'],
    ['Cloudflare, too often', { body: 'error code: 1015', status: 429, retryAfter: 20 }, 'limited 20'],
    ['Cloudflare, in trouble', { body: '<html>', status: 502 }, 'unknown'],
    ['Cloudflare, too large', { body: '<html>', status: 413 }, 'invalid'],
    ['the token', { code: 0 }, 'revoked'],
  ])('%s', async (_, fault, said) => {
    const { channel, place } = await spoken()
    set({ route: POST, ...fault })
    expect(saidOf(await channel.post(place, { text: 'x' }, 'k', signal))).toBe(said)
  })

  it('costs a second call only where a reply needs a right that a message does not', async () => {
    const { channel, place } = await spoken()
    set({ route: POST, code: 160002, times: 1 })
    must(await channel.post(place, { text: 'x' }, 'k', signal))
    expect(posts()).toBe(2)
    set({ route: POST, code: 160002 })
    expect(saidOf(await channel.post(place, { text: 'x' }, 'k2', signal))).toBe('invalid')
    expect(posts()).toBe(4)
  })
})

describe('a plain part', () => {
  const part: Part = {
    text: 'See [the plan](https://example.com/plan) and https://example.com/a',
    plain: true,
    imageUrl: 'https://example.com/cat.png',
    quickReplies: { id: 'r1', options: ['Yes', 'No'] },
    feedback: { id: 'f1', good: 'Good', bad: 'Bad' },
    mayMention: ANN,
  }
  const content = 'See the plan (example.com/plan) and example.com/a\nexample.com/cat.png\n- Yes\n- No'

  it('is words alone: no buttons, embeds, quotes, mentions or links', async () => {
    const { channel, place } = await spoken()
    const ref: MessageRef = must(await channel.post(place, { ...part, plain: undefined } as never, 'k1', signal))
    must(await channel.edit(ref, part, signal))
    must(await channel.post(place, part, 'k2', signal))
    const plain = { content, components: [], embeds: [] }
    expect(harness.simulator.messages(GENERAL).slice(1)).toMatchObject([plain, plain])
    const bodies = harness.simulator.calls
      .filter(({ route }) => route === POST || route === EDIT)
      .map(({ body }) => body)
    expect(bodies).toMatchObject([{ message_reference: {} }, {}, { allowed_mentions: { parse: [] } }])
    expect(bodies[2]).not.toHaveProperty('message_reference')
  })
})
