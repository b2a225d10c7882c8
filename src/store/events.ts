import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EventMessage, EventType, EventWords, NewEvent } from '../model/event.ts'
import { keysOfAgent } from '../model/key.ts'
import type { Database } from './database.ts'
import { eventIdInRow } from './event-deliveries.ts'
import { keptOfCatalogue } from './kept.ts'
import type { outboxRows } from './outbox.ts'
import { type Step, statement, step, stepOf } from './statement.ts'
import type { EventEndpointTable, EventTable } from './tables.ts'

/** Somewhere an account's events are sent to. */
export interface EventEndpoint {
  id: string
  account: string
  url: string
  /** None: all. */
  types: readonly EventType[]
  words: boolean
  /** Sealed. */
  secret: string
  createdAt: number
}

/** Which events of an account are asked for. */
export interface EventsAsked {
  /** Those behind this number, in the order that is asked for; 0: from its beginning. */
  after: number
  newestFirst?: boolean
  limit: number
  words?: boolean
  type?: EventType | undefined
  /** Only those that were given up at one of these endpoints. */
  givenUpAt?: readonly string[] | undefined
}

export type EventRows = ReturnType<typeof events>

/** Accounts whose endpoints are kept at hand. */
const maxKept = 10_000
/** Bytes of an event, so that any receiver takes it: Standard Webhooks asks for less than 20 KB. */
const maxBytes = 18_000
/** Characters of one text of it. */
const maxWords = 6000

/**
 * What happens, in the order in which it was stored, and where it is sent. An event is written in the batch that makes it happen, with
 * a row of the outbox for each endpoint; where an account has none, nothing is written.
 */
export function events(db: Database, now: () => number, outbox: Pick<ReturnType<typeof outboxRows>, 'addEventStep'>) {
  const { query } = db
  const endpoints = keptOfCatalogue<readonly EventEndpoint[]>(db, maxKept)
  type New = Pick<EventTable, 'id' | 'account' | 'type' | 'key' | 'data' | 'words' | 'at'>
  const insert = statement((p: New) =>
    query.insertInto('event').values({
      id: p.id,
      account: p.account,
      type: p.type,
      key: p.key,
      data: p.data,
      words: p.words,
      at: p.at,
    }),
  )

  const endpointsOf = (account: string): Promise<readonly EventEndpoint[]> =>
    endpoints(account, async () => {
      const found = query.selectFrom('event_endpoint').selectAll().where('account', '=', account)
      return (await found.orderBy('created_at').orderBy('id').execute()).map(endpointOf)
    })

  const deadAt = (those: readonly string[]) =>
    query
      .selectFrom('outbox')
      .select(eventIdInRow.as('id'))
      .where('agent', '=', sql.lit(''))
      .where('webhook', 'in', those)
      .where('status', '=', sql.lit('dead'))

  return {
    endpointsOf,
    addEndpointStep: ({ types, words, createdAt, ...rest }: EventEndpoint): Step => {
      const row = { ...rest, types: JSON.stringify(types), words: words ? 1 : 0, created_at: createdAt }
      return stepOf(query.insertInto('event_endpoint').values(row))
    },
    /** A guard: void without such an endpoint. */
    removeEndpointStep: (account: string, id: string): Step =>
      stepOf(query.deleteFrom('event_endpoint').where('account', '=', account).where('id', '=', id), { guard: true }),

    /** What is to stand in the batch of what has happened: nothing where nobody wants to hear of it. */
    async steps({ account, type, key, data, words }: NewEvent): Promise<Step[]> {
      const all = await endpointsOf(account)
      if (all.length === 0) return []
      const id = `evt_${randomUUID().replaceAll('-', '')}`
      const kept = words && words.length > 0 && all.some((one) => one.words) ? fitting(data, words) : null
      const row = { id, account, type, key, data: JSON.stringify(data), words: kept, at: now() }
      const told = all.filter(({ types }) => types.length === 0 || types.includes(type))
      // What is nobody's keeps the order of its account.
      const lane = key === '' ? `account ${account}` : key
      return [
        step(insert, row),
        ...told.map((endpoint) => outbox.addEventStep(account, lane, endpoint.id, { event: id })),
      ]
    },

    async byId(account: string, id: string, words: boolean): Promise<EventMessage | undefined> {
      const found = query.selectFrom('event').selectAll().where('account', '=', account).where('id', '=', id)
      const row = await found.executeTakeFirst()
      return row && messageOf(row, words)
    },
    async list(account: string, asked: EventsAsked): Promise<EventMessage[]> {
      const { after, newestFirst = false, limit, words = false, type, givenUpAt } = asked
      const rows = await query
        .selectFrom('event')
        .selectAll()
        .where('account', '=', account)
        .$if(!newestFirst, (q) => q.where('n', '>', after))
        .$if(newestFirst && after > 0, (q) => q.where('n', '<', after))
        .$if(type !== undefined, (q) => q.where('type', '=', type!))
        .$if(givenUpAt !== undefined, (q) => q.where('id', 'in', deadAt(givenUpAt!)))
        .orderBy('n', newestFirst ? 'desc' : 'asc')
        .limit(limit)
        .execute()
      return rows.map((row) => messageOf(row, words))
    },
    async prune(before: number): Promise<void> {
      await query.deleteFrom('event').where('at', '<', before).execute()
    },
  }
}

function endpointOf({ types, words, created_at, ...rest }: EventEndpointTable): EventEndpoint {
  return { ...rest, types: JSON.parse(types), words: words === 1, createdAt: created_at }
}

function messageOf(
  { n, id, type, data, words, at }: Omit<EventTable, 'n'> & { n: number },
  wants: boolean,
): EventMessage {
  const told = { ...JSON.parse(data), seq: n, ...(wants && words !== null && { words: JSON.parse(words) }) }
  return { id, type: type as EventType, timestamp: new Date(at).toISOString(), data: told }
}

/** What was said, as much of it as there is room for. */
function fitting(data: object, words: readonly EventWords[]): string {
  const room = maxBytes - Buffer.byteLength(JSON.stringify(data))
  for (let most = maxWords; ; most = Math.floor(most / 2)) {
    const cut = words.map(({ role, text }) =>
      text.length > most ? { role, text: `${text.slice(0, most).toWellFormed()}…` } : { role, text },
    )
    const json = JSON.stringify(cut)
    if (Buffer.byteLength(json) <= room || most === 0) return json
  }
}

/** What was told of the people of an agent goes with it. */
export function eventsOfAgentStep({ query }: Pick<Database, 'query'>, agent: string): Step {
  const { from, to } = keysOfAgent(agent)
  return stepOf(query.deleteFrom('event').where('key', '>=', from).where('key', '<', to))
}
