import type { Database } from './database.ts'
import { keptOfCatalogue } from './kept.ts'
import { type Step, stepOf } from './statement.ts'

/** People who said that what they write is to be neither kept nor answered: known in every process as soon as it changes. */
export function personPauses(db: Database, now: () => number) {
  const { query } = db
  const kept = keptOfCatalogue<ReadonlySet<string>>(db, 1)
  const nameOf = (account: string, person: string): string => `${account}/${person}`
  const all = () =>
    kept('', async () => {
      const rows = await query.selectFrom('person_pause').select(['account', 'person']).execute()
      return new Set(rows.map(({ account, person }) => nameOf(account, person)))
    })
  return {
    has: async (account: string, person: string): Promise<boolean> => (await all()).has(nameOf(account, person)),
    /** By what their platform calls them, where their uid is not known. */
    async hasAuthor(platform: string, author: string): Promise<boolean> {
      const rows = await all()
      return rows.size > 0 && [...rows].some((one) => one.includes(`/${platform}_`) && one.endsWith(`_${author}`))
    },
    /** Of somebody under all of their uids: a channel that is read tells of each by its own. */
    beginStep: (account: string, uids: readonly string[]): Step =>
      stepOf(
        query
          .insertInto('person_pause')
          .values(uids.map((person) => ({ account, person, began_at: now() })))
          .onConflict((c) => c.doNothing()),
      ),
    endStep: (account: string, uids: readonly string[]): Step =>
      stepOf(query.deleteFrom('person_pause').where('account', '=', account).where('person', 'in', uids)),
  }
}
