import { z } from 'zod'
import { keepMs } from '../../model/keeping.ts'
import { hearsAll } from '../../store/places.ts'
import { isoOrNull, moment } from './faults.ts'
import { operation } from './operation.ts'

const day = 86_400_000

const trustSchema = z.object({
  hears: z
    .array(
      z.object({
        place: z.string(),
        agent: z.string(),
        mode: z.string(),
        all: z.boolean().describe('What is said there to whomever; else only what is said to the agent.'),
        by: z.string().nullable().describe('Who has set it so.'),
        since: moment.nullable(),
      }),
    )
    .describe('Which agent hears what, where.'),
  destinations: z
    .array(
      z.object({
        host: z.string(),
        what: z.enum([
          ...(['model', 'webhook', 'tool', 'events', 'embeddings'] as const),
          ...(['transcription', 'moderation', 'mail', 'telemetry'] as const),
        ]),
        agent: z.string().nullable().describe('Null: of all of them.'),
        name: z.string().nullable(),
      }),
    )
    .describe('Hosts that something of what is said goes to, besides the chat platforms.'),
  kept: z
    .array(
      z.object({
        what: z.enum(['words', 'reasons', 'calls', 'events', 'spending', 'state', 'changes']),
        days: z
          .number()
          .nullable()
          .describe('Null: until it is cleared or its person is forgotten; of changes, for good.'),
      }),
    )
    .describe('How long what is kept.'),
  agents: z
    .array(z.object({ agent: z.string(), days: z.number() }))
    .describe(
      'Agents that keep words, reasons, calls and events for no more than so many days, by `keepDays` of their own.',
    ),
})

export const trustOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/trust', id: 'getTrust', tag: 'Audit', scope: 'audit:read' },
    summary: 'Who hears what where, where data goes, and how long what is kept.',
    answer: trustSchema,
    async run({ house, by }) {
      const { retention } = house.admin
      const [bindings, destinations, keeping] = await Promise.all([
        house.store.places.bindings(by.account),
        house.admin.destinations.of(by.account),
        house.store.agents.keeping(by.account),
      ])
      const daysOf = (ms: number) => Math.round(ms / day)
      const words = Math.round(retention.days)
      return {
        hears: bindings.map(({ place, agent, mode, bound_by: by, bound_at: at }) => ({
          ...{ place, agent, mode, all: hearsAll(mode), by, since: isoOrNull(at) },
        })),
        destinations: destinations.map(({ host, what, agent = null, name = null }) => ({ host, what, agent, name })),
        kept: [
          { what: 'words' as const, days: words },
          { what: 'reasons' as const, days: daysOf(keepMs.turns) },
          { what: 'calls' as const, days: daysOf(keepMs.delivered) },
          { what: 'events' as const, days: Math.min(words, daysOf(keepMs.events)) },
          { what: 'spending' as const, days: daysOf(keepMs.spending) },
          { what: 'state' as const, days: null },
          { what: 'changes' as const, days: null },
        ],
        agents: keeping.map(({ id, days }) => ({ agent: id, days: retention.daysOf({ keepDays: days }) })),
      }
    },
  }),
]
