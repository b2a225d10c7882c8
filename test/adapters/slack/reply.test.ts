import { testReplies } from '../../contracts/reply.ts'
import { createHarness } from './harness.ts'

testReplies('Slack', (now) =>
  createHarness('socket', { slack: { unlimited: true, now }, limits: { enforceRates: false } }),
)
