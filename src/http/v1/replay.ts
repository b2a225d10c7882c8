import { z } from 'zod'
import { mostReplayed, replayTold } from '../../admin/replay.ts'
import { AppError } from '../../lib/errors.ts'
import { keptTestSchema } from '../../model/kept-test.ts'
import { sentences } from '../words/index.ts'
import { agentIn, agentPath } from './agents.ts'
import { change, changedSchema, writes } from './drafts.ts'
import { moment } from './faults.ts'
import { operation } from './operation.ts'

const answeredSchema = z.object({ text: z.string(), options: z.array(z.string()), source: z.string() })
const endSchema = z
  .enum(['same', 'different', 'model', 'unplayable'])
  .describe('`model`: a model wrote it, and would write it now; `unplayable`: nobody can say, and `why` tells why.')
const turnSchema = z.object({
  id: z.string(),
  at: moment,
  version: z.int().describe('That answered then.'),
  end: endSchema,
  why: z
    .enum(['unrecorded', 'reworded', 'large', 'learning', 'webhook', 'judge', 'failed'])
    .nullable()
    .describe('Why it cannot be run again; else null.'),
  what: z.string().nullable().describe('Which webhook, or what kind of question to a model.'),
  knowsOtherwise: z.boolean().describe('What the agent knows has changed since, and was looked at.'),
  isAmid: z.boolean().describe('What was said before decides on it too: it is no test by itself.'),
  said: z.string(),
  before: answeredSchema,
  now: answeredSchema.nullable().describe('Its text is empty where a model would write it.'),
})
const replaySchema = z.object({
  agent: z.string(),
  against: z.enum(['draft', 'live']),
  version: z.int().describe('The live version.'),
  isDraft: z.boolean().describe('False: there is no draft, and this is what is live.'),
  counts: z.object({ same: z.int(), different: z.int(), model: z.int(), unplayable: z.int() }),
  turns: z.array(turnSchema).describe('Newest first.'),
  tests: z
    .array(z.object({ said: z.string(), says: z.string(), end: endSchema, now: answeredSchema.nullable() }))
    .describe('Those that are kept with what was looked at.'),
  isCut: z.boolean().describe(`There are more than ${mostReplayed}, which were not run.`),
})

/** What people said, run again before a draft is published. */
export const replayOperations = [
  operation({
    ...{ method: 'POST', url: '/v1/agents/{agent}/replay', id: 'replay', tag: 'Turns', scope: 'turns:read' },
    summary:
      'Run what people said again, against the draft or what is live. Nothing is written, nobody is called, and no model is asked unless `ask` says so.',
    path: agentPath,
    body: z.strictObject({
      against: z.enum(['draft', 'live']).default('draft'),
      turns: z.array(z.string().max(64)).min(1).max(mostReplayed).optional().describe('These; else those of `days`.'),
      days: z.number().min(0.01).max(400).default(7),
      ask: z
        .boolean()
        .default(false)
        .describe(
          'Models may be asked what they were not asked then. It is paid for, and needs the scope `agents:write` besides.',
        ),
    }),
    answer: replaySchema,
    async run(call) {
      const { against, turns, days, ask } = call.body
      // Whoever may only read spends nothing.
      if (ask && call.scopes && !call.scopes.includes('agents:write')) {
        throw new AppError('out_of_scope', sentences.request.askBeyond, { status: 403 })
      }
      const agent = agentIn(call)
      return replayTold(await call.house.replay({ actor: call.by, agent, against, turns, days, asks: ask }))
    },
  }),
  operation({
    ...{ ...writes, method: 'POST', url: '/v1/agents/{agent}/tests', id: 'keepTest', match: 'optional' },
    summary: 'Keep an answer as a test of the draft, in place of the one to the same question.',
    body: keptTestSchema,
    answer: changedSchema,
    run: (call) =>
      change(call, 'test.keep', ({ tests = [], ...document }) => {
        const isThere = tests.some(({ said }) => said === call.body.said)
        const kept = isThere
          ? tests.map((one) => (one.said === call.body.said ? call.body : one))
          : [...tests, call.body]
        return { ...document, tests: kept }
      }),
  }),
]
