import type { Claims } from '../ports/claims.ts'
import type { Lease, Leases } from './lease.ts'

/** No order key begins so: an agent's id holds no colon. */
const prefix = 'claim:'

/** Claims are leases that nothing is committed under. */
export function createClaims(leases: Pick<Leases, 'take' | 'release'>): Claims {
  /** A process may take a lease of its own once more, which is no claim. */
  const mine = new Map<string, Lease | 'asked'>()

  return {
    async claim(name) {
      if (mine.has(name)) return undefined
      mine.set(name, 'asked')
      const lease = await leases.take(prefix + name).catch((error) => {
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
