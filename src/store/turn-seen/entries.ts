import type { Database } from '../database.ts'
import type { Step } from '../statement.ts'
import type { TurnRowSeen } from './shape.ts'
import { type Counted, sumParts, sumSteps } from './sums.ts'
import { asArray, wordsOf } from './tokens.ts'

/** What was said in a turn. */
export interface Words {
  id: number
  event_id: string | null
  key: string
  text: string
}

/** A turn, what it belongs to, and what was said in it. */
interface Entry {
  row: TurnRowSeen
  tokens: readonly string[]
  words: readonly Words[]
  /** What it adds to the sums of its day, the first time that it is noted; null: nothing. */
  counted: Counted | null
}

/** Writes turns into the index. What was forgotten since it was read does not come back: the steps ask once more whether it is there. */
export function entrySteps(db: Pick<Database, 'dialect'>, entries: readonly Entry[]): Step[] {
  return db.dialect === 'postgres' ? entries.map(onPostgres) : onSqlite(entries)
}

const arg = (sql: string, ...values: readonly unknown[]): Step => ({ sql, values, guard: false })
const upsert = `on conflict (turn) do update set is_stale = 0, first_memory = excluded.first_memory, last_memory = excluded.last_memory`

/** Where their words begin and end in the memory; null where there are none. */
function spanOf({ words }: Entry): readonly [number | null, number | null] {
  const at = words.map(({ id }) => Number(id))
  return at.length > 0 ? [Math.min(...at), Math.max(...at)] : [null, null]
}

const termsOf = ({ words }: Entry): string[] => wordsOf(words.map(({ text }) => text))

/** What was read is looked at under a lock: whoever deletes it comes before, or finds it in the index. */
function onPostgres(entry: Entry): Step {
  const { row, tokens, counted } = entry
  const sums = sumParts(counted, 7)
  return arg(
    `with mine as (select id from turn where id = $1 for share),
      told as (select id from memory where id = $3 for share),
    seen as (insert into turn_seen (turn, at, is_stale, first_memory, last_memory, terms)
    select $1, $2, 0, case when exists (select from told) then $3::bigint end, case when exists (select from told) then $4::bigint end,
      $5::text[] || case when exists (select from told) then $6::text[] else '{}' end from mine
    ${upsert}, terms = excluded.terms returning (xmax = 0) as is_new),
    ${sums.sql}`,
    ...[row.id, row.started_at, ...spanOf(entry), asArray(tokens), asArray(termsOf(entry))],
    ...sums.values,
  )
}

/**
 * All of them by each statement: before a statement that writes elsewhere, the index of words puts what it has gathered into the file,
 * which for every turn alone costs four times as much.
 */
function onSqlite(entries: readonly Entry[]): Step[] {
  const all = JSON.stringify(
    entries.map((entry) => {
      const [first, last] = spanOf(entry)
      const { row, tokens } = entry
      return { turn: row.id, at: row.started_at, first, last, of: tokens.join(' '), said: termsOf(entry).join(' ') }
    }),
  )
  return [
    ...sumSteps(entries.flatMap(({ counted }) => counted ?? [])),
    arg(
      'delete from turn_fts where rowid in (select id from turn_seen where turn in (select value from json_each(?)))',
      JSON.stringify(entries.map(({ row }) => row.id)),
    ),
    arg(
      `insert into turn_seen (turn, at, is_stale, first_memory, last_memory)
      select turn.id, value ->> 'at', 0, memory.id, case when memory.id is not null then value ->> 'last' end
      from json_each(?) join turn on turn.id = value ->> 'turn' left join memory on memory.id = value ->> 'first'
      where true ${upsert}`,
      all,
    ),
    arg(
      `insert into turn_fts (rowid, terms)
      select turn_seen.id, (value ->> 'of') || case when first_memory is null then '' else ' ' || (value ->> 'said') end
      from json_each(?) join turn_seen on turn = value ->> 'turn'`,
      all,
    ),
  ]
}
