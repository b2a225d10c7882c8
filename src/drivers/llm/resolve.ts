import type { ModelRules, Models, Protocol, Schemas } from '../../model/models.ts'
import type { ModelInfo } from '../../ports/llm.ts'
import type { Endpoint, Endpoints } from './endpoints.ts'

export interface Target {
  info: ModelInfo
  endpoint: Endpoint
  rules: ModelRules
  /** How its server is held to a schema. */
  schemas: Schemas
  protocol: Protocol
  /** The provider's models, where others of them may be asked as well. */
  siblings: Record<string, ModelRules>
}

/**
 * What to ask, and where, for an id of the specification or a name of the file; undefined if no endpoint can serve it.
 * `today` is a date in UTC, `YYYY-MM-DD`.
 */
export function resolveModel(models: Models, endpoints: Endpoints, id: string, today: string): Target | undefined {
  const meant = meantBy(models, endpoints, id)
  if (!meant) return undefined
  const { provider, model } = meant
  const known = models.providers[provider]!.models
  if (endpoints.all) {
    const upstream = endpoints.all.model ?? model
    const rules = rulesOf(models, upstream) ?? known[model]!
    return {
      info: infoOf(upstream, 'custom', rules),
      endpoint: endpoints.all,
      rules,
      schemas: 'native',
      protocol: 'chat',
      siblings: {},
    }
  }
  const endpoint = endpoints.providers[provider]
  if (!endpoint) return undefined
  const served = inService(known, model, today)
  const rules = known[served]!
  const { judgeModel } = models.providers[provider]!
  const judgedBy = judgeModel === undefined || endpoint.model ? {} : { judgeModel }
  const warning = warn(id, known[model]!, served === model ? undefined : served, rules, today)
  return {
    info: {
      ...infoOf(endpoint.model ?? served, provider, rules),
      ...judgedBy,
      ...(warning === undefined ? {} : { warning }),
    },
    endpoint,
    rules,
    schemas: models.providers[provider]!.schemas,
    protocol: models.providers[provider]!.protocol,
    // A deployment is all there is at its address.
    siblings: endpoint.model ? {} : known,
  }
}

/** An id of the specification means what the file says; any other name is that of a provider's model, best of one that can be asked. */
function meantBy(models: Models, endpoints: Endpoints, id: string): { provider: string; model: string } | undefined {
  if (Object.hasOwn(models.ids, id)) return models.ids[id as keyof Models['ids']]
  const having = Object.keys(models.providers).filter((name) => Object.hasOwn(models.providers[name]!.models, id))
  const provider = having.find((name) => Object.hasOwn(endpoints.providers, name)) ?? having[0]
  return provider === undefined ? undefined : { provider, model: id }
}

/** The model to ask in place of one that does not answer, perhaps because it is `gone`; undefined if there is none. */
export function fallbackOf(target: Target, gone: boolean, today: string): Target | undefined {
  const { info, rules, siblings } = target
  const named = gone ? (rules.successor ?? rules.fallback) : rules.fallback
  if (named === null || !Object.hasOwn(siblings, named)) return undefined
  const model = inService(siblings, named, today)
  const others = siblings[model]!
  if (model === info.upstream || (rules.vision && !others.vision) || (rules.tools && !others.tools)) return undefined
  return { ...target, info: infoOf(model, info.provider, others), rules: others }
}

function infoOf(upstream: string, provider: string, { vision, tools, contextTokens }: ModelRules): ModelInfo {
  return { upstream, provider, vision, tools, contextTokens }
}

/** An operator's own endpoint may serve a model that is known from some provider. */
function rulesOf(models: Models, name: string): ModelRules | undefined {
  return Object.values(models.providers).find((provider) => Object.hasOwn(provider.models, name))?.models[name]
}

function isRetired({ retiredOn }: ModelRules, today: string): boolean {
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
