import { z } from 'zod'
import { operation } from './operation.ts'

const amounts = { conversations: z.int(), inputTokens: z.int(), outputTokens: z.int() }
const day = z.iso.date().optional().describe('Of UTC, inclusive.')
const tag = 'Usage'

export const usageOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/usage', id: 'getUsageV1', tag, scope: 'usage:read' },
    summary: 'What the account has used, by day, agent and door.',
    query: z.strictObject({
      from: day,
      to: day,
      agent: z.string().optional(),
      by: z.string().optional().describe('Any of `day,agent,door`.'),
    }),
    answer: z.object({
      from: z.string(),
      to: z.string(),
      plan: z.object({ name: z.string(), conversationsPerMonth: z.int().nullable(), conversationsThisMonth: z.int() }),
      total: z.object(amounts),
      usage: z.array(
        z.object({ ...amounts, day: z.string().optional(), agent: z.string().optional(), door: z.string().optional() }),
      ),
    }),
    run: ({ house, by, query }) => house.admin.usage.report(by.account, query),
  }),
  operation({
    ...{ method: 'GET', url: '/v1/cost', id: 'getCost', tag, scope: 'usage:read' },
    summary: 'What models have cost, by agent and model; of this month unless it is told otherwise.',
    query: z.strictObject({ from: day, to: day }),
    answer: z.object({
      from: z.string(),
      to: z.string(),
      currency: z.string(),
      total: z.object({ calls: z.int(), money: z.number().describe('Millionths of the currency.') }),
      unpriced: z.array(z.string()).describe('Models whose price nobody knows.'),
      lines: z.array(
        z.object({
          agent: z.string(),
          model: z.string(),
          calls: z.int(),
          unpriced: z.int(),
          inputTokens: z.int(),
          cachedTokens: z.int(),
          outputTokens: z.int(),
          money: z.number(),
        }),
      ),
    }),
    run: ({ house, by, query }) => house.admin.budgets.costs(by.account, query),
  }),
]
