import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { QueryResult } from 'pg'
import { AppError } from '../lib/errors.ts'
import { changesCatalogue } from './catalogue.ts'
import type { Database, Durability } from './database.ts'
import { migrate } from './migrate.ts'
import { inOrder } from './postgres-batch.ts'
import { connectTo, createConnections } from './postgres-connections.ts'
import { isGuard, mayTryAgain, told } from './postgres-errors.ts'
import { createPostgresListener } from './postgres-listener.ts'
import type { Query } from './postgres-messages.ts'
import { connectionCount, scarcityOf, settingsOf, warningsOf } from './postgres-settings.ts'
import { given } from './postgres-values.ts'
import { lineOf, type Statement, type Step, values } from './statement.ts'
import type { Tables } from './tables.ts'

/** Built queries come in endless shapes, and a server keeps what is prepared for each connection; the hot ones come first. */
const maxPrepared = 500
const maxTries = 8

export interface PostgresOptions {
  /** Whether leases run by the server's clock, as they must where processes share the database, or by the caller's. */
  clock?: 'server' | 'caller'
  durability?: Durability
}

/**
 * Opens a PostgreSQL database of its own, making or changing its tables where that is due. Throws `database_unreachable` and
 * `database_unusable`; neither holds the password.
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { clock = 'server', durability = 'power' } = options
  const settings = await withKysely(url, async (db) => {
    await migrate(db)
    return settingsOf(db)
  })
  // Whoever has set it to something else than off knows of standbys what we do not.
  const switchesOn = durability === 'power' && settings.synchronous_commit === 'off'
  const connections = createConnections(url, connectionCount, switchesOn ? { synchronous_commit: 'on' } : {})
  const listener = createPostgresListener(url)
  const names = new Map<string, string>()

  function queryOf(sql: string, values: readonly unknown[]): Query {
    let name = names.get(sql)
    if (name === undefined && names.size < maxPrepared) {
      name = `s${names.size}`
      names.set(sql, name)
    }
    return { text: sql, values: given(values), ...(name !== undefined && { name }) }
  }

  /** What may be tried again is; everything else is for whoever asked. */
  async function trip<T extends { error?: Error | undefined }>(
    queries: readonly Query[],
    send: () => Promise<T>,
  ): Promise<T> {
    const changes = queries.some(({ text }) => changesCatalogue(text))
    if (changes) listener.change()
    try {
      for (let tries = 1; ; tries++) {
        const outcome = await send()
        if (!outcome.error || !mayTryAgain(outcome.error) || tries === maxTries) return outcome
        await sleep(Math.random() * 5 * 2 ** tries)
      }
    } finally {
      if (changes) listener.change()
    }
  }

  async function one(query: Query, line?: string): Promise<QueryResult> {
    const outcome = await trip([query], () => connections.query(query, line))
    if (outcome.error) throw told(outcome.error)
    return outcome.result
  }

  const run = <Params extends object>(statement: Statement<Params, unknown>, params: Params) =>
    one(queryOf(statement.sql, values(statement, params)), lineOf(params))

  async function batch(steps: readonly Step[]): Promise<boolean> {
    if (steps.length === 0) return true
    const sent = inOrder(steps)
    const queries = sent.map(({ sql, values }) => queryOf(sql, values))
    const line = steps.find((step) => step.line !== undefined)?.line
    const outcome = await trip(queries, () => connections.batch(queries, line))
    if (!outcome.error) return true
    if (sent[outcome.at]?.guard && isGuard(outcome.error)) return false
    throw told(outcome.error)
  }

  const shared: PostgresPoolClient = {
    query: (async (sql: string, values: readonly unknown[]) => {
      const { rows, rowCount, command } = await one({ text: sql, values: given(values) })
      return { rows, rowCount, command }
    }) as PostgresPoolClient['query'],
    release() {},
  }
  const query = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { options: {}, connect: async () => shared, end: async () => {} } }),
  })
  await listener.listen()

  return {
    dialect: 'postgres',
    warnings: [...warningsOf(settings), ...scarcityOf(settings)],
    keepsTime: clock === 'server',
    query,
    get: async (statement, params) => (await run(statement, params)).rows[0],
    all: async (statement, params) => (await run(statement, params)).rows,
    run: async (statement, params) => (await run(statement, params)).rowCount ?? 0,
    batch,
    catalogue: listener.version,
    async tell(topic, text) {
      await one({ text: 'select pg_notify($1, $2)', name: 'tell', values: [`parley_${topic}`, text] })
    },
    hear: listener.hear,
    async close() {
      await listener.close()
      await query.destroy()
      await connections.close()
    },
  }
}

/** On a connection of its own, for what takes long or wants transactions. */
export async function withKysely<T>(url: string, use: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const client = await connectTo(url)
  try {
    const { rows } = await client.query('show server_encoding')
    if (rows[0].server_encoding !== 'UTF8') {
      const say = 'The database of DATABASE_URL is not in UTF8. Make one that is: create database parley encoding utf8.'
      throw new AppError('database_unusable', say)
    }
    const alone: PostgresPoolClient = { query: client.query.bind(client) as PostgresPoolClient['query'], release() {} }
    const pool = { options: {}, connect: async () => alone, end: async () => {} }
    return await use(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }))
  } finally {
    await client.end()
  }
}
