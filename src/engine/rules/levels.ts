import type { AgentDocument } from '../../model/agent.ts'

/** How alike, of 100, an utterance and a phrase must be, for each `ruleBasedThresholdLevel`. */
export type Levels = readonly [number, number, number, number]

const defaultLevel = 2

/** What counts as alike for an agent, or at a level of its own choosing. */
export function thresholdOf(document: AgentDocument, levels: Levels, level?: number): number {
  return levels[level ?? document.agent.autoResponseSettings?.ruleBasedThresholdLevel ?? defaultLevel]!
}
