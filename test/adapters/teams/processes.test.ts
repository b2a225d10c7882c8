import { afterEach, describe, expect, it } from 'vitest'
import type { InboundMessage, Press } from '../../../src/model/message.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { createHarness, ofOurs, type TeamsHarness } from './harness.ts'

const signal = new AbortController().signal
let harness: TeamsHarness
const messages: InboundMessage[] = []
const presses: Press[] = []

/** One process receives; the channel is another one's. */
async function open(): Promise<void> {
  messages.length = 0
  presses.length = 0
  harness = await createHarness({ split: true, simulator: { limits: { enforceRates: false } } })
  await harness.adapter.start(
    inboxWith({
      message: async (message) => void messages.push(message),
      async press(press) {
        presses.push(press)
        return undefined
      },
    }),
  )
}

async function say(text: string): Promise<InboundMessage> {
  harness.person.say(text)
  await harness.settled()
  return messages.at(-1)!
}

const post = (message: InboundMessage, text: string, key: string, options?: string[]) =>
  harness.channel.post(message.replyTo, { text, ...(options && { quickReplies: { id: key, options } }) }, key, signal)

afterEach(async () => {
  await harness.adapter.stop()
  await harness.close()
})

describe('a process that only shows', () => {
  it('says that the bot thinks, and not below what it has just said', async () => {
    await open()
    const message = await say('hello')
    expect([harness.adapter.ready(), harness.adapter.connected()]).toEqual([true, true])
    await harness.channel.activity!(message.replyTo, 'thinking', 'en', signal)
    expect(ofOurs(harness.simulator)).toMatchObject([{ stream: {} }])
    expect(await post(message, 'Hi', 'k1')).toHaveProperty('ok')
    const calls = harness.simulator.calls.length
    await harness.channel.activity!(message.replyTo, 'thinking', 'en', signal)
    expect(harness.simulator.calls).toHaveLength(calls)
  })

  it('suggests what the other one knows when it is chosen, also when that is told again later', async () => {
    await open()
    const message = await say('hello')
    expect(await post(message, 'Well?', 't_1', ['Yes', 'No'])).toHaveProperty('ok')
    await harness.person.press('No')
    await harness.settled()
    expect(presses).toMatchObject([{ replyId: 't_1', index: 1 }])
    const { activity } = harness.simulator.deliveries.at(-1)!
    expect(await post(message, 'And now?', 't_2', ['No', 'Maybe'])).toHaveProperty('ok')
    await harness.simulator.deliver(activity)
    expect(presses.map(({ eventId, replyId }) => [eventId, replyId])).toEqual([
      [presses[0]!.eventId, 't_1'],
      [presses[0]!.eventId, 't_1'],
    ])
    // The newest answer suggests nothing: its words are words again.
    expect(await post(message, 'Thanks', 't_3')).toHaveProperty('ok')
    expect((await say('No')).text).toBe('No')
    expect(presses).toHaveLength(2)
  })

  it('quotes what the other one was shown', async () => {
    await open()
    await say('hello')
    const { activity } = harness.simulator.deliveries.at(-1)!
    const content = `<blockquote itemtype="http://schema.skype.com/Reply" itemid="17"><b itemprop="mri">Ben</b><p itemprop="preview">It rains</p></blockquote>`
    await harness.simulator.deliver({
      ...activity,
      id: '1790000000009',
      attachments: [{ contentType: 'text/html', content }],
    })
    expect(messages.at(-1)).toMatchObject({ quoted: [{ author: { name: 'Ben' }, text: 'It rains' }] })
    expect(messages.at(-1)!.repliesTo).toMatch(/ 17$/)
  })
})
