import { simulate } from './pace-simulation.ts'
import type { Bench } from './support/bench.ts'

/** 10,000 model answers through the real pacer in virtual time, in workspaces that allow 50 edits a minute. */
export const pace: Bench = async () => {
  const workload = { streams: 10_000, answersPerMinute: 5, limit: { limit: 50, windowMs: 60_000 } }
  const { limited, meanCharDelay, finalLagP99 } = await simulate(workload)
  return [
    { metric: '429s of 10,000 answers', ours: limited, baseline: null, unit: 'calls', goal: { atMost: 0 } },
    { metric: 'mean delay of a character', ours: meanCharDelay, baseline: null, unit: 's', goal: { atMost: 0.81 } },
    {
      metric: 'end to whole text, 99th percentile',
      ours: finalLagP99,
      baseline: null,
      unit: 's',
      goal: { atMost: 0.4 },
    },
  ]
}
