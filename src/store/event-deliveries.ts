import { sql } from 'kysely'
import type { Database } from './database.ts'
import { type OutboxRow, tryForMs } from './outbox.ts'
import { type Step, stepOf } from './statement.ts'
import { currentTime } from './time.ts'

const columns = [
  'id',
  'webhook',
  'event',
  'status',
  'attempt',
  'outcome',
  'next_at',
  'created_at',
  'settled_at',
] as const
/** An event on its way to one endpoint. */
export type EventDelivery = Pick<OutboxRow, (typeof columns)[number]>

/** How an endpoint fares. */
export interface EndpointFate {
  open: number
  /** Those that were given up, and can be sent again. */
  dead: number
  /** When it last took something, and when something was last given up there. */
  deliveredAt: number | null
  diedAt: number | null
  /** Of the oldest event that was tried there in vain, and is tried again. */
  failingSince: number | null
  /** Of the last attempts that failed. */
  outcome: string | null
}

/** As an outbox row names it. */
const refOf = (event: string): string => JSON.stringify({ event })
/** The id in that: what SQLite and PostgreSQL both read. */
export const eventIdInRow = sql<string>`substr(outbox.event, 11, 36)`
const isKept = sql<boolean>`exists (select 1 from event where event.id = ${eventIdInRow})`

/** Where events have gone, as rows of the outbox that are no webhook's of an agent. */
export function eventDeliveries(db: Database, now: () => number) {
  const { query } = db
  const all = () => query.selectFrom('outbox').where('agent', '=', sql.lit(''))
  const at = (endpoint: string, status: OutboxRow['status']) =>
    all().where('webhook', '=', endpoint).where('status', '=', sql.lit(status))
  /** As a new one. */
  const due = () => {
    const time = currentTime(db, now())
    const until = sql<number>`${time} + cast(${tryForMs} as bigint)`
    return { status: 'open', attempt: 0, next_at: time, until, settled_at: null, outcome: null } as const
  }

  return {
    async fateOf(endpoint: string): Promise<EndpointFate> {
      const tried = at(endpoint, 'open').where('outcome', 'is not', null)
      const last = (status: OutboxRow['status']) =>
        at(endpoint, status).select(['settled_at', 'outcome']).orderBy('n', 'desc').limit(1).executeTakeFirst()
      const [open, dead, failing, retried, delivered, died] = await Promise.all([
        at(endpoint, 'open')
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
        at(endpoint, 'dead')
          .where(isKept)
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
        tried.select((e) => e.fn.min('created_at').as('since')).executeTakeFirst(),
        tried.select('outcome').orderBy('n').limit(1).executeTakeFirst(),
        last('delivered'),
        last('dead'),
      ])
      return {
        ...{ open: Number(open.n), dead: Number(dead.n), failingSince: failing?.since ?? null },
        ...{ deliveredAt: delivered?.settled_at ?? null, diedAt: died?.settled_at ?? null },
        outcome: retried?.outcome ?? died?.outcome ?? null,
      }
    },

    /** Where these events were to go, by the event. */
    async of(events: readonly string[]): Promise<Map<string, EventDelivery[]>> {
      const found = new Map<string, EventDelivery[]>(events.map((event) => [event, []]))
      if (events.length === 0) return found
      const rows = await all().select(columns).where('event', 'in', events.map(refOf)).orderBy('n').execute()
      for (const row of rows) found.get(JSON.parse(row.event).event)?.push(row)
      return found
    },

    /** Makes one due that was delivered or given up, as a new one: the receiver knows it by its id. A guard: void where it is under way. */
    againStep(id: string): Step {
      const over = query.updateTable('outbox').set(due()).where('id', '=', id).where('status', '<>', 'open')
      return stepOf(over, { guard: true })
    },
    /** The same of all that were given up at an endpoint and are still kept. A guard: void without any. */
    allAgainStep: (endpoint: string): Step => {
      const dead = query
        .updateTable('outbox')
        .set(due())
        .where('agent', '=', sql.lit(''))
        .where('webhook', '=', endpoint)
      return stepOf(dead.where('status', '=', sql.lit('dead')).where(isKept), { guard: true })
    },
  }
}
