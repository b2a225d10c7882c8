import type { Database } from './database.ts'
import type { OfferTable } from './tables.ts'

export type Offer = OfferTable

/** Buttons and forms that were shown to somebody, kept until they expire. */
export function offers(db: Database, now: () => number) {
  const { query } = db
  return {
    async add(offer: Offer): Promise<void> {
      await query.insertInto('offer').values(offer).execute()
    },
    /** One that has not expired. */
    async get(id: string): Promise<Offer | undefined> {
      return query
        .selectFrom('offer')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at', '>', now())
        .executeTakeFirst()
    },
    /** Forgets what has expired. */
    async prune(): Promise<void> {
      await query.deleteFrom('offer').where('expires_at', '<=', now()).execute()
    },
  }
}
