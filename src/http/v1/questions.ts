import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { ruleSchema } from '../../model/rule.ts'
import { sentences } from '../words/index.ts'
import { agentIn, agentPath } from './agents.ts'
import { change, changedSchema, writes } from './drafts.ts'
import { isoOf, moment } from './faults.ts'
import { operation } from './operation.ts'
import { pageIn, pageOf, pageQuery } from './pages.ts'

const questionSchema = z.object({
  text: z.string().describe('As most people wrote it.'),
  others: z.array(z.string()).describe('Other ways in which it was written.'),
  weight: z.int().describe('One for each turn, and another one for each vote that its answer was not good.'),
  people: z.int(),
  unanswered: z.int().describe('Turns that had no answer.'),
  disliked: z.int().describe('Votes that an answer was not good.'),
  meant: z
    .array(z.object({ phrase: z.string(), times: z.int() }))
    .describe('What people pressed when they were asked what they meant: phrases that `text` belongs beside.'),
  turns: z.array(z.object({ id: z.string(), at: moment })).describe('Newest first.'),
})

/** What an agent should answer better, and the presses that make it so. */
export const questionOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/agents/{agent}/questions', id: 'listQuestions', tag: 'Turns', scope: 'turns:read' },
    summary: 'What an agent could not answer, or not well, in groups of those who asked the same; heaviest first.',
    path: agentPath,
    query: pageQuery,
    answer: pageOf(questionSchema),
    async run(call) {
      const questions = await call.house.admin.questions.open(agentIn(call), call.by)
      const { items, next } = pageIn(questions, ({ turns }) => turns[0]!.id, call.query)
      const told = items.map(({ turns, ...question }) => ({
        ...question,
        turns: turns.map(({ id, at }) => ({ id, at: isoOf(at) })),
      }))
      return { items: told, next }
    },
  }),
  operation({
    ...{ ...writes, method: 'POST', url: '/v1/agents/{agent}/rules/phrases', id: 'addPhrase', match: 'optional' },
    summary: 'Add a phrase to the rule of the draft that has another one.',
    body: z.strictObject({
      phrase: ruleSchema.shape.when.element,
      beside: z.string().describe('A phrase of the rule that is meant, as it is written there.'),
    }),
    answer: changedSchema,
    run: (call) =>
      change(call, 'rule.phrase', (document) => {
        const { phrase, beside } = call.body
        const at = document.rules.findIndex(({ when }) => when.includes(beside))
        if (at < 0) throw new AppError('rule_not_found', sentences.request.noRule, { status: 404 })
        const grown = ({ when, ...rule }: (typeof document.rules)[number]) => ({
          ...rule,
          when: when.includes(phrase) ? when : [...when, phrase],
        })
        return { ...document, rules: document.rules.map((rule, i) => (i === at ? grown(rule) : rule)) }
      }),
  }),
  operation({
    ...{ ...writes, method: 'POST', url: '/v1/agents/{agent}/scenarios/{scenario}/phrases', id: 'addStart' },
    match: 'optional',
    path: agentPath.extend({ scenario: z.string() }),
    summary: 'Have a scenario of the draft start with a phrase, besides what it starts with.',
    body: z.strictObject({ phrase: ruleSchema.shape.when.element }),
    answer: changedSchema,
    run: (call) =>
      change(call, 'scenario.phrase', (document) => {
        const { scenario: id } = call.path
        const start = { match: { exact: call.body.phrase } }
        if (!document.scenarios.some((one) => one.id === id)) {
          throw new AppError('scenario_not_found', sentences.request.noScenario, { status: 404 })
        }
        const grown = (one: (typeof document.scenarios)[number]) => ({ ...one, start: [...one.start, start] })
        return { ...document, scenarios: document.scenarios.map((one) => (one.id === id ? grown(one) : one)) }
      }),
  }),
]
