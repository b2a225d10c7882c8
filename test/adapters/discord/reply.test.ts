import { testReplies } from '../../contracts/reply.ts'
import { createHarness, unlimited } from './harness.ts'

testReplies('Discord', (now) =>
  createHarness({ simulator: { now, limits: { enforceRates: false } }, discord: { now }, wrap: unlimited }),
)
