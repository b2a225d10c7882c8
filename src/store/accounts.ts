import type { Database } from './database.ts'
import { keptOfCatalogue } from './kept.ts'
import { statement } from './statement.ts'
import type { AccountTable } from './tables.ts'

/** The account that exists from the first start. */
export const firstAccount = 'default'

export function accounts(db: Database, now: () => number) {
  const byId = statement((p: { id: string }) => db.query.selectFrom('account').selectAll().where('id', '=', p.id))

  /** False when the id is taken. */
  async function add(account: Pick<AccountTable, 'id' | 'name' | 'plan' | 'email'>): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db.query
      .insertInto('account')
      .values({ ...account, api_enabled: 1, has_created_agent: 0, default_agent: null, created_at: now() })
      .onConflict((c) => c.column('id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }

  const kept = keptOfCatalogue<string | undefined>(db, 1000)

  return {
    async ensureFirst(): Promise<void> {
      await add({ id: firstAccount, name: 'First account', plan: 'default', email: null })
    },

    add,

    async get(id: string): Promise<AccountTable | undefined> {
      return db.get(byId, { id })
    },

    /** The agent that answers where nothing is bound. */
    defaultAgent: (id: string): Promise<string | undefined> =>
      kept(id, async () => (await db.get(byId, { id }))?.default_agent ?? undefined),

    async list(): Promise<AccountTable[]> {
      return db.query.selectFrom('account').selectAll().orderBy('created_at').execute()
    },

    async update(
      id: string,
      fields: Partial<Pick<AccountTable, 'plan' | 'default_agent' | 'api_enabled' | 'name' | 'email'>>,
    ): Promise<void> {
      await db.query.updateTable('account').set(fields).where('id', '=', id).execute()
    },
  }
}
