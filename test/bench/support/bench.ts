import type { Chart } from './charts.ts'

/** One line of the report. */
export interface Figure {
  metric: string
  ours: number
  /** Of whatever the metric names, measured in the same run unless it says "quoted"; null where there is nothing to compare with. */
  baseline: number | null
  unit: string
  goal?: { atLeast: number } | { atMost: number } | { ratioAtLeast: number }
}

/** Everything a benchmark starts ends with `scope`. */
export type Bench = (scope: Scope, options: BenchOptions) => Promise<Figure[]>

export interface BenchOptions {
  /** The folder of public data sets, which are no part of the repository. */
  data: string
  /** In the size of the issue they stand for; else a tenth of it. */
  full?: boolean
  /** How long what goes on for long does; else as each has it. */
  minutes?: number
  /** How many times smaller than in full; else as each has it. */
  part?: number
  /** Draws what is more than figures, where drawings are wanted. */
  chart(chart: Chart): void
}

/** Says why a benchmark has no figures; not a failure. */
export class NotMeasured extends Error {}

export interface Scope {
  /** What was deferred last runs first. */
  defer(end: () => unknown): void
}

export function createScope(): Scope & { end(): Promise<void> } {
  const ends: (() => unknown)[] = []
  return {
    defer: (end) => void ends.push(end),
    async end() {
      for (let end = ends.pop(); end; end = ends.pop()) await end()
    },
  }
}

export function ratioOf({ ours, baseline }: Figure): number | null {
  return baseline ? ours / baseline : null
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/**
 * Measures two by turns, so that whatever else the machine does falls on both; the medians of the rounds. An additional first
 * round only warms up.
 */
export async function compare<Subject, Name extends string>(
  rounds: number,
  subjects: { ours: Subject; baseline: Subject },
  measure: (subject: Subject) => Promise<Record<Name, number>>,
): Promise<Record<Name, { ours: number; baseline: number }>> {
  const seen: { ours: Record<Name, number>; baseline: Record<Name, number> }[] = []
  for (let round = 0; round <= rounds; round++) {
    const ours = await measure(subjects.ours)
    const baseline = await measure(subjects.baseline)
    if (round > 0) seen.push({ ours, baseline })
  }
  const names = Object.keys(seen[0]!.ours) as Name[]
  const both = (name: Name) => ({
    ours: median(seen.map(({ ours }) => ours[name])),
    baseline: median(seen.map(({ baseline }) => baseline[name])),
  })
  return Object.fromEntries(names.map((name) => [name, both(name)])) as Record<Name, ReturnType<typeof both>>
}

/** Rejects when it takes longer, so that a server that has gone silent does not hold up the run. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
