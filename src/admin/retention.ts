import type { AgentSettings } from '../model/agent.ts'

const day = 86_400_000

/** How long conversations are kept, in days: as the operator has set it, and less where an agent's author says so. */
export interface Retention {
  /** Of agents that say nothing of it. */
  readonly days: number
  daysOf(agent: Pick<AgentSettings, 'keepDays'>): number
}

export function createRetention(keepMemoryMs = 30 * day): Retention {
  const days = keepMemoryMs / day
  return { days, daysOf: ({ keepDays = days }) => Math.min(keepDays, days) }
}
