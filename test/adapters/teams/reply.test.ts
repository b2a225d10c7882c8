import { testReplies } from '../../contracts/reply.ts'
import { createHarness } from './harness.ts'

/** In a channel, which has no native streams. */
testReplies('Teams', (now) =>
  createHarness({
    simulator: { now, limits: { enforceRates: false } },
    teams: { now },
    wrap: ({ stream: _, ...channel }) => channel,
  }),
)
