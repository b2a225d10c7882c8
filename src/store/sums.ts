import type { Step } from './statement.ts'

export type Sums = ReturnType<typeof createSums>

/**
 * Steps that only add to a count, of one transaction: a step that is there several times is run once, with that many times its
 * amounts. A server under load counts hundreds of turns in a transaction, all of them in the same few rows.
 */
export function createSums(run: (step: Step) => void) {
  const open = new Map<Step, number>()
  return {
    begin(): void {
      open.clear()
    },
    add(step: Step): void {
      open.set(step, (open.get(step) ?? 0) + 1)
    },
    /** At the end of the transaction. */
    write(): void {
      for (const [step, times] of open) run(times === 1 ? step : multiplied(step, times))
      open.clear()
    },
  }
}

function multiplied(step: Step, times: number): Step {
  return { ...step, values: step.values.map((value, i) => (step.sums?.includes(i) ? Number(value) * times : value)) }
}
