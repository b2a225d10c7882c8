import type { Budget } from '../model/budget.ts'
import type { Database } from './database.ts'
import { keptOfCatalogue } from './kept.ts'
import { type Step, statement, stepOf } from './statement.ts'

/** What accounts may use. Kept until it changes, in this or another process: whatever asks a model asks. */
export function budgets(db: Database, now: () => number) {
  const { query } = db
  const kept = keptOfCatalogue<readonly Budget[]>(db, 1000)
  const all = statement((p: { account: string }) =>
    query
      .selectFrom('budget')
      .select(['scope', 'subject', 'unit', 'period', 'most'])
      .where('account', '=', p.account)
      .orderBy('scope')
      .orderBy('subject')
      .orderBy('unit')
      .orderBy('period'),
  )
  return {
    of: (account: string): Promise<readonly Budget[]> => kept(account, () => db.all(all, { account })),
    setStep(account: string, budget: Budget, by: string): Step {
      const row = { most: budget.most, set_by: by, set_at: now() }
      return stepOf(
        query
          .insertInto('budget')
          .values({ account, ...budget, ...row })
          .onConflict((c) => c.columns(['account', 'scope', 'subject', 'unit', 'period']).doUpdateSet(row)),
      )
    },
    /** A guard: void where there is none. */
    removeStep(account: string, { scope, subject, unit, period }: Omit<Budget, 'most'>): Step {
      return stepOf(
        query
          .deleteFrom('budget')
          .where('account', '=', account)
          .where('scope', '=', scope)
          .where('subject', '=', subject)
          .where('unit', '=', unit)
          .where('period', '=', period),
        { guard: true },
      )
    },
  }
}
