import type { InboundMessage } from '../../../src/model/message.ts'
import { testAnswers } from '../../contracts/answers.ts'
import { createHarness } from './harness.ts'

testAnswers('Slack', async () => {
  const harness = await createHarness('socket', {
    slack: { unlimited: true },
    limits: { enforceRates: false, records: 100_000 },
    // It need not hear of its own messages.
    simulator: { app: { events: ['app_mention'] } },
  })
  return Object.assign(harness, {
    shownFor: ({ within: [thread] }: InboundMessage) => harness.shown(thread),
    refusals: () =>
      harness.simulator.calls
        .filter(({ body }) => body?.['ok'] !== true)
        .map(({ method, body }) => `${method}: ${JSON.stringify(body)}`),
  })
})
