import { z } from 'zod'
import { mostAnswers } from '../../admin/conversations.ts'
import { moment } from './faults.ts'
import { operation } from './operation.ts'

const amounts = { conversations: z.int(), inputTokens: z.int(), outputTokens: z.int() }
const day = z.iso.date().optional().describe('Of UTC, inclusive.')
const spread = z.object({ median: z.number(), p95: z.number() }).nullable()
const tag = 'Usage'
const ofMonth = z.strictObject({
  month: z
    .stringFormat('month', /^\d{4}-(0[1-9]|1[0-2])$/)
    .optional()
    .describe('Of UTC; without it, this one.'),
  agent: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
const counted = { conversations: z.int(), tokens: z.int() }
const behind = 'A second or two behind, since the version that counts them; this month and the last are kept.'

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
    query: z.strictObject({ from: day, to: day, by: z.enum(['day']).optional().describe('Each day by itself.') }),
    answer: z.object({
      from: z.string(),
      to: z.string(),
      currency: z.string(),
      total: z.object({ calls: z.int(), money: z.number().describe('Millionths of the currency.') }),
      unpriced: z.array(z.string()).describe('Models whose price nobody knows.'),
      lines: z.array(
        z.object({
          day: z.string().optional(),
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
    run: ({ house, by, query: { by: apart, ...days } }) =>
      house.admin.budgets.costs(by.account, { ...days, byDay: apart === 'day' }),
  }),
  operation({
    ...{ method: 'GET', url: '/v1/usage/people', id: 'getUsageOfPeople', tag, scope: 'people:read' },
    summary: 'Whom agents have answered most in a month, and how many people they answered.',
    query: ofMonth,
    answer: z.object({
      month: z.string(),
      total: z.int().describe(`How many people were answered. ${behind}`),
      items: z.array(z.object({ uid: z.string(), ...counted })).describe('The most answers first.'),
    }),
    async run({ house, by, query }) {
      const { items, ...told } = await house.admin.usage.most('person', by.account, query)
      return { ...told, items: items.map(({ name: uid, ...sums }) => ({ uid, ...sums })) }
    },
  }),
  operation({
    ...{ method: 'GET', url: '/v1/usage/places', id: 'getUsageOfPlaces', tag, scope: 'usage:read' },
    summary: 'In which channels and direct conversations agents have answered most in a month.',
    query: ofMonth,
    answer: z.object({
      month: z.string(),
      total: z.int().describe(`How many places there are. ${behind}`),
      items: z.array(z.object({ place: z.string(), ...counted })).describe('The most answers first.'),
    }),
    async run({ house, by, query }) {
      const { items, ...told } = await house.admin.usage.most('place', by.account, query)
      return { ...told, items: items.map(({ name: place, ...sums }) => ({ place, ...sums })) }
    },
  }),
  operation({
    ...{ method: 'GET', url: '/v1/usage/first-texts', id: 'getFirstTexts', tag, scope: 'usage:read' },
    summary: 'How soon the first words of models were there, by day.',
    query: z.strictObject({ from: day, to: day }),
    answer: z.object({
      from: z.string(),
      to: z.string(),
      days: z
        .array(
          z.object({
            day: z.string(),
            answers: z.int().describe('That a model began to write.'),
            medianMs: z.number().describe('A quarter too long at most, as p95Ms is.'),
            p95Ms: z.number(),
          }),
        )
        .describe('Those with such answers. A second or two behind, since the version that counts them.'),
    }),
    run: ({ house, by, query }) => house.admin.usage.firstTexts(by.account, query),
  }),
  operation({
    ...{ method: 'GET', url: '/v1/answers', id: 'getAnswers', tag, scope: 'turns:read', narrows: true },
    summary: 'How the last answers came about: from what, for how many people, how soon.',
    query: z.strictObject({
      agent: z.string().max(64).optional(),
      last: z.coerce.number().int().min(1).max(mostAnswers).default(1000).describe('So many are looked at.'),
    }),
    answer: z.object({
      answers: z.int().describe('That were looked at.'),
      since: moment.nullable().describe('When the oldest of them began.'),
      people: z.int(),
      withoutModel: z.int().describe('That needed no model.'),
      outcomes: z.record(z.string(), z.int()),
      doors: z.record(z.string(), z.int()),
      firstTextMs: spread.describe('Until the first words of a model.'),
      ms: spread.describe('Until the whole answer was made.'),
    }),
    run: ({ house, by, standing, query: { agent, last } }) =>
      house.admin.conversations.figures({ account: by.account, standing }, { agent, last }),
  }),
]
