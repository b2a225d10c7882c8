/** What every platform's faults have in common. */
interface CommonFault {
  kind: string
  /** So many calls go well first. */
  after?: number
  /** So often it happens; without it until it is cleared. */
  times?: number
  /** Seconds. */
  retryAfter?: number
  /** Milliseconds. */
  delay?: number
}

/** A fault that has happened as often as it was to, and the calls it happened to. */
export interface HitFault<Fault> {
  fault: Fault
  calls: string[]
}

/** The faults that a person has set. `Call` is how the platform names a call. */
export interface FaultList<Fault, Call extends unknown[]> {
  readonly list: Fault[]
  /** Those that are used up, until all are cleared. */
  readonly hit: HitFault<Fault>[]
  /** Replaces all of them; with none, those that are used up are gone too. Throws an Error that says what is wrong with one. */
  set(faults: Fault[]): void
  /** The fault that hits this call, if any: the first one that fits and is due, which is then used up by one. */
  take(...call: Call): Fault | undefined
  watch(watcher: () => void): void
}

export interface FaultRules<Fault, Call extends unknown[]> {
  kinds: ReadonlySet<string>
  fits(fault: Fault, ...call: Call): boolean
  /** Throws an Error that says what is wrong with the platform's own fields. */
  check(fault: Fault): void
}

/** More than anybody looks at. */
const keptHits = 20

export function createFaultList<Fault extends CommonFault, Call extends unknown[]>(
  rules: FaultRules<Fault, Call>,
): FaultList<Fault, Call> {
  let list: Fault[] = []
  let hit: HitFault<Fault>[] = []
  const calls = new WeakMap<Fault, string[]>()
  const watchers: (() => void)[] = []
  const changed = (faults: Fault[]): void => {
    list = faults
    for (const watcher of watchers) watcher()
  }
  return {
    get list() {
      return list.map((fault) => ({ ...fault }))
    },
    get hit() {
      return hit.map(({ fault, calls }) => ({ fault: { ...fault }, calls: [...calls] }))
    },
    set(faults) {
      for (const fault of faults) {
        if (!rules.kinds.has(fault.kind)) throw new Error(`There is no fault of kind ${String(fault.kind)}`)
        rules.check(fault)
        checkNumbers(fault)
      }
      if (faults.length === 0) hit = []
      changed(faults.map((fault) => ({ ...fault })))
    },
    take(...call) {
      const fitting = list.filter((fault) => rules.fits(fault, ...call))
      const fault = fitting.find(({ after = 0 }) => after === 0)
      for (const each of fitting) if (each.after) each.after -= 1
      if (fault?.times !== undefined) {
        fault.times -= 1
        const met = [...(calls.get(fault) ?? []), String(call[0])]
        calls.set(fault, met)
        if (fault.times === 0) hit = [...hit, { fault: { ...fault, times: met.length }, calls: met }].slice(-keptHits)
        changed(list.filter((each) => each.times !== 0))
      }
      return fault
    },
    watch: (watcher) => void watchers.push(watcher),
  }
}

function checkNumbers({ after, times, retryAfter, delay }: CommonFault): void {
  if (times !== undefined && !(Number.isInteger(times) && times > 0))
    throw new Error('times must be a whole number above 0')
  if (after !== undefined && !(Number.isInteger(after) && after >= 0))
    throw new Error('after must be a number of calls')
  if (retryAfter !== undefined && !(retryAfter >= 0)) throw new Error('retryAfter must be a number of seconds')
  if (delay !== undefined && !(delay >= 0)) throw new Error('delay must be a number of milliseconds')
}
