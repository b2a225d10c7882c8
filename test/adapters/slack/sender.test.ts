import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createInstalled } from '../../../adapters/slack/installed.ts'
import { fileRef } from '../../../adapters/slack/places.ts'
import { createLocalBudget } from '../../../src/drivers/budget-local.ts'
import type { MessageRef, Place } from '../../../src/model/message.ts'
import type { Budget } from '../../../src/ports/budget.ts'
import type { Channel, Outcome } from '../../../src/ports/channel.ts'
import { inboxWith, memoryNotes, secrets } from '../../support/adapter-parts.ts'
import { createShiftingClock } from '../../support/shifting-clock.ts'
import { createHarness, GENERAL, type SlackHarness } from './harness.ts'

const signal = new AbortController().signal
const quiet = { debug() {}, info() {}, warn() {}, error() {} }
const nobodys = async () => false
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

function channelWith(parts: {
  token?: string
  apiUrl?: string
  unlimited?: boolean
  budget?: Budget
  now?: () => number
}): Channel {
  const { url, botToken } = harness.simulator
  const bot = { id: 'U0PARLEY', name: 'parley' }
  const known = {
    id: 'T0PARLEY',
    token: botToken,
    apiUrl: `${url}/api/`,
    fileHosts: [url],
    responseHosts: [url],
    bot,
    since: 0,
    budget: createLocalBudget({ now: Date.now }),
    notes: memoryNotes(),
    secrets,
    log: quiet,
    now: Date.now,
    stopping: () => new AbortController().signal,
  }
  return createInstalled({ ...known, ...parts }).channel
}

/** Another process of ours, which remembers nothing. */
const restarted = (): Channel => channelWith({})

const methods = (): string[] =>
  harness.simulator.calls.map(({ method }) => method).filter((name) => name !== 'auth.test')
const refuse = (method: string, error: string, times = 1): void =>
  harness.simulator.faults.set([{ kind: 'refuse', method, error, times }])

const threadOf = (ts: string): Place => `slack:T0PARLEY:${GENERAL}:${ts}:U0ANN@T0PARLEY` as Place

/** What people are told goes on. */
function left({ simulator }: SlackHarness): string[] {
  const told = simulator.activities().map(({ status }) => status)
  return told.filter((status) => status !== '' && status !== 'active').sort()
}

function must<T>(outcome: Outcome<T>): T {
  if (!('ok' in outcome)) throw new Error(`expected ok, got ${JSON.stringify(outcome)}`)
  return outcome.ok
}

it('tells what Slack said about the content', async () => {
  const outcome = await harness.channel.post(place, { text: '' }, 'k', signal)
  expect(outcome).toMatchObject({ refused: { code: 'invalid', detail: expect.stringMatching(/^no_text/) } })
})

it.each([
  ['no JSON', 200, '<html>'],
  ['no answer', 200, '{}'],
  ['null', 200, 'null'],
  ['a bad gateway', 502, '<html>'],
  ['a redirect', 302, ''],
])('an answer that is none leaves the outcome unknown: %s', async (_, status, body) => {
  const server = createServer((_, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  const channel = channelWith({ apiUrl })
  expect(await channel.post(place, { text: 'x' }, 'k', signal)).toMatchObject({ unknown: expect.any(Error) })
  server.close()
})

it('shows no previews of links', async () => {
  must(await harness.channel.post(place, { text: 'https://example.com/cat.png' }, 'k', signal))
  expect(harness.simulator.calls.at(-1)!.args).toMatchObject({ unfurl_links: false, unfurl_media: false })
})

it('a call that hangs ends with its signal', async () => {
  harness.simulator.faults.set([{ kind: 'hang', method: 'chat.postMessage' }])
  const reason = new Error('enough')
  const controller = new AbortController()
  harness.simulator.onCall(() => void setImmediate(() => controller.abort(reason)))
  expect(await harness.channel.post(place, { text: 'x' }, 'k', controller.signal)).toEqual({ unknown: reason })
})

it('an image Slack cannot load becomes a link', async () => {
  const part = { text: 'Look', imageUrl: 'https://example.com/a.png' }
  const image = { type: 'image', image_url: part.imageUrl, alt_text: 'a.png' }
  const link = { type: 'context', elements: [{ type: 'mrkdwn', text: `<${part.imageUrl}>` }] }
  const blocks = () => harness.simulator.messages(GENERAL).at(-1)!.blocks

  const ref = must(await harness.channel.post(place, part, 'k1', signal))
  expect(blocks()).toMatchObject([{ type: 'markdown' }, image])
  refuse('chat.update', 'invalid_blocks')
  must(await harness.channel.edit(ref, part, signal))
  expect(blocks()).toMatchObject([{ type: 'markdown' }, link])
  const stream = must(await harness.channel.stream!(place, 'Look', 'k2', signal))
  refuse('chat.stopStream', 'invalid_blocks')
  must(await stream.finish('', part, false, signal))
  expect(blocks()).toMatchObject([link])
})

it('says once that posts cannot be looked for', async () => {
  refuse('conversations.replies', 'missing_scope', 2)
  for (let n = 0; n < 2; n++) {
    const outcome = await harness.channel.find!(place, 'k', { since: Date.now(), owned: nobodys }, signal)
    expect(outcome).toMatchObject({ refused: { code: 'forbidden' } })
  }
  expect(harness.log.filter(({ message }) => message.startsWith('cannot look for posts'))).toHaveLength(1)
})

it('a lost post is found at the top of a channel, and far down a thread', async () => {
  for (const where of [`slack:T0PARLEY:${GENERAL}` as Place, place]) {
    const since = Date.now()
    const thread_ts = where.split(':')[3]
    for (let n = 0; n < 210; n++) {
      harness.simulator.say({ user: 'U0BEN', channel: GENERAL, text: `${n}`, ...(thread_ts && { thread_ts }) })
    }
    harness.fail({ kind: 'lost' }, 'post')
    expect(await harness.channel.post(where, { text: 'x' }, `k ${where}`, signal)).toHaveProperty('unknown')
    const ref = must(await harness.channel.find!(where, `k ${where}`, { since, owned: nobodys }, signal))
    expect(ref).toBe(`slack:T0PARLEY:${GENERAL}:${harness.simulator.messages(GENERAL).at(-1)!.ts}`)
  }
})

describe('native streams', () => {
  it.each([
    ['unknown_method', 'in the workspace'],
    ['feature_not_enabled', 'in the workspace'],
    ['method_deprecated', 'in the workspace'],
    ['channel_type_not_supported', 'in the channel'],
    ['missing_recipient_user_id', 'in the channel'],
    ['something_new', 'in the channel'],
  ])('are not asked for again for some minutes after %s: %s', async (error, where) => {
    const clock = createShiftingClock()
    const channel = channelWith({ now: clock.now })
    refuse('chat.startStream', error)
    const stream = async (there: Place) => {
      const outcome = await channel.stream!(there, 'x', 'k', signal)
      return 'refused' in outcome ? outcome.refused.code : 'ok'
    }
    const here = place
    harness.person.say('hi')
    await harness.settled()
    const elsewhere = place
    expect(await stream(here)).not.toBe('ok')
    expect(await stream(here)).toBe('unsupported')
    expect(await stream(elsewhere)).toBe(where === 'in the workspace' ? 'unsupported' : 'ok')
    clock.shift(10 * 60_000)
    expect(await stream(here)).toBe('ok')
  })

  it('are begun again at once where Slack says that they were not', async () => {
    refuse('chat.startStream', 'messaging_processing_failed')
    must(await harness.channel.stream!(place, 'x', 'k', signal))
    refuse('chat.startStream', 'messaging_processing_failed', 2)
    expect(await harness.channel.stream!(place, 'x', 'k2', signal)).toMatchObject({ refused: { code: 'unsupported' } })
    expect(methods()).toEqual(Array.from({ length: 4 }, () => 'chat.startStream'))
  })

  it('are ended before their message is deleted', async () => {
    const { ref } = must(await harness.channel.stream!(place, 'x', 'k', signal))
    must(await harness.channel.remove!(ref, signal))
    expect(methods()).toEqual(['chat.startStream', 'chat.stopStream', 'chat.delete'])
  })

  it('need a thread and a reader', async () => {
    for (const where of ['slack:T0PARLEY:C0GENERAL', 'slack:T0PARLEY:C0GENERAL:1790000000.000100'] as Place[]) {
      expect(await harness.channel.stream!(where, 'x', 'k', signal)).toMatchObject({ refused: { code: 'unsupported' } })
    }
    expect(methods()).toEqual([])
  })

  it('that the person stopped say so, and keep what was shown', async () => {
    const stream = must(await harness.channel.stream!(place, 'some ', 'k', signal))
    const thread_ts = place.split(':')[3]!
    harness.simulator.stopSession({ user: 'U0ANN', channel: GENERAL, thread_ts })
    expect(await stream.append('more', signal)).toMatchObject({ refused: { code: 'stopped' } })
    expect(harness.shown()).toMatchObject([{ text: 'some ', streaming: false }])
    must(await harness.channel.edit(stream.ref, { text: 'some' }, signal))
  })

  it('are closed before they are edited, and the edit says when that cannot be', async () => {
    const stream = must(await harness.channel.stream!(place, 'x', 'k', signal))
    harness.fail({ kind: 'limited', retryAfter: 3 }, 'finish')
    const outcome = await harness.channel.edit(stream.ref, { text: 'y' }, signal)
    expect(outcome).toMatchObject({ limited: { scope: { key: 'slack:T0PARLEY:chat.stopStream' } } })
    expect(methods()).toEqual(['chat.startStream', 'chat.stopStream'])
    must(await harness.channel.edit(stream.ref, { text: 'y' }, signal))
    must(await harness.channel.edit(stream.ref, { text: 'z' }, signal))
    expect(methods().slice(2)).toEqual(['chat.stopStream', 'chat.update', 'chat.update'])
  })

  it.each(['chat.appendStream', 'chat.stopStream'])('that Slack has closed are only edited: %s', async (method) => {
    for (const [error, code] of [
      ['stopped_by_user', 'stopped'],
      ['message_not_in_streaming_state', 'unsupported'],
    ] as const) {
      const stream = must(await harness.channel.stream!(place, 'x', 'k', signal))
      refuse(method, error)
      const append = method === 'chat.appendStream'
      const outcome = append ? stream.append('y', signal) : stream.finish('y', { text: 'xy' }, false, signal)
      expect(await outcome).toEqual({ refused: { code, detail: error } })
      harness.simulator.stopSession({ user: 'U0ANN', channel: GENERAL, thread_ts: place.split(':')[3]! })
      must(await harness.channel.edit(stream.ref, { text: 'xy' }, signal))
      expect(methods().slice(-3)).toEqual(['chat.startStream', method, 'chat.update'])
    }
  })

  it('that were open when the process ended are stopped when Slack says so', async () => {
    const stream = must(await harness.channel.stream!(place, 'x', 'k', signal))
    must(await restarted().edit(stream.ref, { text: 'y' }, signal))
    expect(methods().slice(1)).toEqual(['chat.update', 'chat.stopStream', 'chat.update'])
  })

  it('of several people are told apart after a restart, and stopped before they are edited', async () => {
    const since = Date.now()
    const anns = must(await harness.channel.stream!(place, 'for Ann', 'ann', signal))
    const bens = must(await harness.channel.stream!(place, 'for Ben', 'ben', signal))
    const channel = restarted()
    expect(await channel.find!(place, 'ann', { since, owned: nobodys }, signal)).toEqual({ ok: anns.ref })
    const owned = async (ref: MessageRef) => ref === anns.ref
    expect(await channel.find!(place, 'ben', { since, owned }, signal)).toEqual({ ok: bens.ref })
    expect(await channel.find!(place, 'ben', { since: Date.now() + 60_000, owned }, signal)).toEqual({ ok: undefined })
    const before = methods().length
    must(await channel.edit(bens.ref, { text: 'For Ben' }, signal))
    expect(methods().slice(before)).toEqual(['chat.stopStream', 'chat.update'])
  })

  it('that have ended are not taken for one that was lost', async () => {
    const since = Date.now()
    must(await harness.channel.stream!(place, 'x', 'k', signal))
    harness.simulator.stopSession({ user: 'U0ANN', channel: GENERAL, thread_ts: place.split(':')[3]! })
    expect(await harness.channel.find!(place, 'k2', { since, owned: nobodys }, signal)).toEqual({ ok: undefined })
  })
})

describe('limits', () => {
  it('that are kept to are never exceeded', async () => {
    const { cost } = harness.channel.limits(place)
    const ref = must(await harness.channel.post(place, { text: 'x' }, 'k', signal))
    const calls = Object.fromEntries(
      Object.entries(cost).map(([name, scopes]) => [name, scopes.map(({ limit }) => limit)]),
    )
    expect(calls).toEqual({ post: [10, 300], edit: [50], stream: [20, 20], append: [100], finish: [] })
    const streams = []
    for (let n = 0; n < 20; n++) streams.push(must(await harness.channel.stream!(place, 'x', `k${n}`, signal)))
    for (let n = 0; n < 100; n++) must(await streams[n % 20]!.append('y', signal))
    for (const stream of streams) must(await stream.finish('', { text: 'xyyyyy' }, false, signal))
    for (let n = 0; n < 50; n++) must(await harness.channel.edit(ref, { text: `x${n}` }, signal))
    expect(harness.simulator.calls.filter(({ status }) => status === 429)).toEqual([])
  })

  it('are shared by a workspace, but for posts, which each channel has its own of', () => {
    const other = harness.channel.limits(`${place.replace(GENERAL, 'C0OTHER')}` as Place).cost
    const { cost } = harness.channel.limits(place)
    expect(other.edit).toEqual(cost.edit)
    expect(other.post[0]!.key).not.toBe(cost.post[0]!.key)
  })

  it('can be lifted', () => {
    const channel = channelWith({ unlimited: true })
    expect(Object.values(channel.limits(place).cost).flat()).toEqual([])
  })
})

describe('signs of life', () => {
  it('show a status and a stop button until the answer is there', async () => {
    await harness.channel.activity!(place, 'thinking', 'en', signal)
    await harness.channel.activity!(place, 'searching', 'en', signal)
    await harness.channel.activity!(place, 'idle', 'en', signal)
    const told = harness.simulator.calls.filter(({ method }) => /setStatus/.test(method))
    const of = (name: string) => told.filter(({ method }) => method === name).map(({ args }) => args['status'])
    expect(of('assistant.threads.setStatus')).toEqual(['is thinking…', 'is searching…', ''])
    expect(of('agents.sessions.setStatus')).toEqual(['processing', 'active'])
  })

  it.each(['unknown_method', 'missing_scope', 'not_allowed_token_type'])(
    'fail in silence, and are left alone for a while where there are none: %s',
    async (error) => {
      harness.simulator.faults.set([{ kind: 'refuse', method: '*', error }])
      for (let n = 0; n < 3; n++) await harness.channel.activity!(place, 'thinking', 'en', signal)
      expect(methods().sort()).toEqual(['agents.sessions.setStatus', 'assistant.threads.setStatus'])
    },
  )

  it('say in their language that somebody waits for their turn, and show no stop button before it', async () => {
    await harness.channel.activity!(place, 'received', 'en', signal)
    await harness.channel.activity!(place, 'waiting', 'en', signal)
    await harness.channel.activity!(place, 'waiting', 'ja', signal)
    expect(methods()).toEqual([
      'assistant.threads.setStatus',
      'assistant.threads.setStatus',
      'assistant.threads.setStatus',
    ])
    const lines = harness.simulator.calls.map(({ args }) => args['status']).filter((line) => line !== undefined)
    expect(lines).toEqual(['is thinking…', 'answers after your other question…', 'は前のご質問の後にお答えします…'])
    await harness.channel.activity!(place, 'thinking', 'ja', signal)
    expect(left(harness).toSorted()).toEqual(['processing', 'が考えています…'])
    await harness.channel.activity!(place, 'idle', 'ja', signal)
    expect(left(harness)).toEqual([])
  })

  it('are left out rather than told too often', async () => {
    for (let n = 0; n < 30; n++) {
      await harness.channel.activity!(place, 'thinking', 'en', signal)
      await harness.channel.activity!(place, 'idle', 'en', signal)
    }
    const sessions = harness.simulator.calls.filter(({ method }) => method === 'agents.sessions.setStatus')
    expect(sessions.length).toBeLessThanOrEqual(50)
    expect(sessions.every(({ status }) => status === 200)).toBe(true)
  })

  it('of several processes are within the limits of all, and none is left behind', async () => {
    const budget = createLocalBudget({ now: Date.now })
    const processes = [channelWith({ budget }), channelWith({ budget }), channelWith({ budget })]
    const threads = Array.from({ length: 60 }, (_, n) =>
      threadOf(harness.person.say(`hello ${n}`, 'channel').split(' ')[1]!),
    )
    await Promise.all(threads.map((thread, n) => processes[n % 3]!.activity!(thread, 'thinking', 'en', signal)))
    await Promise.all(threads.map((thread, n) => processes[n % 3]!.activity!(thread, 'idle', 'en', signal)))
    const told = harness.simulator.calls.filter(({ method }) => /setStatus/.test(method))
    expect(told.map(({ args }) => args['status'])).toEqual(expect.arrayContaining(['processing', 'is thinking…']))
    expect(told.filter(({ status }) => status !== 200)).toEqual([])
    expect(left(harness)).toEqual([])
  })

  it('are ended by another process, which knows nothing of them', async () => {
    await harness.channel.activity!(place, 'thinking', 'en', signal)
    expect(left(harness)).toEqual(['is thinking…', 'processing'])
    await restarted().activity!(place, 'idle', 'en', signal)
    expect(left(harness)).toEqual([])
  })

  it.each([
    { kind: 'ratelimited', retryAfter: 1 },
    { kind: 'error' },
    { kind: 'reset' },
    { kind: 'refuse', error: 'internal_error' },
  ] as const)('are ended later where Slack does not take it at once: $kind', async (fault) => {
    await harness.channel.activity!(place, 'thinking', 'en', signal)
    harness.simulator.faults.set([
      { ...fault, method: 'agents.sessions.setStatus', times: 1 },
      { ...fault, method: 'assistant.threads.setStatus', times: 1 },
    ])
    await harness.channel.activity!(place, 'idle', 'en', signal)
    expect(left(harness)).toEqual(['is thinking…', 'processing'])
    await expect.poll(() => left(harness)).toEqual([])
  })

  it('go on where they begin again before their end was taken', async () => {
    await harness.channel.activity!(place, 'thinking', 'en', signal)
    harness.simulator.faults.set([
      { kind: 'ratelimited', method: 'agents.sessions.setStatus', times: 1, retryAfter: 1 },
    ])
    await harness.channel.activity!(place, 'idle', 'en', signal)
    await harness.channel.activity!(place, 'thinking', 'en', signal)
    await sleep(1500)
    expect(left(harness)).toEqual(['is thinking…', 'processing'])
    await harness.channel.activity!(place, 'idle', 'en', signal)
    await expect.poll(() => left(harness)).toEqual([])
  })

  it('that Slack does not let end are waited for only briefly by a process that ends', async () => {
    await harness.channel.activity!(place, 'thinking', 'en', signal)
    harness.simulator.faults.set([{ kind: 'ratelimited', method: '*', retryAfter: 60 }])
    await harness.channel.activity!(place, 'idle', 'en', signal)
    await harness.adapter.settled!()
    harness.simulator.faults.set([])
    expect(left(harness)).toEqual(['is thinking…', 'processing'])
  })
})

describe('files', () => {
  it('are fetched from Slack only, so that our token goes nowhere else', async () => {
    for (const url of ['https://files.slack.com.example.com/a', 'http://files.slack.com/a', 'https://example.com/a']) {
      const outcome = await harness.channel.download!(fileRef('T0PARLEY', url), 1000, signal)
      expect(outcome).toMatchObject({ refused: { code: 'forbidden' } })
    }
  })

  it('that are no more, or not for us, are refused', async () => {
    const file = fileRef('T0PARLEY', `${harness.simulator.url}/files-pri/F0/a.png`)
    expect(await harness.channel.download!(file, 1000, signal)).toMatchObject({ refused: { code: 'gone' } })
    const stranger = channelWith({ token: 'xoxb-wrong' })
    expect(await stranger.download!(file, 1000, signal)).toMatchObject({ refused: { code: 'forbidden' } })
  })
})

describe('names', () => {
  it('are asked for once, and missing where Slack does not tell them', async () => {
    const { channel, simulator } = harness
    const names = () => channel.names!(['U0ANN', 'U0NOBODY'], signal)
    expect(await names()).toEqual(new Map([['U0ANN', 'Ann']]))
    expect(await names()).toEqual(new Map([['U0ANN', 'Ann']]))
    expect(simulator.calls.filter(({ method }) => method === 'users.info')).toHaveLength(2)
  })

  it.each(['hang', 'error', 'drop'] as const)('are not waited for: %s', async (kind) => {
    harness.simulator.faults.set([{ kind, method: 'users.info' }])
    expect(await harness.channel.names!(['U0ANN'], AbortSignal.timeout(20))).toEqual(new Map())
  })

  it('of an answer that tells none are missing', async () => {
    const server = createServer((_, response) => response.end('{"ok":true}')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
    expect(await channelWith({ apiUrl }).names!(['U0ANN'], signal)).toEqual(new Map())
    server.close()
  })
})
