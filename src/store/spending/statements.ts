import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'
import type { BudgetHoldTable } from '../tables.ts'
import { type CallCost, type Counter, unused } from './counter.ts'

type Of = Counter & { account: string }

/** What is reserved for calls that are being made. */
export function holdStatements({ query }: Pick<Database, 'query'>) {
  type Reserved = Of & { tokens: number; money: number; most_tokens: number; most_money: number }
  const reserveUnder = statement((p: Reserved) =>
    query
      .insertInto('spending')
      .columns(['account', 'scope', 'subject', 'start', 'held_tokens', 'held_money'])
      .expression(
        query
          .selectNoFrom((e) => [
            e.val(p.account).as('account'),
            e.val(p.scope).as('scope'),
            e.val(p.subject).as('subject'),
            e.val(p.start).as('start'),
            sql<number>`cast(${p.tokens} as bigint)`.as('held_tokens'),
            sql<number>`cast(${p.money} as bigint)`.as('held_money'),
          ])
          .where(
            sql<boolean>`cast(${p.tokens} as bigint) <= cast(${p.most_tokens} as bigint)
              and cast(${p.money} as bigint) <= cast(${p.most_money} as bigint)`,
          ),
      )
      .onConflict((c) =>
        c
          .columns(['account', 'scope', 'subject', 'start'])
          .doUpdateSet({
            held_tokens: sql<number>`spending.held_tokens + excluded.held_tokens`,
            held_money: sql<number>`spending.held_money + excluded.held_money`,
          })
          .where(
            sql<boolean>`spending.tokens + spending.held_tokens + excluded.held_tokens <= cast(${p.most_tokens} as bigint)
              and spending.money + spending.held_money + excluded.held_money <= cast(${p.most_money} as bigint)`,
          ),
      ),
  )
  const addHold = statement((p: BudgetHoldTable) =>
    query.insertInto('budget_hold').values({
      id: p.id,
      account: p.account,
      agent: p.agent,
      model: p.model,
      tokens: p.tokens,
      money: p.money,
      held: p.held,
      counted: p.counted,
      expires_at: p.expires_at,
    }),
  )
  const endHold = statement((p: { id: string }) => query.deleteFrom('budget_hold').where('id', '=', p.id))
  return { reserveUnder, addHold, endHold }
}

/** What calls have cost. */
export function costStatements({ query }: Pick<Database, 'query'>) {
  type Spent = Of & { tokens: number; money: number; free_tokens: number; free_money: number }
  const addSpent = statement((p: Spent) =>
    query
      .insertInto('spending')
      .values({
        account: p.account,
        scope: p.scope,
        subject: p.subject,
        start: p.start,
        ...unused,
        tokens: p.tokens,
        money: p.money,
      })
      .onConflict((c) =>
        c.columns(['account', 'scope', 'subject', 'start']).doUpdateSet({
          tokens: sql<number>`spending.tokens + excluded.tokens`,
          money: sql<number>`spending.money + excluded.money`,
          held_tokens: sql<number>`spending.held_tokens - cast(${p.free_tokens} as bigint)`,
          held_money: sql<number>`spending.held_money - cast(${p.free_money} as bigint)`,
        }),
      ),
  )
  type Cost = { account: string; day: string } & Omit<CallCost, 'money'> & { money: number; unpriced: number }
  const addCost = statement((p: Cost) =>
    query
      .insertInto('model_cost')
      .values({
        account: p.account,
        day: p.day,
        agent: p.agent,
        model: p.model,
        calls: 1,
        unpriced: p.unpriced,
        input_tokens: p.input,
        cached_tokens: p.cached,
        output_tokens: p.output,
        money: p.money,
      })
      .onConflict((c) =>
        c.columns(['account', 'day', 'agent', 'model']).doUpdateSet({
          calls: sql<number>`model_cost.calls + 1`,
          unpriced: sql<number>`model_cost.unpriced + excluded.unpriced`,
          input_tokens: sql<number>`model_cost.input_tokens + excluded.input_tokens`,
          cached_tokens: sql<number>`model_cost.cached_tokens + excluded.cached_tokens`,
          output_tokens: sql<number>`model_cost.output_tokens + excluded.output_tokens`,
          money: sql<number>`model_cost.money + excluded.money`,
        }),
      ),
  )
  return { addSpent, addCost }
}
