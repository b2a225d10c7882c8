import { type RawBuilder, sql } from 'kysely'
import { readOrderKey } from '../../model/key.ts'
import type { Database } from '../database.ts'
import { type Finder, tablesBy } from './declaration.ts'
import { keysOf, listed, type Person, platformIdOf, platformOf, saidBy } from './person.ts'

/** How many rows of each table are gone. */
export type Removed = Record<string, number>

export interface Removing {
  /** Counted on from there. */
  removed: Removed
  /** What came later stays. */
  until: number
  /** Called between two steps, each of which takes moments: what others wait for can be done. */
  pause(): Promise<void>
}

/** Rows that go at once on SQLite, where others wait meanwhile. */
const rowsAtOnce = 500
export const turnsAtOnce = 250
/** Rows looked at at once, where no index tells whose they are. */
const scannedAtOnce = 20_000

/**
 * Takes everything of somebody out of every table, as `declaration.ts` says it is found. It may be broken off at any moment and done
 * again: what leads to other rows goes last. Whoever calls it has ended their turns and holds their keys.
 */
export async function removePerson(db: Database, person: Person, removing: Removing): Promise<void> {
  const { removed } = removing
  const keys = await keysOf(db, person)
  const count = (table: string, n: number) => {
    if (n > 0) removed[table] = (removed[table] ?? 0) + n
  }
  const remove = async (table: string, where: RawBuilder<unknown>) =>
    count(table, await removeWhere(db, table, where, removing))

  await removeFiles(db, sql`key in ${listed(db, keys)}`, remove)
  await removeTurns(db, keys, removing, count)
  for (const { table, rows } of tablesBy('key', db.dialect)) {
    // Who holds the keys gives them back at the very end.
    if (table === 'turn' || table === 'lease') continue
    if (rows.scanned) count(table, await removeScanned(db, table, rows, keys, removing))
    else await remove(table, sql`${sql.ref(rows.column)} in ${listed(db, keys)}`)
  }
  await removeByUid(db, person, removing, remove)
  await removeNotes(person, remove)
}

export type Remove = (table: string, where: RawBuilder<unknown>) => Promise<void>

/** Some at a time, where others wait meanwhile. Resolves with how many. */
export async function removeWhere(
  db: Database,
  table: string,
  where: RawBuilder<unknown>,
  { pause }: Pick<Removing, 'pause'>,
): Promise<number> {
  if (db.dialect === 'postgres') {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${where}`.execute(db.query)
    await pause()
    return Number(numAffectedRows)
  }
  let all = 0
  for (let some = -1; some !== 0; all += some) {
    const result = await sql`delete from ${sql.table(table)} where rowid in (
      select rowid from ${sql.table(table)} where ${where} limit ${rowsAtOnce})`.execute(db.query)
    some = Number(result.numAffectedRows ?? 0)
    await pause()
  }
  return all
}

function removeScanned(
  db: Database,
  table: string,
  { column, at }: Extract<Finder, { by: 'key' }>,
  keys: readonly string[],
  removing: Removing,
): Promise<number> {
  const early = at ? sql` and ${sql.ref(at)} <= ${removing.until}` : sql``
  return removeNumbered(db, table, sql`${sql.ref(column)} in ${listed(db, keys)}${early}`, removing)
}

/** Rows are numbered, and none is looked for by an index that every message would have to pay for. */
export async function removeNumbered(
  db: Database,
  table: string,
  where: RawBuilder<unknown>,
  { pause }: Pick<Removing, 'pause'>,
): Promise<number> {
  const id = sql.ref(table === 'outbox' ? 'n' : 'id')
  const bounds = await sql<{ first: number | null; last: number | null }>`
    select min(${id}) as first, max(${id}) as last from ${sql.table(table)}`.execute(db.query)
  const { first, last } = bounds.rows[0]!
  if (first === null || last === null) return 0
  let all = 0
  for (let from = first; from <= last; from += scannedAtOnce) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)}
      where ${id} >= ${from} and ${id} < ${from + scannedAtOnce} and ${where}`.execute(db.query)
    all += Number(numAffectedRows)
    await pause()
  }
  return all
}

/** What was made of files of conversations; the rows that name them are left. */
export async function removeFiles(db: Database, where: RawBuilder<unknown>, remove: Remove): Promise<void> {
  const found = await sql<{ source: string }>`select source from conversation_file where ${where}`.execute(db.query)
  const sources = found.rows.map(({ source }) => source)
  if (sources.length === 0) return
  // Passages first: the search index goes with them, row by row.
  const tables = tablesBy('source', db.dialect).sort(
    (x, y) => Number(y.table === 'passage') - Number(x.table === 'passage'),
  )
  for (const { table, rows } of tables) await remove(table, sql`${sql.ref(rows.column)} in ${listed(db, sources)}`)
}

/** With what hangs on them, and on the direct conversations that they were in, which only they name: so it goes first. */
async function removeTurns(
  db: Database,
  keys: readonly string[],
  { pause }: Removing,
  count: (table: string, n: number) => void,
): Promise<void> {
  for (;;) {
    const turns = await db.query
      .selectFrom('turn')
      .select(['id', 'inbox_id', 'context'])
      .where(sql<boolean>`key in ${listed(db, keys)}`)
      .limit(turnsAtOnce)
      .execute()
    if (turns.length === 0) return
    const places = turns.flatMap(({ context }) => directPlacesIn(context))
    for (const { table, rows } of places.length > 0 ? tablesBy('place', db.dialect) : []) {
      const at = sql`${sql.ref(rows.column)} in ${listed(db, places)}`
      const gone = await sql`delete from ${sql.table(table)} where ${at}`.execute(db.query)
      count(table, Number(gone.numAffectedRows ?? 0))
    }
    const ids = turns.map(({ id }) => id)
    for (const [table, n] of await removeTurnRows(db, ids)) count(table, n)
    await pause()
  }
}

/** Turns with what hangs on them, which goes first. */
export async function removeTurnRows(db: Database, turns: readonly string[]): Promise<[table: string, rows: number][]> {
  const ids = listed(db, turns)
  const removed: [string, number][] = []
  const hanging = tablesBy('turn', db.dialect).map(({ table, rows }) => [table, rows.column] as const)
  for (const [table, column] of [...hanging, ['feedback', 'turn'] as const, ['turn', 'id'] as const]) {
    const gone = await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in ${ids}`.execute(db.query)
    removed.push([table, Number(gone.numAffectedRows ?? 0)])
  }
  return removed
}

/** A talk stands in the contexts of what was said among others. */
function directPlacesIn(context: string | null): string[] {
  const { talk, conversation, place, channel, replyTo } = context ? JSON.parse(context) : { talk: '' }
  if (talk !== undefined) return []
  return [conversation, place, channel, replyTo].filter((one): one is string => typeof one === 'string')
}

async function removeByUid(db: Database, person: Person, removing: Removing, remove: Remove): Promise<void> {
  const { account, uids, agent } = person
  if (agent !== undefined) return
  for (const { table, rows } of tablesBy('uid', db.dialect)) {
    const theirs = sql`${sql.ref(rows.column)} in ${listed(db, uids)}`
    if (rows.chat) {
      await removeHere(db, table, rows.column, person, removing, remove)
    } else await remove(table, rows.account ? sql`${theirs} and ${sql.ref(rows.account)} = ${account}` : theirs)
  }
}

/** What stands there without its account: what was said in places of other accounts, or thought of their answers, stays. */
async function removeHere(
  db: Database,
  table: string,
  column: string,
  { account, uids }: Person,
  { until }: Removing,
  remove: Remove,
): Promise<void> {
  if (table === 'said') {
    const said = await saidBy(db, { account, uids })
    const ids = said.filter(({ at }) => at <= until).map(({ id }) => Number(id))
    const numbers = sql`(select cast(value as bigint) from ${listed(db, ids)} as ids(value))`
    if (ids.length > 0) await remove('said', sql`id in ${db.dialect === 'postgres' ? numbers : listed(db, ids)}`)
    return
  }
  const { rows } = await sql<{ turn: string; key: string | null }>`select feedback.turn, turn.key from feedback
    left join turn on turn.id = feedback.turn where ${sql.ref(`feedback.${column}`)} in ${listed(db, uids)}`.execute(
    db.query,
  )
  const turns = rows.filter(({ key }) => key === null || readOrderKey(key).account === account).map(({ turn }) => turn)
  if (turns.length > 0) await remove(table, sql`uid in ${listed(db, uids)} and turn in ${listed(db, turns)}`)
}

/** What a platform's adapter noted of them: the name of such a note ends in what the platform calls them. */
async function removeNotes({ uids, agent }: Person, remove: Remove): Promise<void> {
  if (agent !== undefined) return
  for (const uid of uids) {
    const platform = platformOf(uid)
    const id = platformIdOf(uid)
    if (platform === '' || id === '') continue
    const ends = [`/${id}`, `:${id}`].map((end) => sql`substr(name, length(name) - ${end.length - 1}) = ${end}`)
    await remove('note', sql`platform = ${platform} and (${sql.join(ends, sql` or `)})`)
  }
}
