import type { Lease } from '../../src/turns/lease.ts'

/** A lease that is never lost, unless a test has `ensure` say so. */
export function heldLease(epoch = 1): { -readonly [Name in keyof Lease]: Lease[Name] } {
  const lease = {
    key: 'k',
    epoch,
    signal: new AbortController().signal,
    ensure: async () => {},
    async call<T>(make: () => Promise<T>): Promise<T> {
      await lease.ensure()
      return make()
    },
  }
  return lease
}
