import { LatestMap } from '../../src/lib/latest.ts'
import type { Part } from '../../src/model/message.ts'
import type { Reply } from './reply.ts'

const KEPT = 1000
const ATTEMPTS = 2

/**
 * Posts of which nobody knows whether they were made: Teams does not tell a bot what stands in a conversation. What said all
 * there was to say is never posted again, since it may be there. What was only the beginning of an answer is: its end is worth
 * more than the beginning twice, once.
 */
export function createUnsure() {
  const posts = new LatestMap<string, { said: string; attempts: number }>(KEPT)
  /** Tried again, as Microsoft documents it. */
  const repeated = new LatestMap<string, true>(KEPT)

  function add(key: string, part: Part): void {
    posts.set(key, { said: JSON.stringify(part), attempts: (posts.get(key)?.attempts ?? 0) + 1 })
  }

  return {
    /** Whether this part may be posted under its key. */
    mayPost(key: string, part: Part): boolean {
      const before = posts.get(key)
      return !before || (before.attempts < ATTEMPTS && before.said !== JSON.stringify(part))
    },
    has: (key: string): boolean => posts.has(key),

    /**
     * What is to be made of the reply to a post. Where it is only likely that nothing was done, it is made once more: Microsoft
     * says so, and silence is worse than the rare double. After that nobody knows.
     */
    judged(key: string, part: Part, reply: Reply): Reply {
      const isPerhaps = 'retryAt' in reply && reply.perhaps === true
      if (isPerhaps && !repeated.has(key)) {
        repeated.set(key, true)
        return reply
      }
      if (!isPerhaps && !('unknown' in reply)) return reply
      add(key, part)
      return isPerhaps ? { unknown: new Error('Teams could not say twice whether it was posted') } : reply
    },
  }
}
