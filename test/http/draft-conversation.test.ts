import { expect, it } from 'vitest'
import { atTerminal } from '../../src/admin/actor.ts'
import { scenarioSchema } from '../../src/model/scenario.ts'
import type { Webhook } from '../../src/model/webhook.ts'
import { minimalAgent } from '../support/agent.ts'
import { answerOf, guide, problemOf, startServer, type TestServer } from './server.ts'

const webhook: Webhook = {
  ...{ name: 'tell', method: 'POST', url: 'https://example.com/tell' },
  trigger: { triggerType: 1, condition: 0 },
}

/** With a draft that says something else than what is live. */
async function drafted(options: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer({ agents: { guide: { ...guide, webhooks: [webhook] } }, ...options })
  const rule = { when: ['good morning'], say: 'Good morning from the draft' }
  const v1 = (method: string, path: string, body?: unknown) =>
    server.request(method, `/v1/agents/guide${path}`, body, { authorization: `Bearer ${server.managementKey}` })
  expect((await v1('POST', '/rules', rule)).status).toBe(201)
  const ask = (body: Record<string, unknown>, headers?: Record<string, string>, query = '?draft=1') =>
    server.request(
      'POST',
      `/api${query}`,
      { api_key: server.managementKey, agent_id: 'guide', utterance: 'good morning', ...body },
      headers,
    )
  return { server, ask, v1 }
}

interface DraftAnswer {
  bestResponse: { utterance: string; options: string[] }
  userState: Record<string, string>
  draft: { revision: string; uncalled: string[]; talk: string; isAnew: boolean }
}
const draftAnswerOf = async (response: Response) => (await answerOf(response)) as unknown as DraftAnswer

async function nothingIsKept({ store }: TestServer): Promise<void> {
  for (const table of ['turn', 'outbox', 'usage', 'memory', 'user_state', 'inbox'] as const) {
    expect([table, await store.db.query.selectFrom(table).selectAll().execute()]).toEqual([table, []])
  }
}

it('a draft answers whoever may change it, whole and streamed, and nothing is kept, counted or called', async () => {
  const { server, ask } = await drafted()
  const whole = await ask({ uid: 'ann', state: { name: 'Ann' } })
  expect(whole.headers.get('x-turn-id')).toBeNull()
  const answer = await draftAnswerOf(whole)
  expect(answer).toMatchObject({
    bestResponse: { utterance: 'Good morning from the draft' },
    userState: { name: 'Ann' },
    draft: { uncalled: ['tell'], isAnew: false },
  })
  for (const query of ['?draft', '?draft=true']) {
    expect((await draftAnswerOf(await ask({}, {}, query))).draft.revision).toBe(answer.draft.revision)
  }

  const script = server.model.script()
  const streamed = ask({ utterance: 'tell me', stream: true }, { accept: 'text/event-stream' })
  await script.asked
  script.write('Once upon')
  const response = await streamed
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  script.write(' a time.')
  script.end()
  const events = (await response.text()).trim().split('\n\n')
  const last: DraftAnswer = JSON.parse(events.at(-1)!.slice('data: '.length))
  expect(JSON.parse(events[0]!.slice('data: '.length)).bestResponse.utterance).toContain('Once upon')
  expect(last.bestResponse.utterance).toBe('Once upon a time.')
  expect(last.draft.revision).toBe(answer.draft.revision)

  await nothingIsKept(server)
  // Everybody else hears what is live.
  for (const query of ['', '?draft=0']) {
    const live = await ask({ api_key: server.conversationKey, uid: 'ben' }, {}, query)
    expect((await answerOf(live)).bestResponse.utterance).not.toContain('draft')
  }
})

it('a talk with a draft goes on with whoever holds it, until the draft is another; a scenario too', async () => {
  const room = {
    ...{ version: 1, id: 'room', start: [{ match: { exact: 'book' } }], first: 'which' },
    nodes: {
      which: { say: 'Which room?', options: [{ text: 'Blue', goto: 'done' }] },
      done: { say: 'The blue one is yours.', end: 'completed' },
    },
  } as const
  const agents = { guide: { ...minimalAgent({ rules: [] }), scenarios: [scenarioSchema.parse(room)] } }
  const { ask, v1 } = await drafted({ agents })
  const asked = await draftAnswerOf(await ask({ utterance: 'book' }))
  expect(asked.bestResponse).toMatchObject({ utterance: 'Which room?', options: ['Blue'] })
  const { talk } = asked.draft
  const chosen = await draftAnswerOf(await ask({ utterance: 'Blue', talk }))
  expect(chosen.bestResponse.utterance).toBe('The blue one is yours.')
  await v1('POST', '/rules', { when: ['good evening'], say: 'Good evening' })
  expect((await draftAnswerOf(await ask({ utterance: 'Blue', talk }))).draft.isAnew).toBe(true)
  expect(await problemOf(await ask({ talk: 'mine' }))).toMatchObject({ status: 400, errors: [{ path: 'talk' }] })
})

it('a key that only talks, or may not change agents, is told so; so are strangers, and where there is no draft', async () => {
  const { server, ask, v1 } = await drafted()
  const issue = async (of: Parameters<typeof server.admin.keys.issue>[0]) =>
    (await server.admin.keys.issue(of, atTerminal)).key
  const own = { account: server.account, name: 'test' }
  const few = [
    server.conversationKey,
    await issue({ ...own, kind: 'agent', agent: 'guide' }),
    await issue({ ...own, kind: 'management', scopes: ['agents:read'] }),
  ]
  for (const api_key of few) {
    const refused = await problemOf(await ask({ api_key }))
    expect(refused).toMatchObject({
      status: 403,
      code: 'out_of_scope',
      detail: expect.stringContaining('agents:write'),
    })
  }
  const writer = await issue({ ...own, kind: 'management', scopes: ['agents:write'] })
  expect((await draftAnswerOf(await ask({ api_key: writer }))).bestResponse.utterance).toContain('draft')
  expect(await problemOf(await ask({ api_key: 'pmk_wrong' }))).toMatchObject({ status: 401, code: 'invalid_api_key' })
  const other = await server.admin.accounts.create({ name: 'Other' }, atTerminal)
  const theirs = await issue({ account: other.uid, name: 'theirs', kind: 'management' })
  expect([403, 404]).toContain((await problemOf(await ask({ api_key: theirs })))['status'])
  expect(await problemOf(await ask({}, {}, '?draft=7'))).toMatchObject({ status: 400, errors: [{ path: 'draft' }] })
  // It never talks to what is live.
  expect(await problemOf(await ask({}, {}, ''))).toMatchObject({ status: 401, code: 'invalid_api_key' })

  await v1('DELETE', '/draft')
  expect(await problemOf(await ask({}))).toMatchObject({ status: 404, code: 'no_draft' })
  // OpenAI's protocol has no drafts, and does not pass over who asks for one.
  const bearer = { authorization: `Bearer ${server.conversationKey}` }
  for (const path of ['/v1/chat/completions', '/v1/responses']) {
    const body = { model: 'guide', messages: [{ role: 'user', content: 'hello' }], input: 'hello' }
    const refused = await server.request('POST', `${path}?draft=1`, body, bearer)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { param: 'draft' } })
  }
})

it('is answered once with an Idempotency-Key, and what the agent cannot do is refused as of what is live', async () => {
  const { ask } = await drafted()
  const once = { 'idempotency-key': 'trial' }
  const first = await draftAnswerOf(await ask({}, once))
  const again = await ask({}, once)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(await draftAnswerOf(again)).toEqual(first)
  const long = { utterance: 'x'.repeat(8001) }
  expect(await problemOf(await ask(long))).toMatchObject({ status: 400, code: 'utterance_too_long' })
})
