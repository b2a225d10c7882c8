import type { Database } from '../database.ts'
import { type TurnRowSeen, turnColumns } from './shape.ts'

/** Turns that are read at once: moments, between which others get their turn. */
export const atOnce = 200
/** A turn that has not ended by then is noted as it is. */
const longestMs = 15 * 60_000
/** How far the clocks of processes may be apart, and how long a commit may wait for its disk. */
const apartMs = 10_000
/** Turns that run, of which somebody remembers that they are yet to be noted. */
const mostRunning = 10_000
/** How often these are looked at. */
const lookEveryMs = 2000

type Note = (rows: readonly TurnRowSeen[]) => Promise<void>

/** How far a walk has come. */
interface Cursor {
  at: number
  id: string
}

/**
 * Finds turns that have ended and are not in the index, each step a few. Two walks follow one another through the turns in the order in
 * which they began: the first is up to now, and remembers those that still run; the second comes when no clock and no slow commit can
 * put a turn behind it any more. So each turn is looked at twice, however many came in the last seconds.
 */
export function createWalk(db: Database, now: () => number) {
  const running = new Set<string>()
  let first: Cursor | undefined
  let second: Cursor | undefined
  let lookedAt = -Infinity

  async function lastSeen(): Promise<Cursor> {
    const last = await db.query
      .selectFrom('turn_seen')
      .select((e) => e.fn.max('at').as('at'))
      .executeTakeFirst()
    return { at: Number(last?.at ?? longestMs) - longestMs, id: '' }
  }

  /** Those that are not in the index, among the next ones that began before `until`. */
  async function next(after: Cursor, until: number) {
    const rows = await db.query
      .selectFrom('turn')
      .select((e) => [
        'id',
        'started_at',
        e.exists(e.selectFrom('turn_seen').select('id').whereRef('turn_seen.turn', '=', 'turn.id')).as('seen'),
      ])
      .where('started_at', '>=', after.at)
      .where('started_at', '<', until)
      .where((e) => e.or([e('started_at', '>', after.at), e('id', '>', after.id)]))
      .orderBy('started_at')
      .orderBy('id')
      .limit(atOnce)
      .execute()
    const last = rows.at(-1)
    const missing = rows.flatMap(({ id, seen }) => (seen ? [] : [id]))
    return {
      rows: await byIds(missing),
      upTo: last ? { at: Number(last.started_at), id: last.id } : after,
      isMore: rows.length === atOnce,
    }
  }

  async function byIds(ids: readonly string[]): Promise<TurnRowSeen[]> {
    if (ids.length === 0) return []
    return db.query.selectFrom('turn').select(turnColumns).where('id', 'in', ids).execute()
  }

  const hasEnded = (row: TurnRowSeen) => row.status === 'delivered' || row.started_at < now() - longestMs

  /** Of those that were found running, the ones that run no more. */
  async function noteEnded(note: Note): Promise<void> {
    if (now() - lookedAt < lookEveryMs) return
    lookedAt = now()
    const ids = [...running]
    for (let i = 0; i < ids.length; i += atOnce) {
      const some = ids.slice(i, i + atOnce)
      const rows = await byIds(some)
      await note(rows.filter(hasEnded))
      const left = new Set(rows.filter((row) => !hasEnded(row)).map(({ id }) => id))
      for (const id of some) if (!left.has(id)) running.delete(id)
    }
  }

  /** Where the walk stands then. */
  async function walk({ rows, upTo }: Awaited<ReturnType<typeof next>>, note: Note): Promise<Cursor> {
    await note(rows.filter(hasEnded))
    for (const row of rows) if (!hasEnded(row)) running.add(row.id)
    return upTo
  }

  /** A few of them are noted, each once it is there for good. True: there is more to be done. */
  return async (note: Note): Promise<boolean> => {
    await noteEnded(note)
    first ??= await lastSeen()
    second ??= first
    // Those that would have to be remembered wait where they are.
    if (running.size >= mostRunning) return false
    const ahead = await next(first, Number.MAX_SAFE_INTEGER)
    first = await walk(ahead, note)
    const behind = await next(second, now() - apartMs)
    second = await walk(behind, note)
    return ahead.isMore || behind.isMore
  }
}
