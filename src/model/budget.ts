import type { Place } from './message.ts'

/** Whose a budget is, the narrowest first: where several are reached, that one is told of. */
export const budgetScopes = ['person', 'role', 'channel', 'key', 'server', 'tool', 'agent', 'account'] as const
export type BudgetScope = (typeof budgetScopes)[number]

export const budgetUnits = ['money', 'tokens', 'answers'] as const
/** `answers`: answered turns. `tokens`: what models read and write. `money`: what that costs, by the prices of `models.yaml`. */
export type BudgetUnit = (typeof budgetUnits)[number]

export const budgetPeriods = ['minute', 'day', 'month'] as const
/** Of UTC. */
export type BudgetPeriod = (typeof budgetPeriods)[number]

/** How much may be used in a time. */
export interface Budget {
  scope: BudgetScope
  /** Whose: a uid, a place, the name of a tool, an agent's id; empty: each of the scope that has no budget of its own. */
  subject: string
  unit: BudgetUnit
  period: BudgetPeriod
  /** In millionths of the currency, where it is money. */
  most: number
}

/** Where a turn was asked for, as far as budgets look at it. */
export interface Origin {
  /** The channel or direct conversation of a chat. */
  channel?: Place
  /** The workspace, server or tenant: its platform and id. */
  server?: string
  /** The id of the API key of a caller over HTTP. */
  key?: string
  /** They are of another workspace, with which the channel is shared. */
  guest?: true
}

/** Who pays for what a turn uses: the account, and everybody and everything that it is counted for besides. */
export interface Payer {
  account: string
  agent: string
  uid: string | undefined
  door: string
  origin?: Origin | undefined
  /** Of a call of a tool: its name, as models know it. */
  tool?: string | undefined
}
