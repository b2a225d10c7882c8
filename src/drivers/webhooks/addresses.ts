import { BlockList, isIP } from 'node:net'

/** IPv4 that is nobody's on the Internet, or a cloud's own: IANA's special purposes, and the host agent of Azure. */
const special4 = networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
/** All public IPv6 is inside this; loopback, link-local and private addresses are not. */
const global6 = networks(['2000::/3'])
/** Inside it: protocols and tunnels that lead to other addresses, and documentation. */
const special6 = networks(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Whether an IP address is one of the public Internet. Anything that is no address is not. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !special4.check(address)
  // A zone (`fe80::1%eth0`) is a matter of this machine.
  if (isIP(address) !== 6 || address.includes('%')) return false
  const inner = innerIpv4(address)
  if (inner) return isPublic(inner)
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}

/** The IPv4 address that an IPv6 one stands for, mapped (`::ffff:7f00:1`) or translated (`64:ff9b::7f00:1`). */
function innerIpv4(address: string): string | undefined {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const match = /^(?:::ffff:|64:ff9b::)(?:([0-9a-f]{1,4}):)?([0-9a-f]{1,4})$/.exec(canonical)
  if (!match) return undefined
  const [high, low] = [match[1] ?? '0', match[2]!].map((hex) => Number.parseInt(hex, 16)) as [number, number]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** What an operator allows besides the public Internet. */
export interface Allowed {
  host(name: string): boolean
  address(address: string): boolean
}

/** Of entries that `isAllowEntry` took: host names, addresses and networks like `10.0.0.0/8`. */
export function allowed(entries: readonly string[]): Allowed {
  const addresses = networks(entries.flatMap((entry) => networkOf(entry) ?? []))
  const hosts = new Set(entries.filter((entry) => !networkOf(entry)).map(hostKey))
  return {
    host: (name) => hosts.has(hostKey(name)),
    address: (address) => addresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
  }
}

export function isAllowEntry(entry: string): boolean {
  return networkOf(entry) !== undefined || (!/^[\d.]+(\/.*)?$/.test(entry) && hostPattern.test(entry))
}

/** Whether it is an IP address, or a network like `10.0.0.0/8`. */
export const isNetwork = (entry: string): boolean => networkOf(entry) !== undefined

const hostPattern = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)*\.?$/i

/** `example.com.` is `example.com`. */
export function hostKey(name: string): string {
  return name.toLowerCase().replace(/\.$/, '')
}

/** An address or a network as `address/bits`. */
function networkOf(entry: string): string | undefined {
  const [address = '', bits, ...rest] = entry.split('/')
  const size = isIP(address) === 4 ? 32 : isIP(address) === 6 && !address.includes('%') ? 128 : -1
  const length = bits === undefined ? size : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  return rest.length === 0 && length >= 0 && length <= size ? `${address}/${length}` : undefined
}

function networks(cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address, bits] = cidr.split('/') as [string, string]
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Ports that belong to other protocols, as browsers refuse them too (Fetch standard, "bad port"). */
const otherProtocols = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

export function isUsualPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !otherProtocols.has(port))
}
