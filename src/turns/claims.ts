import type { Claims } from '../ports/claims.ts'
import { claimPrefix, type Lease, type Leases } from './lease.ts'

/** Claims are leases that nothing is committed under. */
export function createClaims(leases: Pick<Leases, 'take' | 'release'>): Claims {
  /** A process may take a lease of its own once more, which is no claim. */
  const mine = new Map<string, Lease | 'asked'>()

  return {
    async claim(name) {
      if (mine.has(name)) return undefined
      mine.set(name, 'asked')
      const lease = await leases.take(claimPrefix + name).catch((error) => {
        mine.delete(name)
        throw error
      })
      if (!lease) {
        mine.delete(name)
        return undefined
      }
      mine.set(name, lease)
      const end = () => {
        if (mine.get(name) === lease) mine.delete(name)
      }
      lease.signal.addEventListener('abort', end, { once: true })
      return {
        signal: lease.signal,
        async release() {
          await leases.release(lease).finally(end)
        },
      }
    },
  }
}
