import type { Budget } from '../../src/ports/budget.ts'

/** Budgets and the clock they go by. */
export interface BudgetWorld {
  clock: { time: number }
  /** The budget of one process more, whose own clock is that much off. */
  create(offMs?: number): Budget
  /** Resolves when all that was told to a budget has arrived, and what it asked has been answered. */
  settled(): Promise<void>
}
