import { type AgentDocument, defaultModel } from '../model/agent.ts'
import type { ModelInfo } from '../ports/llm.ts'
import type { Store } from '../store/index.ts'

/** A host that something of what is said goes to. */
export interface Destination {
  /** With its port, where it has one of its own; as it is written where values are filled into it. */
  host: string
  what: 'model' | 'webhook' | 'tool' | 'events' | 'embeddings' | 'transcription' | 'moderation' | 'mail' | 'telemetry'
  /** Of one agent; absent: of all. */
  agent?: string
  /** How it is called where it is set. */
  name?: string
}

/** What the operator has set for everybody. */
export interface HouseDestinations {
  all: readonly Destination[]
  /** Where a provider of models is; undefined where none of that name is configured. */
  hostOf(provider: string): string | undefined
}

export interface DestinationsParts {
  store: Store
  models?: ((id: string) => ModelInfo | undefined) | undefined
  destinations?: HouseDestinations | undefined
}

/** Where data goes: everything that an account's live agents, and the operator, have set to be told. */
export interface Destinations {
  of(account: string): Promise<Destination[]>
}

export function createDestinations({ store, models, destinations }: DestinationsParts): Destinations {
  function ofAgent(agent: string, { webhooks, tools, agent: settings }: AgentDocument): Destination[] {
    const model = settings.useAIResponse === false ? undefined : models?.(settings.llmSettings?.llm ?? defaultModel)
    const host = model && (destinations?.hostOf(model.provider) ?? model.provider)
    return [
      ...(model && host ? [{ host, what: 'model' as const, agent, name: model.upstream }] : []),
      ...webhooks
        .filter(({ isEnable = true }) => isEnable)
        .map(({ url, name }) => ({ host: hostOf(url), what: 'webhook' as const, agent, name })),
      ...Object.entries(tools?.servers ?? {}).map(([name, { url }]) => ({
        host: hostOf(url),
        what: 'tool' as const,
        agent,
        name,
      })),
    ]
  }

  return {
    async of(account) {
      const agents = await store.agents.list(account)
      const endpoints = await store.events.endpointsOf(account)
      return [
        ...agents.flatMap(({ id, document }) => ofAgent(id, document)),
        ...endpoints.map(({ url }) => ({ host: hostOf(url), what: 'events' as const })),
        ...(destinations?.all ?? []),
      ]
    },
  }
}

/** Where values of a person are filled into the host, it cannot be told. */
export const hostOf = (url: string): string => URL.parse(url)?.host || url
