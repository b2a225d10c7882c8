import { createFaultList, type FaultList } from '../shared/faults.ts'
import type { Route } from './routes/table.ts'
import { CONNECTOR_ROUTES, ROUTES } from './routes/table.ts'
import type { Fault } from './view.ts'

export type Faults = FaultList<Fault, [route: Route, conversation: string | undefined, activity: unknown]>

export const createFaults = (): Faults =>
  createFaultList<Fault, [route: Route, conversation: string | undefined, activity: unknown]>({
    kinds: new Set(['ratelimited', 'precondition', 'error', 'accepted', 'slow', 'drop', 'reset', 'hang', 'refuse']),
    fits: (fault, route, conversation, activity) =>
      isOn(fault, route) &&
      (fault.conversation === undefined || covers(fault.conversation, conversation)) &&
      (fault.activity === undefined || fault.activity === activity),
    check,
  })

const isOn = (fault: Fault, route: Route): boolean =>
  fault.route === route || (fault.route === '*' && CONNECTOR_ROUTES.has(route))

/** A channel covers its threads. */
const covers = (wanted: string, conversation: string | undefined): boolean =>
  conversation === wanted || conversation?.startsWith(`${wanted};`) === true

function check({ kind, route, status, code, body }: Fault): void {
  if (route !== '*' && !ROUTES.has(route as Route)) {
    throw new Error(`A fault needs a route of ${[...ROUTES].join(', ')}, or * for all of the connector's`)
  }
  const isServerError = status === undefined || (status >= 500 && status <= 599)
  if ((kind === 'error' || kind === 'accepted') && !isServerError) throw new Error('status must be 500 to 599')
  const isRefusal = status !== undefined && status >= 400 && status <= 599 && (code ?? body) !== undefined
  if (kind === 'refuse' && !isRefusal)
    throw new Error('A fault of kind refuse needs a status of 400 to 599, and a code or a body')
}
