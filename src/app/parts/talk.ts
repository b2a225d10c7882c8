import type { EngineParts } from '../../engine/converse.ts'
import type { Effects } from '../../model/conversation.ts'
import { emptyTalk, type Talk } from '../../model/talk.ts'

type EngineStoreOfTurns = EngineParts['store']

/** What the engine reads of its person, with what a conversation that is only tried out has come to in its place. */
export function storeWith(store: EngineStoreOfTurns, talk: Talk | undefined): EngineStoreOfTurns {
  const { agents, lasting, toolApprovals, toolCalls } = store
  const others = {
    ...(lasting && { lasting }),
    ...(toolApprovals && { toolApprovals }),
    ...(toolCalls && { toolCalls }),
  }
  if (!talk) return { agents, people: store.people, scenarios: store.scenarios, ...others }
  const { memory, state, progress } = talk
  return {
    agents,
    people: { memory: async (_key, _conversation, limit) => memory.slice(-limit), stateWithWriters: async () => state },
    scenarios: { progress: async () => progress ?? undefined },
    ...others,
  }
}

/** What it comes to by an answer. */
export function talkAfter(talk: Talk | undefined, effects: Effects): Talk {
  const { memory, state, progress } = talk ?? emptyTalk
  const { resetMemory, remember, set, unset, scenario } = effects
  const kept = Object.entries(state).filter(([name]) => !unset.includes(name))
  return {
    memory: [...(resetMemory ? [] : memory), ...remember],
    state: { ...Object.fromEntries(kept), ...set },
    progress: scenario === undefined ? progress : scenario,
  }
}
