import { playgroundAccount } from './apart.ts'
import type { Database } from './database.ts'
import { keptOfCatalogue } from './kept.ts'
import { type Step, statement, stepOf } from './statement.ts'
import type { AccountTable } from './tables.ts'

/** The account that exists from the first start. */
export const firstAccount = 'default'

export function accounts(db: Database, now: () => number) {
  const byId = statement((p: { id: string }) => db.query.selectFrom('account').selectAll().where('id', '=', p.id))

  /** A guard: void when the id is taken. */
  const addStep = (account: Pick<AccountTable, 'id' | 'name' | 'plan' | 'email'>): Step =>
    stepOf(
      db.query
        .insertInto('account')
        .values({ ...account, api_enabled: 1, has_created_agent: 0, default_agent: null, created_at: now() })
        .onConflict((c) => c.column('id').doNothing()),
      { guard: true },
    )

  const kept = keptOfCatalogue<string | undefined>(db, 1000)

  return {
    async ensureFirst(): Promise<void> {
      await db.batch([addStep({ id: firstAccount, name: 'First account', plan: 'default', email: null })])
    },

    /** The same for the playground's. */
    async ensurePlayground(): Promise<void> {
      await db.batch([addStep({ id: playgroundAccount, name: 'Playground', plan: 'default', email: null })])
    },

    addStep,

    async get(id: string): Promise<AccountTable | undefined> {
      return db.get(byId, { id })
    },

    /** The agent that answers where nothing is bound. */
    defaultAgent: (id: string): Promise<string | undefined> =>
      kept(id, async () => (await db.get(byId, { id }))?.default_agent ?? undefined),

    async list(): Promise<AccountTable[]> {
      return db.query.selectFrom('account').selectAll().orderBy('created_at').execute()
    },

    updateStep: (
      id: string,
      fields: Partial<Pick<AccountTable, 'plan' | 'default_agent' | 'api_enabled' | 'name' | 'email'>>,
    ): Step => stepOf(db.query.updateTable('account').set(fields).where('id', '=', id)),
  }
}
