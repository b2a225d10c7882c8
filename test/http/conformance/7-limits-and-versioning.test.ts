import { describe, expect, it } from 'vitest'
import { atTerminal } from '../../../src/admin/actor.ts'
import { answerOf, guide, problemOf, startServer } from '../server.ts'
import { settings, startManagement, webhook } from './support.ts'

describe('Limits: create, update', () => {
  it.each([
    ['displayName length', 'displayName', 'x'.repeat(100), 'x'.repeat(101)],
    ['description length', 'description', 'x'.repeat(120), 'x'.repeat(121)],
    ['providerName length', 'providerName', 'x'.repeat(60), 'x'.repeat(61)],
    ['System prompt (6000 tokens)', 'llmSettings.prompt', 'x'.repeat(6000), 'x'.repeat(6001)],
    ['Search query prompt (1500 characters)', 'knowledge.searchQueryPrompt', 'x'.repeat(1500), 'x'.repeat(1501)],
    [
      'knowledgeDataStoreNumCandidates (0 to 30)',
      'knowledge.knowledgeDataStore.knowledgeDataStoreNumCandidates',
      30,
      31,
    ],
    [
      'knowledgeDataStoreCandidateScoreThreshold (0 to 1)',
      'knowledge.knowledgeDataStore.knowledgeDataStoreCandidateScoreThreshold',
      1,
      1.01,
    ],
    ['temperature (0 to 1)', 'llmSettings.temperature', 1, 1.01],
    ['ruleBasedThresholdLevel (0 to 3)', 'autoResponseSettings.ruleBasedThresholdLevel', 3, 4],
    ['serviceURL (https://)', 'serviceURL', 'https://example.com/', 'http://example.com/'],
  ])('%s', async (_limit, path, within, beyond) => {
    const { create, update, pathsOf } = await startManagement({ exceedsTokens: async (text, max) => text.length > max })
    const agent = (value: unknown) =>
      path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object
    const llmSettings = { llm: 'gpt-4o' }
    const whole = (value: unknown) => {
      const part = agent(value) as { llmSettings?: object }
      return { ...settings, ...part, llmSettings: { ...llmSettings, ...part.llmSettings } }
    }
    expect((await create({ agent: whole(within) })).status).toBe(201)
    expect((await update({ agent: { id: 'guide', ...agent(within) } })).status).toBe(200)
    expect(await pathsOf(await create({ agent: whole(beyond) }))).toEqual([`agent.${path}`])
    expect(await pathsOf(await update({ agent: { id: 'guide', ...agent(beyond) } }))).toEqual([`agent.${path}`])
  })

  it('Webhook creation interval: at least 300 ms between creations, kept by the server', async () => {
    const slept: number[] = []
    const { create } = await startManagement({
      now: () => 1_763_700_000_000,
      sleep: async (ms) => void slept.push(ms),
    })
    expect((await create({ agent: settings, webhooks: [webhook] })).status).toBe(201)
    const two = [webhook, { ...webhook, name: 'second' }]
    expect((await create({ agent: settings, webhooks: two })).status).toBe(201)
    // The first of them 300 ms after the one before, the second 300 ms after that.
    expect(slept).toEqual([600])
  })

  it('Plan limits: numbers of agents and webhooks, however many are made at once', async () => {
    const { create, update } = await startManagement({ plan: { agents: 3, webhooks: 2 } })
    const made = await Promise.all(Array.from({ length: 10 }, () => create({ agent: settings })))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(2)
    const refused = made.find(({ status }) => status !== 201)!
    expect(await problemOf(refused)).toMatchObject({ status: 400, code: 'agent_limit_exceeded' })
    const hooks = ['a', 'b', 'c'].map((name) => ({ ...webhook, name }))
    expect((await update({ agent: { id: 'guide' }, webhooks: hooks.slice(0, 2) })).status).toBe(200)
    expect(await problemOf(await update({ agent: { id: 'guide' }, webhooks: hooks }))).toMatchObject({
      status: 400,
      code: 'webhook_limit_exceeded',
    })
  })
})

describe('Limits: conversation', () => {
  it('Conversation cap: the plan’s conversations of a month; 429 until the next one', async () => {
    let at = Date.UTC(2026, 10, 30, 23, 0, 0)
    const { say } = await startServer({ now: () => at, plan: { conversationsPerMonth: 2 } })
    expect((await say({ utterance: 'hello', uid: 'ann' })).status).toBe(200)
    expect((await say({ utterance: 'hello' })).status).toBe(200)
    const refused = await say({ utterance: 'hello' })
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect(await problemOf(refused)).toMatchObject({ status: 429, code: 'conversation_cap_reached' })
    expect((await say({ utterance: 'a note', uid: 'ann', disable_ai_response: true })).status).toBe(200)
    at += 3_600_000
    expect((await say({ utterance: 'hello' })).status).toBe(200)
  })

  it.each([
    ['of rules, with uids', { utterance: 'hello' }, true],
    ['of rules, without', { utterance: 'hello' }, false],
    ['of the model, with uids', { utterance: 'why?' }, true],
    ['of the model, without', { utterance: 'why?' }, false],
    ['of one user', { utterance: 'why?', uid: 'ann' }, false],
  ])('Conversation cap: never one more, whoever asks at the same time, for answers %s', async (_what, body, uids) => {
    const { say, store, account } = await startServer({ perUid: 50, plan: { conversationsPerMonth: 3 } })
    for (let n = 0; n < 2; n++) await answerOf(await say({ utterance: 'hello' }))
    const asked = await Promise.all(
      Array.from({ length: 50 }, (_, n) => say({ ...body, ...(uids && { uid: `user_${n}` }) })),
    )
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const response of asked.filter(({ status }) => status !== 200)) {
      expect(response.headers.get('retry-after')).not.toBeNull()
      expect(await problemOf(response)).toMatchObject({ status: 429, code: 'conversation_cap_reached' })
    }
    expect(await store.usage.thisMonth(account)).toBe(3)
    const rows = await store.usage.rows({ account, from: '0000', to: '9999' })
    expect(rows.reduce((sum, { conversations }) => sum + conversations, 0)).toBe(3)
  })

  it('Conversation cap: whoever finds it reached only when their stream is whole is told so in its last message', async () => {
    const { say, model } = await startServer({ plan: { conversationsPerMonth: 1 } })
    const script = model.script()
    const asked = say({ utterance: 'why?', uid: 'ann', stream: true })
    script.write('Because')
    const response = await asked
    await answerOf(await say({ utterance: 'hello' }))
    script.end()
    const last = JSON.parse((await response.text()).trim().split('\n').at(-1)!)
    expect(last).toMatchObject({ error: { code: 'conversation_cap_reached' } })
  })

  it('Request rate: a token bucket for each key, told in RateLimit headers and Retry-After', async () => {
    let at = 1_700_000_000_000
    const { say, admin, account } = await startServer({
      now: () => at,
      plan: { requests: { perSecond: 0.5, burst: 2 } },
    })
    const first = await say({ utterance: 'hello' })
    expect(first.headers.get('ratelimit-policy')).toBe('"requests";q=2;w=4')
    expect(first.headers.get('ratelimit')).toBe('"requests";r=1;t=2')
    expect(first.headers.get('ratelimit-limit')).toBe('2')
    expect(first.headers.get('ratelimit-remaining')).toBe('1')
    expect(first.headers.get('ratelimit-reset')).toBe('2')
    expect((await say({ utterance: 1 })).status).toBe(400)
    const refused = await say({ utterance: 'hello' })
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(refused.headers.get('ratelimit-remaining')).toBe('0')
    expect(await problemOf(refused)).toMatchObject({ status: 429, code: 'too_many_requests' })
    const { key } = await admin.keys.issue({ account, kind: 'conversation', name: 'another' }, atTerminal)
    expect((await say({ utterance: 'hello', api_key: key })).status).toBe(200)
    at += 2000
    expect((await say({ utterance: 'hello' })).status).toBe(200)
  })
})

describe('Versioning', () => {
  it('the paths carry no version segment', async () => {
    const { request } = await startServer()
    const { paths } = (await (await request('GET', '/openapi.json')).json()) as { paths: object }
    // What is ours besides the specification has one.
    const specified = Object.keys(paths).filter((path) => /^\/(?:api|admin)\b/.test(path))
    expect(specified.join()).not.toMatch(/\/v\d/)
  })

  it('intermediate stream messages have no more than is documented', async () => {
    const { say, model } = await startServer()
    const script = model.script()
    const asked = say({ utterance: 'why?', stream: true })
    script.write('Because')
    const response = await asked
    script.end()
    const [first] = (await response.text()).split('\n')
    expect(JSON.parse(first!)).toEqual({ bestResponse: { utterance: 'Because', is_searching: false } })
  })

  it('bestResponse.scenarioNode is marked as deprecated', async () => {
    const { request } = await startServer({ agents: { guide } })
    const { components } = (await (await request('GET', '/openapi.json')).json()) as {
      components: { schemas: Record<string, { properties: Record<string, object> }> }
    }
    expect(components.schemas['BestResponse']!.properties['scenarioNode']).toMatchObject({ deprecated: true })
  })
})
