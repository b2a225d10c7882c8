import { sql } from 'kysely'
import { readOrderKey } from '../../model/key.ts'
import type { Database } from '../database.ts'
import { history } from '../history.ts'
import { recentTurns } from '../recent-turns.ts'
import { statement } from '../statement.ts'
import { entrySteps, type Words } from './entries.ts'
import { type TurnRowSeen, turnColumns } from './shape.ts'
import { tokensOf } from './tokens.ts'
import { atOnce, createWalk } from './walk.ts'

/** The steps of a batch take their times one after the other. */
const commitSpanMs = 20

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

  const told = db.query
    .selectFrom('memory')
    .select(['id', 'event_id', 'key', 'at', 'text'])
    .$if(sinceMemory !== undefined, (q) => q.where('at', '>=', sinceMemory!))
  const toldAt = statement((p: { key: string; from: number; to: number }) =>
    told.where('key', '=', p.key).where('at', '>=', p.from).where('at', '<=', p.to),
  )

  async function wordsNear(rows: readonly TurnRowSeen[]): Promise<Map<string, Words[]>> {
    const found = new Map<string, Words[]>()
    const events = rows.flatMap(({ event_id }) => event_id ?? [])
    const ofEvents = events.length > 0 ? await told.where('event_id', 'in', events).execute() : []
    const byEvent = Map.groupBy(ofEvents, ({ event_id, key }) => `${event_id} ${key}`)
    for (const { id, event_id, key, committed_at } of rows) {
      if (event_id !== null) found.set(id, byEvent.get(`${event_id} ${key}`) ?? [])
      else if (committed_at !== null && readOrderKey(key).uid !== '') {
        const all = await db.all(toldAt, { key, from: committed_at - commitSpanMs, to: committed_at + commitSpanMs })
        const distance = ({ at }: Words) => Math.abs(at - committed_at)
        const nearest = Math.min(...all.map(distance))
        found.set(
          id,
          all.filter((one) => distance(one) === nearest),
        )
      }
    }
    return found
  }

  async function write(rows: readonly TurnRowSeen[]): Promise<void> {
    if (rows.length === 0) return
    const [words, seen] = await Promise.all([wordsNear(rows), seenOf(rows)])
    const entries = rows.map((row, i) => {
      const { account } = readOrderKey(row.key)
      return { row, tokens: tokensOf(seen[i]!, account), words: words.get(row.id) ?? [] }
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
