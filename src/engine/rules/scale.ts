import type { Thresholds } from './learned/thresholds.ts'
import type { Levels } from './levels.ts'

/** What is not the same text gets less than 100. */
const almost = 99.99

/**
 * A likelihood as a score of 0 to 100. What must be reached at each level differs from agent to agent, and callers know scores by the levels: so
 * the agent's own threshold of a level is always the score of that level, and what lies between is stretched evenly.
 */
export function scoreOf(share: number, { levels: own }: Thresholds, levels: Levels): number {
  let [from, low] = [0, 0]
  for (const [i, to] of own.entries()) {
    if (share < to) return between(share, from, to, low, levels[i]!)
    from = to
    low = levels[i]!
  }
  return Math.min(almost, between(share, from, 1, low, Math.max(low, almost)))
}

function between(share: number, from: number, to: number, low: number, high: number): number {
  const score = to > from ? low + ((share - from) / (to - from)) * (high - low) : low
  return Math.floor(score * 1000) / 1000
}
