import type { Route } from './routes/table.ts'
import { CONNECTOR_ROUTES, ROUTES } from './routes/table.ts'
import type { Fault } from './view.ts'

export interface Faults {
  readonly list: Fault[]
  /** Replaces all of them. Throws an Error that says what is wrong with one. */
  set(faults: Fault[]): void
  /** The fault that hits this call, if any: the first one that fits and is due, which is then used up by one. */
  take(route: Route, conversation: string | undefined): Fault | undefined
  watch(watcher: () => void): void
}

const KINDS = new Set(['ratelimited', 'precondition', 'error', 'accepted', 'slow', 'drop', 'reset', 'hang', 'refuse'])

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
    take(route, conversation) {
      const fitting = list.filter(
        (each) => isOn(each, route) && (each.conversation === undefined || covers(each.conversation, conversation)),
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

const isOn = (fault: Fault, route: Route): boolean =>
  fault.route === route || (fault.route === '*' && CONNECTOR_ROUTES.has(route))

/** A channel covers its threads. */
const covers = (wanted: string, conversation: string | undefined): boolean =>
  conversation === wanted || conversation?.startsWith(`${wanted};`) === true

function check({ kind, route, after, times, retryAfter, delay, status, code, body }: Fault): void {
  if (!KINDS.has(kind)) throw new Error(`There is no fault of kind ${String(kind)}`)
  if (route !== '*' && !ROUTES.has(route as Route)) {
    throw new Error(`A fault needs a route of ${[...ROUTES].join(', ')}, or * for all of the connector's`)
  }
  if (times !== undefined && !(Number.isInteger(times) && times > 0))
    throw new Error('times must be a whole number above 0')
  if (after !== undefined && !(Number.isInteger(after) && after >= 0))
    throw new Error('after must be a number of calls')
  if (retryAfter !== undefined && !(retryAfter >= 0)) throw new Error('retryAfter must be a number of seconds')
  if (delay !== undefined && !(delay >= 0)) throw new Error('delay must be a number of milliseconds')
  const isServerError = status === undefined || (status >= 500 && status <= 599)
  if ((kind === 'error' || kind === 'accepted') && !isServerError) throw new Error('status must be 500 to 599')
  const isRefusal = status !== undefined && status >= 400 && status <= 599 && (code ?? body) !== undefined
  if (kind === 'refuse' && !isRefusal)
    throw new Error('A fault of kind refuse needs a status of 400 to 599, and a code or a body')
}
