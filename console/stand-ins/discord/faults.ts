import { createFaultList, type FaultList } from '../shared/faults.ts'
import type { Fault } from './view.ts'

export type Faults = FaultList<Fault, [route: string, channel: string | undefined]>

export const createFaults = (): Faults =>
  createFaultList<Fault, [route: string, channel: string | undefined]>({
    kinds: new Set(['ratelimited', 'error', 'slow', 'drop', 'reset', 'hang', 'refuse']),
    fits: (fault, route, channel) =>
      (fault.route === '*' || fault.route === route) && (fault.channel === undefined || fault.channel === channel),
    check,
  })

function check({ kind, route, status = 400, code, body }: Fault): void {
  if (typeof route !== 'string' || route === '') throw new Error('A fault needs a route, or * for all')
  if (!(Number.isInteger(status) && status >= 400 && status <= 599)) throw new Error('status must be 400 to 599')
  if (kind === 'refuse' && body === undefined && !(Number.isInteger(code) && code! >= 0))
    throw new Error('A fault of kind refuse needs the code of a Discord error, or 0 for 401, or a body')
}
