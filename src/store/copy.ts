import { createHash, type Hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { Client } from 'pg'
import { AppError } from '../lib/errors.ts'
import { history, parted, weekMs } from './history.ts'
import { migrate } from './migrate.ts'
import { bringUpToDate } from './open.ts'
import { withKysely } from './postgres.ts'
import { connectTo } from './postgres-connections.ts'
import { told } from './postgres-errors.ts'
import { lockPostgres } from './postgres-lock.ts'
import { given } from './postgres-values.ts'
import { lockFolder } from './sqlite.ts'

/** What was copied of one table: SHA-256 of all its rows, in the order of their keys. Both sides were read to find it. */
export interface CopiedTable {
  table: string
  rows: number
  sha256: string
}

interface Table {
  name: string
  columns: readonly string[]
  key: readonly string[]
}

type Row = Readonly<Record<string, unknown>>

/** Of one insert; PostgreSQL takes at most 65,535 values in one. */
const valuesInInsert = 20_000
const rowsInFetch = 1000

/**
 * Copies everything in the data folder's database into the empty PostgreSQL database of the URL, in one transaction that is
 * kept only if both sides are the same afterwards. Neither may be in use by a server. Throws `nothing_to_copy`,
 * `database_not_empty`, `copy_differs` and what locking throws; then nothing has been copied.
 */
export async function copyToPostgres(folder: string, url: string): Promise<CopiedTable[]> {
  const path = join(folder, 'parley.db')
  if (!existsSync(path)) {
    throw new AppError(
      'nothing_to_copy',
      `There is no database in the data folder ${folder}. Name another with PARLEY_DATA.`,
    )
  }
  const here = lockFolder(folder)
  try {
    const there = await lockPostgres(url, { shared: false })
    try {
      // Both sides with the tables of this version.
      await bringUpToDate({ dataFolder: folder })
      await withKysely(url, migrate)
      await makeWeeks(path, url)
      return await copyAll(path, url)
    } finally {
      await there.release()
    }
  } finally {
    here.release()
  }
}

/** What is older than this is found without a week of its own, too. */
const maxWeeksBack = 60

/** For what is to be copied. */
async function makeWeeks(path: string, url: string): Promise<void> {
  const from = new Sqlite(path, { readonly: true })
  const first = 'select min(at) from (select min(started_at) as at from turn union all select min(at) from memory)'
  const oldest = from.prepare<[], number | null>(first).pluck().get() ?? Date.now()
  from.close()
  const since = Math.max(oldest, Date.now() - maxWeeksBack * weekMs)
  await withKysely(url, async (query) => {
    const weeks = history({ dialect: 'postgres', query })
    for (const table of parted) await weeks.make(table, since)
  })
}

async function copyAll(path: string, url: string): Promise<CopiedTable[]> {
  const from = new Sqlite(path, { readonly: true })
  const to = await connectTo(url)
  try {
    await to.query('begin')
    const tables = tablesOf(from)
    await refuseUnlessEmpty(to, tables)
    const copied: CopiedTable[] = []
    for (const table of tables) {
      const sent = await send(from, to, table)
      const kept = await read(to, table)
      if (sent.rows !== kept.rows || sent.sha256 !== kept.sha256) {
        const say = `The table ${table.name} is not the same after copying: ${sent.rows} rows became ${kept.rows}, or some of them changed. Nothing was copied.`
        throw new AppError('copy_differs', say, { status: 500 })
      }
      copied.push({ table: table.name, ...kept })
    }
    await goOnCounting(from, to)
    await to.query('commit')
    // Until it is told how much there is, PostgreSQL plans for little.
    await to.query('analyze')
    return copied
  } catch (error) {
    throw error instanceof AppError ? error : told(error)
  } finally {
    from.close()
    // What was not committed is undone with the connection.
    await to.end()
  }
}

/** Those that others refer to come first. What an index is made of makes itself anew. */
function tablesOf(from: Sqlite.Database): Table[] {
  const names = from
    .prepare<[], string>(
      `select name from pragma_table_list where schema = 'main' and type = 'table'
        and name not like 'sqlite_%' and name not like 'kysely_%' order by name <> 'account', name`,
    )
    .pluck()
    .all()
  return names.map((name) => {
    const columns = from
      .prepare<[string], { name: string; pk: number }>('select name, pk from pragma_table_info(?) order by cid')
      .all(name)
    const key = columns.filter(({ pk }) => pk > 0).sort((x, y) => x.pk - y.pk)
    return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) }
  })
}

async function refuseUnlessEmpty(to: Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await to.query(`select 1 from ${quoted(name)} limit 1`)
    if (rows.length === 0) continue
    throw new AppError(
      'database_not_empty',
      `The database of DATABASE_URL holds something already, in its table ${name}. Copy into one that is empty, before any server has begun on it.`,
    )
  }
}

async function send(from: Sqlite.Database, to: Client, table: Table): Promise<Omit<CopiedTable, 'table'>> {
  const { name, columns } = table
  const sums = createHash('sha256')
  const max = Math.floor(valuesInInsert / columns.length)
  let rows: unknown[][] = []
  let count = 0
  const insert = async () => {
    const places = rows.map((_, i) => `(${columns.map((_, j) => `$${i * columns.length + j + 1}`).join(', ')})`)
    const into = `insert into ${quoted(name)} (${columns.map(quoted).join(', ')})`
    await to.query(`${into} values ${places.join(', ')}`, rows.flat())
    rows = []
  }
  for (const row of from.prepare<[], Row>(inKeyOrder(table)).iterate()) {
    const values = given(columns.map((column) => row[column]))
    add(sums, values)
    count++
    if (rows.push(values) === max) await insert()
  }
  if (rows.length > 0) await insert()
  return { rows: count, sha256: sums.digest('hex') }
}

async function read(to: Client, table: Table): Promise<Omit<CopiedTable, 'table'>> {
  const sums = createHash('sha256')
  let count = 0
  await to.query(`declare kept no scroll cursor for ${inKeyOrder(table)}`)
  for (;;) {
    const { rows } = await to.query<Row>(`fetch ${rowsInFetch} from kept`)
    for (const row of rows) {
      add(
        sums,
        table.columns.map((column) => row[column]),
      )
    }
    count += rows.length
    if (rows.length < rowsInFetch) break
  }
  await to.query('close kept')
  return { rows: count, sha256: sums.digest('hex') }
}

/** Both dialects compare texts byte by byte. */
function inKeyOrder({ name, columns, key }: Table): string {
  return `select ${columns.map(quoted).join(', ')} from ${quoted(name)} order by ${key.map(quoted).join(', ')}`
}

function add(sums: Hash, values: readonly unknown[]): void {
  const parts = values.map((value) =>
    value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('hex') } : value,
  )
  sums.update(`${JSON.stringify(parts)}\n`)
}

/** No id is given twice, not even that of a row that has gone. */
async function goOnCounting(from: Sqlite.Database, to: Client): Promise<void> {
  const counters = from.prepare<[], { name: string; seq: number }>('select name, seq from sqlite_sequence').all()
  for (const { name, seq } of counters) {
    const { rows } = await to.query<{ column_name: string }>(
      `select column_name from information_schema.columns
        where table_schema = current_schema() and table_name = $1 and is_identity = 'YES'`,
      [name],
    )
    const [column] = rows
    if (column && seq > 0) {
      await to.query('select setval(pg_get_serial_sequence($1, $2), $3)', [quoted(name), column.column_name, seq])
    }
  }
}

function quoted(name: string): string {
  return `"${name}"`
}
