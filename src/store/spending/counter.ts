import type { BudgetScope } from '../../model/budget.ts'

/** What is counted together: of somebody or something, in a time. */
export interface Counter {
  scope: BudgetScope
  subject: string
  start: string
}

/** How much of it may be used; what is not named is not limited. */
export interface CappedCounter extends Counter {
  tokens?: number
  money?: number
}

/** What one call of a model used. `money` is undefined where nobody knows the price. */
export interface CallCost {
  agent: string
  model: string
  input: number
  cached: number
  output: number
  money: number | undefined
}

/** A reservation, with everything that settling it takes. */
export interface Hold {
  id: string
  account: string
  agent: string
  model: string
  tokens: number
  money: number
  held: readonly Counter[]
  counted: readonly Counter[]
}

export const nameOf = ({ scope, subject, start }: Counter): string => `${scope} ${start} ${subject}`

/** Rows are always written in one order, so that two batches never wait for each other. */
export function inOrder<Of extends Counter>(counters: readonly Of[]): Of[] {
  const named = counters.map((counter) => [nameOf(counter), counter] as const)
  return named.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, counter]) => counter)
}

/** A count that nothing has been counted in. */
export const unused = { messages: 0, answers: 0, tokens: 0, money: 0, held_tokens: 0, held_money: 0, told: 0 }
