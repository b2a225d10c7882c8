import { expect, it } from 'vitest'
import { atTerminal } from '../../../src/admin/actor.ts'
import { scenarioSchema } from '../../../src/model/scenario.ts'
import type { Webhook } from '../../../src/model/webhook.ts'
import { minimalAgent } from '../../support/agent.ts'
import { answerOf, problemOf, startServer, type TestServer } from '../server.ts'

const webhook: Webhook = {
  ...{ name: 'tell', method: 'POST', url: 'https://example.com/tell' },
  trigger: { triggerType: 1, condition: 0 },
}

const desk = () =>
  startServer({
    agents: {
      desk: { ...minimalAgent({ rules: [{ when: ['hello'], say: 'Hello from before' }] }), webhooks: [webhook] },
    },
  })

function drafts({ request, managementKey }: TestServer) {
  const call = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    request(method, `/v1/agents/desk${path}`, body, { authorization: `Bearer ${managementKey}`, ...headers })
  return {
    test: (body: unknown, headers?: Record<string, string>) => call('POST', '/draft/test', body, headers),
    rule: async (say: string) =>
      (await call('POST', '/rules', { when: ['good morning'], say })).headers.get('etag') as string,
  }
}

it('a draft answers whoever manages it, while people hear what is live, and nothing is kept, counted or called', async () => {
  const server = await desk()
  const { store, say } = server
  const draft = drafts(server)
  const live = await draft.test({ utterance: 'hello' })
  expect(await live.json()).toMatchObject({ isDraft: false, utterance: 'Hello from before', uncalled: ['tell'] })

  const seen = await draft.rule('Good morning from the draft')
  const tried = await draft.test({ utterance: 'good morning' }, { 'if-match': seen })
  expect(tried.headers.get('etag')).toBe(seen)
  expect(await tried.json()).toMatchObject({
    ...{ isDraft: true, utterance: 'Good morning from the draft' },
    story: expect.arrayContaining([expect.stringContaining('good morning')]),
  })
  for (const table of ['turn', 'outbox', 'usage'] as const) {
    expect([table, await store.db.query.selectFrom(table).selectAll().execute()]).toEqual([table, []])
  }
  const told = await answerOf(await say({ agent_id: 'desk', utterance: 'good morning', uid: 'ann' }))
  expect(told.utterance).not.toContain('draft')

  await draft.rule('And another')
  const moved = await problemOf(await draft.test({ utterance: 'good morning' }, { 'if-match': seen }))
  expect(moved).toMatchObject({ status: 412, code: 'changed_since' })
})

it('a request that cannot be answered says why, and strangers are told of no agent', async () => {
  const server = await desk()
  const { test } = drafts(server)
  const long = await problemOf(await test({ utterance: 'x'.repeat(8001) }))
  expect(long).toMatchObject({ status: 400, code: 'utterance_too_long', errors: [{ path: 'utterance' }] })
  expect(await problemOf(await test({ utterance: '', uid: 'ann' }))).toMatchObject({
    ...{ status: 400, errors: expect.arrayContaining([expect.objectContaining({ path: 'uid' })]) },
  })
  const other = await server.admin.accounts.create({ name: 'Other' }, atTerminal)
  const issued = await server.admin.keys.issue({ account: other.uid, kind: 'management', name: 'theirs' }, atTerminal)
  const theirs = await test({ utterance: 'hello' }, { authorization: `Bearer ${issued.key}` })
  expect([403, 404]).toContain((await problemOf(theirs))['status'])
})

it('a talk goes on from answer to answer, with whoever holds it, until the draft is another', async () => {
  const room = {
    ...{ version: 1, id: 'room', start: [{ match: { exact: 'book' } }], first: 'which' },
    nodes: {
      which: { say: 'Which room?', options: [{ text: 'Blue', goto: 'done' }] },
      done: { say: 'The blue one is yours.', end: 'completed' },
    },
  } as const
  const server = await startServer({
    agents: { desk: { ...minimalAgent({ rules: [] }), scenarios: [scenarioSchema.parse(room)] } },
  })
  const { test, rule } = drafts(server)
  const say = async (utterance: string, talk?: string) => (await test({ utterance, ...(talk && { talk }) })).json()
  const first = (await say('book')) as { options: string[]; talk: string }
  expect(first).toMatchObject({ utterance: 'Which room?', options: ['Blue'], isAnew: false })
  expect(await say('Blue', first.talk)).toMatchObject({ utterance: 'The blue one is yours.', isAnew: false })
  // Without it nothing was asked before.
  expect(await say('Blue')).not.toMatchObject({ utterance: 'The blue one is yours.' })
  const query = server.store.db.query
  expect(await query.selectFrom('scenario_progress').selectAll().execute()).toEqual([])

  await rule('Good morning')
  expect(await say('Blue', first.talk)).toMatchObject({ isAnew: true })
  expect(await problemOf(await test({ utterance: 'Blue', talk: 'made up' }))).toMatchObject({
    ...{ status: 400, errors: [{ path: 'talk' }] },
  })
})
