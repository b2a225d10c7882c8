import { createHash, type Hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../lib/errors.ts'
import { type Row, type RowSink, type RowSource, type Table, tablesAfter } from './backup/rows.ts'
import { postgresSink, rowsOf } from './backup/rows-postgres.ts'
import { sqliteSource } from './backup/rows-sqlite.ts'
import { lastMigration } from './migrate.ts'
import { bringUpToDate } from './open.ts'
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

const rowsAtOnce = 500

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
      return await copyAll(path, url)
    } finally {
      await there.release()
    }
  } finally {
    here.release()
  }
}

async function copyAll(path: string, url: string): Promise<CopiedTable[]> {
  const from = sqliteSource(path)
  try {
    const tables = await tablesAfter(lastMigration)
    const to = await postgresSink(url, tables, { oldest: await from.oldest() })
    try {
      const copied: CopiedTable[] = []
      for (const table of tables) {
        const sent = await send(from, to, table)
        const kept = await summed(rowsOf(to.client).rows(table))
        if (sent.rows !== kept.rows || sent.sha256 !== kept.sha256) {
          const say = `The table ${table.name} is not the same after copying: ${sent.rows} rows became ${kept.rows}, or some of them changed. Nothing was copied.`
          throw new AppError('copy_differs', say, { status: 500 })
        }
        copied.push({ table: table.name, ...kept })
      }
      await to.goOnCounting(await from.counters())
      await to.commit()
      return copied
    } finally {
      await to.close()
    }
  } catch (error) {
    throw error instanceof AppError ? error : told(error)
  } finally {
    await from.close()
  }
}

async function send(from: RowSource, to: RowSink, table: Table): Promise<Omit<CopiedTable, 'table'>> {
  let rows: Row[] = []
  const sent = async function* () {
    for await (const row of from.rows(table)) {
      const values = given(row)
      if (rows.push(values) === rowsAtOnce) {
        await to.insert(table, rows)
        rows = []
      }
      yield values
    }
  }
  const sums = await summed(sent())
  await to.insert(table, rows)
  return sums
}

async function summed(rows: AsyncIterable<Row>): Promise<Omit<CopiedTable, 'table'>> {
  const sums = createHash('sha256')
  let count = 0
  for await (const row of rows) {
    add(sums, row)
    count++
  }
  return { rows: count, sha256: sums.digest('hex') }
}

function add(sums: Hash, values: Row): void {
  const parts = values.map((value) =>
    value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('hex') } : value,
  )
  sums.update(`${JSON.stringify(parts)}\n`)
}
