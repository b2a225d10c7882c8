import { type RawBuilder, sql } from 'kysely'
import { keysOfAgent } from '../../model/key.ts'
import type { Database } from '../database.ts'
import { type Age, type Finder, onPostgresAlone, personal } from './declaration.ts'
import { listed } from './person.ts'
import { removeFiles, removeNumbered, removeTurnRows, removeWhere, turnsAtOnce } from './remove.ts'

export interface Aging {
  agent: string
  /** What was written earlier goes, unless it goes on. */
  before: number
  /** Called between two steps, each of which takes moments: what others wait for can be done. */
  pause(): Promise<void>
}

/** Keys whose rows are looked at at once. */
const keysAtOnce = 50

/**
 * Takes away what an agent has kept for too long, as `declaration.ts` says it is found. It may be broken off at any moment: what is left is
 * found again, as what leads to other rows goes last.
 */
export async function removeAged(db: Database, aging: Aging): Promise<void> {
  for (const [table, { rows, aged }] of Object.entries(personal)) {
    if (!rows || typeof aged !== 'object' || (db.dialect === 'sqlite' && onPostgresAlone.has(table))) continue
    const isOld = oldSql(aged, aging.before)
    if (rows.by === 'key' && !rows.scanned) await removeKeyed(db, table, rows.column, isOld, aging)
    else await removeNumbered(db, table, sql`${isOld} and (${ofAgent(rows, aged, aging.agent)})`, aging)
  }
}

function oldSql({ at, open }: Age, before: number): RawBuilder<unknown> {
  const hasEnded = open && sql` and ${sql.ref(open.column)} not in (${sql.join(open.as)})`
  return sql`${sql.ref(at)} < ${before}${hasEnded ?? sql``}`
}

function ofAgent(rows: Finder, { agent: column }: Age, agent: string): RawBuilder<unknown> {
  const { from, to } = keysOfAgent(agent)
  const ways = [
    ...(rows.by === 'key' ? [sql`(${sql.ref(rows.column)} >= ${from} and ${sql.ref(rows.column)} < ${to})`] : []),
    ...(column ? [sql`${sql.ref(column)} = ${agent}`] : []),
  ]
  return sql.join(ways, sql` or `)
}

/** Some people at a time: the index tells who there are, and a step never looks through all that the agent keeps. */
async function removeKeyed(db: Database, table: string, column: string, isOld: RawBuilder<unknown>, aging: Aging) {
  for (let keys = await keysAfter(db, table, column, aging); keys.length > 0; ) {
    const where = sql`${sql.ref(column)} in ${listed(db, keys)} and ${isOld}`
    if (table === 'conversation_file') {
      await removeFiles(db, where, async (of, which) => void (await removeWhere(db, of, which, aging)))
    }
    if (table === 'turn') await removeTurns(db, where, aging)
    else await removeWhere(db, table, where, aging)
    keys = await keysAfter(db, table, column, aging, keys.at(-1))
  }
}

async function removeTurns(db: Database, where: RawBuilder<unknown>, { pause }: Aging): Promise<void> {
  for (let some = turnsAtOnce; some === turnsAtOnce; ) {
    const { rows } = await sql<{ id: string }>`select id from turn where ${where} limit ${turnsAtOnce}`.execute(
      db.query,
    )
    await removeTurnRows(
      db,
      rows.map(({ id }) => id),
    )
    some = rows.length
    await pause()
  }
}

/** The next of the agent's keys of which a table has rows: one look at its index each, however many rows a key has. */
async function keysAfter(db: Database, table: string, column: string, { agent }: Aging, after?: string) {
  const { from, to } = keysOfAgent(agent)
  const next = (last: RawBuilder<unknown>) => {
    const key = sql.ref(column)
    return sql`(select min(${key}) from ${sql.table(table)} where ${key} > ${last} and ${key} < ${to})`
  }
  const { rows } = await sql<{ key: string }>`with recursive found(key) as (
    select ${next(sql`${after ?? from}`)} union all select ${next(sql`found.key`)} from found where found.key is not null)
    select key from found where key is not null limit ${keysAtOnce}`.execute(db.query)
  return rows.map(({ key }) => key)
}
