import type { Compilable } from 'kysely'

/**
 * A query compiled once, when it is first used: for the statements every turn runs, as building one anew costs more than running it,
 * and there are more of them than most processes use.
 */
export interface Statement<Params, Row> {
  readonly sql: string
  /** For each placeholder of `sql`: the name of a parameter, or the constant that stands there. */
  readonly slots: readonly Slot[]
  /** It changes nothing. */
  readonly reads: boolean
  /** Only for the type checker: what a run takes and gives. */
  readonly types?: { params: Params; row: Row }
}

type Slot = { param: string } | { constant: unknown }

/** One statement with its values, as part of a batch. */
export interface Step {
  readonly sql: string
  readonly values: readonly unknown[]
  /** The batch is void unless this step changes a row. */
  readonly guard: boolean
  /** It only adds: indexes of the values that are amounts. Given several times in a transaction it may be run once, with their sum. */
  readonly sums?: readonly number[]
  /** Steps of one line are done in the order in which they were given: whatever names a `key` is of that key's line. */
  readonly line?: string
}

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * Compiles what `build` makes of its parameters. `p.text` stands for a value given at each run:
 * `statement<{ id: string }, …>((p) => db.selectFrom('agent').selectAll().where('id', '=', p.id))`.
 */
export function statement<Params extends object, Row = unknown>(
  build: (p: Params) => Compilable<Row>,
): Statement<Params, Row> {
  let compiled: Pick<Statement<Params, Row>, 'sql' | 'slots' | 'reads'> | undefined
  const used = () => {
    compiled ??= compile(build)
    return compiled
  }
  return {
    get sql() {
      return used().sql
    },
    get slots() {
      return used().slots
    },
    get reads() {
      return used().reads
    },
  }
}

function compile<Params extends object>(build: (p: Params) => Compilable) {
  const names = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Params
  const { sql, parameters, query } = build(names).compile()
  const slots = parameters.map((value) => (value instanceof Placeholder ? { param: value.name } : { constant: value }))
  return { sql, slots, reads: query.kind === 'SelectQueryNode' }
}

export function values<Params extends object>(of: Statement<Params, unknown>, params: Params): unknown[] {
  return of.slots.map((slot) =>
    'param' in slot ? ((params as Record<string, unknown>)[slot.param] as unknown) : slot.constant,
  )
}

/** Whose order a run with these values belongs to. */
export function lineOf(params: object): string | undefined {
  return 'key' in params && typeof params.key === 'string' ? params.key : undefined
}

export function step<Params extends object>(of: Statement<Params, unknown>, params: Params): Step {
  const line = lineOf(params)
  return { sql: of.sql, values: values(of, params), guard: false, ...(line !== undefined && { line }) }
}

/** A step without which the batch must not happen, e.g. the check of a lease's epoch. */
export function guard<Params extends object>(of: Statement<Params, unknown>, params: Params): Step {
  return { ...step(of, params), guard: true }
}

/** A step that only adds to a count: `by` names the parameters that are amounts. Never a guard. */
export function sum<Params extends object>(
  of: Statement<Params, unknown>,
  params: Params,
  by: readonly (keyof Params & string)[],
): Step {
  const sums = of.slots.flatMap((slot, i) => ('param' in slot && by.includes(slot.param as never) ? [i] : []))
  return { ...step(of, params), sums }
}

/** A query built on the spot, for what admins do now and then. */
export function stepOf(query: Compilable, options: { guard?: boolean } = {}): Step {
  const { sql, parameters } = query.compile()
  return { sql, values: parameters, guard: options.guard ?? false }
}
