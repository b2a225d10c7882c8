import { z } from 'zod'
import { llmIds } from './agent.ts'

/** Set by whoever makes the request, so never by the file. */
const ownParameters = [
  'model',
  'messages',
  'stream',
  'stream_options',
  'temperature',
  'n',
  'tools',
  'tool_choice',
  'response_format',
]

const parametersSchema = z
  .record(z.string(), z.json())
  .refine((parameters) => !ownParameters.some((name) => name in parameters), {
    error: `must not hold ${ownParameters.join(', ')}`,
  })

const amount = z.number().min(0).max(1_000_000)

/** In the file's currency: of a million tokens each, and of a call. */
const priceSchema = z.strictObject({
  input: amount,
  /** Of what the vendor has read before; the price of the input, where it is not said. */
  cached: amount.optional(),
  output: amount,
  perCall: amount.optional(),
})

/** What one model of a provider is like, and how it has to be asked. */
export const modelRulesSchema = z.strictObject({
  vision: z.boolean(),
  /** Can call functions. */
  tools: z.boolean().default(true),
  /** The most tokens a prompt may hold; without it what the server tells, else a number that any of today's takes. */
  contextTokens: z.int().min(1000).optional(),
  /** The most tokens that an answer may have, asked for where a budget of tokens or money counts. */
  outputTokens: z.int().min(16).max(1_000_000).default(4096),
  /** The most tokens that one image may come to: some count far more than others for the same. */
  tokensPerImage: z.int().min(1).max(1_000_000).default(10_000),
  /** What it costs. Without it nobody knows. */
  price: priceSchema.optional(),
  /** Takes the parameter `temperature`. */
  temperature: z.boolean().default(true),
  /** Sent with every request. */
  parameters: parametersSchema.default({}),
  /** The first day (UTC) on which it no longer answers; `unknown`: it is gone, but nobody says since when. */
  retiredOn: z
    .union([z.iso.date(), z.literal('unknown')])
    .nullable()
    .default(null),
  /** The model of the same provider that answers from then on. */
  successor: z.string().nullable().default(null),
  /** The model of the same provider that is asked when this one does not answer. */
  fallback: z.string().nullable().default(null),
})
export type ModelRules = z.infer<typeof modelRulesSchema>

export const environmentName = z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of an environment variable')

const providerSchema = z.strictObject({
  baseUrl: z.string().regex(/^(https?:\/\/\S+|\$\{[A-Z][A-Z0-9_]*\}\S*)$/, 'must be a URL, or begin with ${NAME}'),
  keyEnv: environmentName.optional(),
  /** The header that takes the key as it is; by default `Authorization` takes it as a bearer token. */
  keyHeader: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'must be the name of a header')
    .optional(),
  /** Put behind every address. */
  query: z.record(z.string(), z.string()).optional(),
  modelEnv: environmentName.optional(),
  /** How its server holds a model to a schema: a parameter of its own, or a function that the model has to call. */
  schemas: z.enum(['native', 'tool']).default('native'),
  /** What its server speaks: OpenAI's Chat Completions or its Responses, or Anthropic's Messages. */
  protocol: z.enum(['chat', 'responses', 'messages']).default('chat'),
  /** It finds what it has kept of a prompt's beginning by `prompt_cache_key`. */
  cacheKey: z.boolean().default(false),
  /** The one of its models that judges intents and the like, in place of the one that an agent talks with. */
  judgeModel: z.string().optional(),
  models: z.record(z.string().min(1), modelRulesSchema),
})

export type Protocol = z.infer<typeof providerSchema>['protocol']
export type Schemas = z.infer<typeof providerSchema>['schemas']

/** What writes down voice messages. */
const transcriptionSchema = z.strictObject({
  provider: z.string(),
  model: z.string().min(1),
  /** Without it nobody knows what it costs. */
  perMinute: amount.optional(),
  /** Of one recording: longer ones are not listened to. */
  maxMinutes: z.number().min(0.1).max(120).default(10),
})

/** `config/models.yaml`: the page itself says what its fields mean. */
export const modelsSchema = z
  .strictObject({
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three letters, like USD')
      .default('USD'),
    providers: z.record(z.string().min(1), providerSchema),
    ids: z.record(z.enum(llmIds), z.strictObject({ provider: z.string(), model: z.string() })),
    transcription: transcriptionSchema.optional(),
  })
  .check(({ value, issues }) => {
    const fault = (path: string[], message: string) => issues.push({ code: 'custom', path, message, input: value })
    for (const [name, { models, judgeModel }] of Object.entries(value.providers)) {
      if (judgeModel !== undefined && !Object.hasOwn(models, judgeModel)) {
        fault(['providers', name, 'judgeModel'], `${judgeModel} is not a model of ${name}`)
      }
      for (const [model, rules] of Object.entries(models)) {
        const path = ['providers', name, 'models', model]
        if (rules.fallback !== null) {
          const message = fallbackFault(model, rules.fallback, models, name)
          if (message) fault([...path, 'fallback'], message)
        }
        if (rules.successor === null) continue
        for (const message of successorFaults(model, rules.successor, models, name))
          fault([...path, 'successor'], message)
      }
    }
    for (const [id, { provider, model }] of Object.entries(value.ids)) {
      if (!Object.hasOwn(value.providers, provider)) fault(['ids', id, 'provider'], `${provider} is not a provider`)
      else if (!Object.hasOwn(value.providers[provider]!.models, model)) {
        fault(['ids', id, 'model'], `${model} is not a model of ${provider}`)
      }
    }
  })
  .check(({ value: { transcription, providers }, issues }) => {
    if (transcription === undefined || Object.hasOwn(providers, transcription.provider)) return
    const message = `${transcription.provider} is not a provider`
    issues.push({ code: 'custom', path: ['transcription', 'provider'], message, input: transcription.provider })
  })
export type Models = z.infer<typeof modelsSchema>

/** What an agent may call the models of providers by: their own names, save of those that are known to be gone. */
export function namesOf({ providers }: Models): string[] {
  const all = Object.values(providers).filter(({ modelEnv }) => modelEnv === undefined)
  return all.flatMap(({ models }) => Object.keys(models).filter((name) => models[name]!.retiredOn === null))
}

/** Two models may be each other's: only one other is ever asked. */
function fallbackFault(model: string, fallback: string, models: Record<string, ModelRules>, provider: string) {
  if (fallback === model) return 'is the model itself'
  if (!Object.hasOwn(models, fallback)) return `${fallback} is not a model of ${provider}`
  const lacks = (['vision', 'tools'] as const).filter(
    (ability) => models[model]![ability] && !models[fallback]![ability],
  )
  return lacks.length > 0 ? `${fallback} lacks what ${model} has: ${lacks.join(', ')}` : undefined
}

function successorFaults(model: string, successor: string, models: Record<string, ModelRules>, provider: string) {
  const faults = models[model]!.retiredOn === null ? ['needs a retiredOn'] : []
  if (!Object.hasOwn(models, successor)) return [...faults, `${successor} is not a model of ${provider}`]
  return succeedsItself(model, models) ? [...faults, 'leads back to the model itself'] : faults
}

function succeedsItself(model: string, models: Record<string, ModelRules>): boolean {
  const seen = new Set<string>()
  let name: string | null | undefined = model
  while (name && !seen.has(name)) {
    seen.add(name)
    name = models[name]?.successor
  }
  return name === model
}
