import type { Database } from './database.ts'
import { keptOfCatalogue } from './kept.ts'
import { type Step, stepOf } from './statement.ts'
import type { ListeningTable } from './tables.ts'

export type Listening = ListeningTable

/** Where people are told that an agent hears everything. Only a place whose row says `told` is listened to. */
export function listening(db: Database, now: () => number) {
  const { query } = db
  const kept = keptOfCatalogue<ReadonlyMap<string, Listening>>(db, 1)
  const all = () =>
    kept('', async () => {
      const rows = await query.selectFrom('listening').selectAll().orderBy('at').orderBy('place').execute()
      return new Map(rows.map((row) => [row.place, row]))
    })
  const stillSo = ({ place, key, state }: Pick<Listening, 'place' | 'key' | 'state'>) =>
    query.updateTable('listening').where('place', '=', place).where('key', '=', key).where('state', '=', state)

  return {
    /** Kept until one changes: every message that nobody addressed to an agent asks. */
    all,
    async at(place: string): Promise<Listening | undefined> {
      return (await all()).get(place)
    },
    /** As it is in the database now. */
    async fresh(place: string): Promise<Listening | undefined> {
      return query.selectFrom('listening').selectAll().where('place', '=', place).executeTakeFirst()
    },
    /** The place is to be told; where it is or was to be told the same, that stays. */
    oweStep: (row: Omit<Listening, 'state' | 'at'>): Step =>
      stepOf(
        query
          .insertInto('listening')
          .values({ ...row, state: 'owed', at: now() })
          .onConflict((c) =>
            c
              .column('place')
              .doUpdateSet({ ...row, state: 'owed', at: now() })
              .where((e) =>
                e.or([
                  e('listening.agent', '!=', row.agent),
                  e('listening.mode', '!=', row.mode),
                  e('listening.account', '!=', row.account),
                  e('listening.state', '=', 'ending'),
                ]),
              ),
          ),
      ),
    /** How far telling it has come. Undefined where it is to be told something else by now. */
    async move(row: Listening, state: Listening['state']): Promise<Listening | undefined> {
      const at = now()
      const { numUpdatedRows } = await stillSo(row).set({ state, at }).executeTakeFirst()
      return numUpdatedRows > 0n ? { ...row, state, at } : undefined
    },
    /** Nothing hears that place any more, and it knows. */
    async drop({ place, key, state }: Listening): Promise<void> {
      await query
        .deleteFrom('listening')
        .where('place', '=', place)
        .where('key', '=', key)
        .where('state', '=', state)
        .execute()
    },
  }
}
