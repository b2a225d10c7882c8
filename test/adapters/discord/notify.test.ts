import { afterEach, expect, it } from 'vitest'
import type { Fault } from '../../../console/stand-ins/discord/view.ts'
import type { InboundMessage, Place } from '../../../src/model/message.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { createShiftingClock } from '../../support/shifting-clock.ts'
import { ANN, createHarness, type DiscordHarness, GENERAL, ofOurs, wordsOf } from './harness.ts'

const { signal } = new AbortController()
const view = { text: 'It could not be shown.', buttons: [{ offer: 'o-1', label: 'Retry' }] }
const POST = 'POST /channels/{channel}/messages'
const OPEN = 'POST /users/@me/channels'
let harness: DiscordHarness

afterEach(async () => {
  await harness.adapter.stop()
  await harness.close()
})

/** `say` does what is answered at the place it resolves with. */
async function asked(say: () => unknown, options: Parameters<typeof createHarness>[0] = {}): Promise<Place> {
  harness = await createHarness(options)
  const received = Promise.withResolvers<InboundMessage>()
  await harness.adapter.start(inboxWith({ message: async (message) => received.resolve(message) }))
  await expect.poll(() => harness.simulator.commands({ user: ANN, channel: GENERAL })).not.toEqual([])
  say()
  const { replyTo } = await received.promise
  return replyTo
}

const inChannel = () => harness.person.say('hello', 'channel')
const byCommand = () =>
  harness.simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'What is new?' } })
const notify = (place: Place | undefined) => harness.channel.notify!(ANN, place, view, signal)
const seen = () =>
  ofOurs(harness.simulator, harness.direct).map(
    (one) =>
      `${one.channel === GENERAL ? 'channel' : 'direct'} ${one.ephemeral ? 'alone' : one.loading ? 'waits' : 'all'}: ${wordsOf(one)}`,
  )
const refuse = (route: string, code: number): void =>
  harness.simulator.faults.set([{ kind: 'refuse', route, code } satisfies Fault])
const opened = () => harness.simulator.calls.filter(({ route }) => route === OPEN).length

it('goes to the direct conversation, which is opened once', async () => {
  const place = await asked(inChannel)
  expect(await notify(place)).toEqual({ ok: undefined })
  expect(await notify(undefined)).toEqual({ ok: undefined })
  expect(seen()).toEqual(['direct all: It could not be shown.', 'direct all: It could not be shown.'])
  expect(opened()).toBe(1)
})

it('is written where a direct conversation is held, without asking which it is', async () => {
  const place = await asked(() => harness.person.say('hello'))
  expect(await notify(place)).toEqual({ ok: undefined })
  expect(seen()).toEqual(['direct all: It could not be shown.'])
  expect(opened()).toBe(0)
})

it('ends what waits for everybody’s eyes, and is seen by one', async () => {
  const place = await asked(byCommand)
  await expect.poll(seen).toEqual(['channel waits: '])
  expect(await notify(place)).toEqual({ ok: undefined })
  expect(seen()).toEqual(['channel alone: It could not be shown.'])
})

it('stands beneath an answer that has begun', async () => {
  const place = await asked(byCommand)
  await harness.channel.post(place, { text: 'It begins' }, 'k1', signal)
  expect(await notify(place)).toEqual({ ok: undefined })
  expect(seen()).toEqual(['channel all: It begins', 'channel alone: It could not be shown.'])
})

it('goes to the direct conversation once the time of a command is over', async () => {
  const clock = createShiftingClock()
  const place = await asked(byCommand, { simulator: { now: clock.now }, discord: { now: clock.now } })
  await expect.poll(seen).toEqual(['channel waits: '])
  clock.shift(16 * 60_000)
  harness.simulator.expire()
  expect(await notify(place)).toEqual({ ok: undefined })
  expect(seen()).toContain('direct all: It could not be shown.')
})

it.each([
  [POST, 50007],
  [POST, 50278],
  [OPEN, 50007],
])('is refused where the direct conversation is shut: %s, %i', async (route, code) => {
  const place = await asked(inChannel)
  refuse(route, code)
  expect(await notify(place)).toMatchObject({ refused: { code: 'forbidden' } })
  expect(seen()).toEqual([])
})
