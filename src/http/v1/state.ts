import { z } from 'zod'
import type { Actor } from '../../admin/actor.ts'
import { AppError } from '../../lib/errors.ts'
import { firstAccount } from '../../store/accounts.ts'
import { sentences } from '../words/index.ts'
import { isoOf, moment } from './faults.ts'
import { stateSchema } from './house-state.ts'
import { operation } from './operation.ts'

const refusingSchema = z.object({
  place: z.string(),
  detail: z.string().describe('In the platform’s words.'),
  since: moment,
  count: z.int(),
})

const refusedSchema = z.object({
  platform: z.string(),
  installation: z.string(),
  call: z.string().describe('`post`, `edit`, `stream`, …'),
  place: z.string().nullable().describe('Null of what is done with a message or a file.'),
  code: z.string().describe('`limited`: it wanted a pause.'),
  detail: z.string().describe('In the platform’s words, the last time; of a pause, of which of its limits.'),
  since: moment,
  lastAt: moment,
  count: z.int(),
})

const languageQuery = z.strictObject({ language: z.enum(['en', 'ja']).default('en') })

export const stateOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/state', id: 'getDeploymentState', tag: 'Operating', scope: 'account:read' },
    summary:
      'How Parley is: what works, what waits, what is refused, which processes run. Of the operator’s own account alone.',
    answer: stateSchema.extend({
      refusing: z.array(refusingSchema).describe('Places that do not take answers.'),
      refused: z
        .array(refusedSchema)
        .describe(
          'Calls that platforms refused in the last day, of one kind in one place together; the last fifty, the latest first.',
        ),
    }),
    async run({ house, by }) {
      onlyOperator(by)
      const { refusals, refusedCalls } = house.store
      const [state, refusing, refused] = await Promise.all([house.state(), refusals.list(), refusedCalls.last()])
      return {
        ...state,
        refusing: refusing.map(({ place, detail, since, count }) => ({ place, detail, since: isoOf(since), count })),
        refused: refused.map(({ place, since, last_at, ...told }) => ({
          ...{ ...told, place: place || null, since: isoOf(since), lastAt: isoOf(last_at) },
        })),
      }
    },
  }),
  operation({
    ...{ method: 'POST', url: '/v1/state/doctor', id: 'runDoctor', tag: 'Operating', scope: 'account:read' },
    query: languageQuery,
    summary:
      'Look at everything that can be wrong, and say what to do, as `parley doctor` does. Of the operator’s own account alone.',
    answer: z.object({
      findings: z.array(
        z.object({
          what: z.string(),
          state: z.enum(['ok', 'fault', 'unknown']).describe('`unknown`: it cannot be seen from the server.'),
          say: z.string().describe('What was found and, unless it is ok, what to do.'),
        }),
      ),
    }),
    async run({ house, by, query }) {
      onlyOperator(by)
      return { findings: [...(await house.doctor(query.language))] }
    },
  }),
]

/** What the whole deployment does is nobody's business who only has an account in it. */
function onlyOperator({ account }: Actor): void {
  if (account !== firstAccount) throw new AppError('forbidden', sentences.notOperator, { status: 403 })
}
