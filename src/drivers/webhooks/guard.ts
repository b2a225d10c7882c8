import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { type Allowed, hostKey, isPublic, isUsualPort } from './addresses.ts'
import type { Lookup } from './names.ts'

/** The address may not be called. The message names none: what a name stands for inside a network is nobody's to learn. */
export class AddressRefused extends Error {}

/**
 * Connects to public addresses, and to what the operator allows. The address that was checked is the one that is connected
 * to: nothing is looked up again in between. Where a name has several addresses, those that may not be called are left out.
 */
export function createGuard(allow: Allowed, lookup: Lookup): buildConnector.connector {
  const mayCall = (host: string, address: string, port: number) =>
    allow.host(host) || allow.address(address) || (isPublic(address) && isUsualPort(port))

  /** In place of the system's look-up, which `net` and `tls` connect by. */
  const checked =
    (port: number): LookupFunction =>
    (host, options, done) => {
      addressesOf(host, lookup).then(
        (found) => {
          const fit = found
            .filter((address) => mayCall(host, address, port))
            .map((address) => ({ address, family: isIP(address) }))
          if (fit.length === 0) done(refusal(port), [])
          else if (options.all) done(null, fit)
          else done(null, fit[0]!.address, fit[0]!.family)
        },
        (error) => done(error, []),
      )
    }

  /** By port, of which there are few. */
  const connectors = new Map<number, buildConnector.connector>()
  const connectorOf = (port: number) => {
    let connector = connectors.get(port)
    if (!connector) {
      connector = buildConnector({ lookup: checked(port), timeout: 10_000 })
      if (connectors.size < 100) connectors.set(port, connector)
    }
    return connector
  }

  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '')
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
    // Nothing is looked up for an address.
    if (isIP(host) && !mayCall(host, host, port)) return callback(refusal(port), null)
    return connectorOf(port)(options, callback)
  }
}

/** `localhost` and the names under it are this machine, whatever a server says of them. */
async function addressesOf(host: string, lookup: Lookup): Promise<string[]> {
  return /(^|\.)localhost$/.test(hostKey(host)) ? ['127.0.0.1', '::1'] : lookup(host)
}

function refusal(port: number): AddressRefused {
  return new AddressRefused(
    isUsualPort(port)
      ? 'the address is not a public one'
      : `the address is not a public one, or port ${port} not for HTTP`,
  )
}
