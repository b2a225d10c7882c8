import { expect, it } from 'vitest'
import type { SendWebhook } from '../../src/engine/webhooks/send.ts'
import { createWorld } from './scenario-world.ts'

async function talk(scenarios: string[], lines: string[], more: object = {}) {
  const world = await createWorld({ scenarios, ...more })
  const said: string[] = []
  for (const line of lines) said.push((await world.say(line)).text)
  return said
}

const order = `
version: 1
id: order
start: [{ match: { exact: order } }]
slots:
  count: { type: number, min: 1 }
  note: { type: text, ask: "What shall it say?" }
first: how_many
nodes:
  how_many: { fill: count, say: "How many?", goto: size }
  size:
    say: Which size?
    options: [{ text: Small, also: [little], goto: more }, { text: Large, also: [big], goto: more }]
  more: { while: { state: count, op: gt, value: 10 }, do: too_many, goto: name }
  too_many: { say: "#{count} are too many.", unset: count, goto: how_many }
  name:
    call: { scenario: who, take: { note: name } }
    on: [{ match: { called: completed }, goto: done }, { else: nobody }]
  done: { say: "#{count} for #{note}.", end: completed }
  nobody: { say: Nobody., end: failed }
`
const who = `
version: 1
id: who
start: [{ match: { exact: who } }]
slots: { name: { type: name, ask: Who? } }
first: ask
nodes: { ask: { fill: name, goto: end }, end: { end: completed } }
`

it('compares, goes round, and calls another scenario that comes back with its result', async () => {
  expect(await talk([order, who], ['order', '30', "it's a big one", '3', 'the first', 'Ann'])).toEqual([
    'How many?',
    'Which size?',
    '30 are too many.\n\nHow many?',
    'Which size?',
    'Who?',
    '3 for Ann.',
  ])
})

it('cancels only the scenario that was called', async () => {
  expect((await talk([order, who], ['order', '3', 'small', 'never mind'])).at(-1)).toBe(
    'All right, I have stopped that.\n\nNobody.',
  )
})

it('leaves questions to the rest of the agent, where an else or a collect says so', async () => {
  const ask = (node: string) => `
version: 1
id: ask
start: [{ match: { exact: ask } }]
first: one
nodes:
  one: { say: "A word?", ${node} }
  two: { say: Taken., end: completed }
`
  const rules = [{ when: ['when do you close'], say: 'At five.' }]
  for (const node of [
    'on: [{ match: { exact: x }, goto: two }, { else: two, unless: [question, start] }]',
    'collect: { state: word, goto: two, unless: [question] }',
  ]) {
    expect(await talk([ask(node)], ['ask', 'when do you close?', 'blue'], { rules })).toEqual([
      'A word?',
      'At five.\n\nA word?',
      'Taken.',
    ])
  }
})

it('has words of an author in place of its own', async () => {
  const own = order.replace('first: how_many', 'policy: { words: { repeat: [what now], back: [] } }\nfirst: how_many')
  expect(await talk([own, who], ['order', 'what now', '3', 'go back'])).toEqual([
    'How many?',
    'How many?',
    'Which size?',
    expect.stringContaining('Which size?'),
  ])
})

const pay = (extra: string) => `
version: 1
id: pay
start: [{ match: { exact: pay } }]
slots: { amount: { type: number, ask: How much? } }
first: ask
nodes:
  ask: { fill: amount, goto: send }
  send:
    webhook: bank
    input: { amount: "#{amount}" }
    ${extra}
    on: [{ match: { webhook: error }, goto: over }, { else: thanks }]
  thanks: { say: Anything else?, options: [{ text: "That is all", goto: over }] }
  over: { say: Bye., end: completed }
`

it.each([
  ['asks before it calls a webhook again with what was corrected', '', [1, 1, 2]],
  ['calls one again by itself that may be repeated', 'repeatable: true', [1, 2, 2]],
])('%s', async (_, extra, calls) => {
  let called = 0
  const send: SendWebhook = async () => {
    called++
    return { status: 200, body: '{}', ms: 0 }
  }
  const world = await createWorld({ scenarios: [pay(extra)], webhooks: ['bank'], send })
  const counts: number[] = []
  await world.say('pay')
  for (const line of ['40', 'no, I meant 50', 'yes']) {
    await world.say(line)
    counts.push(called)
  }
  expect(counts).toEqual(calls)
})
