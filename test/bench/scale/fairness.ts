import { quantile } from '../support/quantile.ts'
import type { Answered } from './simulation.ts'

/** Until then limits that nobody has used yet let through more than they do ever after. */
const warmUpMs = 30_000

/** What was seen of a played crowd once it was at it, in seconds. */
export interface Summary {
  answers: number
  /** From the end of a text to when all of it could be seen. */
  lag: { p50: number; p99: number }
  first: { p50: number; p99: number }
  /** The mean delay of a character in each workspace. */
  delay: { median: number; p99: number; worst: number }
  /**
   * Jain's index of those means: 1 where all workspaces wait the same, 1/n where one of n waits for all. Of waits, so it says less
   * than the worst beside the median where nearly nobody waits.
   */
  jain: number
  /** Parts of the answers. */
  ways: Record<Answered['way'], number>
}

export function summarise(all: readonly Answered[]): Summary {
  const answers = all.filter(({ at }) => at >= warmUpMs)
  const spread = (of: (answer: Answered) => number) => {
    const values = answers.map(of)
    return { p50: quantile(values, 0.5) / 1000, p99: quantile(values, 0.99) / 1000 }
  }
  const means = meansByWorkspace(answers)
  const sum = means.reduce((total, mean) => total + mean, 0)
  const squares = means.reduce((total, mean) => total + mean * mean, 0)
  const part = (way: Answered['way']) => answers.filter((answer) => answer.way === way).length / answers.length
  return {
    answers: answers.length,
    lag: spread(({ lag }) => lag),
    first: spread(({ first }) => first),
    delay: { median: quantile(means, 0.5), p99: quantile(means, 0.99), worst: quantile(means, 1) },
    jain: sum ** 2 / (means.length * squares),
    ways: { native: part('native'), edits: part('edits'), whole: part('whole') },
  }
}

function meansByWorkspace(answers: readonly Answered[]): number[] {
  const workspaces = new Map<number, { sum: number; count: number }>()
  for (const { workspace, delay } of answers) {
    const seen = workspaces.get(workspace) ?? { sum: 0, count: 0 }
    workspaces.set(workspace, { sum: seen.sum + delay, count: seen.count + 1 })
  }
  return [...workspaces.values()].map(({ sum, count }) => sum / count / 1000)
}
