import { sql } from 'kysely'
import { readOrderKey } from '../model/key.ts'
import type { Database } from './database.ts'
import { findTurns } from './turn-seen/find.ts'
import { type RecentTurn, seen, type TurnFilter, type TurnRowSeen, turnColumns } from './turn-seen/shape.ts'

/** Where a page begins: among what the index does not know yet, or at a number of the index. */
export type Start = { at: number; id: string } | { seen: number }

export interface RecentTurns {
  turns: RecentTurn[]
  /** Where to look on; undefined where nothing older is left. */
  before: Start | undefined
}

/** Rows that one page looks through at most, where the index does not know them yet. */
const mostLookedThrough = 2000
const rowsAtOnce = 500
/** The index is written behind the turns, in their order, but for those that take long. */
const behindMs = 120_000

/** The last turns of an account, newest first. */
export function recentTurns(db: Database) {
  const find = findTurns(db)
  /** Callers have one alone. */
  const conversationOf = (turn: 'one' | 'later') =>
    db.dialect === 'sqlite'
      ? sql`coalesce(json_extract(${sql.ref(`${turn}.context`)}, '$.conversation'), '')`
      : sql`coalesce(cast(${sql.ref(`${turn}.context`)} as json) ->> 'conversation', '')`

  /** From when on the index may not know all. */
  async function seenUpTo(): Promise<number> {
    const last = await db.query
      .selectFrom('turn_seen')
      .select((e) => e.fn.max('at').as('at'))
      .executeTakeFirst()
    return Number(last?.at ?? 0) - behindMs
  }

  /** What the index does not know. */
  async function unseenBefore(before: { at: number; id: string } | undefined, from: number) {
    return db.query
      .selectFrom('turn')
      .select(turnColumns)
      .where('started_at', '>=', from)
      .where((e) => e.not(e.exists(e.selectFrom('turn_seen').select('id').whereRef('turn_seen.turn', '=', 'turn.id'))))
      .$if(before !== undefined, (q) =>
        q
          .where('started_at', '<=', before!.at)
          .where((e) => e.or([e('started_at', '<', before!.at), e('id', '<', before!.id)])),
      )
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(rowsAtOnce)
      .execute()
  }

  async function byIds(ids: readonly string[]): Promise<TurnRowSeen[]> {
    if (ids.length === 0) return []
    const rows = await db.query.selectFrom('turn').select(turnColumns).where('id', 'in', ids).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  async function seenOf(rows: readonly TurnRowSeen[]): Promise<RecentTurn[]> {
    const votes = new Map<string, { good: number; bad: number }>()
    const ids = rows.map(({ id }) => id)
    const cast =
      ids.length === 0
        ? []
        : await db.query.selectFrom('feedback').select(['turn', 'good']).where('turn', 'in', ids).execute()
    for (const { turn, good } of cast) {
      const of = votes.get(turn) ?? { good: 0, bad: 0 }
      votes.set(turn, good === 1 ? { ...of, good: of.good + 1 } : { ...of, bad: of.bad + 1 })
    }
    return rows.map((row) => seen(row, votes.get(row.id) ?? { good: 0, bad: 0 }))
  }

  async function matching(rows: readonly TurnRowSeen[], filter: TurnFilter): Promise<RecentTurn[]> {
    const turns = await seenOf(rows.filter((row) => isOwn(row, filter)))
    return turns.filter((turn) => matches(turn, filter))
  }

  /** Those that the index does not know yet. `next`: it had to stop before it had seen all of them. */
  async function unseen(filter: TurnFilter, before: { at: number; id: string } | undefined, limit: number) {
    const turns: RecentTurn[] = []
    const from = Math.max(await seenUpTo(), filter.since ?? 0)
    let at = before
    for (let looked = 0; looked < mostLookedThrough; looked += rowsAtOnce) {
      const rows = await unseenBefore(at, from)
      for (const turn of await matching(rows, filter)) {
        turns.push(turn)
        if (turns.length === limit) return { turns, next: { at: turn.startedAt, id: turn.id } }
      }
      const last = rows.at(-1)
      if (rows.length < rowsAtOnce || !last) return { turns, next: undefined }
      at = { at: last.started_at, id: last.id }
    }
    return { turns, next: at }
  }

  return {
    seenOf,

    /** Those of these turns after which there is no other of the same conversation. */
    async endOf(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set()
      const rows = await db.query
        .selectFrom('turn as one')
        .select('one.id')
        .where('one.id', 'in', ids)
        .where((e) =>
          e.not(
            e.exists(
              e
                .selectFrom('turn as later')
                .select('later.id')
                .whereRef('later.key', '=', 'one.key')
                .whereRef('later.started_at', '>=', 'one.started_at')
                .where(
                  sql<boolean>`(later.started_at > one.started_at or later.id > one.id)
                    and ${conversationOf('later')} = ${conversationOf('one')}`,
                ),
            ),
          ),
        )
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    async page(
      filter: TurnFilter,
      { limit, before }: { limit: number; before?: Start | undefined },
    ): Promise<RecentTurns> {
      const turns: RecentTurn[] = []
      // What was said is looked for in the index alone, which is a moment behind.
      if ((before === undefined || 'at' in before) && filter.words === undefined) {
        const newest = await unseen(filter, before, limit)
        turns.push(...newest.turns)
        if (newest.next) return { turns, before: newest.next }
      }
      let seenBefore = before && 'seen' in before ? before.seen : undefined
      while (turns.length < limit) {
        const missing = limit - turns.length
        const found = await find({ filter, before: seenBefore, limit: missing })
        const known = new Set(turns.map(({ id }) => id))
        const rows = await byIds(found.map(({ turn }) => turn))
        turns.push(...(await matching(rows, filter)).filter(({ id }) => !known.has(id)))
        if (found.length < missing) return { turns: inOrder(turns), before: undefined }
        seenBefore = Number(found.at(-1)!.id)
      }
      return { turns: inOrder(turns), before: { seen: seenBefore ?? Number.MAX_SAFE_INTEGER } }
    },
  }
}

/** The newest turns, so many of them at most: a page may hold fewer than there are. */
export async function newestTurns(
  { page }: Pick<ReturnType<typeof recentTurns>, 'page'>,
  filter: TurnFilter,
  most: number,
): Promise<RecentTurn[]> {
  const turns: RecentTurn[] = []
  let before: Start | undefined
  do {
    const next = await page(filter, { limit: most - turns.length, before })
    turns.push(...next.turns)
    before = next.before
  } while (before && turns.length < most)
  return turns
}

const inOrder = (turns: RecentTurn[]): RecentTurn[] =>
  turns.sort((x, y) => y.startedAt - x.startedAt || (x.id < y.id ? 1 : -1))

function isOwn({ key }: TurnRowSeen, { account, agents, uid }: TurnFilter): boolean {
  const of = readOrderKey(key)
  return (
    of.account === account && (agents === 'all' || agents.includes(of.agent)) && (uid === undefined || of.uid === uid)
  )
}

function matches({ door, place, outcome, good, bad, startedAt }: RecentTurn, filter: TurnFilter): boolean {
  if (filter.door !== undefined && filter.door !== door) return false
  if (filter.place !== undefined && filter.place !== place) return false
  if (filter.outcome !== undefined && filter.outcome !== outcome) return false
  if (filter.since !== undefined && startedAt < filter.since) return false
  if (filter.until !== undefined && startedAt >= filter.until) return false
  return filter.rating === undefined || (filter.rating === 'good' ? good : bad) > 0
}
