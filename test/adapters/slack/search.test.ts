import { expect, it, vi } from 'vitest'
import { channelPlace } from '../../../adapters/slack/places.ts'
import { SCOPES } from '../../../console/stand-ins/slack/slack-app.ts'
import type { InboundMessage } from '../../../src/model/message.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { ANN, createHarness, DIRECT, GENERAL } from './harness.ts'

const { signal } = new AbortController()

/** Ann says it; what a search for `budget` brings then, by the process that answers. */
async function found(split: boolean, channel: string, text: string) {
  const messages: InboundMessage[] = []
  const app = { scopes: [...SCOPES, 'search:read.public'] }
  const harness = await createHarness('socket', { slack: { unlimited: true }, simulator: { app }, split })
  await harness.adapter.start(inboxWith({ message: async (message) => void messages.push(message) }))
  harness.simulator.say({ user: ANN, channel: GENERAL, text: 'The budget is 42k' })
  harness.simulator.say({ user: ANN, channel, text })
  await harness.simulator.delivered()
  await vi.waitFor(() => expect(messages.some((message) => message.text.includes('How'))).toBe(true))
  const { eventId, searchLeave } = messages.find((message) => message.text.includes('How'))!
  const isAlone = channel === DIRECT
  const outcome = await harness.channel.reading!.search!(
    {
      ...{ query: 'budget', eventId, here: channelPlace('T0PARLEY', channel), person: ANN, isAlone },
      ...(searchLeave && { leave: searchLeave }),
    },
    signal,
  )
  await harness.adapter.stop()
  await harness.close()
  return 'ok' in outcome ? outcome.ok.map((one) => one.text) : 'refused' in outcome ? outcome.refused.code : outcome
}

it.each([
  ['in a direct conversation', false, DIRECT, 'How much is it?', ['The budget is 42k']],
  ['in a direct conversation that another process answers', true, DIRECT, 'How much is it?', ['The budget is 42k']],
  ['in a channel', false, GENERAL, '@parley How much is it?', ['The budget is 42k']],
  ['in a channel that another process answers', true, GENERAL, '@parley How much is it?', 'gone'],
] as const)('the leave to search is there %s, as far as Slack gives it', async (_, split, channel, text, brings) => {
  expect(await found(split, channel, text)).toEqual(brings)
})
