import { z } from 'zod'
import { story } from '../../admin/story.ts'
import { AppError } from '../../lib/errors.ts'
import { agentIdIn } from '../../store/apart.ts'
import { type TracedTurn, traces } from '../../store/traces.ts'
import { isoOf, isoOrNull, moment } from './faults.ts'
import { operation } from './operation.ts'

export const turnSchema = z.object({
  id: z.string(),
  agent: z.string(),
  version: z.int(),
  uid: z.string().describe('Empty for a caller who gave none.'),
  status: z.string(),
  interrupted: z.string().nullable(),
  trace: z.json().describe('Why it answered so; null of one that has no end yet.'),
  delivery: z.json().describe('Where its place would not have the answer as it was; else null.'),
  votes: z.object({ good: z.int(), bad: z.int() }),
  attempts: z.int(),
  startedAt: moment,
  committedAt: moment.nullable(),
})
const plain = (value: unknown) => (value === undefined ? null : JSON.parse(JSON.stringify(value)))

function told({ id, agent, version, uid, status, interrupted, votes, attempts, ...turn }: TracedTurn) {
  return {
    ...{ id, agent, version, uid, status: `${status}`, interrupted: interrupted ?? null, votes, attempts },
    trace: plain(turn.trace),
    delivery: plain(turn.delivery),
    startedAt: isoOf(turn.startedAt),
    committedAt: isoOrNull(turn.committedAt),
  }
}

const tag = 'Turns'
export const turnOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/turns/{turn}', id: 'getTurn', tag, scope: 'turns:read' },
    summary: 'A turn: what was said, what was answered, and why.',
    path: z.object({ turn: z.string().describe('As `X-Turn-Id` of an answer names it.') }),
    query: z.strictObject({ language: z.enum(['en', 'ja']).default('en').describe('Of the story.') }),
    answer: turnSchema.extend({
      said: z
        .array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() }))
        .describe('While it is remembered.'),
      story: z.array(z.string()).describe('Why it answered so, in words, a line for each step.'),
    }),
    async run({ house, by, path, query }) {
      const found = traces(house.store.db)
      const turn = await found.byId(path.turn)
      // Another account's turns are nobody else's business.
      if (turn?.account !== by.account) {
        throw new AppError('turn_not_found', 'There is no turn of this id.', { status: 404 })
      }
      const said = await found.said(turn)
      return { ...told(turn), said: [...said], story: story(turn, said, query.language) }
    },
  }),
  operation({
    ...{ method: 'GET', url: '/v1/agents/{agent}/turns', id: 'listTurns', tag, scope: 'turns:read' },
    summary: 'The last turns of an agent, newest first, or those with one person.',
    path: z.object({ agent: z.string() }),
    query: z.strictObject({
      uid: z.string().max(256).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    answer: z.object({ turns: z.array(turnSchema) }),
    async run({ house, by, path, query }) {
      const { id } = await house.admin.agents.get(agentIdIn(by.account, path.agent), by)
      const uid = query.uid && (await house.store.personLinks.personOf(by.account, query.uid))
      const turns = await traces(house.store.db).last({ account: by.account, agent: id, uid }, query.limit)
      return { turns: turns.map(told) }
    },
  }),
]
