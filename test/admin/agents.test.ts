import { describe, expect, it } from 'vitest'
import { mask } from '../../src/model/management.ts'
import { ann, ben, guide, openHouse, refusal, webhook } from './support.ts'

const faultsOf = async (work: Promise<unknown>) => {
  const { code, status, faults } = await refusal(work)
  expect({ code, status }).toEqual({ code: 'invalid_request', status: 400 })
  return Object.fromEntries(faults.map(({ path, message }) => [path, message]))
}

describe('create', () => {
  it('makes an agent with an id of its own, live at once', async () => {
    const { admin, store } = await openHouse()
    const { id, ...rest } = await admin.agents.create({ agent: guide }, ann)
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(rest).toEqual({})
    expect(await store.agents.live(id)).toMatchObject({ account: ann.account, version: 1, document: { agent: guide } })
  })

  it('takes an id that is free, and refuses one that is taken, whoever has it', async () => {
    const { admin } = await openHouse()
    expect(await admin.agents.create({ agent: { ...guide, id: 'guide' } }, ann)).toEqual({ id: 'guide' })
    for (const actor of [ann, ben]) {
      const error = await refusal(admin.agents.create({ agent: { ...guide, id: 'guide' } }, actor))
      expect(error).toMatchObject({ code: 'agent_already_exists', status: 400 })
    }
  })

  it('names every fault at once, by its path', async () => {
    const { admin } = await openHouse()
    const agent = {
      id: '-x',
      displayName: 'x'.repeat(101),
      description: 'x'.repeat(121),
      serviceURL: 'http://example.com',
      scope: 'secret',
      useAIResponse: 'yes',
      llmSettings: { temperature: 1.5, promt: 'Hello' },
      autoResponseSettings: { ruleBasedThresholdLevel: 4 },
      knowledge: { knowledgeDataStore: { knowledgeDataStoreNumCandidates: 31 }, searchQueryPrompt: 'x'.repeat(1501) },
      nickname: null,
    }
    const webhooks = [
      webhook('a', { method: 'PATCH', trigger: { triggerType: 2, condition: 9 } }),
      webhook('b', { ur: 1 }),
    ]
    const faults = await faultsOf(admin.agents.create({ agent, webhooks, issueAgentApiKey: 1, agnet: {} }, ann))
    expect(faults).toEqual({
      'agent.id': 'must be 3 to 64 characters of A-Z, a-z, 0-9, _ and -, beginning with a letter or digit',
      'agent.displayName': 'must have at most 100 characters',
      'agent.description': 'must have at most 120 characters',
      'agent.photoUrl': 'is required',
      'agent.providerName': 'is required',
      'agent.serviceURL': 'must start with https://',
      'agent.scope': 'must be one of public, private',
      'agent.useAIResponse': 'must be true or false',
      'agent.llmSettings.llm': 'is required',
      'agent.llmSettings.temperature': 'must be at most 1',
      'agent.llmSettings.promt': 'is not known here; did you mean prompt?',
      'agent.autoResponseSettings.ruleBasedThresholdLevel': 'must be at most 3',
      'agent.knowledge.knowledgeDataStore.knowledgeDataStoreNumCandidates': 'must be at most 30',
      'agent.knowledge.searchQueryPrompt': 'must have at most 1500 characters',
      'agent.nickname': 'is not known here',
      'webhooks[0].method': 'must be one of GET, POST, PUT, DELETE',
      'webhooks[0].trigger.condition': 'must be one of 0, 1, 2, 3, 4',
      'webhooks[1].ur': 'is not known here; did you mean url?',
      issueAgentApiKey: 'must be true or false',
      agnet: 'is not known here; did you mean agent?',
    })
  })

  it('says what a function call needs', async () => {
    const { admin } = await openHouse()
    const webhooks = [webhook('a', { trigger: { triggerType: 2, condition: 0, functionCallingParametersJson: '[1]' } })]
    expect(await faultsOf(admin.agents.create({ agent: guide, webhooks }, ann))).toEqual({
      'webhooks[0].trigger.functionCallingName': 'is required when triggerType is 2',
      'webhooks[0].trigger.functionCallingDescription': 'is required when triggerType is 2',
      'webhooks[0].trigger.functionCallingParametersJson': 'must be a JSON object written as a string',
    })
  })

  it('tells of webhooks that could never be called, and of schemas that are none', async () => {
    const { admin } = await openHouse()
    const calls = (name: string, more: object = {}) =>
      webhook(name, {
        trigger: {
          ...{ triggerType: 2, condition: 0, functionCallingName: 'look_up', functionCallingDescription: 'Looks up' },
          ...more,
        },
      })
    const takes = (schema: object) => ({ functionCallingParametersJson: JSON.stringify(schema) })
    const when = { condition: 3, conditionValues: ['seat'] }
    const faults = (...webhooks: object[]) => faultsOf(admin.agents.create({ agent: guide, webhooks }, ann))
    const at = 'webhooks[0].trigger.functionCallingParametersJson'
    expect(await faults(calls('a'), calls('b', when))).toEqual({
      'webhooks[1].trigger.functionCallingName': 'is the function of another webhook, which is called instead',
    })
    expect(await faults(webhook('a', { trigger: { triggerType: 0, condition: 1, conditionValues: [' '] } }))).toEqual({
      'webhooks[0].trigger.conditionValues': 'must have a value when there is a condition',
    })
    expect(await faults(calls('a', takes({ type: 'string' })))).toEqual({
      [at]: 'must be the JSON Schema of an object',
    })
    expect(await faults(calls('a', takes({ q: 'string' })))).toEqual({
      [at]: 'is no JSON Schema: there must be an object at q',
    })
    expect(await faults(calls('a', takes({ type: 'object', properties: { q: { type: 'text' } } })))).toEqual({
      [at]: 'is no JSON Schema: there is no such type at q',
    })
    const good = [calls('a', { ...when, ...takes({ q: { type: ['string', 'null'] } }) }), calls('b')]
    expect((await admin.agents.create({ agent: guide, webhooks: good }, ann)).id).toBeTruthy()
  })

  it.each([
    [undefined, { '': 'is required' }],
    [null, { '': 'must be an object' }],
    ['agent', { '': 'must be an object' }],
    [{}, { agent: 'is required' }],
    [{ agent: [] }, { agent: 'must be an object' }],
    [{ agent: guide, webhooks: {} }, { webhooks: 'must be a list' }],
  ])('refuses %j', async (body, faults) => {
    const { admin } = await openHouse()
    expect(await faultsOf(admin.agents.create(body, ann))).toEqual(faults)
  })

  it('refuses a body that is nested without end', async () => {
    const { admin } = await openHouse()
    const payload = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)
    expect(await faultsOf(admin.agents.create({ agent: guide, webhooks: [webhook('a', { payload })] }, ann))).toEqual({
      '': 'must be nested at most 64 deep',
    })
  })

  it('counts the tokens of the prompt', async () => {
    const { admin } = await openHouse()
    const withPrompt = (tokens: number) => ({
      agent: { ...guide, llmSettings: { llm: 'gpt-4o', prompt: Array(tokens).fill('a').join(' ') } },
    })
    expect(await faultsOf(admin.agents.create(withPrompt(6001), ann))).toEqual({
      'agent.llmSettings.prompt': 'must have at most 6000 tokens',
    })
    await admin.agents.create(withPrompt(6000), ann)
  })

  it('reads null as left out', async () => {
    const { admin } = await openHouse()
    const body = { agent: { ...guide, serviceURL: null, llmSettings: null }, webhooks: null, issueAgentApiKey: null }
    const { id } = await admin.agents.create(body, ann)
    expect((await admin.agents.get(id, ann)).document).toMatchObject({ agent: guide, webhooks: [] })
  })

  it('issues a key for the agent when asked to', async () => {
    const { admin } = await openHouse()
    const { id, issuedAgentApiKey } = await admin.agents.create({ agent: guide, issueAgentApiKey: true }, ann)
    expect(issuedAgentApiKey).toMatch(/^pak_[\w-]{43}$/)
    expect(await admin.keys.verify(issuedAgentApiKey!)).toMatchObject({
      kind: 'agent',
      agent: id,
      account: ann.account,
    })
  })

  it('warns of models that will not answer', async () => {
    const info = { upstream: 'm', provider: 'p', vision: false, tools: true, contextTokens: 8000 }
    const { admin } = await openHouse({
      models: (id) => (id === 'gpt-4' ? undefined : id === 'palm2' ? { ...info, warning: 'It is retired.' } : info),
    })
    const warningsWith = async (settings: object) =>
      (await admin.agents.create({ agent: { ...guide, ...settings } }, ann)).warnings
    expect(await warningsWith({ llmSettings: { llm: 'gpt-4o' } })).toBeUndefined()
    expect(await warningsWith({ llmSettings: { llm: 'palm2' } })).toEqual([
      { path: 'agent.llmSettings.llm', message: 'It is retired.' },
    ])
    expect(await warningsWith({ llmSettings: { llm: 'gpt-4' } })).toMatchObject([{ path: 'agent.llmSettings.llm' }])
    expect(await warningsWith({})).toMatchObject([{ path: 'agent.llmSettings' }])
    expect(await warningsWith({ useAIResponse: false })).toBeUndefined()
    const retired = { ...guide, id: 'retired', llmSettings: { llm: 'palm2' } }
    await admin.agents.create({ agent: retired }, ann)
    expect((await admin.agents.get('retired', ann)).warnings).toMatchObject([{ message: 'It is retired.' }])
  })
})

describe('the first agent', () => {
  it('is not made over HTTP', async () => {
    const { admin } = await openHouse()
    const http = { ...ann, door: 'http' as const }
    const required = { code: 'first_agent_required', status: 403 }
    expect(await refusal(admin.agents.create({ agent: guide }, http))).toMatchObject(required)
    expect(await refusal(admin.agents.update({ agent: { id: 'guide' } }, http))).toMatchObject(required)
    expect(await refusal(admin.agents.create({ agent: {} }, http))).toMatchObject({ code: 'invalid_request' })
    const { id } = await admin.agents.create({ agent: guide }, ann)
    await admin.agents.remove(id, http)
    await admin.agents.create({ agent: guide }, http)
  })
})

describe('update', () => {
  it('merges key by key, clears with null, and publishes at once', async () => {
    const { admin, store } = await openHouse()
    const agent = {
      ...guide,
      id: 'guide',
      serviceURL: 'https://example.com',
      llmSettings: { llm: 'gpt-4o', temperature: 0.2, prompt: 'Be kind.' },
      knowledge: { knowledgeDataStore: { useKnowledgeDataStore: true, knowledgeDataStoreNumCandidates: 3 } },
    }
    await admin.agents.create({ agent }, ann)
    const change = {
      id: 'guide',
      displayName: 'New guide',
      serviceURL: null,
      llmSettings: { temperature: null, prompt: 'Be brief.' },
      knowledge: { knowledgeDataStore: { knowledgeDataStoreNumCandidates: 5 } },
    }
    expect(await admin.agents.update({ agent: change }, { ...ann, author: 'console:ben' })).toEqual({ id: 'guide' })
    const { id: _, serviceURL: __, ...kept } = agent
    expect((await store.agents.live('guide'))!.document.agent).toEqual({
      ...kept,
      displayName: 'New guide',
      llmSettings: { llm: 'gpt-4o', prompt: 'Be brief.' },
      knowledge: { knowledgeDataStore: { useKnowledgeDataStore: true, knowledgeDataStoreNumCandidates: 5 } },
    })
    expect(await admin.agents.versions('guide', ann)).toMatchObject([
      { version: 2, author: 'console:ben' },
      { version: 1, author: 'console:ann' },
    ])
    expect((await store.agents.version('guide', 1))!.document.agent.displayName).toBe('Guide')
  })

  it('keeps what it is not told of: rules, replies and webhooks', async () => {
    const { admin, store } = await openHouse()
    await admin.agents.create({ agent: { ...guide, id: 'guide' }, webhooks: [webhook('a')] }, ann)
    const { document } = (await store.agents.live('guide'))!
    const rules = [{ when: ['hello'], say: 'Hello!' }]
    await store.db.batch(
      store.agents.publishSteps({ id: 'guide', base: 1, document: { ...document, rules }, author: 'x' }),
    )
    await admin.agents.update({ agent: { id: 'guide', scope: 'public' } }, ann)
    expect((await admin.agents.get('guide', ann)).document).toMatchObject({ rules, webhooks: [{ name: 'a' }] })
  })

  it('refuses to leave an agent that is not whole', async () => {
    const { admin } = await openHouse()
    await admin.agents.create({ agent: { ...guide, id: 'guide' } }, ann)
    expect(await faultsOf(admin.agents.update({ agent: {} }, ann))).toEqual({ 'agent.id': 'is required' })
    expect(
      await faultsOf(admin.agents.update({ agent: { id: 'guide', displayName: null, llm: 1, scope: 'x' } }, ann)),
    ).toEqual({
      'agent.displayName': 'must be a string',
      'agent.llm': 'is not known here; did you mean llmSettings?',
      'agent.scope': 'must be one of public, private',
    })
    expect(
      await faultsOf(admin.agents.update({ agent: { id: 'guide', llmSettings: { temperature: 0 } } }, ann)),
    ).toEqual({
      'agent.llmSettings.llm': 'is required',
    })
  })

  it('tells unknown, foreign and malformed ids apart', async () => {
    const { admin } = await openHouse()
    await admin.agents.create({ agent: { ...guide, id: 'guide' } }, ann)
    const asked = (id: string) => refusal(admin.agents.update({ agent: { id } }, ben))
    expect(await asked('nobody')).toMatchObject({ status: 404, code: 'agent_not_found' })
    expect(await asked('guide')).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await asked('a b')).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('loses nothing when two admins save at the same time', async () => {
    const { admin, store } = await openHouse()
    await admin.agents.create({ agent: { ...guide, id: 'guide' } }, ann)
    const changes = [{ displayName: 'A' }, { description: 'B' }, { providerName: 'C' }, { scope: 'public' }]
    await Promise.all(changes.map((change) => admin.agents.update({ agent: { id: 'guide', ...change } }, ann)))
    expect(await store.agents.live('guide')).toMatchObject({
      version: 5,
      document: { agent: { displayName: 'A', description: 'B', providerName: 'C', scope: 'public' } },
    })
  })

  it('issues another key, and the older one stays valid', async () => {
    const { admin } = await openHouse()
    const agent = { ...guide, id: 'guide' }
    const first = await admin.agents.create({ agent, issueAgentApiKey: true }, ann)
    const second = await admin.agents.update({ agent: { id: 'guide' }, issueAgentApiKey: true }, ann)
    expect(second.issuedAgentApiKey).not.toBe(first.issuedAgentApiKey)
    for (const { issuedAgentApiKey } of [first, second]) {
      expect(await admin.keys.verify(issuedAgentApiKey!)).toMatchObject({ agent: 'guide' })
    }
  })
})

describe('webhooks', () => {
  const token = { key: 'Authorization', value: 'Bearer of-ann' }

  it('show their secret once, and their authentication headers never', async () => {
    const { admin, store, secrets } = await openHouse()
    const webhooks = [webhook('a', { authHeaders: [token], headers: [{ key: 'X-Kind', value: 'a' }] }), webhook('b')]
    const saved = await admin.agents.create({ agent: { ...guide, id: 'guide' }, webhooks }, ann)
    expect(saved.webhookSecrets).toEqual([
      { name: 'a', secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) },
      { name: 'b', secret: expect.stringMatching(/^whsec_/) },
    ])
    const shown = (await admin.agents.get('guide', ann)).document.webhooks
    expect(shown).toMatchObject([
      { authHeaders: [{ key: 'Authorization', value: mask }], headers: [{ key: 'X-Kind', value: 'a' }] },
      { name: 'b' },
    ])
    expect((await admin.agents.list(ann))[0]!.document.webhooks).toEqual(shown)
    const stored = (await store.agents.live('guide'))!.document.webhooks[0]!.authHeaders![0]!.value
    expect(stored).not.toContain('of-ann')
    expect(secrets.open(stored, 'agent:guide')).toBe(token.value)
  })

  it('keep secrets by their name, also masked ones', async () => {
    const { admin, store, secrets, db } = await openHouse()
    const twice = [token, { ...token, value: 'Bearer second' }]
    const webhooks = [webhook('a', { authHeaders: twice }), webhook('b')]
    await admin.agents.create({ agent: { ...guide, id: 'guide' }, webhooks }, ann)
    const rows = () => db.query.selectFrom('webhook_secret').selectAll().orderBy('name').execute()
    const before = await rows()

    const masked = [
      { key: 'authorization', value: mask },
      { key: 'Authorization', value: mask },
      { key: 'X-New', value: 'n' },
    ]
    const change = {
      agent: { id: 'guide' },
      webhooks: [webhook('c'), webhook('a', { url: 'https://example.com/2', authHeaders: masked })],
    }
    const saved = await admin.agents.update(change, ann)
    expect(saved.webhookSecrets).toEqual([{ name: 'c', secret: expect.any(String) }])
    const after = await rows()
    expect(after.map(({ name }) => name)).toEqual(['a', 'c'])
    expect(after[0]).toEqual(before[0])
    const { webhooks: stored } = (await store.agents.live('guide'))!.document
    expect(stored[1]!.authHeaders!.map(({ value }) => secrets.open(value, 'agent:guide'))).toEqual([
      'Bearer of-ann',
      'Bearer second',
      'n',
    ])
    await admin.agents.update({ agent: { id: 'guide' }, webhooks: null }, ann)
    expect(await rows()).toEqual([])
  })

  it('refuse a mask with nothing behind it, and one name for two', async () => {
    const { admin } = await openHouse()
    const masked = { authHeaders: [{ key: 'Authorization', value: mask }] }
    const faults = {
      'webhooks[0].authHeaders[0].value': expect.stringContaining('masked'),
      'webhooks[1].name': expect.any(String),
    }
    const webhooks = [webhook('a', masked), webhook('a')]
    expect(await faultsOf(admin.agents.create({ agent: guide, webhooks }, ann))).toEqual(faults)
    await admin.agents.create({ agent: { ...guide, id: 'guide' } }, ann)
    expect(await faultsOf(admin.agents.update({ agent: { id: 'guide' }, webhooks }, ann))).toEqual(faults)
  })

  it('are created 300 ms apart for each account', async () => {
    const { admin, clock } = await openHouse()
    await admin.agents.create({ agent: { ...guide, id: 'guide' }, webhooks: [webhook('a')] }, ann)
    expect(clock.slept).toEqual([])
    await admin.agents.update({ agent: { id: 'guide' }, webhooks: [webhook('a'), webhook('b')] }, ann)
    expect(clock.slept).toEqual([300])
    clock.now += 300
    await admin.agents.create({ agent: guide, webhooks: [webhook('a'), webhook('b'), webhook('c')] }, ann)
    expect(clock.slept).toEqual([300, 600])
    await admin.agents.update({ agent: { id: 'guide' }, webhooks: [webhook('a')] }, ann)
    await admin.agents.create({ agent: guide, webhooks: [webhook('a')] }, ben)
    expect(clock.slept).toEqual([300, 600])
  })
})

describe('the plan', () => {
  it('limits agents', async () => {
    const { admin } = await openHouse({ plan: { agents: 2 } })
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => admin.agents.create({ agent: guide }, ann)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const error = await refusal(admin.agents.create({ agent: guide }, ann))
    expect(error).toMatchObject({ code: 'agent_limit_exceeded', status: 400 })
    await admin.agents.create({ agent: guide }, ben)
  })

  it('limits webhooks of all agents together, and leaves nothing behind', async () => {
    const { admin } = await openHouse({ plan: { webhooks: 2 } })
    await admin.agents.create({ agent: { ...guide, id: 'guide' }, webhooks: [webhook('a')] }, ann)
    const two = [webhook('x'), webhook('y')]
    const exceeded = { code: 'webhook_limit_exceeded', status: 400 }
    expect(await refusal(admin.agents.create({ agent: guide, webhooks: two }, ann))).toMatchObject(exceeded)
    expect(await admin.agents.list(ann)).toHaveLength(1)
    await admin.agents.update({ agent: { id: 'guide' }, webhooks: two }, ann)
    const three = [...two, webhook('z')]
    expect(await refusal(admin.agents.update({ agent: { id: 'guide' }, webhooks: three }, ann))).toMatchObject(exceeded)
  })

  it('holds when two agents get webhooks at the same time', async () => {
    const { admin, db } = await openHouse({ plan: { webhooks: 2 } })
    const create = () => admin.agents.create({ agent: guide, webhooks: [webhook('a'), webhook('b')] }, ann)
    const results = await Promise.allSettled([create(), create()])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await db.query.selectFrom('webhook_secret').selectAll().execute()).toHaveLength(2)
    expect(await admin.agents.list(ann)).toHaveLength(1)
  })
})

describe('remove', () => {
  it('frees the id for a new agent', async () => {
    const { admin, store } = await openHouse()
    const create = (displayName: string) => admin.agents.create({ agent: { ...guide, id: 'guide', displayName } }, ann)
    await create('First')
    await store.agents.live('guide')
    await admin.agents.remove('guide', ann)
    await create('Second')
    expect((await store.agents.live('guide'))!.document.agent.displayName).toBe('Second')
  })

  it('takes the agent with its keys and secrets, and nothing of others', async () => {
    const { admin, db } = await openHouse()
    const body = { agent: guide, webhooks: [webhook('a')], issueAgentApiKey: true }
    const gone = await admin.agents.create(body, ann)
    const kept = await admin.agents.create(body, ann)
    await admin.agents.remove(gone.id, ann)
    expect((await admin.agents.list(ann)).map(({ id }) => id)).toEqual([kept.id])
    expect(await admin.keys.verify(gone.issuedAgentApiKey!)).toBeUndefined()
    expect(await admin.keys.verify(kept.issuedAgentApiKey!)).toBeDefined()
    expect(await db.query.selectFrom('webhook_secret').select('agent').execute()).toEqual([{ agent: kept.id }])
  })

  it('tells unknown, foreign and malformed ids apart', async () => {
    const { admin } = await openHouse()
    await admin.agents.create({ agent: { ...guide, id: 'guide' } }, ann)
    expect(await refusal(admin.agents.remove('a b', ann))).toMatchObject({ status: 400, code: 'invalid_agent_id' })
    expect(await refusal(admin.agents.remove('nobody', ann))).toMatchObject({ status: 404, code: 'agent_not_found' })
    expect(await refusal(admin.agents.remove('guide', ben))).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await refusal(admin.agents.get('guide', ben))).toMatchObject({ status: 403 })
    await admin.agents.remove('guide', ann)
    expect(await refusal(admin.agents.remove('guide', ann))).toMatchObject({ status: 404 })
  })
})
