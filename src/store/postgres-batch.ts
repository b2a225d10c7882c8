import type { Step } from './statement.ts'

/** What a batch sends between `begin` and `commit`, in its order, and which of it are guards. */
export interface Sent {
  sql: string
  values: readonly unknown[]
  guard: boolean
}

/**
 * Counts come last, because all turns of an account wait for each other there, and in the order of their rows, so that no two
 * batches wait for each other both ways.
 */
export function inOrder(steps: readonly Step[]): Sent[] {
  const counts = steps.filter(({ sums }) => sums).sort((x, y) => compare(rowOf(x), rowOf(y)))
  return [...steps.filter(({ sums }) => !sums), ...counts].map(({ sql, values, guard }) => ({
    sql: guard ? guarded(sql) : sql,
    values,
    guard,
  }))
}

/** Of `sql`, kept: a step's text is one of few. */
const guards = new Map<string, string>()
const maxGuards = 500

/** Divides by zero where it changed nothing, which undoes the batch on the server, without a trip to ask. */
function guarded(sql: string): string {
  const known = guards.get(sql)
  if (known !== undefined) return known
  const returning = / returning /.test(sql) ? sql : `${sql} returning 1`
  const text = `with changed as (${returning}) select 1 / count(*) from changed`
  if (guards.size < maxGuards) guards.set(sql, text)
  return text
}

function rowOf({ sql, values, sums = [] }: Step): string {
  return `${sql}\n${values.filter((_, i) => !sums.includes(i)).join('\n')}`
}

function compare(x: string, y: string): number {
  return x < y ? -1 : x > y ? 1 : 0
}
