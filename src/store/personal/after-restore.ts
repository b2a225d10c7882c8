import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { keysOf, listed } from './person.ts'
import { removePerson } from './remove.ts'
import { scrubFiles, scrubRows } from './scrub.ts'
import { forgottenSince, readTombstones, tombstoneFile } from './tombstones.ts'

/** Stands in a database that was restored, with when its backup was made, until those who were forgotten since are gone again. */
const note = { platform: '', name: 'restored' }

/** For the transaction of a restore; of a backup that is older than notes there is nothing to forget yet. */
export function restoredSql(at: number, tables: readonly { name: string }[]): string[] {
  if (!tables.some(({ name }) => name === 'note')) return []
  return [
    `delete from note where platform = '${note.platform}' and name = '${note.name}'`,
    `insert into note (platform, name, value) values ('${note.platform}', '${note.name}', '${at}')`,
  ]
}

/**
 * Takes away again what a restore has brought back of people who were forgotten after its backup was made. Begun anew by the next
 * start where it was broken off. `made`: of one that was restored by other means; else a note says it. Whoever calls it is alone on the database. Resolves with how many people that were.
 */
export async function forgetAgain(db: Database, folder: string, made?: number): Promise<number> {
  const mine = db.query
    .selectFrom('note')
    .select('value')
    .where('platform', '=', note.platform)
    .where('name', '=', note.name)
  const row = await mine.executeTakeFirst()
  const since = made ?? (row && Number(row.value))
  if (since === undefined) return 0
  const pause = () => setImmediate()
  const removed = {}
  const people = await forgottenSince(db, readTombstones(tombstoneFile(folder)), since)
  for (const person of people) {
    await removePerson(db, person, { removed, until: Number.MAX_SAFE_INTEGER, pause })
    // Nobody holds them: what was leased then was by the dead.
    await db.query
      .deleteFrom('lease')
      .where(sql<boolean>`key in ${listed(db, await keysOf(db, person))}`)
      .execute()
  }
  if (people.length > 0) {
    const waits = { pause, sleep: pause }
    await scrubRows(db, removed, waits)
    await scrubFiles(db, waits, Number.POSITIVE_INFINITY)
  }
  await db.query.deleteFrom('note').where('platform', '=', note.platform).where('name', '=', note.name).execute()
  return people.length
}

/** When the last thing happened that a database knows of. */
export async function newestIn(db: Database): Promise<number> {
  const { rows } = await sql<{ at: number | null }>`select max(at) as at from (
    select max(received_at) as at from inbox union all select max(started_at) as at from turn
    union all select max(at) as at from audit) as newest`.execute(db.query)
  return Number(rows[0]?.at ?? 0)
}
