import { expect, it } from 'vitest'
import { createWorld } from './scenario-world.ts'

const rules = [
  { when: ['where can I park my car'], say: 'Behind the house.' },
  { when: ['what does the car park cost'], say: 'Nothing.' },
  { when: ['駐車場はどこですか'], say: '建物の裏です。' },
]
const scenarios = [
  `version: 1
id: order
first: done
start: [{ match: { exact: order a parking permit } }]
nodes:
  done: { say: It is on its way., end: completed }`,
]
const replies = { noAnswer: 'No idea. @{option:Talk to a person}' }

it('offers what may have been meant, in its author’s words and the language of who asks, with the ways out of having no answer', async () => {
  const { say } = await createWorld({ rules, scenarios, replies })
  const asked = await say('a permit for parking the car')
  expect(asked.text).toMatch(/^I'm not sure what you mean/)
  expect(asked.answer.options).toEqual([
    'order a parking permit',
    'what does the car park cost',
    'where can I park my car',
    'Talk to a person',
  ])
  expect(asked.answer.score).toBe(0)
  expect(asked.trace).toMatchObject({
    source: 'fixed',
    suggested: [
      { scenario: 'order', phrase: 'order a parking permit' },
      { rule: 1, phrase: 'what does the car park cost' },
      { rule: 0, phrase: 'where can I park my car' },
    ],
  })
  expect((await say('order a parking permit')).text).toBe('It is on its way.')
  expect((await say('where can I park my car')).text).toBe('Behind the house.')

  const japanese = await say('駐車場の料金')
  expect(japanese.text).toContain('この中にお探しのものはありますか')
  expect(japanese.answer.options).toEqual(['駐車場はどこですか', 'Talk to a person'])
})

it('offers nothing where nothing is near, where a scenario waits for an answer, and where its author says so', async () => {
  const near = 'is there a car park'
  const { say } = await createWorld({ rules, replies })
  expect((await say('tell me about whales')).text).toBe('No idea.')
  expect((await say(near, { uid: undefined })).answer.options).toContain('where can I park my car')

  const off = await createWorld({ rules, replies: { ...replies, didYouMean: false } })
  expect((await off.say(near)).text).toBe('No idea.')
  const own = await createWorld({ rules, replies: { ...replies, didYouMean: 'Perhaps this? @{option:No}' } })
  expect((await own.say(near)).text).toBe('Perhaps this?')
  expect((await own.say(near)).answer.options).toContain('No')

  const asking = `version: 1
id: ask
first: size
start: [{ match: { exact: begin } }]
nodes:
  size: { say: How big?, on: [{ match: { exact: Small }, goto: done }] }
  done: { say: Fine., end: completed }`
  const busy = await createWorld({ rules, replies, scenarios: [asking] })
  await busy.say('begin')
  const { trace, text } = await busy.say(near)
  expect(trace).not.toHaveProperty('suggested')
  expect(text).toContain('How big?')
})

it('offers nothing that was just declined', async () => {
  const start = [{ match: { partial: ['send money', '送金したい'] } }]
  const send = { version: 1, id: 'send', start, first: 'ask', nodes: { ask: { say: 'How much?', end: 'completed' } } }
  const { say } = await createWorld({ scenarios: [send], replies: { noAnswer: 'No idea.' } })
  for (const said of ["I don't want to send money", 'please do not send money']) {
    expect([said, (await say(said)).text]).toEqual([said, 'No idea.'])
  }
  expect((await say('money to send')).answer.options).toEqual(['send money'])
})
