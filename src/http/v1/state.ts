import { z } from 'zod'
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

export const stateOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/state', id: 'getDeploymentState', tag: 'Operating', scope: 'account:read' },
    summary: 'How Parley is: what works, what waits, which places refuse. Of the operator’s own account alone.',
    answer: stateSchema.extend({ refusing: z.array(refusingSchema).describe('Places that do not take answers.') }),
    async run({ house, by }) {
      // What the whole deployment does is nobody's business who only has an account in it.
      if (by.account !== firstAccount) throw new AppError('forbidden', sentences.notOperator, { status: 403 })
      const [state, refusing] = await Promise.all([house.state(), house.store.refusals.list()])
      return {
        ...state,
        refusing: refusing.map(({ place, detail, since, count }) => ({ place, detail, since: isoOf(since), count })),
      }
    },
  }),
]
