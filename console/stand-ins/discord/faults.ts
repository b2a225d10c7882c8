import type { Fault } from './view.ts'

export interface Faults {
  readonly list: Fault[]
  /** Replaces all of them. Throws an Error that says what is wrong with one. */
  set(faults: Fault[]): void
  /** The fault that hits this call, if any: the first one that fits and is due, which is then used up by one. */
  take(route: string, channel: string | undefined): Fault | undefined
  watch(watcher: () => void): void
}

const KINDS = new Set(['ratelimited', 'error', 'slow', 'drop', 'reset', 'hang', 'refuse'])

export function createFaults(): Faults {
  let list: Fault[] = []
  const watchers: (() => void)[] = []
  const changed = (faults: Fault[]): void => {
    list = faults
    for (const watcher of watchers) watcher()
  }
  return {
    get list() {
      return list.map((fault) => ({ ...fault }))
    },
    set(faults) {
      for (const fault of faults) check(fault)
      changed(faults.map((fault) => ({ ...fault })))
    },
    take(route, channel) {
      const fitting = list.filter(
        (each) =>
          (each.route === '*' || each.route === route) && (each.channel === undefined || each.channel === channel),
      )
      const fault = fitting.find(({ after = 0 }) => after === 0)
      for (const each of fitting) if (each.after) each.after -= 1
      if (fault?.times !== undefined) {
        fault.times -= 1
        changed(list.filter((each) => each.times !== 0))
      }
      return fault
    },
    watch: (watcher) => void watchers.push(watcher),
  }
}

function check({ kind, route, after, times, retryAfter, delay, status = 400, code, body }: Fault): void {
  if (!KINDS.has(kind)) throw new Error(`There is no fault of kind ${String(kind)}`)
  if (typeof route !== 'string' || route === '') throw new Error('A fault needs a route, or * for all')
  if (times !== undefined && !(Number.isInteger(times) && times > 0))
    throw new Error('times must be a whole number above 0')
  if (after !== undefined && !(Number.isInteger(after) && after >= 0))
    throw new Error('after must be a number of calls')
  if (retryAfter !== undefined && !(retryAfter >= 0)) throw new Error('retryAfter must be a number of seconds')
  if (delay !== undefined && !(delay >= 0)) throw new Error('delay must be a number of milliseconds')
  if (!(Number.isInteger(status) && status >= 400 && status <= 599)) throw new Error('status must be 400 to 599')
  if (kind === 'refuse' && body === undefined && !(Number.isInteger(code) && code! >= 0))
    throw new Error('A fault of kind refuse needs the code of a Discord error, or 0 for 401, or a body')
}
