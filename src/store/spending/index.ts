import { sql } from 'kysely'
import { type BudgetPeriod, type BudgetScope, type BudgetUnit, budgetUnits } from '../../model/budget.ts'
import type { Database } from '../database.ts'
import { guard, type Step, statement, stepOf } from '../statement.ts'
import type { SpendingTable } from '../tables.ts'
import { answerCounts, messageCounts } from './answers.ts'
import { callCounts } from './calls.ts'
import { type Counter, unused } from './counter.ts'

export type { CallCost, CappedCounter, Counter, Hold } from './counter.ts'
export type Spending = ReturnType<typeof spending>

/** The ledger of what is used: answers, and what models read, write and cost, by whom and when. */
export function spending(db: Database, now: () => number) {
  const { query } = db
  type Of = Counter & { account: string }
  const at = statement((p: Of) =>
    query
      .selectFrom('spending')
      .selectAll()
      .where('account', '=', p.account)
      .where('scope', '=', p.scope)
      .where('subject', '=', p.subject)
      .where('start', '=', p.start),
  )
  const tell = statement((p: Of & { told: number; isTold: number }) =>
    query
      .updateTable('spending')
      .set({ told: sql<number>`told | cast(${p.told} as integer)` })
      .where('account', '=', p.account)
      .where('scope', '=', p.scope)
      .where('subject', '=', p.subject)
      .where('start', '=', p.start)
      .where(sql<boolean>`told & cast(${p.isTold} as integer) = 0`),
  )

  return {
    answerStep: answerCounts(db),
    messageStep: messageCounts(db),
    ...callCounts(db, now),
    /** What the current minute, day and month (UTC) are called. */
    starts(): Readonly<Record<BudgetPeriod, string>> {
      const time = new Date(now()).toISOString()
      return { minute: time.slice(0, 16), day: time.slice(0, 10), month: time.slice(0, 7) }
    },
    async at(account: string, counter: Counter): Promise<SpendingTable | undefined> {
      return db.get(at, { account, ...counter })
    },
    /** True for whoever is the first to tell that so much of a hundred is used of one unit of a counter, in any process. */
    tellOnce: (account: string, counter: Counter, used: UsedOf, steps: readonly Step[] = []): Promise<boolean> =>
      db.batch([guard(tell, { account, ...counter, ...toldOf(used) }), ...steps]),
    /** The same of a count that nothing may have been counted in yet. */
    noteOnce: (account: string, { scope, subject, start }: Counter): Promise<boolean> =>
      db.batch([
        stepOf(
          query
            .insertInto('spending')
            .values({ ...unused, account, scope, subject, start, told: 1 })
            .onConflict((c) =>
              c
                .columns(['account', 'scope', 'subject', 'start'])
                .doUpdateSet({ told: sql<number>`spending.told | 1` })
                .where(sql<boolean>`spending.told & 1 = 0`),
            ),
          { guard: true },
        ),
      ]),
    /** What was used by each of a scope in the times that begin like `start`. */
    async rows(account: string, scope: BudgetScope, start: string): Promise<SpendingTable[]> {
      return query
        .selectFrom('spending')
        .selectAll()
        .where('account', '=', account)
        .where('scope', '=', scope)
        .where('start', 'like', `${start}%`)
        .execute()
    },
    /** What models have cost on these days, both inclusive. */
    /** By agent and model, and by day where that is wished. */
    async costs(account: string, from: string, to: string, byDay = false) {
      return query
        .selectFrom('model_cost')
        .select(['agent', 'model'])
        .select((e) => [
          e.fn.sum<number>('calls').as('calls'),
          e.fn.sum<number>('unpriced').as('unpriced'),
          e.fn.sum<number>('input_tokens').as('inputTokens'),
          e.fn.sum<number>('cached_tokens').as('cachedTokens'),
          e.fn.sum<number>('output_tokens').as('outputTokens'),
          e.fn.sum<number>('money').as('money'),
        ])
        .where('account', '=', account)
        .where('day', '>=', from)
        .where('day', '<=', to)
        .$if(byDay, (q) => q.select('day').groupBy('day').orderBy('day'))
        .groupBy(['agent', 'model'])
        .orderBy('agent')
        .orderBy('model')
        .execute()
        .then((rows) => rows.map((row) => ({ ...row, ...numbersOf(row) })))
    },
    /** Forgets minutes, and what people and places have used, once they are over for long. */
    async prune({ minutes, days }: { minutes: string; days: string }): Promise<void> {
      await db.batch([
        stepOf(query.deleteFrom('spending').where(sql`length(start)`, '=', 16).where('start', '<', minutes)),
        stepOf(
          query
            .deleteFrom('spending')
            .where('scope', 'in', ['person', 'channel', 'role', 'key', 'server'])
            .where('start', '<', days),
        ),
      ])
    },
  }
}

/** How much of a budget is used. */
export interface UsedOf {
  unit: BudgetUnit
  percent: 80 | 100
}

/** Bits of `told`: the lowest is that of a note, and each unit has two, behind those that earlier versions wrote something else in. */
function toldOf({ unit, percent }: UsedOf): { told: number; isTold: number } {
  const at80 = 1 << (8 + 2 * budgetUnits.indexOf(unit))
  // Whoever hears that all is used need not hear afterwards that most is.
  return percent === 80 ? { told: at80, isTold: at80 } : { told: at80 | (at80 << 1), isTold: at80 << 1 }
}

/** PostgreSQL's sums are decimals, which come as texts. */
function numbersOf(row: Record<string, unknown>) {
  const names = ['calls', 'unpriced', 'inputTokens', 'cachedTokens', 'outputTokens', 'money'] as const
  return Object.fromEntries(names.map((name) => [name, Number(row[name])])) as Record<(typeof names)[number], number>
}
