import { defaultModel, llmIds } from '../../model/agent.ts'
import { type Models, namesOf } from '../../model/models.ts'
import type { OfferedModel } from '../../ports/llm.ts'
import type { ToldModel } from './catalogue.ts'
import type { Endpoint, Endpoints } from './endpoints.ts'
import { operatorsOwn, resolveModel, type Target } from './resolve.ts'

export interface OfferedParts {
  models: Models
  endpoints: Endpoints
  today: string
  /** What the server of an endpoint tells. */
  told(endpoint: Endpoint): Promise<readonly ToldModel[]>
  /** As it is asked now. */
  resolve(id: string): Target | undefined
}

/** What agents may be set to and would be answered by: the default, what is written down, what servers tell besides, and last what is retired. */
export async function offeredModels(parts: OfferedParts): Promise<OfferedModel[]> {
  const { models, endpoints, resolve } = parts
  const besides = await toldNames(parts)
  const written = endpoints.all ? [] : [...namesOf(models), ...llmIds]
  const offered = (name: string, from: OfferedModel['from']): OfferedModel[] => {
    const target = resolve(name)
    return target ? [{ ...target.info, name, from, isRetired: isRetiredBy(target, parts, name) }] : []
  }
  const ofFile = [...new Set([defaultModel, ...written])].flatMap((name) => offered(name, 'file'))
  const all = [...ofFile, ...besides.flatMap((name) => offered(name, 'server'))]
  return [...all.filter(({ isRetired }) => !isRetired), ...all.filter(({ isRetired }) => isRetired)]
}

/** What a server tells of that is written nowhere, by the names that agents are set to it by. */
async function toldNames({ models, endpoints, told }: OfferedParts): Promise<string[]> {
  if (endpoints.all) return (await told(endpoints.all)).map(({ name }) => `${operatorsOwn}:${name}`)
  const lists = await Promise.all(
    Object.entries(endpoints.providers).map(async ([provider, endpoint]) => {
      const known = models.providers[provider]?.models ?? {}
      // A deployment is all there is at its address.
      const all = endpoint.model === undefined ? await told(endpoint) : []
      return all.filter(({ name }) => !Object.hasOwn(known, name)).map(({ name }) => `${provider}:${name}`)
    }),
  )
  return lists.flat()
}

/** Its vendor has ended it, so that another answers or none. */
function isRetiredBy({ info }: Target, { models, endpoints, today }: OfferedParts, name: string): boolean {
  if (endpoints.all || name === defaultModel) return false
  const model = models.ids[name as keyof Models['ids']]?.model ?? name
  const retiredOn = models.providers[info.provider]?.models[model]?.retiredOn ?? null
  return retiredOn !== null && (retiredOn === 'unknown' || retiredOn <= today)
}

/** Whether the server behind `provider:name` tells that it has it; of one that cannot be asked at the moment nobody says no. */
export async function isTold(
  { models, endpoints, told }: Pick<OfferedParts, 'models' | 'endpoints' | 'told'>,
  id: string,
  today: string,
): Promise<boolean> {
  const target = resolveModel(models, endpoints, id, today)
  if (!target) return false
  const { endpoint, info } = target
  if (Object.hasOwn(models.providers[info.provider]?.models ?? {}, info.upstream)) return true
  const list = await told(endpoint)
  return list.length === 0 || list.some(({ name }) => name === info.upstream)
}
