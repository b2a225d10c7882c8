import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stringify } from 'yaml'
import { scenarioSchema } from '../../../src/model/scenario.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { guide, startServer } from '../server.ts'

const room = scenarioSchema.parse({
  ...{ version: 1, id: 'room', title: 'Book a room', start: [{ match: { partial: 'room' } }], first: 'which' },
  policy: { cancel: { exact: ['never mind'], goto: 'bye' }, timeout: { after: '1h', goto: 'bye' } },
  nodes: {
    which: {
      say: 'Which room would you like?',
      options: [
        { text: 'The blue one', goto: 'sure' },
        { text: 'The red one', goto: 'full' },
      ],
    },
    full: { say: 'The red one is full.', goto: 'which' },
    sure: { approve: { by: 'owner', what: 'The blue room', approved: 'done', denied: 'bye', expired: 'bye' } },
    done: { say: 'It is yours.', end: 'completed' },
    bye: { say: 'Good.', end: 'cancelled' },
  },
})

const tests = [
  {
    test: 'the blue room',
    turns: [
      { user: 'a room', bot: { node: 'which' } },
      { user: 'The blue one', bot: { node: 'sure' } },
      { approval: 'approved', bot: { text: 'It is yours.' } },
    ],
  },
  {
    test: 'the red room, and then none',
    turns: [
      { user: 'a room' },
      { user: 'The red one', bot: { node: 'which', options: ['The blue one'] } },
      { user: 'never mind', bot: { ended: 'cancelled' } },
    ],
  },
]

/** The folders of agents, one of them with a name of its own and tests. */
function folders(files: Record<string, string>): string {
  const folder = tempFolder()
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, 'agents', path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
  }
  return folder
}

interface Coverage {
  revision: string
  isCut: boolean
  played: object[]
  faults: object[]
  scenarios: [{ edges: [{ kind: string; tests: number }] }]
}

async function start(configFolder: string) {
  const kept = [{ said: 'a room please', says: 'Which room would you like?' }]
  const agents = { guide: { ...guide, scenarios: [room], tests: kept }, bare: { ...guide, scenarios: [room] } }
  const server = await startServer({ agents, configFolder })
  const get = async (agent: string) => {
    const path = `/v1/agents/${agent}/scenario-coverage`
    const response = await server.request('GET', path, undefined, { 'x-api-key': server.managementKey })
    expect(response.status).toBe(200)
    return (await response.json()) as Coverage
  }
  return { ...server, get }
}

const edge = (from: string | null, kind: string, to: string, tests: number, index: number | null = null) => ({
  ...{ from, kind, index, to, tests },
})

it('plays the conversations in the folder of an agent with its draft, and counts which ways they take', async () => {
  const { get, store, admin, account } = await start(
    folders({
      'reception/agent.yaml': 'id: guide\n',
      'reception/tests/rooms.yaml': stringify({ scenario_tests: tests }),
      'reception/tests/slip.yaml': 'scenario_tests:\n  - test: no turns\n',
      'broken/agent.yaml': 'id: [',
    }),
  )
  const coverage = await get('guide')
  expect(coverage.scenarios).toEqual([
    {
      scenario: 'room',
      edges: [
        edge(null, 'cancel', 'bye', 1),
        edge(null, 'timeout', 'bye', 0),
        edge('which', 'option', 'sure', 1, 0),
        edge('which', 'option', 'full', 1, 1),
        edge('full', 'goto', 'which', 1),
        edge('sure', 'approved', 'done', 1),
        edge('sure', 'denied', 'bye', 0),
        edge('sure', 'expired', 'bye', 0),
      ],
    },
  ])
  expect(coverage).toMatchObject({ kept: 1, isCut: false })
  expect(coverage.faults).toMatchObject([{ path: expect.stringContaining('tests/slip.yaml:2') }])
  expect(coverage.played).toEqual([
    { file: 'tests/rooms.yaml', line: 2, test: 'the blue room', failed: [] },
    {
      ...{ file: 'tests/rooms.yaml', line: expect.any(Number), test: 'the red room, and then none' },
      failed: [
        {
          ...{ turn: 2, line: expect.any(Number), what: 'bot.options' },
          ...{ expected: '["The blue one"]', actual: '["The blue one","The red one"]' },
        },
      ],
    },
  ])

  // Another draft: the tests are played with that.
  const ben = { account, author: 'slack_T0AB_U0BEN', door: 'console' } as const
  await admin.drafts.change('guide', ben, { action: 'agent.edit' }, (document) => ({
    ...document,
    scenarios: document.scenarios.map((one) => ({ ...one, policy: { ...one.policy, cancel: undefined } })),
  }))
  const after = await get('guide')
  expect(after.revision).not.toBe(coverage.revision)
  expect(after.scenarios[0].edges.map(({ kind }) => kind)).not.toContain('cancel')

  // Nobody notices: nothing is kept or counted.
  for (const table of ['turn', 'usage', 'scenario_progress', 'tool_approval'] as const) {
    expect(await store.db.query.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

it('an agent without a folder has what its kept tests go through', async () => {
  const { get } = await start(folders({ 'other/agent.yaml': '' }))
  expect(await get('guide')).toMatchObject({ played: [], kept: 1, faults: [] })
  expect(await get('bare')).toMatchObject({ played: [], kept: 0 })
  const { scenarios } = await get('bare')
  expect(scenarios[0].edges.every(({ tests }) => tests === 0)).toBe(true)
})

it('plays no more turns than whoever looks can wait for', async () => {
  const many = Array.from({ length: 400 }, (_, n) => ({ ...tests[1]!, test: `test ${n}` }))
  const long = { test: 'long', turns: Array.from({ length: 1600 }, () => ({ user: 'a room' })) }
  const { get } = await start(
    folders({
      'guide/agent.yaml': '',
      'guide/tests/a.yaml': stringify({ scenario_tests: many }, { aliasDuplicateObjects: false }),
      'guide/tests/b.yaml': stringify({ scenario_tests: [long] }),
    }),
  )
  const { isCut, played, scenarios } = await get('guide')
  expect(isCut).toBe(true)
  expect(played).toHaveLength(400)
  expect(scenarios[0].edges[0]).toMatchObject({ kind: 'cancel', tests: 400 })
})
