import { z } from 'zod'
import { agentIdIn } from '../../store/apart.ts'
import { type TracedTurn, traces } from '../../store/traces.ts'
import { outcomes, type RecentTurn } from '../../store/turn-seen/shape.ts'
import { isoOf, isoOrNull, moment } from './faults.ts'
import { operation } from './operation.ts'
import { pageOf, pageQuery } from './pages.ts'

const wireSchema = z
  .object({
    calls: z.array(
      z.object({
        do: z.enum(['look', 'open', 'append', 'edit', 'finish', 'remove']),
        n: z.int().describe('Which of the answer’s messages, from 0.'),
        at: z.number().describe('When it was wanted, in milliseconds since showing began.'),
        waited: z.number().describe('For room in the limits of the platform, in milliseconds.'),
        ms: z.number(),
        end: z.enum(['ok', 'limited', 'refused', 'unknown']),
        code: z.string().optional().describe('What the platform refused it with.'),
        retryMs: z.number().optional().describe('So long the platform wants no such call.'),
      }),
    ),
    leftOut: z.int().describe('How many between the first and the last are left out.'),
  })
  .describe('The calls that showed the answer on its platform; null of programs, and of turns that showed nothing.')

export const turnSchema = z.object({
  id: z.string(),
  agent: z.string(),
  version: z.int(),
  uid: z.string().describe('Empty for a caller who gave none.'),
  status: z.string(),
  interrupted: z.string().nullable(),
  trace: z.json().describe('Why it answered so; null of one that has no end yet.'),
  delivery: z.json().describe('Where its place would not have the answer as it was; else null.'),
  wire: wireSchema.nullable(),
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
    wire: turn.wire ? { ...turn.wire, calls: [...turn.wire.calls] } : null,
    startedAt: isoOf(turn.startedAt),
    committedAt: isoOrNull(turn.committedAt),
  }
}

const recentSchema = z.object({
  id: z.string(),
  agent: z.string(),
  uid: z.string(),
  door: z.string().describe('The platform; `http` for programs.'),
  place: z.string().nullable().describe('The channel or direct conversation; null of programs.'),
  outcome: z.enum(outcomes),
  votes: z.object({ good: z.int(), bad: z.int() }),
  ms: z.number().nullable().describe('Until the whole answer; null while it runs.'),
  firstTextMs: z.number().nullable().describe('Until the first words of a model.'),
  model: z.string().nullable(),
  tokens: z.int(),
  startedAt: moment,
})

const recent = ({ good, bad, startedAt, ...turn }: RecentTurn) => ({
  ...turn,
  votes: { good, bad },
  startedAt: isoOf(startedAt),
})

const timeOf = (given: string | undefined) => (given === undefined ? undefined : Date.parse(given))

const tag = 'Turns'
export const turnOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/turns', id: 'listRecentTurns', tag, scope: 'turns:read', narrows: true },
    summary: 'The last turns of all agents, newest first, without a word of what was said.',
    query: pageQuery.extend({
      agent: z.string().max(64).optional(),
      uid: z.string().max(256).optional(),
      door: z.string().max(64).optional(),
      outcome: z.enum(outcomes).optional(),
      place: z.string().max(400).optional(),
      rating: z.enum(['good', 'bad']).optional(),
      since: z.iso.datetime({ offset: true }).optional().describe('Those that began then or later.'),
      until: z.iso.datetime({ offset: true }).optional().describe('Those that began earlier.'),
      words: z
        .string()
        .max(200)
        .optional()
        .describe('All of these were said or answered. Seconds behind; that you looked stands in the log of changes.'),
    }),
    answer: pageOf(recentSchema).describe('A page may have fewer than `limit`, or none, and still a `next`.'),
    async run({ house, by, standing, query: { limit, cursor, since, until, ...rest } }) {
      const filter = { ...rest, since: timeOf(since), until: timeOf(until) }
      const { items, next } = await house.admin.conversations.list(by, standing, filter, { limit, cursor })
      return { items: items.map(recent), next }
    },
  }),
  operation({
    ...{ method: 'GET', url: '/v1/turns/{turn}', id: 'getTurn', tag, scope: 'turns:read', narrows: true },
    summary: 'A turn: what was said, what was answered, and why. That it was read stands in the log of changes.',
    path: z.object({ turn: z.string().describe('As `X-Turn-Id` of an answer names it.') }),
    query: z.strictObject({ language: z.enum(['en', 'ja']).default('en').describe('Of the story.') }),
    answer: turnSchema.extend({
      said: z
        .array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() }))
        .describe('While it is remembered.'),
      story: z.array(z.string()).describe('Why it answered so, in words, a line for each step.'),
    }),
    async run({ house, by, standing, path, query }) {
      const { turn, said, story } = await house.admin.conversations.read(by, standing, path.turn, query.language)
      return { ...told(turn), said: [...said], story: [...story] }
    },
  }),
  operation({
    ...{ method: 'POST', url: '/v1/turns/{turn}/cancel', id: 'cancelTurn', tag, scope: 'turns:write', narrows: true },
    summary: 'End a turn that a program asked for: what was written by then is its answer. As often as you like.',
    path: z.object({
      turn: z.string().describe('As `X-Turn-Id` names it; for the key that asked, also its `Idempotency-Key`.'),
    }),
    askers: true,
    answer: z.object({ id: z.string(), status: z.literal('cancelled') }),
    async run({ house, by: { account }, standing, asker, path }) {
      const by = asker ? { account, key: asker.key, agent: asker.agent } : { account, adminOf: standing.adminOf }
      return { ...(await house.cancel(path.turn, by)), status: 'cancelled' as const }
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
