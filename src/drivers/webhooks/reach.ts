import { isIP } from 'node:net'
import { allowed, hostKey, isPublic, isUsualPort } from './addresses.ts'

/**
 * Whether a URL may be called as far as can be told without looking anything up: false for private addresses, `localhost`, names of
 * the own network and ports of other protocols that no entry of `allow` opens. What a placeholder stands for is not known before.
 */
export function createReach(entries: readonly string[]): (url: string) => boolean {
  const allow = allowed(entries)
  return (text) => {
    const [origin = ''] = text.match(/^https?:\/\/[^/?#]+/i) ?? []
    if (/[#@]\{/.test(origin) || !URL.canParse(origin)) return true
    const { hostname, port, protocol } = new URL(origin)
    const host = hostname.replace(/^\[|\]$/g, '')
    if (allow.host(host) || (isIP(host) !== 0 && allow.address(host))) return true
    if (!isUsualPort(Number(port) || (protocol === 'https:' ? 443 : 80))) return false
    return isIP(host) === 0 ? host.includes('.') && !/(^|\.)localhost$/.test(hostKey(host)) : isPublic(host)
  }
}
