import { afterEach, expect, it, vi } from 'vitest'
import type { InboundMessage } from '../../../src/model/message.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { ANN, createHarness, DIRECT, GENERAL, type SlackHarness, type Way } from './harness.ts'

let harness: SlackHarness
const { signal } = new AbortController()

afterEach(async () => {
  await harness.adapter.stop()
  await harness.close()
})

async function open(
  way: Way,
  split = false,
): Promise<(said: { channel: string; text: string; thread_ts?: string }) => Promise<InboundMessage>> {
  const messages: InboundMessage[] = []
  harness = await createHarness(way, { slack: { unlimited: true }, split })
  await harness.adapter.start(inboxWith({ message: async (message) => void messages.push(message) }))
  return async (said) => {
    const before = messages.length
    harness.simulator.say({ user: ANN, ...said })
    await vi.waitFor(() => expect(messages.length).toBeGreaterThan(before))
    return messages.at(-1)!
  }
}

const show = (message: InboundMessage, what: 'thinking' | 'idle') =>
  harness.channel.activity!(message.replyTo, what, 'en', signal)
const titles = () =>
  harness.simulator.activities().flatMap((activity) => (activity.type === 'session' ? [activity.title] : []))

it.each<Way>(['socket', 'http'])('a direct thread is called after the question that begins it, by %s', async (way) => {
  const say = await open(way)
  const first = await say({ channel: DIRECT, text: 'When do\nyou   open?' })
  await show(first, 'thinking')
  expect(titles()).toEqual(['When do you open?'])
  await show(first, 'idle')
  const thread_ts = first.replyTo.split(':')[3]!
  await show(await say({ channel: DIRECT, text: 'And on Sundays?', thread_ts }), 'thinking')
  expect(titles()).toEqual(['When do you open?'])
  const given = harness.simulator.calls.filter(({ args }) => args['title'] !== undefined)
  expect(given).toHaveLength(1)
})

it('a title is as long as Slack takes, and never half a character', async () => {
  const say = await open('socket')
  await show(await say({ channel: DIRECT, text: `${'x'.repeat(198)}😀😀` }), 'thinking')
  expect(titles()).toEqual([`${'x'.repeat(198)}…`])
})

it('a title is told again where Slack was too busy to take it', async () => {
  const say = await open('socket')
  const message = await say({ channel: DIRECT, text: 'Who is on call?' })
  harness.simulator.faults.set([{ kind: 'ratelimited', method: 'agents.sessions.setStatus', times: 1, retryAfter: 0 }])
  await show(message, 'thinking')
  expect(titles()).toEqual([])
  await show(message, 'thinking')
  expect(titles()).toEqual(['Who is on call?'])
})

it('a thread of a channel gets no title', async () => {
  const say = await open('socket')
  await show(await say({ channel: GENERAL, text: '<@U0PARLEY> When do you open?' }), 'thinking')
  expect(titles()).toEqual([undefined])
})

it('a thread has no title where another process answers than the one that heard the question', async () => {
  const say = await open('socket', true)
  await show(await say({ channel: DIRECT, text: 'When do you open?' }), 'thinking')
  expect(titles()).toEqual([undefined])
})
