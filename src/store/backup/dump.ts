import { createHash } from 'node:crypto'
import { AppError } from '../../lib/errors.ts'
import type { Counter, Row, RowSink, RowSource, Table } from './rows.ts'

/** Of a backup's lines: whoever finds another number there has a newer Parley's. */
const format = 1

export interface BackupHead {
  format: number
  /** When it was begun, in milliseconds since the epoch. */
  at: number
  /** The last change of the tables that the database has had. */
  migration: string
  /** The database it is of: its id and how often it was opened. */
  database: string | undefined
  /** See `RowSource.oldest`. */
  oldest: number | undefined
  tables: readonly Table[]
  /** The key of the data folder, if it has one: what is encrypted in the rows is read with it. */
  keyFile: string | undefined
}

export interface DumpedTable {
  table: string
  rows: number
}

interface TableEnd {
  end: string
  rows: number
  sha256: string
}

/**
 * A database as lines of JSON, the same for every dialect: the head, then each table's rows and what they come to, then the
 * counters. Bytes are `{"base64": …}`.
 */
export async function* dump(head: BackupHead, from: RowSource, dumped: DumpedTable[]): AsyncIterable<string> {
  yield line(head)
  for (const table of head.tables) {
    const sums = createHash('sha256')
    let rows = 0
    for await (const row of from.rows(table)) {
      const text = line(row.map(written))
      sums.update(text)
      rows++
      yield text
    }
    dumped.push({ table: table.name, rows })
    yield line({ end: table.name, rows, sha256: sums.digest('hex') } satisfies TableEnd)
  }
  yield line({ counters: await from.counters() })
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`

const written = (value: unknown): unknown =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value

const read = (value: unknown): unknown =>
  value !== null && typeof value === 'object' ? Buffer.from((value as { base64: string }).base64, 'base64') : value

/** Throws `backup_newer` and `backup_damaged`. */
export function readHead(text: string | undefined, knows: (migration: string) => boolean): BackupHead {
  const head = text === undefined ? undefined : (JSON.parse(text) as BackupHead)
  if (head?.format === undefined) throw damaged('it does not begin as a backup does')
  if (head.format > format || !knows(head.migration)) {
    throw new AppError('backup_newer', 'This backup is of a newer Parley. Restore it with that one, or a later one.')
  }
  return head
}

/** Makes the head of a backup that begins now. */
export function headOf(parts: Omit<BackupHead, 'format'>): BackupHead {
  return { format, ...parts }
}

const rowsAtOnce = 500

/** Reads to the end what `dump` wrote behind its head. Without a sink it is only looked at. Throws `backup_damaged`. */
export async function load(head: BackupHead, lines: AsyncIterable<string>, to?: RowSink): Promise<DumpedTable[]> {
  const left = [...head.tables]
  const loaded: DumpedTable[] = []
  let sums = createHash('sha256')
  let count = 0
  let rows: Row[] = []
  let counters: readonly Counter[] | undefined
  const flush = async () => {
    const some = rows
    rows = []
    if (some.length > 0) await to?.insert(left[0]!, some)
  }
  for await (const text of lines) {
    const value = JSON.parse(text) as unknown[] | TableEnd | { counters: readonly Counter[] }
    if (Array.isArray(value)) {
      sums.update(`${text}\n`)
      count++
      if (to && rows.push(value.map(read)) === rowsAtOnce) await flush()
    } else if ('counters' in value) {
      counters = value.counters
    } else {
      await flush()
      const table = left.shift()
      if (table?.name !== value.end || count !== value.rows || sums.digest('hex') !== value.sha256) {
        throw damaged(`the rows of the table ${value.end} are not those that were written`)
      }
      loaded.push({ table: value.end, rows: count })
      sums = createHash('sha256')
      count = 0
    }
  }
  if (left.length > 0 || !counters) throw damaged('it ends in the middle')
  await to?.goOnCounting(counters)
  return loaded
}

export function damaged(why: string, cause?: unknown): AppError {
  return new AppError(
    'backup_damaged',
    `This backup cannot be restored: ${why}. Nothing was changed. Take another one.`,
    {
      status: 500,
      cause,
    },
  )
}
