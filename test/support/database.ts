import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import type { Database } from '../../src/store/database.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { openSqlite } from '../../src/store/sqlite.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL that these tests are run on; without it they are run on SQLite. */
    postgres: string
    /** The file of a database on SQLite with all tables and nothing in them. */
    sqliteTemplate: string
  }
}

const server: string | undefined = inject('postgres')
const template: string | undefined = inject('sqliteTemplate')
export const dialect = server === undefined ? 'sqlite' : 'postgres'

/**
 * The database of a folder, made when it is missing: on SQLite it is in the folder, on PostgreSQL it is one named after it. Time
 * is what the test says it is.
 */
export async function openDatabase(folder: string): Promise<Database> {
  if (server === undefined) {
    const file = join(folder, 'parley.db')
    if (template !== undefined && !existsSync(file)) {
      mkdirSync(folder, { recursive: true })
      copyFileSync(template, file)
    }
    // Losses of power have proofs of their own; here each wait for the disk would only cost time.
    return openSqlite(folder, { durability: 'process' })
  }
  return openPostgres(await urlOf(folder), { clock: 'caller' })
}

/** The database on PostgreSQL of a folder, with its tables, made when it is missing. */
export async function urlOf(folder: string): Promise<string> {
  const name = `test_${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  made.add(name)
  return makeDatabase(server!, name, 'parley_template')
}

const made = new Set<string>()
if (server !== undefined) {
  // Those of a whole run would not fit into the memory that it writes to.
  afterAll(async () => {
    const client = new pg.Client(server)
    await client.connect()
    for (const name of made) await client.query(`drop database if exists ${name} with (force)`)
    await client.end()
  })
}

/** Everything that is kept of what was given to the database of a folder, and in its files. */
export async function everythingKept(db: Database, folder: string): Promise<string> {
  const files = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1'))
  if (db.dialect === 'sqlite') return files.join()
  const tables = await db.query.introspection.getTables()
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`select cast(t as text) as row from ${sql.table(name)} as t`.execute(
        db.query,
      )
      return rows.map(({ row }) => row)
    }),
  )
  return [...files, ...rows.flat()].join()
}

/** Its URL. */
export async function makeDatabase(server: string, name: string, template = 'template1'): Promise<string> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${name} template ${template}`)
  } finally {
    await client.end()
  }
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

let named = 0
/** One of this test's own that holds nothing yet, not even tables. */
export function emptyDatabase(): Promise<string> {
  const name = `empty_${process.pid}_${++named}`
  made.add(name)
  return makeDatabase(server!, name)
}
