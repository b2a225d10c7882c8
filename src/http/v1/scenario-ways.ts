import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { sentences } from '../words/index.ts'
import { agentIn, agentPath } from './agents.ts'
import { isoOf, moment } from './faults.ts'
import { operation } from './operation.ts'

/** Where people went in a scenario. */
export const scenarioWayOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/agents/{agent}/scenarios/{scenario}/ways', id: 'getScenarioWays', tag: 'Turns' },
    ...{ scope: 'turns:read', path: agentPath.extend({ scenario: z.string() }) },
    summary: 'How often each way of a scenario of the draft was taken in the last seven days.',
    answer: z.object({
      since: moment,
      turns: z.int().describe('In which it went somewhere; of each end the newest 500 are read.'),
      ways: z
        .array(
          z.object({
            from: z.string().describe('The node.'),
            kind: z.string().describe('As it is written: `option`, `on`, `else`, `goto`, …'),
            index: z.int().nullable().describe('Of an option, of a transition in `on`, or of what comes by itself.'),
            to: z.string(),
            times: z.int(),
          }),
        )
        .describe('Those from nodes that are what they were when they were left.'),
    }),
    async run(call) {
      const traffic = await call.house.admin.scenarioTraffic(agentIn(call), call.path.scenario, call.by)
      if (!traffic) throw new AppError('scenario_not_found', sentences.request.noScenario, { status: 404 })
      return { ...traffic, since: isoOf(traffic.since) }
    },
  }),
]
