import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { InboundMessage, MessageRef, Place } from '../../../src/model/message.ts'
import type { Budget } from '../../../src/ports/budget.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { createShiftingClock } from '../../support/shifting-clock.ts'
import { APP, createHarness, type DiscordHarness, GENERAL, GUILD } from './harness.ts'

let harness: DiscordHarness
const { signal } = new AbortController()
const text = (text: string) => ({ text })
const nobodys = async () => false

async function spoken(options?: Parameters<typeof createHarness>[0]) {
  harness = await createHarness(options)
  const received = Promise.withResolvers<InboundMessage>()
  await harness.adapter.start(inboxWith({ message: async (message) => received.resolve(message) }))
  harness.person.say('hello', 'channel')
  const { replyTo } = await received.promise
  return { ...harness, channel: harness.channel, place: replyTo }
}
const shown = () => harness.shown().map((message) => message.text)

afterEach(async () => {
  await harness.adapter.stop()
  await harness.close()
})

describe('a post', () => {
  it('that is sent again is the same message, and says what is to be said by then', async () => {
    const { channel, place, simulator } = await spoken()
    const ref = await channel.post(place, text('It begins'), 'k1', signal)
    expect(await channel.post(place, text('It begins, and goes on'), 'k1', signal)).toEqual(ref)
    expect(shown()).toEqual(['It begins, and goes on'])
    const quickReplies = { id: 'r1', options: ['Yes'] }
    await channel.post(place, { text: 'It begins, and goes on', quickReplies }, 'k1', signal)
    expect(harness.shown()).toMatchObject([{ buttons: ['Yes'] }])
    expect(simulator.messages(GENERAL).filter(({ author }) => author.bot)).toHaveLength(1)
  })

  it('that was deleted is not posted again', async () => {
    const { channel, place } = await spoken()
    const outcome = await channel.post(place, text('one'), 'k1', signal)
    await channel.remove!((outcome as { ok: never }).ok, signal)
    expect(await channel.post(place, text('one'), 'k1', signal)).toMatchObject({ refused: { code: 'gone' } })
    expect(shown()).toEqual([])
  })

  it('is limited for all calls where the limit is one of all calls', async () => {
    const { channel, place, simulator } = await spoken()
    const route = 'POST /channels/{channel}/messages'
    simulator.faults.set([{ kind: 'ratelimited', retryAfter: 3, scope: 'global', route, times: 1 }])
    const outcome = await channel.post(place, text('x'), 'k1', signal)
    const { post } = channel.limits(place).cost
    expect(outcome).toMatchObject({ limited: { scope: post[1] } })
  })

  it('does not wait for edits of another answer in the channel, whatever they wait for', async () => {
    const { channel, place, simulator } = await spoken({ simulator: { limits: { sharedMessageBucket: true } } })
    const ref = ((await channel.post(place, text('x'), 'k1', signal)) as { ok: never }).ok
    for (let n = 0; n < 5; n++) await channel.edit(ref, text(`x${n}`), signal)
    expect(await channel.edit(ref, text('x5'), signal)).toHaveProperty('limited')
    const before = performance.now()
    expect(await channel.post(place, text('y'), 'k2', signal)).toHaveProperty('ok')
    expect(performance.now() - before).toBeLessThan(2000)
    expect(simulator.calls.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

it('a channel in which we may not write is left alone until its permissions change', async () => {
  const { channel, place, simulator } = await spoken()
  const posts = () => simulator.calls.filter(({ route }) => route === 'POST /channels/{channel}/messages').length
  simulator.setPermissions(GENERAL, [{ id: APP, kind: 'member', deny: ['sendMessages'] }])
  for (let n = 0; n < 5; n++)
    expect(await channel.post(place, text('x'), `k${n}`, signal)).toMatchObject({ refused: { code: 'forbidden' } })
  expect(posts()).toBe(1)
  expect(harness.log.filter(({ message }) => message.includes('does not let us do this in a channel'))).toHaveLength(1)
  simulator.setPermissions(GENERAL, [])
  await harness.settled()
  expect(await channel.post(place, text('x'), 'k', signal)).toHaveProperty('ok')
})

it('the budget of a channel is told what Discord says of its limits, for all answers there', async () => {
  const learned: [key: string, limit: number, remaining: number][] = []
  const learn: Budget['learn'] = ({ key }, { limit, remaining }) => void learned.push([key, limit, remaining])
  const { channel, place } = await spoken({ discord: { budget: { learn, tryTake: async () => 'ok' } } })
  const refs = []
  for (const key of ['k1', 'k2']) refs.push(await channel.post(place, text(key), key, signal))
  for (const ref of refs) await channel.edit((ref as { ok: MessageRef }).ok, text('more'), signal)
  const [post, edit] = ['post', 'edit'].map((what) => `discord:${GENERAL}:${what}`)
  expect(learned).toEqual([
    [post, 5, 4],
    [post, 5, 3],
    [edit, 5, 4],
    [edit, 5, 3],
  ])
})

describe('what is looked for', () => {
  it('long after it was posted, by a process that knows nothing of it, is the first of ours that is nobody’s', async () => {
    const clock = createShiftingClock()
    const { channel, place, another, simulator } = await spoken({
      simulator: { now: clock.now },
      discord: { now: clock.now },
    })
    const since = clock.now()
    const first = ((await channel.post(place, text('of another turn'), 'k1', signal)) as { ok: string }).ok
    const second = ((await channel.post(place, text('ours'), 'k2', signal)) as { ok: string }).ok
    await harness.adapter.stop()
    clock.shift(5 * 60_000)
    const later = another()
    await later.start(inboxWith())
    const owned = async (ref: string) => ref === first
    expect(await later.channel(GUILD)!.find!(place, 'k2', { since, owned }, signal)).toEqual({ ok: second })
    await later.stop()
    expect(simulator.calls.some(({ route }) => route === 'GET /channels/{channel}/messages')).toBe(true)
  })

  it('is found where it was posted when no thread could be started for it', async () => {
    const clock = createShiftingClock()
    const { channel, place, another, simulator } = await spoken({
      simulator: { now: clock.now },
      discord: { now: clock.now, autoThread: true },
    })
    simulator.setPermissions(GENERAL, [{ id: APP, kind: 'member', deny: ['createPublicThreads'] }])
    const since = clock.now()
    const posted = await channel.post(place, text('a reply'), 'k1', signal)
    await harness.adapter.stop()
    clock.shift(5 * 60_000)
    const later = another()
    await later.start(inboxWith())
    expect(await later.channel(GUILD)!.find!(place, 'k1', { since, owned: nobodys }, signal)).toEqual(posted)
    await later.stop()
  })

  it('while its nonce is heeded is never guessed', async () => {
    const { channel, place, another } = await spoken()
    const since = Date.now()
    await channel.post(place, text('x'), 'k1', signal)
    await harness.adapter.stop()
    const later = another()
    await later.start(inboxWith())
    expect(await later.channel(GUILD)!.find!(place, 'k2', { since, owned: nobodys }, signal)).toEqual({ ok: undefined })
    await later.stop()
  })
})

it('each call tells what time it is at Discord', async () => {
  const heard: string[] = []
  const clock = { heard: (date: unknown) => void heard.push(String(date)) }
  const { channel, place } = await spoken({ discord: { clock } })
  const before = heard.length
  await channel.post(place, text('x'), 'k1', signal)
  expect(heard.length).toBeGreaterThan(before)
  for (const date of heard) expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(10_000)
})

it('typing is shown as long as anybody waits', async () => {
  const { channel, place, simulator } = await spoken()
  const typing = () => simulator.calls.filter(({ route }) => route === 'POST /channels/{channel}/typing').length
  const other = `${place}0` as Place
  await channel.activity!(place, 'thinking', 'en', signal)
  await channel.activity!(other, 'thinking', 'en', signal)
  await channel.activity!(place, 'searching', 'en', signal)
  expect(typing()).toBe(1)
  await channel.post(place, text('x'), 'k1', signal)
  await channel.activity!(other, 'idle', 'en', signal)
  await channel.activity!(place, 'thinking', 'en', signal)
  expect(typing()).toBe(2)
  await channel.activity!(place, 'idle', 'en', signal)
  await sleep(10)
  expect(typing()).toBe(2)
})

it('typing is left out where the budget has no room, and where the channel refuses it', async () => {
  let room = false
  const tryTake: Budget['tryTake'] = async () => (room ? 'ok' : { retryAt: Date.now() + 1000 })
  const { channel, place, simulator } = await spoken({ discord: { budget: { learn() {}, tryTake } } })
  const route = 'POST /channels/{channel}/typing'
  const typing = () => simulator.calls.filter((call) => call.route === route).map(({ status }) => status)
  const again = async () => {
    await channel.activity!(place, 'waiting', 'en', signal)
    await channel.activity!(place, 'idle', 'en', signal)
  }
  await again()
  expect(typing()).toEqual([])
  room = true
  simulator.faults.set([{ kind: 'refuse', route, code: 50013 }])
  for (let n = 0; n < 3; n++) await again()
  expect(typing()).toEqual([403])
})

it('files are fetched from Discord and from nowhere else', async () => {
  const { channel } = await spoken()
  const file = 'discord:https://example.com/a.png' as never
  expect(await channel.download!(file, 100, signal)).toMatchObject({ refused: { code: 'forbidden' } })
})
