import { sql } from 'kysely'
import { readOrderKey } from '../../model/key.ts'
import type { Database } from '../database.ts'
import { history } from '../history.ts'
import { recentTurns } from '../recent-turns.ts'
import type { Step } from '../statement.ts'
import { type TurnRowSeen, turnColumns } from './shape.ts'
import { asArray, tokensOf, wordsOf } from './tokens.ts'

/** Turns that are read and written at once: moments, between which others get their turn. */
const atOnce = 200
/** A turn that has not ended by then is noted as it is, so that it does not keep the others waiting. */
const longestMs = 15 * 60_000
/** The steps of a batch take their times one after the other. */
const commitSpanMs = 20
/** How far the clocks of processes may be apart. */
const apartMs = 10_000

interface Words {
  id: number
  event_id: string | null
  key: string
  at: number
  text: string
}

/** Writes the index of turns, behind them: nobody who is answered waits for it. */
export function turnIndex(db: Database, now: () => number) {
  let from: number | undefined
  const { seenOf } = recentTurns(db)
  const sinceMemory = history(db).since('memory')

  /** Those that have ended and are not in it yet, the oldest first. */
  async function missing(): Promise<{ rows: TurnRowSeen[]; isAll: boolean }> {
    from ??= await lastSeen()
    const rows = await db.query
      .selectFrom('turn')
      .select(turnColumns)
      .where('started_at', '>=', from)
      .where((e) => e.not(e.exists(e.selectFrom('turn_seen').select('id').whereRef('turn_seen.turn', '=', 'turn.id'))))
      .orderBy('started_at')
      .orderBy('id')
      .limit(atOnce)
      .execute()
    const hasEnded = (row: TurnRowSeen) => row.status === 'delivered' || row.started_at < now() - longestMs
    const first = rows.find((row) => !hasEnded(row))
    const isAll = rows.length < atOnce
    from = Math.min(first?.started_at ?? Infinity, rows.at(-1)?.started_at ?? from, now() - apartMs)
    return { rows: rows.filter(hasEnded), isAll }
  }

  async function lastSeen(): Promise<number> {
    const last = await db.query
      .selectFrom('turn_seen')
      .select((e) => e.fn.max('at').as('at'))
      .executeTakeFirst()
    return Number(last?.at ?? longestMs) - longestMs
  }

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

  async function wordsNear(rows: readonly TurnRowSeen[]): Promise<Map<string, Words[]>> {
    const found = new Map<string, Words[]>()
    const columns = ['id', 'event_id', 'key', 'at', 'text'] as const
    const told = db.query
      .selectFrom('memory')
      .select(columns)
      .$if(sinceMemory !== undefined, (q) => q.where('at', '>=', sinceMemory!))
    const events = rows.flatMap(({ event_id }) => event_id ?? [])
    const ofEvents = events.length > 0 ? await told.where('event_id', 'in', events).execute() : []
    const byEvent = Map.groupBy(ofEvents, ({ event_id, key }) => `${event_id} ${key}`)
    for (const { id, event_id, key, committed_at } of rows) {
      if (event_id !== null) found.set(id, byEvent.get(`${event_id} ${key}`) ?? [])
      else if (committed_at !== null && readOrderKey(key).uid !== '') {
        const near = told
          .where('key', '=', key)
          .where('at', '>=', committed_at - commitSpanMs)
          .where('at', '<=', committed_at + commitSpanMs)
        const all = await near.execute()
        const distance = ({ at }: Words) => Math.abs(at - committed_at)
        const nearest = Math.min(...all.map(distance))
        found.set(
          id,
          all.filter((one) => distance(one) <= nearest + 1),
        )
      }
    }
    return found
  }

  async function write(rows: readonly TurnRowSeen[]): Promise<void> {
    if (rows.length === 0) return
    const [words, seen] = await Promise.all([wordsNear(rows), seenOf(rows)])
    const steps = rows.flatMap((row, i) => {
      const { account } = readOrderKey(row.key)
      return stepsOf(db, { row, tokens: tokensOf(seen[i]!, account), words: words.get(row.id) ?? [] })
    })
    await db.batch(steps, { isPatient: true })
  }

  return {
    /** A little of what is to be done. False: nothing is left for now. */
    async step(): Promise<boolean> {
      const again = await stale()
      await write(again)
      const { rows, isAll } = await missing()
      await write(rows)
      if (db.dialect === 'postgres') await hideWords(db)
      return again.length === atOnce || !isAll
    },
  }
}

interface Entry {
  row: TurnRowSeen
  tokens: readonly string[]
  words: readonly Words[]
}

/** What was forgotten since it was read does not come back: each step asks once more whether it is there. */
function stepsOf(db: Database, { row, tokens, words }: Entry): Step[] {
  const at = words.map(({ id }) => Number(id))
  const [first, last] = at.length > 0 ? [Math.min(...at), Math.max(...at)] : [null, null]
  const terms = wordsOf(words.map(({ text }) => text))
  const lock = db.dialect === 'postgres' ? ' for share' : ''
  const arg = (values: readonly unknown[], text: string): Step => ({ sql: text, values, guard: false })
  const upsert = `on conflict (turn) do update set is_stale = 0, first_memory = excluded.first_memory, last_memory = excluded.last_memory`
  if (db.dialect === 'postgres') {
    return [
      arg(
        [row.id, row.started_at, first, last, asArray(tokens), asArray(terms)],
        // What was read is looked at under a lock: whoever deletes it comes before, or finds it in the index.
        `with mine as (select id from turn where id = $1${lock}),
          told as (select id from memory where id = $3${lock})
        insert into turn_seen (turn, at, is_stale, first_memory, last_memory, terms)
        select $1, $2, 0, case when exists (select from told) then $3::bigint end, case when exists (select from told) then $4::bigint end,
          $5::text[] || case when exists (select from told) then $6::text[] else '{}' end from mine
        ${upsert}, terms = excluded.terms`,
      ),
    ]
  }
  const isTold = 'exists (select 1 from memory where id = ?)'
  return [
    arg([row.id], 'delete from turn_fts where rowid = (select id from turn_seen where turn = ?)'),
    arg(
      [row.id, row.started_at, first, first, first, last, row.id],
      `insert into turn_seen (turn, at, is_stale, first_memory, last_memory)
      select ?, ?, 0, case when ${isTold} then ? end, case when ${isTold} then ? end from turn where id = ? ${upsert}`,
    ),
    arg(
      [tokens.join(' '), first, ` ${terms.join(' ')}`, row.id],
      `insert into turn_fts (rowid, terms)
      select id, ? || case when ${isTold} then ? else '' end from turn_seen where turn = ?`,
    ),
  ]
}

/** On PostgreSQL what may not be read any more waits for its week to go; its words leave the index before. */
async function hideWords(db: Database): Promise<void> {
  await sql`update turn_seen set terms = without_words(terms), first_memory = null, last_memory = null
    where id in (select id from turn_seen where first_memory is not null
      and at < (select before from horizon where what = 'memory') order by at limit ${sql.lit(atOnce)})`.execute(
    db.query,
  )
}
