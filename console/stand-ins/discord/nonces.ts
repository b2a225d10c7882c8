import type { Limits } from './limits.ts'
import type { Post } from './records.ts'

/** The messages that were lately created with a nonce. */
export interface Nonces {
  find(nonce: string | number | undefined): { channel: string; message: string } | undefined
  add(nonce: string | number, post: Post): void
}

export function createNonces({ limits, now }: { limits: Limits; now: () => number }): Nonces {
  const known = new Map<string, { channel: string; message: string; until: number }>()
  return {
    find(nonce) {
      const found = nonce === undefined ? undefined : known.get(String(nonce))
      return found && found.until > now() ? found : undefined
    },
    add(nonce, post) {
      for (const [key, { until }] of known) {
        if (until > now()) break
        known.delete(key)
      }
      known.delete(String(nonce))
      known.set(String(nonce), { channel: post.channel, message: post.id, until: now() + limits.nonceMs })
    },
  }
}
