import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { createWorld } from './scenario-world.ts'

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
})
afterAll(() => models.stop())

const rules = [
  { when: ['hello'], say: 'Hi there.' },
  { when: ['opening hours', 'when do you open'], say: 'From nine to five.', topic: 'hours' },
]

it('answers what is alike enough, and says how alike it was', async () => {
  const { say } = await createWorld({ rules })
  const { text, answer, trace } = await say('What are your opening hours?')
  expect(text).toBe('From nine to five.')
  expect(answer).toMatchObject({ topic: 'hours', isAutoResponse: false })
  expect(answer.score).toBeGreaterThan(62)
  expect(answer.score).toBeLessThan(100)
  expect(trace).toMatchObject({ source: 'rule', rule: { index: 1, phrase: 'opening hours', score: answer.score } })
})

it('leaves the rest to the model, whose score is that of the rule that came closest', async () => {
  models.answer(/garden|xyz/, 'I think so.')
  const agent = { llmSettings: { llm: 'gpt-4o-mini', prompt: 'You help.' } }
  const { say } = await createWorld({ rules, agent, models: models.baseUrl })
  const { answer, trace } = await say('do you have a garden?')
  expect(answer.isAutoResponse).toBe(true)
  expect(answer.score).toBeGreaterThan(0)
  expect(trace).toMatchObject({
    source: 'model',
    rule: { index: 1, phrase: 'when do you open', score: answer.score, threshold: 65 },
  })
  const nothing = await say('xyz')
  expect(nothing.answer).toMatchObject({ isAutoResponse: true, score: 0 })
  expect(nothing.trace).not.toHaveProperty('rule')
})

it('answers by the rules that are live, turn by turn', async () => {
  const { say, publish } = await createWorld({ rules, replies: { noAnswer: 'No idea.' } })
  expect((await say('where is my parcel')).text).toBe('No idea.')
  await publish({
    rules: [...rules, { when: ["where's my parcel"], say: 'On its way.' }],
    replies: { noAnswer: 'No idea.' },
  })
  expect((await say('where is my parcel')).text).toBe('On its way.')
  await publish({ rules: rules.slice(1), replies: { noAnswer: 'No idea.' } })
  expect((await say('where is my parcel')).text).toBe('No idea.')
  expect((await say('hello')).text).toBe('No idea.')
})
