import type { Client } from 'pg'
import { AppError } from '../../lib/errors.ts'
import { history, parted, weekMs } from '../history.ts'
import { migrate } from '../migrate.ts'
import { withKysely } from '../postgres.ts'
import { connectTo } from '../postgres-connections.ts'
import { given } from '../postgres-values.ts'
import { type Counter, inKeyOrder, oldestQuery, quoted, type RowSink, type RowSource, type Table } from './rows.ts'

/** Of one insert; PostgreSQL takes at most 65,535 values in one. */
const valuesInInsert = 20_000
const rowsInFetch = 1000

/** May be read beside servers, which go on meanwhile. */
export async function postgresSource(url: string): Promise<RowSource> {
  const client = await connectTo(url)
  await client.query('begin isolation level repeatable read read only')
  return { ...rowsOf(client), close: () => client.end() }
}

/** What there is in the transaction of that connection. */
export function rowsOf(client: Client): Omit<RowSource, 'close'> {
  return {
    async *rows(table) {
      await client.query(`declare kept no scroll cursor for ${inKeyOrder(table)}`)
      for (;;) {
        const { rows } = await client.query<Record<string, unknown>>(`fetch ${rowsInFetch} from kept`)
        for (const row of rows) yield table.columns.map((column) => row[column])
        if (rows.length < rowsInFetch) break
      }
      await client.query('close kept')
    },
    async counters() {
      const counters: Counter[] = []
      for (const { table, column } of await counting(client)) {
        const sequence = await client.query<{ name: string }>('select pg_get_serial_sequence($1, $2) as name', [
          quoted(table),
          column,
        ])
        const { rows } = await client.query<{ last: number }>(
          `select case when is_called then last_value else last_value - 1 end as last from ${sequence.rows[0]!.name}`,
        )
        counters.push({ table, last: rows[0]!.last })
      }
      return counters.filter(({ last }) => last > 0)
    },
    async oldest() {
      const { rows } = await client.query<{ at: number | null }>(oldestQuery)
      return rows[0]?.at ?? undefined
    },
  }
}

/** An empty database; throws `database_not_empty`. `oldest`: of what is kept by weeks. */
export async function postgresSink(
  url: string,
  tables: readonly Table[],
  { migration, oldest }: { migration?: string; oldest: number | undefined },
): Promise<RowSink & { client: Client }> {
  await withKysely(url, (query) => migrate(query, migration))
  const client = await connectTo(url)
  try {
    await refuseUnlessEmpty(client, tables)
    await makeWeeks(url, oldest)
    await client.query('begin')
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    client,
    async insert({ name, columns }, rows) {
      const into = `insert into ${quoted(name)} (${columns.map(quoted).join(', ')})`
      const most = Math.floor(valuesInInsert / columns.length)
      for (let from = 0; from < rows.length; from += most) {
        const some = rows.slice(from, from + most)
        const places = some.map((_, i) => `(${columns.map((_, j) => `$${i * columns.length + j + 1}`).join(', ')})`)
        await client.query(`${into} values ${places.join(', ')}`, some.flatMap(given))
      }
    },
    async goOnCounting(counters) {
      const columns = new Map((await counting(client)).map(({ table, column }) => [table, column]))
      for (const { table, last } of counters) {
        const column = columns.get(table)
        if (column === undefined || last <= 0) continue
        await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [quoted(table), column, last])
      }
    },
    async run(statements) {
      for (const sql of statements) await client.query(sql)
    },
    async commit() {
      await client.query('commit')
      await withKysely(url, (query) => migrate(query))
      // Until it is told how much there is, PostgreSQL plans for little.
      await client.query('analyze')
    },
    close: () => client.end(),
  }
}

async function refuseUnlessEmpty(client: Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from ${quoted(name)} limit 1`)
    if (rows.length === 0) continue
    throw new AppError(
      'database_not_empty',
      `The database of DATABASE_URL holds something already, in its table ${name}. Take one that is empty, before any server has begun on it.`,
    )
  }
}

/** What is older than this is found without a week of its own, too. */
const maxWeeksBack = 60

async function makeWeeks(url: string, oldest = Date.now()): Promise<void> {
  const since = Math.max(oldest, Date.now() - maxWeeksBack * weekMs)
  await withKysely(url, async (query) => {
    const weeks = history({ dialect: 'postgres', query })
    for (const table of parted) await weeks.make(table, since)
  })
}

/** Columns whose numbers count up. */
async function counting(client: Client): Promise<{ table: string; column: string }[]> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = current_schema() and is_identity = 'YES' order by table_name`,
  )
  return rows
}
