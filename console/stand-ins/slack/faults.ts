import { createFaultList, type FaultList } from '../shared/faults.ts'
import type { Fault } from './view.ts'

export type Faults = FaultList<Fault, [method: string, channel: unknown]>

export const createFaults = (): Faults =>
  createFaultList<Fault, [method: string, channel: unknown]>({
    kinds: new Set(['ratelimited', 'error', 'slow', 'drop', 'reset', 'hang', 'refuse']),
    fits: (fault, method, channel) =>
      (fault.method === '*' || fault.method === method) && (fault.channel === undefined || fault.channel === channel),
    check,
  })

function check({ kind, method, status = 200, error, body }: Fault): void {
  if (typeof method !== 'string' || method === '') throw new Error('A fault needs a method, or * for all')
  if (kind === 'refuse' && !error && body === undefined)
    throw new Error('A fault of kind refuse needs an error or a body')
  if (!(Number.isInteger(status) && status >= 200 && status <= 599)) throw new Error('status must be 200 to 599')
}
