import { type Kysely, sql } from 'kysely'
import { isPostgres } from './portable.ts'

/**
 * One ledger of what is used, by whom and when: what was counted of an account's months goes into it. With it the budgets that it is
 * held to, what is reserved of them, and what models have cost.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('spending')
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('start', 'text', (c) => c.notNull())
    .addColumn('answers', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('tokens', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('money', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('held_tokens', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('held_money', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('told', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('spending_of', ['account', 'scope', 'subject', 'start'])
    .execute()
  await sql`insert into spending (account, scope, subject, start, answers)
    select account, 'account', '', month, turns from usage_month`.execute(db)
  await db.schema.dropTable('usage_month').execute()
  await db.schema
    .createTable('budget')
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('unit', 'text', (c) => c.notNull())
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('most', 'integer', (c) => c.notNull())
    .addColumn('set_by', 'text', (c) => c.notNull())
    .addColumn('set_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('budget_of', ['account', 'scope', 'subject', 'unit', 'period'])
    .execute()
  await db.schema
    .createTable('budget_hold')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('tokens', 'integer', (c) => c.notNull())
    .addColumn('money', 'integer', (c) => c.notNull())
    .addColumn('held', 'text', (c) => c.notNull())
    .addColumn('counted', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('budget_hold_by_expiry').on('budget_hold').column('expires_at').execute()
  await db.schema
    .createTable('model_cost')
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('agent', 'text', (c) => c.notNull())
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('calls', 'integer', (c) => c.notNull())
    .addColumn('unpriced', 'integer', (c) => c.notNull())
    .addColumn('input_tokens', 'integer', (c) => c.notNull())
    .addColumn('cached_tokens', 'integer', (c) => c.notNull())
    .addColumn('output_tokens', 'integer', (c) => c.notNull())
    .addColumn('money', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('model_cost_of', ['account', 'day', 'agent', 'model'])
    .execute()
  if (!isPostgres(db)) return
  // As of the other tables of the catalogue.
  await sql`create trigger told_changes after update on budget
    for each row execute function tell_catalogue()`.execute(db)
  await sql`create trigger told_comings after insert or delete on budget
    for each row execute function tell_catalogue()`.execute(db)
}
