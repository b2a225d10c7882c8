import { createHash, verify } from 'node:crypto'
import { LatestMap } from '../../src/lib/latest.ts'
import type { Claimed } from './claims.ts'
import type { Keys } from './keys.ts'
import type { Turns } from './turns.ts'

const KEPT = 1000
/** A token that was good is not looked at again for so long, however far away its end is. */
const TRUSTED_MS = 24 * 3_600_000
/** From where so many came in a minute that were worth nothing, the next ones wait behind the others. */
const SUSPECT = 20
const SUSPECT_MS = 60_000
const ADDRESSES = 10_000

export type Verdict = 'ok' | 'denied' | 'trouble'

/**
 * Whether tokens are what they say. What strangers can make us spend on it is bounded, and nobody who is real pays for that: a key
 * that is none of Microsoft's costs a look at a map; signatures are looked at in turn; and one that was good is not looked at again.
 */
export function createProofs({
  keys,
  turns,
  channel,
  now,
}: {
  keys: Keys
  turns: Turns
  channel: string
  now: () => number
}) {
  const proven = new LatestMap<string, number>(KEPT)
  const failures = new LatestMap<string, { count: number; since: number }>(ADDRESSES)

  function isSuspect(address: string): boolean {
    const failed = failures.get(address)
    return failed !== undefined && failed.count >= SUSPECT && now() < failed.since + SUSPECT_MS
  }

  function failed(address: string): Verdict {
    const before = failures.get(address)
    if (before && now() < before.since + SUSPECT_MS) before.count += 1
    else failures.set(address, { count: 1, since: now() })
    return 'denied'
  }

  return {
    /** `confirm` has the last word about one whose signature is right. */
    async of(claimed: Claimed, address: string, confirm: () => Promise<Verdict>): Promise<Verdict> {
      const { token, kid, expiresAt } = claimed
      const key = await keys.find(kid)
      if (key === 'unknown') return 'trouble'
      // Required: also of a key that names no channel at all.
      if (key === 'none' || !key.endorsements.includes(channel)) return 'denied'
      const digest = createHash('sha256').update(token).digest('base64')
      if ((proven.get(digest) ?? 0) > now()) return 'ok'
      if (!(await turns.wait(isSuspect(address)))) return 'trouble'
      if (!isSigned(token, key.key)) return failed(address)
      const verdict = await confirm()
      if (verdict === 'ok') proven.set(digest, Math.min(expiresAt, now() + TRUSTED_MS))
      return verdict
    },
  }
}

function isSigned(token: string, key: Parameters<typeof verify>[2]): boolean {
  const end = token.lastIndexOf('.')
  return verify('RSA-SHA256', Buffer.from(token.slice(0, end)), key, Buffer.from(token.slice(end + 1), 'base64url'))
}
