import { describe, expect, it } from 'vitest'
import type { SendWebhook } from '../../src/engine/webhooks/send.ts'
import { untilAborted } from '../support/until-aborted.ts'
import { answering, colour, createWorld } from './scenario-world.ts'

describe('webhooks of nodes', () => {
  const nodes = {
    ask: {
      webhook: 'stock',
      input: { colour: '#{colour}', deep: { list: ['#{colour}', 7, null] } },
      save: {
        first: '$.items[0].name',
        count: '$.count',
        items: '$.items',
        none: '$.a.b',
        proto: '$.constructor',
        部屋: '$.部屋[0].階-1',
      },
      on: [
        { match: { webhook: 'error' }, goto: 'help' },
        { match: { state: 'count', op: 'ne', value: '0' }, goto: 'done' },
      ],
      goto: 'late',
    },
  }

  it('are given what the node says, and fill the state from their answer', async () => {
    const { send, calls } = answering({
      stock: () => ({ status: 200, body: { items: [{ name: 'Pen' }], count: 3, 部屋: [{ '階-1': '2' }] } }),
    })
    const world = await createWorld({ scenarios: [colour({ nodes })], webhooks: ['stock'], send })
    await world.setState({ colour: 'red' })
    const said = await world.say('colour')
    expect(said).toMatchObject({
      text: 'Fine.',
      trace: { webhooks: [{ name: 'stock', why: 'scenario', outcome: 200 }] },
    })
    expect(calls).toEqual([{ webhook: 'stock', input: { colour: 'red', deep: { list: ['red', 7, null] } } }])
    expect(await world.state()).toEqual({
      colour: 'red',
      first: 'Pen',
      count: '3',
      items: '[{"name":"Pen"}]',
      none: '',
      proto: '',
      部屋: '2',
    })
  })

  it('lead where they lead', async () => {
    for (const [status, body, text] of [
      [200, { count: 0 }, 'Too late.'],
      [200, 'no JSON', 'Fine.'],
      [503, 'down', 'Ask a person.'],
    ] as const) {
      const { send } = answering({ stock: () => ({ status, body }) })
      const world = await createWorld({ scenarios: [colour({ nodes })], webhooks: ['stock'], send })
      expect((await world.say('colour')).text).toBe(text)
    }
  })

  it('that cannot be had are errors', async () => {
    const world = await createWorld({ scenarios: [colour({ nodes })] })
    expect((await world.say('colour')).text).toBe('Ask a person.')
  })

  it('can be told what came out at the end', async () => {
    const { send, calls } = answering({ stock: () => ({ status: 200, body: {} }) })
    const done = { webhook: 'stock', say: 'Ordered.', end: 'completed' }
    const world = await createWorld({ scenarios: [colour({ nodes: { done } })], webhooks: ['stock'], send })
    await world.say('colour')
    expect(await world.say('red')).toMatchObject({ text: 'Ordered.', trace: { scenario: { ended: 'completed' } } })
    expect(calls).toHaveLength(1)
  })
})

describe('a scenario that cannot go on', () => {
  const table: { why: string; nodes: object }[] = [
    { why: 'goes in circles', nodes: { ask: { say: 'Round', goto: 'two' }, two: { say: 'and round', goto: 'ask' } } },
    { why: 'has no branch that fits', nodes: { ask: { on: [{ match: { state: 'x' }, goto: 'done' }] } } },
    { why: 'goes nowhere', nodes: { ask: { set: { x: '1' } } } },
    { why: 'goes to a node that is not there', nodes: { ask: { goto: 'constructor' } } },
    { why: 'jumps to a scenario that is not there', nodes: { ask: { end: { jump: 'nowhere' } } } },
  ]
  for (const { why, nodes } of table) {
    it(`says so and ends as failed when it ${why}`, async () => {
      const world = await createWorld({ scenarios: [colour({ nodes })] })
      const said = await world.say('colour')
      expect(said.text).toBe("Something went wrong here, so I can't go on with this. Please start again.")
      expect(said.trace.scenario?.ended).toBe('failed')
      expect(said.trace.scenario!.path.length).toBeLessThanOrEqual(50)
      expect(await world.progress()).toBeUndefined()
    })
  }

  it('calls no more than ten webhooks in one turn', async () => {
    const { send, calls } = answering({ stock: () => ({ status: 200, body: {} }) })
    const nodes = { ask: { webhook: 'stock', on: [{ match: { webhook: 'ok' }, goto: 'ask' }, { else: 'help' }] } }
    const world = await createWorld({ scenarios: [colour({ nodes })], webhooks: ['stock'], send })
    expect((await world.say('colour')).text).toBe('Ask a person.')
    expect(calls).toHaveLength(10)
  })
})

it('an answer carries what the last node does that says something, where none waits', async () => {
  const nodes = {
    done: { say: 'Fine.', url: 'https://example.com/fine', goto: 'note' },
    note: { set: { noted: 'yes' }, end: 'completed' },
  }
  const world = await createWorld({ scenarios: [colour({ nodes })] })
  await world.say('colour')
  expect((await world.say('red')).answer).toMatchObject({ utterance: 'Fine.', url: 'https://example.com/fine' })
})

it('a scenario that ends without a word leaves the answer to the rest', async () => {
  const nodes = { done: { end: 'completed' } }
  const world = await createWorld({ scenarios: [colour({ nodes })], rules: [{ when: ['red'], say: 'Red is fine.' }] })
  await world.say('colour')
  expect(await world.say('red')).toMatchObject({
    text: 'Red is fine.',
    trace: { source: 'rule', scenario: { ended: 'completed' } },
  })
  expect(await world.progress()).toBeUndefined()
})

it('a turn that is given up while a webhook is called changes nothing', async () => {
  const send: SendWebhook = (_, { signal }) => {
    const aborted = untilAborted(signal)
    controller.abort(new Error('enough'))
    return aborted
  }
  const controller = new AbortController()
  const nodes = { done: { webhook: 'slow', say: 'Fine.', end: 'completed' } }
  const world = await createWorld({ scenarios: [colour({ nodes })], webhooks: ['slow'], send })
  await world.say('colour')
  await expect(world.say('red', {}, controller.signal)).rejects.toThrow('enough')
  expect(await world.progress()).toMatchObject({ node: 'ask' })
})
