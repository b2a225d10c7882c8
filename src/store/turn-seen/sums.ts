import type { Step } from '../statement.ts'
import type { RecentTurn } from './shape.ts'

const dayMs = 86_400_000
/** Each bucket ends a quarter later than the one before: so much a median may be told too long. */
const wider = 1.25
const firstMs = 10

/** What a turn adds to the sums of its month and its day. */
export interface Counted {
  turn: string
  account: string
  agent: string
  uid: string
  place: string
  /** When they began, of UTC. */
  month: number
  day: number
  tokens: number
  /** Its first words were there within so many milliseconds; null: no model wrote any. */
  within: number | null
}

/** Null of what has not been answered: it is counted nowhere. */
export function countedOf(turn: RecentTurn, account: string): Counted | null {
  const { id, agent, uid, place, tokens, firstTextMs, startedAt, outcome } = turn
  if (outcome === 'running') return null
  const [month, day] = [monthOf(startedAt), startedAt - (startedAt % dayMs)]
  const within = firstTextMs === null ? null : withinOf(firstTextMs)
  return { turn: id, account, agent, uid, place: place ?? '', month, day, tokens, within }
}

/** When the month of a moment began, of UTC. */
export function monthOf(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

/** The end of its bucket. */
function withinOf(ms: number): number {
  const n = Math.max(0, Math.ceil(Math.log(Math.max(1, ms) / firstMs) / Math.log(wider)))
  return Math.round(firstMs * wider ** n)
}

/** On SQLite, before the index has them: those that it knows were counted with it. */
export function sumSteps(counted: readonly Counted[]): Step[] {
  if (counted.length === 0) return []
  const all = JSON.stringify(counted)
  const of = (column: string) => `value ->> '${column}'`
  const isNew = `exists (select 1 from turn where id = ${of('turn')})
    and not exists (select 1 from turn_seen where turn = ${of('turn')})`
  const ofSubject = (table: string, subject: string): Step => ({
    sql: `insert into ${table} (account, ${subject}, at, agent, turns, tokens)
      select ${of('account')}, ${of(subject)}, ${of('month')}, ${of('agent')}, count(*), sum(${of('tokens')}) from json_each(?)
      where ${of(subject)} <> '' and ${isNew} group by 1, 2, 3, 4 ${addedTo(table, [subject, 'agent'])}`,
    ...{ values: [all], guard: false },
  })
  return [
    ofSubject('usage_person', 'uid'),
    ofSubject('usage_place', 'place'),
    {
      sql: `insert into usage_first_text (account, at, within_ms, turns)
        select ${of('account')}, ${of('day')}, ${of('within')}, count(*) from json_each(?)
        where ${of('within')} is not null and ${isNew} group by 1, 2, 3 ${addedTo('usage_first_text', ['within_ms'])}`,
      ...{ values: [all], guard: false },
    },
  ]
}

/**
 * On PostgreSQL, parts of the statement that notes the turn as `seen`, in which it says whether it `is_new`: two duties that both hold
 * themselves for the only one count nothing twice. `$from` is the first of its values.
 */
export function sumParts(counted: Counted | null, from: number): { sql: string; values: unknown[] } {
  const {
    account = '',
    agent = '',
    uid = '',
    place = '',
    month = 0,
    day = 0,
    tokens = 0,
    within = null,
  } = counted ?? {}
  const given = [account, agent, uid, place, month, day, tokens, within]
  const [$account, $agent, $uid, $place, $month, $day, $tokens, $within] = given.map((_, i) => `$${from + i}`)
  const ofSubject = (table: string, subject: string, $subject: string) =>
    `insert into ${table} (account, ${subject}, at, agent, turns, tokens)
      select ${$account}::text, ${$subject}::text, ${$month}::bigint, ${$agent}::text, 1, ${$tokens}::bigint from seen
      where is_new and ${$account}::text <> '' and ${$subject}::text <> '' ${addedTo(table, [subject, 'agent'])}`
  return {
    sql: `of_person as (${ofSubject('usage_person', 'uid', $uid!)}),
      of_place as (${ofSubject('usage_place', 'place', $place!)})
      insert into usage_first_text (account, at, within_ms, turns)
      select ${$account}::text, ${$day}::bigint, ${$within}::bigint, 1 from seen
      where is_new and ${$within}::bigint is not null ${addedTo('usage_first_text', ['within_ms'])}`,
    values: given,
  }
}

function addedTo(table: string, of: readonly string[]): string {
  const sums = table === 'usage_first_text' ? ['turns'] : ['turns', 'tokens']
  const added = sums.map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`)
  return `on conflict (account, at, ${of.join(', ')}) do update set ${added.join(', ')}`
}
