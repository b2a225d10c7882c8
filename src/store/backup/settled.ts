import type { Step } from '../statement.ts'
import type { Table } from './rows.ts'

/** In their order, with the columns that they name. */
const endings: readonly { table: string; columns: readonly string[]; sql: string }[] = [
  {
    table: 'inbox',
    columns: ['status', 'payload'],
    sql: `update inbox set status = 'done', payload = '' where status = 'open'`,
  },
  {
    table: 'turn',
    columns: ['status', 'interrupted'],
    sql: `update turn set interrupted = coalesce(interrupted, 'undelivered') where status <> 'delivered'`,
  },
  {
    table: 'turn',
    columns: ['status', 'partial'],
    sql: `update turn set status = 'delivered', partial = '' where status <> 'delivered'`,
  },
  // An answer whose question was deleted is still to be taken away.
  { table: 'turn', columns: ['owed'], sql: `update turn set owed = null where owed <> 'removal'` },
  {
    table: 'outbox',
    columns: ['status', 'keeper', 'leased_until', 'settled_at', 'outcome'],
    sql: `update outbox set status = 'dead', keeper = null, leased_until = null, settled_at = created_at,
      outcome = 'restored from a backup before it was delivered' where status = 'open'`,
  },
  // Somebody may have agreed to it since, and it may have been called: it is asked anew.
  {
    table: 'tool_approval',
    columns: ['state', 'result'],
    sql: `update tool_approval set state = case state when 'asked' then 'expired' else 'unknown' end
      where state in ('asked', 'approved', 'executing')`,
  },
  // What was due since then may have been said. What comes again goes on with its next time.
  { table: 'timer', columns: ['due', 'rule'], sql: 'delete from timer where rule is null and due <= {now}' },
  { table: 'lease', columns: ['expires_at'], sql: 'update lease set expires_at = 0' },
]

const nowIn = ({ sql }: { sql: string }): string => sql.replace('{now}', String(Date.now()))

/**
 * What had not come to its end in a backup is at its end after a restore: since then somebody may have answered, shown or called
 * it, and people have gone on talking. So nothing of it is posted or called again. Calls of webhooks are kept as given up, from
 * where an admin may send them. A lease of then is nobody's any more. `tables`: as they were when it was made.
 */
export function settled(tables: readonly Table[]): string[] {
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, new Set(columns)]))
  return endings.filter(({ table, columns }) => columns.every((column) => columnsOf.get(table)?.has(column))).map(nowIn)
}

/** The same, of a database that is up to date. */
export const settledSteps = (): Step[] => endings.map((one) => ({ sql: nowIn(one), values: [], guard: false }))
