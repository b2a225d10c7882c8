import type { Database } from '../database.ts'
import { guard, type Step, step } from '../statement.ts'
import { type CallCost, type CappedCounter, type Counter, type Hold, inOrder, nameOf } from './counter.ts'
import { costStatements, holdStatements } from './statements.ts'

const noCap = Number.MAX_SAFE_INTEGER
/** Reservations of processes that died, put away at once. */
const maxExpired = 500
const nothingFree = { free_tokens: 0, free_money: 0 }

/**
 * Calls of models in the ledger. Whoever reserves does it in one batch that is void where any of its budgets has no room, so nothing
 * is ever spent twice by anybody.
 */
export function callCounts(db: Database, now: () => number) {
  const { query } = db
  const { reserveUnder, addHold, endHold } = holdStatements(db)
  const { addSpent, addCost } = costStatements(db)

  /** What a call has cost, in every count, and given back what was held for it. */
  function spentSteps(hold: Omit<Hold, 'id'>, cost: CallCost): Step[] {
    const { account, held, counted, tokens, money } = hold
    const isHeld = new Set(held.map(nameOf))
    const used = { tokens: cost.input + cost.output, money: cost.money ?? 0 }
    const { money: paid = 0, ...call } = cost
    const unpriced = cost.money === undefined ? 1 : 0
    return [
      ...inOrder(counted).map((counter) => {
        const free = isHeld.has(nameOf(counter)) ? { free_tokens: tokens, free_money: money } : nothingFree
        return step(addSpent, { account, ...counter, ...used, ...free })
      }),
      step(addCost, { account, day: new Date(now()).toISOString().slice(0, 10), ...call, money: paid, unpriced }),
    ]
  }

  /** False where it was put away before, as that of a process that died. */
  const settle = (hold: Hold, cost: CallCost): Promise<boolean> =>
    db.batch([guard(endHold, { id: hold.id }), ...spentSteps(hold, cost)])

  return {
    /** All of it is reserved, or nothing: false where any count would come to more than it may. */
    async reserve(hold: Hold, caps: readonly CappedCounter[], expiresAt: number): Promise<boolean> {
      const { held, counted, ...rest } = hold
      return db.batch([
        ...inOrder(caps).map(({ tokens = noCap, money = noCap, ...counter }) =>
          guard(reserveUnder, {
            account: hold.account,
            ...counter,
            tokens: hold.tokens,
            money: hold.money,
            most_tokens: tokens,
            most_money: money,
          }),
        ),
        step(addHold, { ...rest, held: JSON.stringify(held), counted: JSON.stringify(counted), expires_at: expiresAt }),
      ])
    },
    settle,
    /** Nothing came of the call: what was held for it is free again. */
    release: (hold: Hold): Promise<boolean> =>
      db.batch([
        guard(endHold, { id: hold.id }),
        ...inOrder(hold.held).map((counter) =>
          step(addSpent, {
            ...{ account: hold.account, ...counter, tokens: 0, money: 0 },
            ...{ free_tokens: hold.tokens, free_money: hold.money },
          }),
        ),
      ]),
    /** Of a call that nothing was reserved for. */
    async charge(of: Omit<Hold, 'id' | 'tokens' | 'money' | 'held'>, cost: CallCost): Promise<void> {
      await db.batch(spentSteps({ ...of, held: [], tokens: 0, money: 0 }, cost))
    },
    /**
     * What was reserved by processes that died is no longer held but counted as spent, all of it: nobody knows what the vendor
     * takes for a call whose end nobody heard. Resolves with how many that were.
     */
    async expire(): Promise<number> {
      const rows = await query
        .selectFrom('budget_hold')
        .selectAll()
        .where('expires_at', '<=', now())
        .orderBy('expires_at')
        .limit(maxExpired)
        .execute()
      let ended = 0
      for (const { held, counted, expires_at: _, ...row } of rows) {
        const hold = { ...row, held: JSON.parse(held) as Counter[], counted: JSON.parse(counted) as Counter[] }
        const cost = { agent: row.agent, model: row.model, input: row.tokens, cached: 0, output: 0, money: row.money }
        if (await settle(hold, cost)) ended++
      }
      return ended
    },
  }
}
