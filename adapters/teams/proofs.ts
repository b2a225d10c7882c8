import { createHash } from 'node:crypto'
import type { Claimed } from './claims.ts'

/** Of tokens that turn out to be worth nothing: more of them in a second are not looked at. */
const MOST_A_SECOND = 50
const KEPT = 1000

export type Verdict = 'ok' | 'denied' | 'trouble'

/**
 * Bounds what strangers can make us spend on signatures. Teams sends many activities with the same token, which is looked at once;
 * while a flood of others lasts, a token that is new is told to come again.
 */
export function createProofs({ now }: { now: () => number }) {
  const proven = new Map<string, number>()
  let second = 0
  let wasted = 0

  return {
    /** `prove` looks at the signature and everything else of a token; for all activities that come with it. */
    async of({ token, expiresAt }: Claimed, prove: () => Promise<Verdict>): Promise<Verdict> {
      const key = createHash('sha256').update(token).digest('base64')
      if ((proven.get(key) ?? 0) > now()) return 'ok'
      const current = Math.floor(now() / 1000)
      if (current !== second) wasted = 0
      second = current
      if (wasted >= MOST_A_SECOND) return 'trouble'
      // Counted before it is known, for many may come at once.
      wasted += 1
      const verdict = await prove()
      if (verdict !== 'ok') return verdict
      if (second === current) wasted -= 1
      proven.set(key, expiresAt)
      if (proven.size > KEPT) proven.delete(proven.keys().next().value!)
      return 'ok'
    },
  }
}
