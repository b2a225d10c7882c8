import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AgentDocument } from '../../src/model/agent.ts'
import { scenarioSchema } from '../../src/model/scenario.ts'
import type { Webhook } from '../../src/model/webhook.ts'
import { answerOf, startServer, type TestServer } from '../http/server.ts'
import { minimalAgent } from '../support/agent.ts'
import { scenarioOf } from '../support/scenarios.ts'
import { startWebhookServer } from '../support/webhook-server.ts'

const knows = { knowledgeDataStore: { useKnowledgeDataStore: true, knowledgeDataStoreCandidateScoreThreshold: 0.2 } }
const desk = (over: Partial<AgentDocument> = {}, agent: object = {}): AgentDocument => ({
  ...minimalAgent({
    agent: { scope: 'public', knowledge: knows, ...agent },
    replies: { opening: ['Welcome!', 'Good day!'], noAnswer: ['No idea.', 'I do not know.', 'Sorry?'] },
    rules: [
      { when: ['hello', 'good morning'], say: ['Hi there', 'Good to see you', 'Hello #{name}'], options: ['prices'] },
      { when: ['what does it cost', 'prices'], say: ['Ten euros.', 'Ten. #{name:Ben}'] },
      { when: ['my name is Ann', 'call me Ann'], say: 'I will, #{name:Ann}' },
    ],
  }),
  ...over,
})

interface Told {
  counts: Record<string, number>
  turns: {
    id: string
    end: string
    why: string | null
    said: string
    before: Words
    now: Words | null
    isAmid: boolean
  }[]
  tests: { said: string; end: string }[]
  isDraft: boolean
}
interface Words {
  text: string
  source: string
}

function replays(server: TestServer, agent = 'desk') {
  const call = (method: string, path: string, body?: unknown, key = server.managementKey) =>
    server.request(method, `/v1/agents/${agent}${path}`, body, { authorization: `Bearer ${key}` })
  return {
    call,
    run: async (body: object = {}): Promise<Told> => (await call('POST', '/replay', body)).json() as Promise<Told>,
    say: async (utterance: string, more: object = {}) =>
      (await answerOf(await server.say({ agent_id: agent, uid: 'ann', utterance, ...more }))).bestResponse.utterance,
  }
}

/** Everything that anybody could notice a turn by. */
async function kept({ store }: TestServer) {
  const tables = ['turn', 'memory', 'user_state', 'scenario_progress', 'outbox', 'usage', 'inbox', 'timer'] as const
  return Promise.all(tables.map(async (one) => [one, await store.db.query.selectFrom(one).selectAll().execute()]))
}

it('what is live says again whatever rules, scenarios and knowledge have said, whenever and to whomever, and nothing changes', async () => {
  let clock = Date.UTC(2027, 0, 4, 9)
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const server = await startServer({ agents: {}, now: () => clock, random })
  const said = fc.oneof(
    fc.constantFrom(
      'hello',
      'hello you',
      'prices',
      'what does it cost today',
      'call me Ann',
      '',
      'holiday opening hours',
    ),
    fc.constantFrom(
      'begin one',
      'begin two',
      'yes',
      'later',
      '予約',
      '12',
      'stop it',
      'no',
      '営業時間',
      'nothing like it',
    ),
  )
  const turn = fc.record({ said, minutes: fc.constantFrom(0, 1, 7, 150), uid: fc.constantFrom('ann', 'ben') })
  const scenarios = fc.tuple(scenarioOf('one', 1, ['two']), scenarioOf('two', 2, ['one']))
  const by = { account: server.account, author: 'test', door: 'cli' as const }
  let n = 0
  await fc.assert(
    fc.asyncProperty(scenarios, fc.array(turn, { minLength: 4, maxLength: 14 }), async (all, turns) => {
      const agent = `desk${++n}`
      const { run, say } = replays(server, agent)
      const made = { id: agent, account: server.account, document: desk({ scenarios: all }), author: 'test' }
      await server.store.db.batch(server.store.agents.createSteps(made))
      const text = '# Opening hours\n\nOn a holiday we open at ten.\n\n# 営業時間\n\n平日は九時からです。'
      await server.admin.knowledge.add(agent, { name: 'hours.md', text }, by)
      for (const { said: utterance, minutes, uid } of turns) {
        clock += minutes * 60_000 + 1
        await say(utterance, { uid })
      }
      const before = await kept(server)
      const { counts, turns: told } = await run({ against: 'live' })
      // An opening forgets the words before it, and what they were answered with.
      const isGone = ({ why }: { why: string | null }) => why === 'unrecorded'
      expect(told.filter((one) => one.end !== 'same' && !isGone(one))).toEqual([])
      expect(counts['same']).toBeGreaterThan(0)
      expect(told).toHaveLength(turns.length)
      expect(await kept(server)).toEqual(before)
    }),
    { numRuns: 12 },
  )
})

it('against the draft it tells what would be answered differently, and a kept answer is a test of it', async () => {
  const server = await startServer({ agents: { desk: desk() } })
  const { call, run, say } = replays(server)
  await say('hello')
  await say('what does it cost')
  await say('is there parking')
  expect((await run()).counts).toEqual({ same: 3, different: 0, model: 0, unplayable: 0 })
  const dear = { when: ['what does it cost', 'prices'], say: 'Twelve euros.' }
  const parking = { when: ['is there parking'], say: 'Behind the house.' }
  const { rules } = (await (await call('GET', '/rules')).json()) as { rules: object[] }
  const etag = (await call('GET', '/draft')).headers.get('etag')!
  await server.request(
    'PUT',
    '/v1/agents/desk/rules',
    { rules: [rules[0], dear, rules[2], parking] },
    {
      authorization: `Bearer ${server.managementKey}`,
      'if-match': etag,
    },
  )
  const told = await run()
  expect(told).toMatchObject({ isDraft: true, counts: { same: 1, different: 2, model: 0, unplayable: 0 } })
  expect(told.turns).toMatchObject([
    { said: 'is there parking', end: 'different', before: { source: 'fixed' }, now: { text: 'Behind the house.' } },
    { said: 'what does it cost', before: { text: 'Ten euros.' }, now: { text: 'Twelve euros.', source: 'rule' } },
    { said: 'hello', end: 'same' },
  ])
  expect((await run({ against: 'live' })).counts['same']).toBe(3)
  expect((await run({ turns: [told.turns[1]!.id] })).counts).toMatchObject({ same: 0, different: 1 })

  await call('POST', '/tests', { said: 'is there parking', says: 'Behind the house.' })
  await call('POST', '/tests', { said: 'prices', says: 'Nothing at all.' })
  await call('POST', '/tests', { said: 'prices', says: 'Twelve euros.' })
  expect((await run()).tests).toMatchObject([
    { said: 'is there parking', end: 'same' },
    { said: 'prices', end: 'same' },
  ])
})

it('nobody is called: webhooks answer from the recording, models are not asked, and what was not asked then cannot be run again', async () => {
  const hook = await startWebhookServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ room: `Kyoto ${hook.received.length}` }))
  })
  const webhook = (name: string): Webhook => ({
    ...{ name, method: 'POST', url: `${hook.url}/${name}` },
    trigger: { triggerType: 0, condition: 3, conditionValues: ['never said'] },
  })
  const find = (name: string) =>
    scenarioSchema.parse({
      ...{ version: 1, id: 'find', start: [{ match: { exact: 'find a room' } }], first: 'ask' },
      nodes: {
        ask: { webhook: name, save: { room: '$.room' }, on: [{ else: 'end' }] },
        end: { say: 'It is #{room}.', end: 'completed' },
      },
    })
  const server = await startServer({ agents: {} })
  const agent = { ...desk({}, { llmSettings: { llm: 'gpt-4o-mini' } }).agent, id: 'desk' }
  const by = { account: server.account, author: 'test', door: 'cli' as const }
  const webhooks = [webhook('rooms'), webhook('others')]
  await server.admin.agents.create({ agent, webhooks }, by)
  const { run, say, call } = replays(server)
  const headers = { authorization: `Bearer ${server.managementKey}` }
  const scenario = async (name: string) => {
    const etag = (await call('GET', '/draft')).headers.get('etag')!
    const given = { ...headers, 'if-match': etag }
    return server.request('PUT', '/v1/agents/desk/scenarios/find', find(name), given)
  }
  const drawn = (await scenario('rooms')).headers.get('etag')!
  await server.request('POST', '/v1/agents/desk/draft/publish', undefined, { ...headers, 'if-match': drawn })
  expect(await say('find a room')).toBe('It is Kyoto 1.')
  expect(await say('find a room')).toBe('It is Kyoto 2.')
  await say('tell me a story')
  expect(await run({ against: 'live' })).toMatchObject({
    counts: { same: 2, different: 0, model: 1, unplayable: 0 },
    turns: [
      { said: 'tell me a story', end: 'model', before: { text: 'You said: tell me a story' } },
      { end: 'same', now: { text: 'It is Kyoto 2.' } },
      { end: 'same', now: { text: 'It is Kyoto 1.' } },
    ],
  })
  // A model is asked where somebody allows it, and pays for it.
  const asked = await run({ ask: true, against: 'live' })
  expect(asked.turns[0]).toMatchObject({ end: 'same', now: { source: 'model', text: 'You said: tell me a story' } })

  await scenario('others')
  expect((await run()).turns).toMatchObject([{ end: 'model' }, { why: 'webhook', what: 'others' }, { why: 'webhook' }])
  expect(hook.received).toHaveLength(2)
})

it('whoever may not read what people said does not by running it again, and what is forgotten is not run', async () => {
  const server = await startServer({ agents: { desk: desk(), other: desk() } })
  const { call, run, say } = replays(server)
  await say('hello')
  await say('hello', { uid: 'ben' })
  const keyOf = async (scopes: ('agents:write' | 'turns:read')[]) => {
    const by = { account: server.account, author: 'test', door: 'cli' as const }
    return (await server.admin.keys.issue({ account: server.account, kind: 'management', name: 'k', scopes }, by)).key
  }
  const refused = await call('POST', '/replay', {}, await keyOf(['agents:write']))
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'out_of_scope' }])
  expect((await call('POST', '/replay', {}, await keyOf(['turns:read']))).status).toBe(200)
  const [row] = await server.admin.audit.list(server.account, { limit: 1 })
  expect(row).toMatchObject({ action: 'conversation.read', agent: 'desk' })
  // Another agent's turn is none of this one.
  const [ours] = (await run()).turns
  expect((await replays(server, 'other').call('POST', '/replay', { turns: [ours!.id] })).status).toBe(404)

  await server.request('POST', '/v1/people/ben/forget', {}, { authorization: `Bearer ${server.managementKey}` })
  const left = await run()
  expect(left.turns.map(({ said }) => said)).toEqual(['hello'])
  expect(
    await server.store.db.query.selectFrom('memory').select('tape').where('tape', 'is not', null).execute(),
  ).toHaveLength(1)

  // What was edited since is not what was answered.
  await server.store.db.query.updateTable('memory').set({ text: 'hello all' }).where('role', '=', 'user').execute()
  expect((await run()).turns).toMatchObject([{ end: 'unplayable', why: 'reworded' }])
  // A conversation that begins anew forgets its words, and how they were answered.
  await say('')
  expect((await run()).turns).toMatchObject([
    { said: '', end: 'same' },
    { end: 'unplayable', why: 'unrecorded', said: '' },
  ])
})

it('what an agent knows is of its time: the same passages answer as long as it knows the same, and new ones are told', async () => {
  const server = await startServer({ agents: { desk: desk() } })
  const { run, say } = replays(server)
  const by = { account: server.account, author: 'test', door: 'cli' as const }
  const learn = (text: string) => server.admin.knowledge.add('desk', { name: 'hours.md', text }, by)
  await learn('# Parking\n\nParking costs two euros an hour.')
  const before = await say('how much is parking an hour')
  expect(before).toContain('two euros')
  expect((await run({ against: 'live' })).counts['same']).toBe(1)
  await learn('# Parking\n\nParking costs three euros an hour.')
  expect((await run({ against: 'live' })).turns).toMatchObject([
    {
      end: 'different',
      knowsOtherwise: true,
      now: { source: 'knowledge', text: expect.stringContaining('three euros') },
    },
  ])
})
