import { defaultModel } from '../../model/agent.ts'
import type { Models } from '../../model/models.ts'
import type { OfferedModel } from '../../ports/llm.ts'
import { createCatalogue } from './catalogue.ts'
import type { Clients } from './client.ts'
import type { Endpoint, Endpoints } from './endpoints.ts'
import { isTold, offeredModels } from './offered.ts'
import { resolveModel, type Target } from './resolve.ts'

export interface ShelfParts {
  models: Models
  endpoints: Endpoints
  list: Clients['list']
  now: () => number
}

/** What models there are by which names: what is written down, and what servers have told of themselves. */
export function createShelf({ models, endpoints, list, now }: ShelfParts) {
  /** What servers have said when a prompt was too long, by endpoint and name: the most tokens. */
  const mostTokens = new Map<string, number>()
  const today = () => new Date(now()).toISOString().slice(0, 10)
  const catalogue = createCatalogue({
    now,
    fetch: async (endpoint, signal) => (await list(endpoint, { signal })).text(),
  })
  const lists = { models, endpoints, told: catalogue.told }

  function resolve(id: string): Target | undefined {
    const target = resolveModel(models, endpoints, id, today(), catalogue.known)
    const most = target && mostTokens.get(nameOf(target))
    if (most === undefined || most >= target!.info.contextTokens) return target
    return { ...target!, info: { ...target!.info, contextTokens: most } }
  }

  return {
    today,
    resolve,
    /** The same for a model that is about to be asked. An operator's server whose model nobody has named is asked what it has, once. */
    async resolveAsked(id: string): Promise<Target | undefined> {
      const { all } = endpoints
      if (id === defaultModel && all && !all.model) await catalogue.told(all, catalogue.patience)
      return resolve(id)
    },
    /** A model that was refused a prompt is sent no longer one again. */
    learn(target: Target, most: number | undefined): void {
      // Some of it is for the answer.
      if (most !== undefined) mostTokens.set(nameOf(target), most - Math.min(1_000, Math.floor(most / 4)))
    },
    offered(patienceMs?: number): Promise<OfferedModel[]> {
      const told = (endpoint: Endpoint) => catalogue.told(endpoint, patienceMs)
      return offeredModels({ ...lists, told, today: today(), resolve })
    },
    tells: (name: string) => isTold(lists, name, today()),
  }
}

export const nameOf = ({ endpoint, info }: Target): string => `${endpoint.baseUrl} ${info.upstream}`
