import type { Database } from './database.ts'
import { statement } from './statement.ts'
import type { AccountTable } from './tables.ts'

/** The account that exists from the first start. */
export const firstAccount = 'default'

export function accounts(db: Database, now: () => number) {
  const byId = statement((p: { id: string }) => db.query.selectFrom('account').selectAll().where('id', '=', p.id))

  return {
    async ensureFirst(): Promise<void> {
      await db.query
        .insertInto('account')
        .values({
          id: firstAccount,
          name: 'First account',
          plan: 'default',
          email: null,
          api_enabled: 1,
          has_created_agent: 0,
          default_agent: null,
          created_at: now(),
        })
        .onConflict((c) => c.column('id').doNothing())
        .execute()
    },

    async get(id: string): Promise<AccountTable | undefined> {
      return db.get(byId, { id })
    },

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
