import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { LatestMap } from '../../lib/latest.ts'
import { type Allowed, hostKey, isPublic, isUsualPort } from './addresses.ts'
import type { Lookup } from './names.ts'

/** The address may not be called. The message names none: what a name stands for inside a network is nobody's to learn. */
export class AddressRefused extends Error {}

/** Of HTTP and of HTTPS, which are judged alike. */
const usualPort = 443
/** Ports that connections are made to at once. More than these are only slower. */
const mostPorts = 100

/**
 * Connects to public addresses, and to what the operator allows. The address that was checked is the one that is connected
 * to: nothing is looked up again in between. Where a name has several addresses, those that may not be called are left out.
 */
export function createGuard(allow: Allowed, lookup: Lookup): buildConnector.connector {
  const connectors = new LatestMap<number, buildConnector.connector>(mostPorts)

  function connectorOf(port: number): buildConnector.connector {
    const known = connectors.get(port)
    if (known) return known
    const connector = buildConnector({ lookup: checkedLookup(allow, lookup, port), timeout: 10_000 })
    connectors.set(port, connector)
    return connector
  }

  return (options, callback) => {
    const { hostname } = options
    const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
    const port = Number(options.port) || usualPort
    // Nothing is looked up for an address.
    if (isIP(host) && !mayCall(allow, host, host, port)) return callback(refusal(port), null)
    return connectorOf(port)(options, callback)
  }
}

/** In place of the system's look-up, which `net` and `tls` connect by: gives the addresses of a name that may be called at a port. */
export function checkedLookup(allow: Allowed, lookup: Lookup, port: number): LookupFunction {
  return (host, options, done) => {
    addressesOf(host, lookup).then(
      (found) => {
        const fit = found
          .filter((address) => mayCall(allow, host, address, port))
          .map((address) => ({ address, family: isIP(address) }))
        if (fit.length === 0) done(refusal(port), [])
        else if (options.all) done(null, fit)
        else done(null, fit[0]!.address, fit[0]!.family)
      },
      (error) => done(error, []),
    )
  }
}

/** Whether `host`, which is at `address`, may be called at that port. */
function mayCall(allow: Allowed, host: string, address: string, port: number): boolean {
  return allow.host(host) || allow.address(address) || (isPublic(address) && isUsualPort(port))
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
