import type { Client } from 'pg'
import pg from 'pg'
import { unreachable } from './postgres-errors.ts'
import type { Query } from './postgres-messages.ts'
import { types } from './postgres-values.ts'
import { type BatchOutcome, cut, type QueryOutcome, submitBatch, submitQuery } from './postgres-wire.ts'

const connectWithinMs = 5_000
/** A server that has not answered for so long is taken for gone. */
const answerWithinMs = 30_000

interface Slot {
  client: Promise<Client> | undefined
  /** Trips under way. */
  open: number
  /** Since when an answer is waited for. */
  since: number
}

/**
 * Connections that many share at once: what is asked for goes out at once, behind what is under way, and comes back in that
 * order. So what is submitted together takes one round trip, and what is of one line is done in its order. A connection is
 * made when it is needed, and anew when it was lost.
 */
export function createConnections(url: string, size: number, settings: Settings = {}) {
  const slots: Slot[] = Array.from({ length: size }, () => ({ client: undefined, open: 0, since: 0 }))
  /** Those that have something under way: what comes next goes where that went. */
  const lines = new Map<string, { slot: Slot; open: number }>()

  const freest = () => slots.reduce((least, slot) => (slot.open < least.open ? slot : least))

  async function inLine<T>(line: string | undefined, use: (slot: Slot) => Promise<T>): Promise<T> {
    if (line === undefined) return use(freest())
    const way = lines.get(line) ?? { slot: freest(), open: 0 }
    lines.set(line, way)
    way.open++
    try {
      return await use(way.slot)
    } finally {
      if (--way.open === 0) lines.delete(line)
    }
  }

  function connect(slot: Slot): Promise<Client> {
    const made = connectTo(url, { pipeline: true, settings })
    const lost = () => {
      if (slot.client === made) slot.client = undefined
    }
    made.then((client) => client.once('end', lost), lost)
    return made
  }

  async function using<T>(slot: Slot, submit: (client: Client) => Promise<T>, lost: (error: Error) => T): Promise<T> {
    if (slot.open++ === 0) slot.since = performance.now()
    try {
      slot.client ??= connect(slot)
      return await submit(await slot.client)
    } catch (error) {
      return lost(error as Error)
    } finally {
      slot.open--
      slot.since = performance.now()
    }
  }

  const watch = setInterval(() => {
    const before = performance.now() - answerWithinMs
    for (const { client, open, since } of slots) if (open > 0 && since < before) client?.then(cut, () => {})
  }, 1000).unref()

  return {
    query: (query: Query, line?: string): Promise<QueryOutcome> =>
      inLine(line, (slot) =>
        using(
          slot,
          (client) => submitQuery(client, query),
          (error) => ({ error }),
        ),
      ),
    /** All of them or none, in one round trip. */
    batch: (queries: readonly Query[], line?: string): Promise<BatchOutcome> =>
      inLine(line, (slot) =>
        using(
          slot,
          (client) => submitBatch(client, queries),
          (error) => ({ error, at: -1 }),
        ),
      ),
    async close(): Promise<void> {
      clearInterval(watch)
      await Promise.all(slots.map(async ({ client }) => (await client?.catch(() => undefined))?.end()))
    },
  }
}

/** Of a session, by their names in PostgreSQL. */
type Settings = Readonly<Record<string, string>>

interface ConnectOptions {
  pipeline?: boolean
  settings?: Settings
}

/** One that is made known in `pg_stat_activity`; whatever fails is told without the password. */
export async function connectTo(url: string, options: ConnectOptions = {}): Promise<Client> {
  const { settings, ...others } = options
  // Its statements are small; compiling one would cost more than it ever takes.
  const all: Settings = { jit: 'off', ...settings }
  const client = new pg.Client({
    connectionString: url,
    application_name: 'parley',
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    options: Object.entries(all)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types,
    ...others,
  })
  // Who asks hears of it by what they asked.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    const { host, port, database = '', user = '' } = client
    throw unreachable(error, { server: host.startsWith('/') ? host : `${host}:${port}`, database, user })
  }
  return client
}
