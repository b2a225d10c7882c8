import { sql } from 'kysely'
import type { Database } from './database.ts'
import { statement } from './statement.ts'

export interface RatedRequest {
  key: string
  /** What a request takes, in microseconds of waiting. */
  step: number
  /** What a full bucket holds, likewise. */
  whole: number
}

/**
 * Token buckets that all processes share: of each stands when it is full again (the generic cell rate algorithm), so that a request is
 * one statement, and of two at once the second sees the first.
 */
export function requestRates(db: Database, now: () => number) {
  const { query } = db
  const take = statement((p: { key: string; at: number; step: number; first: number; latest: number }) => {
    const next = sql<number>`case when request_rate.full_at > ${p.at} then request_rate.full_at + ${p.step} else ${p.first} end`
    return query
      .insertInto('request_rate')
      .values({ key: p.key, full_at: p.first })
      .onConflict((c) => c.column('key').doUpdateSet({ full_at: next }).where(next, '<=', p.latest))
      .returning('full_at')
  })
  const find = statement((p: { key: string }) =>
    query.selectFrom('request_rate').select('full_at').where('key', '=', p.key),
  )

  return {
    /** Whether one more may come now, and after how many microseconds the bucket is full. */
    async take({ key, step, whole }: RatedRequest): Promise<{ allowed: boolean; fullIn: number }> {
      const at = Math.floor(now() * 1000)
      const [taken] = await db.all(take, { key, at, step, first: at + step, latest: at + whole })
      if (taken) return { allowed: true, fullIn: taken.full_at - at }
      const [row] = await db.all(find, { key })
      return { allowed: false, fullIn: (row?.full_at ?? at) - at }
    },
  }
}
