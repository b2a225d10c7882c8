import { lookup, Resolver } from 'node:dns/promises'
import { type Allowed, hostKey } from './addresses.ts'

/** The addresses of a host name; rejects when it has none. */
export type Lookup = (host: string) => Promise<string[]>

/**
 * Asks the DNS servers and nobody else. The system's own look-up runs on the few threads that all of this process shares: a
 * name whose server never answers would hold up everybody. It is used for names that only it may know: those without a dot,
 * and those an operator has allowed.
 */
export function createLookup(allow: Allowed): Lookup {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  return async (host) => {
    const name = hostKey(host)
    if (!name.includes('.') || allow.host(name)) {
      return (await lookup(name, { all: true })).map(({ address }) => address)
    }
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    const failure = found.find((one) => one.status === 'rejected')
    if (addresses.length === 0) throw failure?.reason ?? new Error('the name has no address')
    return addresses
  }
}
