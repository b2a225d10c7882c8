import { expect, it, onTestFinished } from 'vitest'
import type { CommandCall } from '../../../src/model/command.ts'
import type { InboundMessage } from '../../../src/model/message.ts'
import type { View } from '../../../src/model/view.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { ANN, ANNS, BEN, BENS, createHarness, DIRECT, GENERAL, GROUP, ofOurs, toShown } from './harness.ts'

const signal = new AbortController().signal
const view: View = { text: 'I may not write there.', buttons: [{ offer: 'retry-1', label: 'Try again' }] }

/** Ann has said something there. */
async function heard(where: string, who = ANN) {
  const harness = await createHarness({ simulator: { limits: { enforceRates: false } } })
  onTestFinished(() => harness.close())
  const messages: InboundMessage[] = []
  const calls: CommandCall[] = []
  const inbox = inboxWith({
    message: async (message) => void messages.push(message),
    async command(call) {
      calls.push(call)
      return { text: 'It is done.' }
    },
  })
  await harness.adapter.start(inbox)
  onTestFinished(() => harness.adapter.stop())
  const { simulator } = harness
  const isDirect = where === DIRECT
  const text = isDirect ? 'hello' : `${simulator.mention(simulator.botId)} hello`
  simulator.say({ user: who, conversation: where, text, ...(!isDirect && { mentions: [simulator.botId] }) })
  await simulator.idle()
  const message = messages[0]!
  const last = () => ofOurs(simulator).at(-1)!
  return { ...harness, calls, message, place: message.replyTo, last }
}

it.each([GENERAL, GROUP])('somebody is told alone where the answer would stand: %s', async (where) => {
  const { channel, place, last, message, simulator, calls } = await heard(where)
  expect(await channel.notify!(ANNS, place, view, signal)).toEqual({ ok: undefined })
  expect(last()).toMatchObject({ conversation: where, targeted_to: ANN })
  if (where === GENERAL) expect(last().root).toBe(message.eventId.split(':').at(-1))
  expect(toShown(last())).toMatchObject({ text: 'I may not write there.', buttons: ['Try again'] })
  await simulator.press({ user: ANN, conversation: where, message: last().id, action: 'Try again' })
  await expect.poll(() => calls).toMatchObject([{ given: { offer: 'retry-1' }, author: { id: ANNS } }])
  await expect.poll(() => toShown(last()).text).toBe('It is done.')
})

it('where Teams refuses that, they are told in their personal chat, and its buttons are still about the place', async () => {
  const { channel, place, last, simulator, calls } = await heard(GENERAL)
  simulator.faults.set([
    {
      kind: 'refuse',
      route: 'POST activities',
      conversation: GENERAL,
      status: 403,
      code: 'BotNotInConversationRoster',
    },
  ])
  expect(await channel.notify!(ANNS, place, view, signal)).toEqual({ ok: undefined })
  expect(last()).toMatchObject({ conversation: DIRECT })
  await simulator.press({ user: ANN, conversation: DIRECT, message: last().id, action: 'Try again' })
  await expect.poll(() => calls.map(({ within }) => within[0])).toEqual([`teams:${simulator.tenantId}/${GENERAL}`])
})

it('without a place they are told in their personal chat, also by a process that never heard of them', async () => {
  const { channel, last, simulator, another } = await heard(GENERAL)
  expect(await channel.notify!(ANNS, undefined, view, signal)).toEqual({ ok: undefined })
  const next = await another()
  await next.open()
  const fresh = next.channel(simulator.tenantId)!
  expect(await fresh.notify!(ANNS, undefined, { text: 'Once more.' }, signal)).toEqual({ ok: undefined })
  expect(ofOurs(simulator).map(({ conversation }) => conversation)).toEqual([DIRECT, DIRECT])
  expect(last().text).toBe('Once more.')
})

it('what is long follows as a file, where the rest stands', async () => {
  const { channel, place, simulator } = await heard(GROUP)
  const file = { name: 'answer.md', text: '# All of it' }
  expect(await channel.notify!(ANNS, place, { text: 'Here.', file }, signal)).toEqual({ ok: undefined })
  expect(ofOurs(simulator)).toMatchObject([
    { text: 'Here.\n\n`answer.md` follows.', targeted_to: ANN },
    { text: expect.stringContaining('# All of it'), targeted_to: ANN },
  ])
})

it('whoever was never heard of is asked for at Teams, where there is a conversation to ask about', async () => {
  const { channel, place, last } = await heard(GROUP)
  expect(await channel.notify!(BENS, undefined, view, signal)).toMatchObject({ refused: { code: 'unsupported' } })
  expect(await channel.notify!(BENS, place, view, signal)).toEqual({ ok: undefined })
  expect(last()).toMatchObject({ conversation: GROUP, targeted_to: BEN })
  expect(await channel.notify!('7a11e500-0000-4000-8000-0000000000ff', place, view, signal)).toHaveProperty('refused')
})

it('is refused where neither can be had, and not repeated where nobody knows', async () => {
  const { channel, place, simulator } = await heard(GROUP)
  const posts = () => simulator.calls.filter(({ method, path }) => method === 'POST' && path.startsWith('/teams/'))
  simulator.faults.set([{ kind: 'drop', route: 'POST activities', times: 1 }])
  expect(await channel.notify!(ANNS, place, view, signal)).toHaveProperty('unknown')
  expect(posts()).toHaveLength(1)
  simulator.faults.set([
    { kind: 'refuse', route: 'POST activities', status: 400, code: 'Bad Argument' },
    { kind: 'refuse', route: 'POST conversations', status: 403, code: 'ForbiddenOperationException' },
  ])
  expect(await channel.notify!(ANNS, place, view, signal)).toMatchObject({
    refused: { code: 'forbidden', detail: expect.stringContaining('ForbiddenOperationException') },
  })
})
