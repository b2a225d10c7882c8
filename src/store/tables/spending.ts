import type { BudgetPeriod, BudgetScope, BudgetUnit } from '../../model/budget.ts'

export interface UsageTable {
  account: string
  /** `2026-11-21`, UTC. */
  day: string
  agent: string
  door: string
  turns: number
  input_tokens: number
  output_tokens: number
}

/** Whom agents have answered in a month, summed behind the turns. */
export interface UsagePersonTable {
  account: string
  uid: string
  /** When the month began, of UTC. */
  at: number
  agent: string
  turns: number
  tokens: number
}

/** The same, of where. */
export interface UsagePlaceTable extends Omit<UsagePersonTable, 'uid'> {
  place: string
}

/** How soon the first words of models were there on a day. */
export interface UsageFirstTextTable {
  account: string
  /** When the day began, of UTC. */
  at: number
  /** The end of a bucket. */
  within_ms: number
  turns: number
}

/** What was used by somebody or something in a minute, a day or a month (UTC): what budgets are held to. */
export interface SpendingTable {
  account: string
  scope: BudgetScope
  /** Which of its scope: a uid, a place, an agent; of the account itself it is empty. */
  subject: string
  /** `2026-11`, `2026-11-21` or `2026-11-21T10:05`, UTC. */
  start: string
  /** What was written to agents. */
  messages: number
  /** Answered turns. */
  answers: number
  tokens: number
  /** In millionths of the currency that prices are in. */
  money: number
  /** Reserved for calls that are being made: as good as spent, until it is known what they cost. */
  held_tokens: number
  held_money: number
  /** What was told of it once, a bit each (`spending/index.ts`). */
  told: number
}

/** How much of something may be used in a time. */
export interface BudgetTable {
  account: string
  scope: BudgetScope
  /** Empty: each of its scope that has no budget of its own. */
  subject: string
  unit: BudgetUnit
  period: BudgetPeriod
  /** In millionths of the currency, where it is money. */
  most: number
  set_by: string
  set_at: number
}

/** The most that one call of a model can cost, as long as that is not known better. */
export interface BudgetHoldTable {
  id: string
  account: string
  agent: string
  model: string
  tokens: number
  money: number
  /** Of which counts it is held, and in which it is counted: `Counter`s, as JSON. */
  held: string
  counted: string
  /** From then on its process has died. */
  expires_at: number
}

/** What was paid for models on a day. */
export interface ModelCostTable {
  account: string
  day: string
  agent: string
  /** The model really asked. */
  model: string
  calls: number
  /** Calls of which nobody knows the price; nothing of them is in `money`. */
  unpriced: number
  input_tokens: number
  cached_tokens: number
  output_tokens: number
  money: number
}
