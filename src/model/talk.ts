import type { MemoryItem } from './conversation.ts'
import type { ScenarioProgress } from './scenario.ts'
import type { StateValue } from './state.ts'

/** What a conversation that is only tried out has come to: nobody keeps it but whoever tries. */
export interface Talk {
  memory: readonly MemoryItem[]
  state: Readonly<Record<string, StateValue>>
  progress: ScenarioProgress | null
}

export const emptyTalk: Talk = { memory: [], state: {}, progress: null }
