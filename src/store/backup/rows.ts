import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { migrate } from '../migrate.ts'
import type { Tables } from '../tables.ts'

/** A table as every dialect has it; `key` is what its rows are ordered by. */
export interface Table {
  name: string
  columns: readonly string[]
  key: readonly string[]
}

/** Values in the order of the columns. Types are those of SQLite: flags are 0 or 1, bytes a `Uint8Array`. */
export type Row = readonly unknown[]

/** The highest number that a table has given to a row, also to one that has gone. */
export interface Counter {
  table: string
  last: number
}

/** Everything in a database as it was at one moment, however long it takes to read. */
export interface RowSource {
  /** In the order of their keys. */
  rows(table: Table): AsyncIterable<Row>
  counters(): Promise<readonly Counter[]>
  /** When the oldest of what PostgreSQL keeps by weeks was written, in milliseconds since the epoch. */
  oldest(): Promise<number | undefined>
  close(): Promise<void>
}

/** An empty database that is being filled: all of it, or nothing. */
export interface RowSink {
  insert(table: Table, rows: readonly Row[]): Promise<void>
  /** No number is given twice. */
  goOnCounting(counters: readonly Counter[]): Promise<void>
  /** What must be true of it before it is kept; each statement on its own. */
  run(sql: readonly string[]): Promise<void>
  commit(): Promise<void>
  /** What was not committed is undone. */
  close(): Promise<void>
}

/** The tables as they are after that migration. Those that others refer to come first. */
export async function tablesAfter(migration: string): Promise<Table[]> {
  const db = new Sqlite(':memory:')
  const query = new Kysely<Tables>({ dialect: new SqliteDialect({ database: db }) })
  try {
    await migrate(query, migration)
    return tablesOf(db)
  } finally {
    await query.destroy()
  }
}

/** What an index is made of makes itself anew. */
function tablesOf(db: Sqlite.Database): Table[] {
  const names = db
    .prepare<[], string>(
      `select name from pragma_table_list where schema = 'main' and type = 'table'
        and name not like 'sqlite_%' and name not like 'kysely_%' and name <> 'turn_seen' order by name <> 'account', name`,
    )
    .pluck()
    .all()
  return names.map((name) => {
    const columns = db
      .prepare<[string], { name: string; pk: number }>('select name, pk from pragma_table_info(?) order by cid')
      .all(name)
    const key = columns.filter(({ pk }) => pk > 0).sort((x, y) => x.pk - y.pk)
    return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) }
  })
}

/** Both dialects compare texts byte by byte. */
export function inKeyOrder({ name, columns, key }: Table): string {
  return `select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${key.map(quoted).join(', ')}`
}

/** When the oldest turn or memory was written. */
export const oldestQuery =
  'select min(at) as at from (select min(started_at) as at from turn union all select min(at) as at from memory) as kept'

export function quoted(name: string): string {
  return `"${name}"`
}
