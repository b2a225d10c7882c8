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
  platforms: z
    .array(
      z.object({
        id: z.string(),
        up: z.boolean().describe('Nothing is wrong with it in any process.'),
        connectedSince: moment.nullable().describe('Null where no process is connected.'),
        lastEventAt: moment
          .nullable()
          .describe('When something came from it last, since the processes that run began.'),
      }),
    )
    .describe('Those that are configured.'),
  processes: z
    .array(
      z.object({
        name: z.string().describe('Its machine, and its number there.'),
        isAsked: z.boolean().describe('It is the one that answers.'),
        version: z.string(),
        roles: z.array(z.string()),
        startedAt: moment,
        conversations: z.int().describe('That it holds: it answers in them now, and no other process does.'),
      }),
    )
    .describe('That run on this database; what others say of themselves is a few seconds old.'),
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
  warnings: z
    .array(
      z.object({
        level: z.enum(['warn', 'error']),
        text: z.string(),
        why: z.string().nullable().describe('What was met, where it was an error.'),
        of: z.record(z.string(), z.string()).describe('Where, as the log names it.'),
        since: moment,
        lastAt: moment,
        count: z.int(),
      }),
    )
    .describe(
      'The last hundred that the process that answers has logged since it began, the latest first; what it logged again is one. No secret stands there, nobody’s name and nothing that was said.',
    ),
})
/** How everything is, as the process sees it that is asked. */
export type HouseState = z.output<typeof stateSchema>
