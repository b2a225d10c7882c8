import type { ModelRules, Models } from '../../model/models.ts'
import type { ModelInfo } from '../../ports/llm.ts'
import type { Endpoint, Endpoints } from './endpoints.ts'

export interface Target {
  info: ModelInfo
  endpoint: Endpoint
  rules: ModelRules
}

/**
 * What to ask, and where, for an id of the specification; undefined if no endpoint can serve it.
 * `today` is a date in UTC, `YYYY-MM-DD`.
 */
export function resolveModel(models: Models, endpoints: Endpoints, id: string, today: string): Target | undefined {
  if (!Object.hasOwn(models.ids, id)) return undefined
  const { provider, model } = models.ids[id as keyof Models['ids']]
  const known = models.providers[provider]!.models
  if (endpoints.all) {
    const upstream = endpoints.all.model ?? model
    const rules = rulesOf(models, upstream) ?? known[model]!
    return { info: { upstream, provider: 'custom', vision: rules.vision }, endpoint: endpoints.all, rules }
  }
  const endpoint = endpoints.providers[provider]
  if (!endpoint) return undefined
  const served = inService(known, model, today)
  const rules = known[served]!
  const warning = warn(id, known[model]!, served === model ? undefined : served, rules, today)
  return {
    info: {
      upstream: endpoint.model ?? served,
      provider,
      vision: rules.vision,
      ...(warning === undefined ? {} : { warning }),
    },
    endpoint,
    rules,
  }
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
