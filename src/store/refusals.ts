import type { Database } from './database.ts'
import { statement } from './statement.ts'
import type { RefusingPlaceTable } from './tables.ts'

export type RefusingPlace = RefusingPlaceTable

/** The places that refuse answers, so that whoever can mend it finds them, whichever process met them. */
export function refusals(db: Database, now: () => number) {
  const { query } = db
  const keep = statement((p: Omit<RefusingPlace, 'since' | 'last_at' | 'count'> & { at: number }) => {
    const { key, platform, installation, place, code, detail, at } = p
    return query
      .insertInto('refusing_place')
      .values({ key, platform, installation, place, code, detail, since: at, last_at: at, count: 1 })
      .onConflict((c) =>
        c.column('key').doUpdateSet((e) => ({
          code,
          detail,
          last_at: at,
          count: e('refusing_place.count', '+', 1),
        })),
      )
  })
  const forget = statement((p: { key: string }) => query.deleteFrom('refusing_place').where('key', '=', p.key))
  const list = statement((_: object) => query.selectFrom('refusing_place').selectAll().orderBy('last_at', 'desc'))
  const prune = statement((p: { before: number }) => query.deleteFrom('refusing_place').where('last_at', '<', p.before))

  return {
    /** It has refused once more. */
    async keep(place: Omit<RefusingPlace, 'since' | 'last_at' | 'count'>): Promise<void> {
      await db.run(keep, { ...place, at: now() })
    },
    /** Something was shown there. */
    async forget(key: string): Promise<void> {
      await db.run(forget, { key })
    },
    /** The latest first. */
    list: (): Promise<RefusingPlace[]> => db.all(list, {}),
    /** Those that were not tried since then. */
    async prune(before: number): Promise<void> {
      await db.run(prune, { before })
    },
  }
}
