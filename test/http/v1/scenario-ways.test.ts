import { expect, it } from 'vitest'
import { scenarioSchema } from '../../../src/model/scenario.ts'
import { turnIndex } from '../../../src/store/turn-seen/index-turns.ts'
import { guide, startServer } from '../server.ts'

const room = scenarioSchema.parse({
  ...{ version: 1, id: 'room', title: 'Book a room', start: [{ match: { partial: 'room' } }], first: 'which' },
  policy: { cancel: { exact: ['never mind'], goto: 'bye' } },
  nodes: {
    which: {
      say: 'Which room would you like?',
      options: [
        { text: 'The blue one', goto: 'when' },
        { text: 'The red one', goto: 'full' },
      ],
    },
    full: { say: 'The red one is full.', goto: 'which' },
    when: { say: 'When?', on: [{ match: { partial: 'today' }, goto: 'done' }, { else: 'when' }] },
    done: { say: 'It is yours.', end: 'completed' },
    bye: { say: 'Good.', end: 'cancelled' },
  },
})

interface Answer {
  code: string
  revision: string
  turns: number
  ways: object[]
}

it('counts the ways that people took through a scenario, as long as nothing has changed where they left', async () => {
  const clock = { at: Date.now() }
  const server = await startServer({
    agents: { guide: { ...guide, scenarios: [room] }, other: { ...guide, scenarios: [room] } },
    now: () => clock.at,
  })
  const { say, request, managementKey, store } = server
  const call = async (method: string, path: string, body?: unknown, headers = {}) => {
    const response = await request(method, `/v1${path}`, body, { 'x-api-key': managementKey, ...headers })
    return { status: response.status, json: (await response.json()) as Answer }
  }
  const ways = async (id = 'room') => call('GET', `/agents/guide/scenarios/${id}/ways`)
  const talk = async (uid: string, said: readonly string[], agent_id = 'guide') => {
    for (const utterance of said) expect((await say({ uid, utterance, agent_id })).status).toBe(200)
  }

  expect((await ways()).json).toMatchObject({ turns: 0, ways: [] })
  await talk('ann', ['a room', 'The red one', 'The blue one', 'tomorrow', 'today'])
  await talk('ben', ['a room', 'never mind'])
  // What somebody says to another agent, or besides the scenario, is none of its ways.
  await talk('cat', ['a room', 'The red one'], 'other')
  await talk('dan', ['hello'])
  const taken = [
    { from: 'which', kind: 'option', index: 1, to: 'full', times: 1 },
    { from: 'full', kind: 'goto', index: null, to: 'which', times: 1 },
    { from: 'which', kind: 'option', index: 0, to: 'when', times: 1 },
    { from: 'when', kind: 'else', index: 1, to: 'when', times: 1 },
    { from: 'when', kind: 'on', index: 0, to: 'done', times: 1 },
    { from: 'which', kind: 'cancel', index: null, to: 'bye', times: 1 },
  ]
  const told = async () => {
    const { turns, ways: all } = (await ways()).json
    return { turns, ways: new Set(all) }
  }
  expect(await told()).toEqual({ turns: 5, ways: new Set(taken) })
  // The same once the index knows them.
  const index = turnIndex(store.db, () => clock.at + 60_000)
  while (await index.step()) {}
  expect(await told()).toEqual({ turns: 5, ways: new Set(taken) })

  // A draft that says something else at one node: what was taken there was something else.
  const { options } = room.nodes['which']!
  const nodes = { ...room.nodes, which: { ...room.nodes['which']!, options: options!.toReversed() } }
  const { revision } = (await call('GET', '/agents/guide/draft')).json
  const put = await call('PUT', '/agents/guide/scenarios/room', { ...room, nodes }, { 'if-match': `"${revision}"` })
  expect(put).toMatchObject({ status: 200 })
  expect((await told()).ways).toEqual(new Set(taken.filter(({ from }) => from !== 'which')))
  expect((await ways('nothing')).json.code).toBe('scenario_not_found')

  clock.at += 8 * 86_400_000
  expect(await told()).toEqual({ turns: 0, ways: new Set() })
})
