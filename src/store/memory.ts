import type { AgentVersion } from '../model/agent.ts'
import type { Effects, MemoryItem } from '../model/conversation.ts'
import type { Passage } from '../model/knowledge.ts'
import type { ScenarioProgress } from '../model/scenario.ts'
import type { StateValue } from '../model/state.ts'
import type { EngineStore } from '../ports/engine-store.ts'
import type { Search } from '../ports/search.ts'
import { askedTerms, bestOf, type Candidate, chooseTerms, scorer, weigh } from './search-scores.ts'
import { termed } from './terms.ts'
import { dot, toUnit } from './unit-vectors.ts'

/** What the engine reads, in this process alone and gone with it: for a program that embeds the engine, and for tests. */
export interface MemoryStore extends EngineStore {
  /** Finds passages by their words, as the databases do. */
  readonly search: Search
  /** Keeps a version of an agent, which a conversation may be in the middle of. */
  publish(agent: AgentVersion): void
  /** What the agent knows from a source, in place of what it knew from one of that name. */
  learn(agent: string, source: string, passages: readonly Passage[]): void
  /** What an answer changes of what is kept of its person. Its webhook calls and its mail are the caller's to send. */
  commit(key: string, conversation: string, effects: Effects): void
}

interface Person {
  state: Map<string, StateValue>
  memory: Map<string, MemoryItem[]>
  progress: Map<string, ScenarioProgress>
}

interface Known extends Candidate {
  agent: string
  has: ReadonlySet<string>
  /** By their models, of length 1. */
  vectors: Map<string, Float32Array>
}

export function createMemoryStore(): MemoryStore {
  const versions = new Map<string, AgentVersion>()
  const people = new Map<string, Person>()
  let known: Known[] = []
  let lastId = 0

  const personOf = (key: string): Person => {
    const person = people.get(key) ?? { state: new Map(), memory: new Map(), progress: new Map() }
    people.set(key, person)
    return person
  }
  const ofAgent = (agent: string): Known[] => known.filter((one) => one.agent === agent)
  const accountOf = (agent: string) => [...versions.values()].find(({ id }) => id === agent)?.account ?? ''

  return {
    agents: {
      version: async (agent, n) => versions.get(`${agent}/${n}`),
    },
    people: {
      stateWithWriters: async (key) => Object.fromEntries(people.get(key)?.state ?? []),
      memory: async (key, conversation, limit) =>
        limit > 0 ? (people.get(key)?.memory.get(conversation)?.slice(-limit) ?? []) : [],
    },
    scenarios: {
      progress: async (key, conversation) => structuredClone(people.get(key)?.progress.get(conversation)),
    },
    knowledge: {
      async passages(ids) {
        const wanted = new Set(ids)
        return known
          .filter(({ id }) => wanted.has(id))
          .map(({ id, title, text, source }) => ({ id, title, text, source }))
      },
    },
    vectors: {
      async nearest(agent, model, vector, limit) {
        const asked = toUnit(vector)
        return ofAgent(agent)
          .flatMap(({ id, vectors }) => {
            const own = vectors.get(model)
            return own ? [{ id, cosine: dot(asked, own) }] : []
          })
          .sort((x, y) => y.cosine - x.cosine)
          .slice(0, limit)
      },
      missing: async (model, after, limit) =>
        known
          .filter(({ id, vectors }) => id > after && !vectors.has(model))
          .slice(0, limit)
          .map(({ id, title, text, agent }) => ({
            id,
            title,
            text,
            of: { account: accountOf(agent), agent, uid: undefined },
          })),
      countMissing: async (model, after) => known.filter(({ id, vectors }) => id > after && !vectors.has(model)).length,
      async put(model, vectors) {
        for (const { passage, vector } of vectors) {
          known.find(({ id }) => id === passage)?.vectors.set(model, toUnit(vector))
        }
      },
    },
    search: {
      async query(agent, text, limit) {
        const all = ofAgent(agent)
        const { ways, all: asked } = askedTerms(text)
        if (all.length === 0 || asked.length === 0) return []
        const found = asked.map((term) => ({ term, passages: all.filter(({ has }) => has.has(term)).length }))
        const rarest = chooseTerms(found)
        const meanLength = all.reduce((sum, { length }) => sum + length, 0) / all.length
        const candidates = all
          .filter(({ has }) => rarest.some((term) => has.has(term)))
          .map(({ id, title, text, source, terms, length }) => ({ id, title, text, source, terms, length }))
        return bestOf(candidates, scorer(ways, weigh(found, all.length), meanLength), limit)
      },
      async settle() {},
    },
    publish(agent) {
      versions.set(`${agent.id}/${agent.version}`, agent)
    },
    learn(agent, source, passages) {
      known = known.filter((one) => one.agent !== agent || one.source !== source)
      for (const passage of passages) {
        const one = termed(passage)
        known.push({ ...one, id: ++lastId, agent, source, has: new Set(one.terms.split(' ')), vectors: new Map() })
      }
    },
    commit(key, conversation, { resetMemory, remember, set, unset, scenario }) {
      const { state, memory, progress } = personOf(key)
      memory.set(conversation, [...(resetMemory ? [] : (memory.get(conversation) ?? [])), ...remember])
      for (const name of unset) state.delete(name)
      for (const [name, { value, writer }] of Object.entries(set)) state.set(name, { value, writer })
      if (scenario) progress.set(conversation, structuredClone(scenario))
      else if (scenario === null) progress.delete(conversation)
    },
  }
}
