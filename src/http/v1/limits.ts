import { z } from 'zod'
import { budgetPeriods, budgetScopes, budgetUnits } from '../../model/budget.ts'
import { operation } from './operation.ts'

const named = {
  scope: z.enum(budgetScopes),
  subject: z.string().max(256).describe('Empty: each of its scope that has none of its own.'),
  unit: z.enum(budgetUnits),
  period: z.enum(budgetPeriods).describe('Of UTC.'),
}
const most = z.int().min(0).max(1e15).describe('Of money in millionths of the currency.')
const limitSchema = z.object({ ...named, most: z.number().describe(most.description!) })

const isNamed = ({ scope, subject }: { scope: string; subject: string }) => scope !== 'account' || subject === ''
const unnamed = { path: ['subject'], message: 'is empty where the limit is of the account' }
const subject = named.subject.default('')
const body = z.strictObject({ ...named, subject, most }).refine(isNamed, unnamed)

const tag = 'Usage'
const url = '/v1/limits'

export const limitOperations = [
  operation({
    ...{ method: 'GET', url, id: 'listLimits', tag, scope: 'usage:read' },
    summary: 'What may be used in a time, and how much of it is.',
    answer: z.object({
      currency: z.string(),
      items: z.array(
        limitSchema.extend({ used: z.number().nullable().describe('With what is reserved; null of a limit of each.') }),
      ),
    }),
    async run({ house, by }) {
      const { currency } = house.admin.budgets
      return { currency, items: await house.admin.budgets.list(by.account) }
    },
  }),
  operation({
    ...{ method: 'PUT', url, id: 'setLimit', tag, scope: 'usage:write' },
    summary: 'Set a limit, in place of the one of the same scope, subject, unit and period.',
    body,
    answer: limitSchema,
    async run({ house, by, body: limit }) {
      await house.admin.budgets.set(limit, by)
      return limit
    },
  }),
  operation({
    ...{ method: 'DELETE', url, id: 'removeLimit', tag, scope: 'usage:write' },
    summary: 'Take a limit away.',
    query: z.strictObject({ ...named, subject }).refine(isNamed, unnamed),
    run: ({ house, by, query }) => house.admin.budgets.remove(query, by),
  }),
  operation({
    ...{ method: 'POST', url: `${url}/what-if`, id: 'tryLimit', tag, scope: 'usage:read' },
    summary: 'What this month would have come to, had a limit held from its first day. Nothing is set.',
    body,
    answer: z.object({
      was: z.number().describe('In tokens, or millionths of the currency.'),
      wouldHaveBeen: z.number(),
      subjects: z.int().describe('How many of its scope were counted, or of the named one its days.'),
      reached: z.int().describe('For how many of them it would have come to its end.'),
    }),
    run: ({ house, by, body: limit }) => house.admin.budgets.whatIf(by.account, limit),
  }),
]
