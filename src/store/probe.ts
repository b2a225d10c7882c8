import type { Database } from './database.ts'
import { statement } from './statement.ts'

/** Whose note it is: no platform's. */
const note = { platform: '', name: 'probe' }

/** Writes a row of its own anew, as durably as any other. Rejects with why the database does not take it. */
export function probe(db: Database, now: () => number): () => Promise<boolean> {
  const write = statement((p: { value: string }) =>
    db.query
      .insertInto('note')
      .values({ ...note, value: p.value })
      .onConflict((c) => c.columns(['platform', 'name']).doUpdateSet({ value: p.value })),
  )
  return async () => (await db.run(write, { value: String(now()) })) > 0
}
