import { z } from 'zod'
import { agentIn, agentPath } from './agents.ts'
import { faultSchema } from './faults.ts'
import { operation } from './operation.ts'

/** Where the tests of an agent go in its scenarios. */
export const scenarioCoverageOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/agents/{agent}/scenario-coverage', id: 'getScenarioCoverage', tag: 'Drafts' },
    ...{ scope: 'agents:read', path: agentPath },
    summary: 'Play the tests of an agent with its draft, and count how many take each way of its scenarios.',
    answer: z.object({
      revision: z.string().describe('Of what was looked at.'),
      played: z
        .array(
          z.object({
            file: z.string().describe('Inside the folder of the agent.'),
            line: z.int(),
            test: z.string(),
            failed: z
              .array(
                z.object({
                  ...{ turn: z.int(), line: z.int(), what: z.string() },
                  ...{ expected: z.string().describe('As JSON.'), actual: z.string().describe('As JSON.') },
                }),
              )
              .describe('What is not as the test expects.'),
          }),
        )
        .describe(
          'The conversations in the `tests/` of the agent’s folder in `config/agents`, of whose account it is.',
        ),
      kept: z.int().describe('Answers that are kept with it as tests: each goes through what one question does.'),
      faults: z.array(faultSchema).describe('Of files of tests that could not be read.'),
      isCut: z.boolean().describe('There are more tests, which were not played.'),
      scenarios: z.array(
        z.object({
          scenario: z.string(),
          edges: z
            .array(
              z.object({
                from: z.string().nullable().describe('The node; null: from all that wait, as the policy says.'),
                kind: z.string().describe('As it is written: `option`, `on`, `else`, `goto`, …'),
                index: z
                  .int()
                  .nullable()
                  .describe('Of an option, of a transition in `on`, or of what comes by itself.'),
                to: z.string(),
                tests: z.int().describe('How many tests take it.'),
              }),
            )
            .describe('All that can be taken.'),
        }),
      ),
    }),
    async run(call) {
      const { played, faults, scenarios, ...rest } = await call.house.coverage(agentIn(call), call.by)
      return {
        ...{ ...rest, faults: [...faults], played: played.map((test) => ({ ...test, failed: [...test.failed] })) },
        scenarios: scenarios.map(({ scenario, edges }) => ({
          scenario,
          edges: edges.map(({ from = null, index = null, ...edge }) => ({ ...edge, from, index })),
        })),
      }
    },
  }),
]
