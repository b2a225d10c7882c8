import { z } from 'zod'
import { moment } from './faults.ts'

const waitingSchema = z.object({
  waiting: z.int(),
  oldestSeconds: z.number().describe('How long the oldest of them has waited.'),
})

export const stateSchema = z.object({
  version: z.string(),
  startedAt: moment.describe('Of the process that answers.'),
  checks: z.record(z.string(), z.boolean()).describe('Whether it can be given work, by what that takes.'),
  degraded: z.array(z.object({ what: z.string(), why: z.string() })).describe('What does not work, and what to do.'),
  platforms: z.array(z.object({ id: z.string(), up: z.boolean() })),
  backlog: z
    .object({
      messages: waitingSchema.describe('Without their whole answer.'),
      webhooks: waitingSchema.describe('Calls and events that are to go out.'),
      dead: waitingSchema.describe('Calls that were given up; they can be sent again.'),
    })
    .nullable()
    .describe('Null where the database does not answer.'),
  running: z.int().describe('Answers that the process that answers is making or showing.'),
  providers: z
    .array(z.object({ provider: z.string(), state: z.enum(['closed', 'half-open', 'open']) }))
    .describe('Of models: `open` is not asked for now.'),
  memory: z.object({ residentBytes: z.int() }),
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).nullable().describe('Of the data folder.'),
})
/** How everything is, as the process sees it that is asked. */
export type HouseState = z.output<typeof stateSchema>
