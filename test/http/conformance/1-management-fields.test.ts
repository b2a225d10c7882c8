import { describe, expect, it } from 'vitest'
import { llmIds } from '../../../src/model/agent.ts'
import { mask } from '../../../src/model/management.ts'
import { json, settings, startManagement, webhook } from './support.ts'

describe('Agent management request body (create and update)', () => {
  it('agent: Object, required', async () => {
    const { create, update, pathsOf } = await startManagement()
    for (const send of [create, update]) {
      expect(await pathsOf(await send({}))).toEqual(['agent'])
      expect(await pathsOf(await send({ agent: 'guide' }))).toEqual(['agent'])
    }
  })

  it('webhooks: Array[Object], optional', async () => {
    const { create, update, kept, pathsOf } = await startManagement()
    expect((await kept(await create({ agent: settings }))).webhooks).toEqual([])
    expect((await kept(await create({ agent: settings, webhooks: [webhook] }))).webhooks).toEqual([webhook])
    expect((await kept(await update({ agent: { id: 'guide' }, webhooks: [webhook] }))).webhooks).toEqual([webhook])
    expect(await pathsOf(await create({ agent: settings, webhooks: webhook }))).toEqual(['webhooks'])
  })

  it('issueAgentApiKey: boolean, optional', async () => {
    const { create, update, pathsOf } = await startManagement()
    expect(await json(await create({ agent: settings, issueAgentApiKey: true }))).toHaveProperty('issuedAgentApiKey')
    expect(await json(await create({ agent: settings, issueAgentApiKey: false }))).not.toHaveProperty(
      'issuedAgentApiKey',
    )
    expect(await json(await update({ agent: { id: 'guide' }, issueAgentApiKey: true }))).toHaveProperty(
      'issuedAgentApiKey',
    )
    expect(await pathsOf(await create({ agent: settings, issueAgentApiKey: 'yes' }))).toEqual(['issueAgentApiKey'])
  })
})

describe('agent object', () => {
  it('id: string, required on update only', async () => {
    const { create, update, pathsOf } = await startManagement()
    expect((await create({ agent: settings })).status).toBe(201)
    expect(await json(await create({ agent: { ...settings, id: 'mine' } }))).toEqual({ id: 'mine' })
    expect(await pathsOf(await create({ agent: { ...settings, id: 7 } }))).toEqual(['agent.id'])
    expect(await pathsOf(await update({ agent: settings }))).toEqual(['agent.id'])
    expect((await update({ agent: { id: 'mine' } })).status).toBe(200)
  })

  it.each([
    ['displayName', 'At most 100 characters', 100],
    ['description', 'At most 120 characters', 120],
    ['providerName', 'At most 60 characters', 60],
  ])('%s: string, required. %s', async (name, _rule, most) => {
    const { settingsOf, faultsOfSettings } = await startManagement()
    const longest = '名'.repeat(most)
    expect(await settingsOf({ [name]: longest })).toMatchObject({ [name]: longest })
    for (const wrong of [`${longest}x`, undefined, null, 7]) {
      expect(await faultsOfSettings({ [name]: wrong })).toEqual([`agent.${name}`])
    }
  })

  it('photoUrl: string, required. Avatar image URL', async () => {
    const { create, say, faultsOfSettings } = await startManagement()
    await create({ agent: { ...settings, id: 'seen', photoUrl: 'https://example.com/seen.png' } })
    const answer = await json(await say({ agent_id: 'seen', utterance: '' }))
    expect(answer).toMatchObject({ avatarIconUrl: 'https://example.com/seen.png' })
    for (const wrong of [
      undefined,
      null,
      7,
      'not an address',
      'javascript:alert(1)',
      'https://',
      'https://a b',
      'data:text/html,x',
    ])
      expect(await faultsOfSettings({ photoUrl: wrong })).toEqual(['agent.photoUrl'])
    for (const wrong of ['https://', 'https://a b', 'http://example.com'])
      expect(await faultsOfSettings({ serviceURL: wrong })).toEqual(['agent.serviceURL'])
  })

  it('serviceURL: string, optional. Must start with https://', async () => {
    const { settingsOf, faultsOfSettings } = await startManagement()
    expect(await settingsOf({})).not.toHaveProperty('serviceURL')
    expect(await settingsOf({ serviceURL: 'https://example.com/' })).toMatchObject({
      serviceURL: 'https://example.com/',
    })
    for (const wrong of ['http://example.com/', 'example.com', '', 7]) {
      expect(await faultsOfSettings({ serviceURL: wrong })).toEqual(['agent.serviceURL'])
    }
  })

  it('scope: string, required. public or private', async () => {
    const { settingsOf, faultsOfSettings } = await startManagement()
    for (const scope of ['public', 'private']) expect(await settingsOf({ scope })).toMatchObject({ scope })
    for (const wrong of ['secret', undefined, null])
      expect(await faultsOfSettings({ scope: wrong })).toEqual(['agent.scope'])
  })

  it('useAIResponse: boolean, optional. Default true', async () => {
    const { create, say, model, faultsOfSettings } = await startManagement()
    const llmSettings = { llm: 'gpt-4o' }
    await create({ agent: { ...settings, id: 'thinks', llmSettings } })
    await create({ agent: { ...settings, id: 'follows', llmSettings, useAIResponse: false } })
    const script = model.script()
    script.write('I think')
    script.end()
    const best = async (agent_id: string) => (await json(await say({ agent_id, utterance: 'why?' })))['bestResponse']
    expect(await best('thinks')).toMatchObject({ utterance: 'I think', isAutoResponse: true })
    expect(await best('follows')).toMatchObject({ isAutoResponse: false })
    expect(await faultsOfSettings({ useAIResponse: 'yes' })).toEqual(['agent.useAIResponse'])
  })

  it.each(['llmSettings', 'autoResponseSettings', 'knowledge'])('%s: Object. May be left out', async (name) => {
    const { settingsOf, faultsOfSettings } = await startManagement()
    expect(await settingsOf({})).not.toHaveProperty(name)
    expect(await faultsOfSettings({ [name]: 'text' })).toEqual([`agent.${name}`])
  })
})

/** Optional settings, one a row: a value that is kept and values that are refused. */
async function settingIs(
  path: string,
  good: readonly unknown[],
  bad: readonly unknown[],
  beside: object = {},
): Promise<void> {
  const { settingsOf, faultsOfSettings } = await startManagement()
  const names = path.split('.')
  const put = (value: unknown) =>
    names.reduceRight<unknown>((inner, name, i) => (i === 1 ? { ...beside, [name]: inner } : { [name]: inner }), value)
  for (const value of good) expect(await settingsOf(put(value) as never)).toMatchObject(put(value) as never)
  for (const value of bad) expect(await faultsOfSettings(put(value) as never)).toEqual([`agent.${path}`])
}

describe('llmSettings', () => {
  it('llm: string, required. One of the LLM identifiers', async () => {
    const { settingsOf, faultsOfSettings } = await startManagement()
    expect(llmIds).toHaveLength(31)
    for (const llm of llmIds) expect(await settingsOf({ llmSettings: { llm } })).toMatchObject({ llmSettings: { llm } })
    for (const llmSettings of [{}, { llm: 'gpt-99' }, { llm: null }]) {
      expect(await faultsOfSettings({ llmSettings })).toEqual(['agent.llmSettings.llm'])
    }
  })

  it('temperature: number, optional. 0 to 1', () =>
    settingIs('llmSettings.temperature', [0, 0.5, 1], [-0.1, 1.1, '0.5'], { llm: 'gpt-4o' }))

  it('prompt: string, optional. At most 6000 tokens', async () => {
    const { settingsOf, faultsOfSettings } = await startManagement({
      exceedsTokens: async (text, max) => text.length > max,
    })
    const prompt = 'x'.repeat(6000)
    expect(await settingsOf({ llmSettings: { llm: 'gpt-4o', prompt } })).toMatchObject({ llmSettings: { prompt } })
    for (const wrong of [`${prompt}x`, 7]) {
      expect(await faultsOfSettings({ llmSettings: { llm: 'gpt-4o', prompt: wrong } })).toEqual([
        'agent.llmSettings.prompt',
      ])
    }
  })

  it.each([
    [
      'OpenAI family',
      'gpt-3.5-turbo, gpt-3.5-turbo-16k, gpt-3.5-turbo-0613, gpt-3.5-turbo-0125, gpt-4, gpt-4-0613, gpt-4-32k, gpt-4-turbo, gpt-4-0125-preview, gpt-4-turbo-vision, gpt-4-vision-preview, gpt-4o, gpt-4o-mini, o1-preview, o1-mini',
    ],
    ['Google family', 'palm2, gemini-pro, gemini-1.5-pro-latest, gemini-1.5-flash'],
    [
      'Anthropic family',
      'claude-3-sonnet-20240229, claude-3-opus-20240229, claude-3-haiku-20240307, claude-3-5-sonnet-20240620',
    ],
    [
      'Others',
      'llama3-8b-8192, llama3-70b-8192, llama-3.1-8b-instant, llama-3.1-70b-versatile, llama-3.1-405b-reasoning, mixtral-8x7b-32768, gemma-7b-it, custom-azure-openai',
    ],
  ])('Allowed llm values, %s', (_family, ids) => {
    expect(llmIds).toEqual(expect.arrayContaining(ids.split(', ')))
  })
})

describe('autoResponseSettings', () => {
  it.each(['stream', 'shouldUseHtmlResponse', 'shouldAutoGenerateUI'])('%s: boolean, optional', (name) =>
    settingIs(`autoResponseSettings.${name}`, [true, false], ['yes', 1]),
  )

  it('ruleBasedThresholdLevel: number, optional. 0 to 3', () =>
    settingIs('autoResponseSettings.ruleBasedThresholdLevel', [0, 1, 2, 3], [-1, 4, 1.5, '2']))
})

describe('knowledge', () => {
  const store = 'knowledge.knowledgeDataStore'

  it('knowledgeDataStore.useKnowledgeDataStore: boolean, optional', () =>
    settingIs(`${store}.useKnowledgeDataStore`, [true, false], ['yes', 1]))

  it('knowledgeDataStore.knowledgeDataStoreNumCandidates: number, optional. 0 to 30', () =>
    settingIs(`${store}.knowledgeDataStoreNumCandidates`, [0, 30], [-1, 31, '3']))

  it('knowledgeDataStore.knowledgeDataStoreCandidateScoreThreshold: number, optional. 0 to 1', () =>
    settingIs(`${store}.knowledgeDataStoreCandidateScoreThreshold`, [0, 0.35, 1], [-0.1, 1.1, '1']))

  it('knowledgeDataStore.shouldSendDataStoreResultEmail: boolean, optional', () =>
    settingIs(`${store}.shouldSendDataStoreResultEmail`, [true, false], ['yes', 1]))

  it('searchQueryPrompt: string, optional. At most 1500 characters', () =>
    settingIs('knowledge.searchQueryPrompt', ['x'.repeat(1500)], ['x'.repeat(1501), 7]))
})

/** A field of a webhook: values that are kept and values that are refused. */
async function webhookFieldIs(
  name: string,
  good: readonly unknown[],
  bad: readonly unknown[],
  required = false,
): Promise<void> {
  const { webhookOf, faultsOfWebhook } = await startManagement()
  for (const value of good) expect(await webhookOf({ [name]: value })).toMatchObject({ [name]: value })
  for (const value of bad)
    expect((await faultsOfWebhook({ [name]: value }))[0]).toMatch(new RegExp(`^webhooks\\[0\\]\\.${name}`))
  if (required) expect(await faultsOfWebhook({ [name]: undefined })).toEqual([`webhooks[0].${name}`])
  else await webhookOf({ [name]: undefined })
}

describe('webhook object', () => {
  it('name: string, required', () => webhookFieldIs('name', ['My hook'], ['', 7, null], true))

  it('method: string, required. GET, POST, PUT or DELETE', () =>
    webhookFieldIs('method', ['GET', 'POST', 'PUT', 'DELETE'], ['PATCH', 'post', 7], true))

  it('url: string, required', () =>
    webhookFieldIs(
      'url',
      ['https://example.com/a?b=c', 'http://example.com/'],
      ['example.com', 'ftp://example.com/', 7],
      true,
    ))

  it('headers: Array[Object], optional. Each item has key and value (strings)', () =>
    webhookFieldIs(
      'headers',
      [[{ key: 'X-Team', value: 'a' }], []],
      [{ 'X-Team': 'a' }, [{ key: 'X-Team' }], [{ key: 'X', value: 1 }]],
    ))

  it('authHeaders: Array[Object], optional. Each item has key and value (strings); never shown again', async () => {
    const { webhookOf, faultsOfWebhook } = await startManagement()
    const shown = await webhookOf({ authHeaders: [{ key: 'Authorization', value: 'Bearer secret' }] })
    expect(shown).toMatchObject({ authHeaders: [{ key: 'Authorization', value: mask }] })
    expect(await faultsOfWebhook({ authHeaders: [{ key: 'Authorization' }] })).toEqual([
      'webhooks[0].authHeaders[0].value',
    ])
  })

  it('trigger: Object, required', () =>
    webhookFieldIs('trigger', [{ triggerType: 1, condition: 0 }], ['now', {}], true))

  it.each(['useResponseInPrompt', 'isEnable'])('%s: boolean, optional', (name) =>
    webhookFieldIs(name, [true, false], ['yes', 1]),
  )

  it('promptPrefix: string, optional', () => webhookFieldIs('promptPrefix', ['The weather:'], [7, {}]))
})

describe('trigger object', () => {
  const trigger = { triggerType: 0, condition: 0 }
  const ofFunction = {
    triggerType: 2,
    condition: 0,
    functionCallingName: 'look_up',
    functionCallingDescription: 'Looks up',
  }

  async function triggerIs(
    name: string,
    good: readonly unknown[],
    bad: readonly unknown[],
    beside: object = trigger,
  ): Promise<void> {
    const { webhookOf, faultsOfWebhook } = await startManagement()
    for (const value of good) {
      const sent = { trigger: { ...beside, [name]: value } }
      expect(await webhookOf(sent)).toMatchObject(JSON.parse(JSON.stringify(sent)))
    }
    for (const value of bad) {
      const [first] = await faultsOfWebhook({ trigger: { ...beside, [name]: value } })
      expect(first).toMatch(new RegExp(`^webhooks\\[0\\]\\.trigger\\.${name}`))
    }
  }

  it('triggerType: number, required. 0 on user utterance, 1 on agent response, 2 on function call', () =>
    triggerIs('triggerType', [0, 1, 2], [3, '0', undefined], ofFunction))

  it('condition: number, required. 0 none, 1 exact, 2 partial, 3 state exists, 4 state does not exist', () =>
    triggerIs('condition', [0, 1, 2, 3, 4], [5, '0', undefined], { ...trigger, conditionValues: ['a'] }))

  it('conditionValues: Array[string], optional', () =>
    triggerIs('conditionValues', [['a', 'b'], [], undefined], ['a', [1]]))

  it('functionCallingDescription: string, required when triggerType = 2', async () => {
    await triggerIs('functionCallingDescription', ['Looks up'], [undefined, ''], ofFunction)
    await triggerIs('functionCallingDescription', [undefined], [7])
  })

  it('functionCallingName: string, required when triggerType = 2. English characters only', async () => {
    await triggerIs('functionCallingName', ['look_up'], [undefined, '調べる', 'look up', ''], ofFunction)
    await triggerIs('functionCallingName', [undefined], [7])
  })

  it('functionCallingParametersJson: string, optional. The parameters as a JSON string', () =>
    triggerIs('functionCallingParametersJson', ['{"type":"object"}', undefined], ['{', '[]', {}], ofFunction))
})

describe('Agent management response (create success)', () => {
  it('id: string. Generated agent identifier', async () => {
    const { create } = await startManagement()
    const { id } = await json(await create({ agent: settings }))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  })

  it('issuedAgentApiKey: string. Present only when issueAgentApiKey was true; opens that agent', async () => {
    const { create, say } = await startManagement()
    expect(Object.keys(await json(await create({ agent: settings })))).toEqual(['id'])
    const { issuedAgentApiKey } = await json(
      await create({ agent: { ...settings, id: 'mine' }, issueAgentApiKey: true }),
    )
    expect((await say({ agent_id: 'mine', utterance: '', api_key: issuedAgentApiKey })).status).toBe(200)
    expect((await say({ agent_id: 'guide', utterance: '', api_key: issuedAgentApiKey })).status).toBe(400)
  })
})
