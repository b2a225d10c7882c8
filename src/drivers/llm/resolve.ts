import { defaultModel } from '../../model/agent.ts'
import { type ModelRules, type Models, modelRulesSchema, type Protocol, type Schemas } from '../../model/models.ts'
import type { ModelInfo } from '../../ports/llm.ts'
import type { ToldModel } from './catalogue.ts'
import type { Endpoint, Endpoints } from './endpoints.ts'

export interface Target {
  info: ModelInfo
  endpoint: Endpoint
  rules: ModelRules
  /** How its server is held to a schema. */
  schemas: Schemas
  protocol: Protocol
  /** It takes `prompt_cache_key`. */
  cacheKey: boolean
  /** The provider's models, where others of them may be asked as well. */
  siblings: Record<string, ModelRules>
}

/** What is known of models besides what is written down: what their servers have told. */
export type ToldOf = (endpoint: Endpoint) => readonly ToldModel[]

/** Whoever serves everything in place of all providers is called this. */
export const operatorsOwn = 'custom'

/** A model that stands in no file: what nobody knows that it takes is not sent to it. */
const unwritten: ModelRules = modelRulesSchema.parse({ vision: false, temperature: false })

/** One that an operator's own server has: they know what they have put there. */
const operators: ModelRules = modelRulesSchema.parse({ vision: true })

/** Fits today's models, and leaves room for the answer. */
const usualContext = 32_000

/**
 * What to ask, and where, for an id of the specification, a name of the file, `provider:name` for whatever else a provider has, or
 * `default`; undefined if no endpoint can serve it. `today` is a date in UTC, `YYYY-MM-DD`.
 */
export function resolveModel(
  models: Models,
  endpoints: Endpoints,
  id: string,
  today: string,
  toldOf: ToldOf = () => [],
): Target | undefined {
  const { all } = endpoints
  if (id === defaultModel) return defaultOf(models, endpoints, today, toldOf)
  const own = nameAt(operatorsOwn, id)
  if (all && own !== undefined) return ofOperator(all, own, rulesOf(models, own) ?? operators, toldOf)
  const meant = meantBy(models, endpoints, id)
  if (!meant) return undefined
  const { provider, model } = meant
  const written = models.providers[provider]!
  const known = written.models
  if (all) {
    const upstream = all.model ?? model
    return ofOperator(all, upstream, rulesOf(models, upstream) ?? known[model] ?? operators, toldOf)
  }
  const endpoint = endpoints.providers[provider]
  if (!endpoint) return undefined
  const isWritten = Object.hasOwn(known, model)
  const served = isWritten ? inService(known, model, today) : model
  const rules = isWritten ? known[served]! : unwritten
  const judgedBy = written.judgeModel === undefined || endpoint.model ? {} : { judgeModel: written.judgeModel }
  const warning = isWritten ? warn(id, known[model]!, served === model ? undefined : served, rules, today) : undefined
  return {
    info: {
      ...infoOf(endpoint.model ?? served, provider, rules, toldOf(endpoint)),
      ...judgedBy,
      ...(warning === undefined ? {} : { warning }),
    },
    endpoint,
    rules,
    schemas: written.schemas,
    protocol: written.protocol,
    cacheKey: written.cacheKey,
    // A deployment is all there is at its address.
    siblings: endpoint.model ? {} : known,
  }
}

function ofOperator(endpoint: Endpoint, upstream: string, rules: ModelRules, toldOf: ToldOf): Target {
  const info = infoOf(upstream, operatorsOwn, rules, toldOf(endpoint))
  return { info, endpoint, rules, schemas: 'native', protocol: 'chat', cacheKey: false, siblings: {} }
}

/** The name behind `provider:`. */
function nameAt(provider: string, id: string): string | undefined {
  return id.startsWith(`${provider}:`) && id.length > provider.length + 1 ? id.slice(provider.length + 1) : undefined
}

/** What the operator has chosen, else the first living model of the first provider that can be asked, in the order of the file. */
function defaultOf(models: Models, endpoints: Endpoints, today: string, toldOf: ToldOf): Target | undefined {
  const { all, chosen } = endpoints
  if (all) {
    // Servers that have a single model answer whatever they are asked for.
    const name = all.model ?? toldOf(all)[0]?.name ?? defaultModel
    return ofOperator(all, name, rulesOf(models, name) ?? operators, toldOf)
  }
  if (chosen !== undefined)
    return chosen === defaultModel ? undefined : resolveModel(models, endpoints, chosen, today, toldOf)
  for (const [provider, { models: known }] of Object.entries(models.providers)) {
    if (!Object.hasOwn(endpoints.providers, provider)) continue
    const names = Object.keys(known)
    const name =
      names.find((one) => known[one]!.retiredOn === null) ?? names.find((one) => !isRetired(known[one]!, today))
    if (name !== undefined) return resolveModel(models, endpoints, `${provider}:${name}`, today, toldOf)
  }
  return undefined
}

/** An id of the specification means what the file says; any other name is that of a provider's model, best of one that can be asked. */
function meantBy(models: Models, endpoints: Endpoints, id: string): { provider: string; model: string } | undefined {
  if (Object.hasOwn(models.ids, id)) return models.ids[id as keyof Models['ids']]
  const having = Object.keys(models.providers).filter((name) => Object.hasOwn(models.providers[name]!.models, id))
  const provider = having.find((name) => Object.hasOwn(endpoints.providers, name)) ?? having[0]
  if (provider !== undefined) return { provider, model: id }
  for (const name of Object.keys(models.providers)) {
    const model = nameAt(name, id)
    if (model !== undefined) return { provider: name, model }
  }
  return undefined
}

/** The model to ask in place of one that does not answer, perhaps because it is `gone`; undefined if there is none. */
export function fallbackOf(target: Target, gone: boolean, today: string): Target | undefined {
  const { info, rules, siblings } = target
  const named = gone ? (rules.successor ?? rules.fallback) : rules.fallback
  if (named === null || !Object.hasOwn(siblings, named)) return undefined
  const model = inService(siblings, named, today)
  const others = siblings[model]!
  if (model === info.upstream || (rules.vision && !others.vision) || (rules.tools && !others.tools)) return undefined
  return { ...target, info: infoOf(model, info.provider, others, []), rules: others }
}

function infoOf(upstream: string, provider: string, rules: ModelRules, told: readonly ToldModel[]): ModelInfo {
  const { vision, tools } = rules
  const size = rules.contextTokens ?? told.find(({ name }) => name === upstream)?.contextTokens ?? usualContext
  return { upstream, provider, vision, tools, contextTokens: size }
}

/** An operator's own endpoint may serve a model that is known from some provider. */
function rulesOf(models: Models, name: string): ModelRules | undefined {
  return Object.values(models.providers).find((provider) => Object.hasOwn(provider.models, name))?.models[name]
}

export function isRetired({ retiredOn }: ModelRules, today: string): boolean {
  return retiredOn !== null && (retiredOn === 'unknown' || retiredOn <= today)
}

/** The model itself while it lives, else the nearest successor that does, else the last of the line. */
function inService(models: Record<string, ModelRules>, model: string, today: string): string {
  let name = model
  for (let rules = models[name]!; isRetired(rules, today) && rules.successor !== null; rules = models[name]!) {
    name = rules.successor
  }
  return name
}

function warn(
  id: string,
  own: ModelRules,
  successor: string | undefined,
  served: ModelRules,
  today: string,
): string | undefined {
  if (own.retiredOn === null) return undefined
  if (!isRetired(own, today)) {
    const next = own.successor === null ? 'no successor is known' : `${own.successor} will answer in its place`
    return `The vendor retires ${id} on ${own.retiredOn}; from then on ${next}.`
  }
  const fate = `The vendor has retired ${id}${own.retiredOn === 'unknown' ? '' : ` (${own.retiredOn})`}`
  if (isRetired(served, today)) {
    return `${fate} and no successor is known, so it will most likely not answer. Please choose another model.`
  }
  return `${fate}; its successor ${successor} answers in its place.`
}
