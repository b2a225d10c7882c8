import { sql } from 'kysely'
import { readOrderKey } from '../../model/key.ts'
import type { Database } from '../database.ts'
import { history } from '../history.ts'
import { recentTurns } from '../recent-turns.ts'
import { wordsOf } from '../turn-words.ts'
import { entrySteps, type Words } from './entries.ts'
import { type TurnRowSeen, turnColumns } from './shape.ts'
import { countedOf } from './sums.ts'
import { tokensOf } from './tokens.ts'
import { atOnce, createWalk } from './walk.ts'

/** Writes the index of turns, behind them: nobody who is answered waits for it. */
export function turnIndex(db: Database, now: () => number) {
  const walk = createWalk(db, now)
  const { seenOf } = recentTurns(db)
  const sinceMemory = history(db).since('memory')

  /** Those of which something else has become known, or was forgotten. */
  async function stale(): Promise<TurnRowSeen[]> {
    return db.query
      .selectFrom('turn')
      .select(turnColumns)
      .where('id', 'in', (e) =>
        e.selectFrom('turn_seen').select('turn').where('is_stale', '=', sql.lit(1)).orderBy('id').limit(atOnce),
      )
      .execute()
  }

  async function saidIn(rows: readonly TurnRowSeen[]): Promise<Map<string, Words[]>> {
    const told = await db.query
      .selectFrom('memory')
      .select(['id', 'event_id', 'key', 'text'])
      .where(
        'event_id',
        'in',
        rows.map(({ event_id, id }) => wordsOf(id, event_id)),
      )
      .$if(sinceMemory !== undefined, (q) => q.where('at', '>=', sinceMemory!))
      .execute()
    return Map.groupBy(told, ({ event_id, key }) => `${event_id} ${key}`)
  }

  async function write(rows: readonly TurnRowSeen[]): Promise<void> {
    if (rows.length === 0) return
    const [words, seen] = await Promise.all([saidIn(rows), seenOf(rows)])
    const entries = rows.map((row, i) => {
      const { account } = readOrderKey(row.key)
      return {
        row,
        tokens: tokensOf(seen[i]!, account),
        counted: countedOf(seen[i]!, account),
        words: words.get(`${wordsOf(row.id, row.event_id)} ${row.key}`) ?? [],
      }
    })
    await db.batch(entrySteps(db, entries), { isPatient: true })
  }

  return {
    /** A little of what is to be done. False: nothing is left for now. */
    async step(): Promise<boolean> {
      const again = await stale()
      await write(again)
      const isMore = await walk(write)
      if (db.dialect === 'postgres') await hideWords(db)
      return again.length === atOnce || isMore
    },
  }
}

/** On PostgreSQL what may not be read any more waits for its week to go; its words leave the index before. */
async function hideWords(db: Database): Promise<void> {
  await sql`update turn_seen set terms = without_words(terms), first_memory = null, last_memory = null
    where id in (select id from turn_seen where first_memory is not null
      and at < (select before from horizon where what = 'memory') order by at limit ${sql.lit(atOnce)})`.execute(
    db.query,
  )
}
