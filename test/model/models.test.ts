import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Endpoints, endpointsFromEnv } from '../../src/drivers/llm/endpoints.ts'
import { resolveModel } from '../../src/drivers/llm/resolve.ts'
import { createModelNames } from '../../src/lib/model-names.ts'
import { llmIds } from '../../src/model/agent.ts'
import { modelsSchema } from '../../src/model/models.ts'

const file = () => parse(readFileSync(new URL('../../config/models.yaml', import.meta.url), 'utf8'))
const models = modelsSchema.parse(file())

const env = {
  OPENAI_API_KEY: 'k1',
  GOOGLE_API_KEY: 'k2',
  ANTHROPIC_API_KEY: 'k3',
  GROQ_API_KEY: 'k4',
  AZURE_OPENAI_API_KEY: 'k5',
  AZURE_OPENAI_ENDPOINT: 'https://ann.openai.azure.example.com/',
  AZURE_OPENAI_DEPLOYMENT: 'bens-deployment',
}
const azure = Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('AZURE')))
const own = { PARLEY_LLM_BASE_URL: 'http://127.0.0.1:11434/v1' }
const everything = endpointsFromEnv(models, env)
const infoOf = (id: string, today: string, endpoints: Endpoints = everything) =>
  resolveModel(models, endpoints, id, today)?.info

describe('config/models.yaml', () => {
  test('has every id of the specification, each with its own vendor', () => {
    expect(Object.keys(models.ids)).toHaveLength(31)
    expect(new Set(Object.keys(models.ids))).toEqual(new Set(llmIds))
    const vendor = (id: string) => {
      if (/^(gpt|o1)-/.test(id)) return 'openai'
      if (/^(gemini|palm)/.test(id)) return 'google'
      if (id.startsWith('claude')) return 'anthropic'
      return id === 'custom-azure-openai' ? 'azure' : 'groq'
    }
    for (const id of llmIds) expect(models.ids[id].provider).toBe(vendor(id))
  })

  test.each(['2026-11-21', '2027-06-01'])(
    'on %s no id is asked of another vendor, or silently of a successor',
    (today) => {
      for (const id of llmIds) {
        const info = infoOf(id, today)!
        const { provider, model } = models.ids[id]
        expect(info.provider).toBe(provider)
        if (provider !== 'azure') expect(models.providers[provider]!.models).toHaveProperty([info.upstream])
        if (info.upstream !== model && provider !== 'azure') expect(info.warning).toContain(info.upstream)
      }
    },
  )

  test('every fault is named with its path', () => {
    const broken = file()
    delete broken.ids['gpt-4o']
    broken.ids.palm2.provider = 'nobody'
    broken.ids['gpt-4'].model = 'gpt-5000'
    broken.ids['gpt-7'] = { provider: 'openai', model: 'gpt-4o' }
    const { openai, groq } = broken.providers
    openai.baseUrl = 'api.openai.com'
    openai.models['gpt-4o'].visoin = true
    groq.models['mixtral-8x7b-32768'].retiredOn = 'last spring'
    openai.models['gpt-6-luna'].parameters.stream = false
    const paths = modelsSchema.safeParse(broken).error!.issues.map(({ path }) => path.join('.'))
    expect(paths.sort()).toEqual([
      'ids',
      'ids.gpt-4o',
      'providers.groq.models.mixtral-8x7b-32768.retiredOn',
      'providers.openai.baseUrl',
      'providers.openai.models.gpt-4o',
      'providers.openai.models.gpt-6-luna.parameters',
    ])

    const misled = file()
    misled.ids.palm2.provider = 'nobody'
    misled.ids['gpt-4'].model = 'gpt-5000'
    misled.providers.openai.models['gpt-4o'].successor = 'claude-opus-4-8'
    misled.providers.google.models['gemini-3.8-flash'].successor = 'gemini-2.5-pro'
    misled.providers.groq.models['openai/gpt-oss-20b'] = {
      vision: false,
      retiredOn: '2026-01-01',
      successor: 'llama-3.1-8b-instant',
    }
    expect(
      modelsSchema.safeParse(misled).error!.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
    ).toEqual([
      'providers.openai.models.gpt-4o.successor: claude-opus-4-8 is not a model of openai',
      'providers.google.models.gemini-2.5-pro.successor: leads back to the model itself',
      'providers.google.models.gemini-3.8-flash.successor: needs a retiredOn',
      'providers.google.models.gemini-3.8-flash.successor: leads back to the model itself',
      'providers.groq.models.llama-3.1-8b-instant.successor: leads back to the model itself',
      'providers.groq.models.openai/gpt-oss-20b.successor: leads back to the model itself',
      'ids.gpt-4.model: gpt-5000 is not a model of openai',
      'ids.palm2.provider: nobody is not a provider',
    ])
  })
})

test('a fallback is another model of the provider that can do as much', () => {
  const withFallback = (model: string, fallback: string, more: object = {}) => {
    const changed = file()
    Object.assign(changed.providers.openai.models[model], { fallback }, more)
    return modelsSchema.safeParse(changed).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  }
  const at = 'providers.openai.models.gpt-4o.fallback'
  expect(withFallback('gpt-4o', 'gpt-4o-mini')).toBeUndefined()
  expect(withFallback('gpt-4o', 'gpt-4o')).toEqual([`${at}: is the model itself`])
  expect(withFallback('gpt-4o', 'gemini-2.5-pro')).toEqual([`${at}: gemini-2.5-pro is not a model of openai`])
  expect(withFallback('gpt-4o', 'o1-mini')).toEqual([`${at}: o1-mini lacks what gpt-4o has: vision, tools`])
})

describe('retirement', () => {
  test('a living model is asked itself, with a warning once its end is announced', () => {
    expect(infoOf('gpt-4o', '2027-01-13')).toEqual({
      upstream: 'gpt-4o',
      provider: 'openai',
      vision: true,
      tools: true,
      contextTokens: 128_000,
      warning: 'The vendor retires gpt-4o on 2027-01-14; from then on gpt-6-luna will answer in its place.',
    })
  })

  test('from the day itself the successor answers', () => {
    expect(infoOf('gpt-4o', '2027-01-14')).toEqual({
      upstream: 'gpt-6-luna',
      provider: 'openai',
      vision: true,
      tools: true,
      contextTokens: 744_000,
      warning: 'The vendor has retired gpt-4o (2027-01-14); its successor gpt-6-luna answers in its place.',
    })
  })

  test('retired successors are passed over', () => {
    expect(infoOf('claude-3-opus-20240229', '2026-11-21')!.upstream).toBe('claude-opus-4-8')
    expect(infoOf('gpt-4-32k', '2026-11-21')!.upstream).toBe('gpt-4o')
    expect(infoOf('gpt-4-32k', '2027-02-01')!.upstream).toBe('gpt-6-luna')
    expect(infoOf('gemini-1.5-flash', '2026-12-01')!.upstream).toBe('gemini-3.5-flash-lite')
  })

  test('where no successor is known the warning says so', () => {
    expect(infoOf('palm2', '2026-11-21')!.warning).toBe(
      'The vendor has retired palm2 (2025-04-09) and no successor is known, so it will most likely not answer. ' +
        'Please choose another model.',
    )
    expect(infoOf('gemma-7b-it', '2026-11-21')!.warning).toMatch(/^The vendor has retired gemma-7b-it and no successor/)
  })
})

describe('endpoints', () => {
  test('a provider without its key is not configured', () => {
    const endpoints = endpointsFromEnv(models, { OPENAI_API_KEY: 'k1', GOOGLE_API_KEY: '' })
    expect(endpoints).toEqual({ providers: { openai: { baseUrl: 'https://api.openai.com/v1', apiKey: 'k1' } } })
    expect(infoOf('gemini-pro', '2026-11-21', endpoints)).toBeUndefined()
    expect(infoOf('gpt-4o', '2026-11-21', endpoints)).toBeDefined()
    expect(infoOf('toString', '2026-11-21')).toBeUndefined()
  })

  test('Azure asks for its deployment', () => {
    expect(everything.providers['azure']).toEqual({
      baseUrl: 'https://ann.openai.azure.example.com/openai/v1',
      apiKey: 'k5',
      model: 'bens-deployment',
    })
    expect(infoOf('custom-azure-openai', '2026-11-21')!.upstream).toBe('bens-deployment')
  })

  test('a provider may want its key in a header of its own, and something behind its addresses', () => {
    const changed = file()
    Object.assign(changed.providers.azure, {
      baseUrl: '${AZURE_OPENAI_ENDPOINT}/openai/deployments/${AZURE_OPENAI_DEPLOYMENT}',
      keyHeader: 'api-key',
      query: { 'api-version': '2024-10-21' },
    })
    expect(endpointsFromEnv(modelsSchema.parse(changed), env).providers['azure']).toEqual({
      baseUrl: 'https://ann.openai.azure.example.com/openai/deployments/bens-deployment',
      apiKey: 'k5',
      keyHeader: 'api-key',
      query: { 'api-version': '2024-10-21' },
      model: 'bens-deployment',
    })
  })

  test('an endpoint of the operator serves every id, and no vendor is asked', () => {
    const custom = endpointsFromEnv(models, { ...env, PARLEY_LLM_BASE_URL: 'http://127.0.0.1:11434/v1' })
    for (const id of llmIds) {
      const { provider, model } = models.ids[id]
      const { vision, tools, contextTokens = 32_000 } = models.providers[provider]!.models[model]!
      expect(infoOf(id, '2027-06-01', custom)).toEqual({
        upstream: model,
        provider: 'custom',
        vision,
        tools,
        contextTokens,
      })
    }
  })

  test('PARLEY_LLM_MODEL is asked for all of them, by its own rules where they are known', () => {
    const base = { PARLEY_LLM_BASE_URL: 'http://127.0.0.1:11434/v1', PARLEY_LLM_API_KEY: 'k6' }
    const unknown = endpointsFromEnv(models, { ...base, PARLEY_LLM_MODEL: 'qwen' })
    expect(unknown.all).toEqual({ baseUrl: base.PARLEY_LLM_BASE_URL, apiKey: 'k6', model: 'qwen' })
    expect(infoOf('gpt-4o', '2026-11-21', unknown)).toMatchObject({
      upstream: 'qwen',
      provider: 'custom',
      vision: true,
    })
    const known = endpointsFromEnv(models, { ...base, PARLEY_LLM_MODEL: 'openai/gpt-oss-20b' })
    const target = resolveModel(models, known, 'gpt-4o', '2026-11-21')!
    expect(target.info.vision).toBe(false)
    expect(target.rules.parameters).toEqual({ reasoning_effort: 'low' })
  })
})

test('an agent may be set to a model by its own name once it is configured, and to no other', async () => {
  const bare = createModelNames(undefined)
  expect(await bare.knows('gpt-6-luna')).toBe(false)
  const names = createModelNames(models)
  for (const name of ['gpt-6-luna', 'gpt-4o', 'claude-opus-4-8', 'default']) expect(await names.knows(name)).toBe(true)
  for (const name of ['gpt-4-32k-x', 'o1-previe', 'deployment', 'chat-bison-001', '', 'openai:gpt-9']) {
    expect(await names.knows(name)).toBe(false)
  }
  expect(names.all).toContain('claude-opus-4-8')
})

describe('the default', () => {
  const byDefault = (variables: Record<string, string>, today = '2026-11-21') => {
    const { upstream, provider } =
      resolveModel(models, endpointsFromEnv(models, variables), 'default', today)?.info ?? {}
    return [provider, upstream]
  }

  test.each([
    ['nothing that can be asked', {}, [undefined, undefined]],
    ['the first living model of the first provider with a key', env, ['openai', 'gpt-5.6-terra']],
    ['of the only one', { ANTHROPIC_API_KEY: 'k' }, ['anthropic', 'claude-sonnet-4-6']],
    ['what was chosen', { ...env, PARLEY_LLM_MODEL: 'claude-opus-4-8' }, ['anthropic', 'claude-opus-4-8']],
    ['also by the name that its server knows it by', { ...env, PARLEY_LLM_MODEL: 'groq:qwen-9' }, ['groq', 'qwen-9']],
    ['the successor of one that is gone', { ...env, PARLEY_LLM_MODEL: 'gpt-4' }, ['openai', 'gpt-5.6-sol']],
    ['a deployment', { ...azure }, ['azure', 'bens-deployment']],
    ['what an operator’s own server is asked for', { ...env, ...own, PARLEY_LLM_MODEL: 'qwen' }, ['custom', 'qwen']],
    ['and that alone, though it was not told which', { ...env, ...own }, ['custom', 'default']],
  ])('is %s', (_, variables, expected) => {
    expect(byDefault(variables as Record<string, string>)).toEqual(expected)
  })
})
