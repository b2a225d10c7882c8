import { afterAll, beforeAll, expect, it } from 'vitest'
import { intentAnswer } from '../../src/engine/scenario/intents.ts'
import { meanwhile } from '../../src/engine/scenario/meanwhile.ts'
import type { SendWebhook } from '../../src/engine/webhooks/send.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { colour, createWorld } from './scenario-world.ts'

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
})
afterAll(() => models.stop())

const agent = { llmSettings: { llm: 'gpt-4o-mini' } }
const nodes = {
  ask: { say: 'One moment.', goto: 'look' },
  look: { webhook: 'stock', goto: 'found' },
  found: { say: 'There are some.', goto: 'again' },
  again: { webhook: 'stock', goto: 'done' },
}
const send: SendWebhook = async () => ({ status: 200, body: '{}', ms: 1 })

it('shows what is said so far whenever a webhook is called, and only ever adds to it', async () => {
  const world = await createWorld({ scenarios: [colour({ nodes })], webhooks: ['stock'], send })
  const { progress, text } = await world.say('colour')
  expect(progress).toEqual([
    { kind: 'progress', text: 'One moment.', searching: false },
    { kind: 'progress', text: 'One moment.\n\nThere are some.', searching: false },
  ])
  expect(text).toBe('One moment.\n\nThere are some.\n\nFine.')
})

it('shows that an opening takes a moment, but nothing that may come to stand behind it', async () => {
  const scenario = colour({ nodes, start: [{ match: { start: true } }] })
  const world = await createWorld({
    scenarios: [scenario],
    webhooks: ['stock'],
    send,
    replies: { opening: 'Welcome!' },
  })
  const { progress, text } = await world.say('')
  expect(progress.map((it) => it.text)).toEqual(['', ''])
  expect(text).toBe('Welcome!\n\nOne moment.\n\nThere are some.\n\nFine.')
})

it('takes nothing back that was shown when a scenario turns out to go in circles', async () => {
  const round = {
    ask: { say: 'One moment.', webhook: 'stock', goto: 'round' },
    round: { say: 'Round', goto: 'and' },
    and: { say: 'and round', goto: 'round' },
  }
  const world = await createWorld({ scenarios: [colour({ nodes: round })], webhooks: ['stock'], send })
  const { progress, text } = await world.say('colour')
  expect(progress.map((it) => it.text)).toEqual(['One moment.'])
  expect(text).toMatch(/^One moment\.\n\nSomething went wrong here/)
})

it('shows that it takes a moment while the model judges, but not where there is none', async () => {
  models.answer(/./, intentAnswer([0]))
  const scenario = colour({ start: [{ match: { intent: 'likes colours' } }] })
  const replies = { noModel: 'Indeed.' }
  const world = await createWorld({ scenarios: [scenario], agent, models: models.baseUrl })
  expect((await world.say('the grass is green')).progress).toEqual([{ kind: 'progress', text: '', searching: false }])
  const alone = await createWorld({ scenarios: [scenario], replies, agent: { ...agent, useAIResponse: false } })
  expect((await alone.say('the grass is green')).progress).toEqual([])
})

it('can be left while it waits, whatever becomes of it', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const told = meanwhile<string, void>(async (tell) => {
    tell('waiting')
    await promise
  })
  expect(await told.next()).toEqual({ done: false, value: 'waiting' })
  await told.return()
  reject(new Error('too late'))
  await new Promise((resolve) => setImmediate(resolve))
})
