import type { AgentVersion } from '../model/agent.ts'
import type { MemoryItem } from '../model/conversation.ts'
import type { Hit, Passage } from '../model/knowledge.ts'
import type { DatedItem, Lasting } from '../model/lasting.ts'
import type { ScenarioProgress } from '../model/scenario.ts'
import type { StateValue } from '../model/state.ts'
import type { Approval } from '../model/tools.ts'

/**
 * What the engine reads while it makes an answer. It writes nothing: what an answer changes stands in its `effects`, and whoever
 * asked commits them, all or nothing, before the next turn of the same key reads. `key`: of a person with an agent, see `orderKey`.
 */
export interface EngineStore {
  readonly agents: {
    /** Undefined when the agent is gone, or never had that version. A version never changes. */
    version(agent: string, n: number): Promise<AgentVersion | undefined>
  }
  readonly people: {
    /** By its names; nothing is kept of somebody new. */
    stateWithWriters(key: string): Promise<Record<string, StateValue>>
    /** The last items, at most `limit`, oldest first. */
    memory(key: string, conversation: string, limit: number): Promise<MemoryItem[]>
  }
  /** Without it nothing lasts longer than memory. */
  readonly lasting?: {
    of(key: string, conversation: string): Promise<Lasting>
    /** What of a conversation's memory is newer than that (ms since the epoch), at most `limit`, oldest first. */
    items(key: string, conversation: string, after: number, limit: number): Promise<DatedItem[]>
  }
  readonly scenarios: {
    /** Where the conversation is in a scenario, if it is in one. */
    progress(key: string, conversation: string): Promise<ScenarioProgress | undefined>
  }
  /** Without it no tool is called that somebody has to agree to. */
  readonly toolApprovals?: {
    /** A call that the person of this key was asked about. */
    of(key: string, id: string): Promise<Approval | undefined>
    /** The hash of what the tool said when its person agreed to all its calls in that place; undefined: they have not. */
    standing(key: string, tool: string, place: string): Promise<string | undefined>
  }
  readonly toolCalls?: {
    /** Counts one more call of this hour; false where there were `max`. */
    take(agent: string, tool: string, max: number): Promise<boolean>
  }
  /** Without it agents look for nobody whether something has come. */
  readonly timers?: {
    /** In which conversations something is looked at for a person; of several in one, it comes several times. */
    watches(key: string): Promise<string[]>
  }
  readonly knowledge: {
    /** Those of them that can be found, in any order. */
    passages(ids: readonly number[]): Promise<Omit<Hit, 'score'>[]>
    /** Another text as soon as the agent knows something else. */
    revision?(agent: string): Promise<string>
  }
  readonly vectors: {
    /** The agent's passages that mean most alike, best first, with the cosine of the angle between. */
    nearest(
      agent: string,
      model: string,
      vector: Float32Array,
      limit: number,
    ): Promise<{ id: number; cosine: number }[]>
    /** Passages without a vector of this model, of ids beyond `after`, by their ids. */
    missing(model: string, after: number, limit: number): Promise<(Passage & { id: number; of: KnowledgeOwner })[]>
    /** How many those are. */
    countMissing(model: string, after: number): Promise<number>
    /** Leaves out passages that have gone meanwhile. */
    put(model: string, vectors: readonly { passage: number; vector: Float32Array }[]): Promise<void>
  }
}

/** Whose knowledge a passage is of: an agent's, or, of a file in a conversation, that person's with it. */
export interface KnowledgeOwner {
  account: string
  agent: string
  uid: string | undefined
}
