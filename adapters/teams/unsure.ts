import type { Part } from '../../src/model/message.ts'

const KEPT = 1000
const ATTEMPTS = 2

/**
 * Posts of which nobody knows whether they were made: Teams does not tell a bot what stands in a conversation. What said all
 * there was to say is never posted again, since it may be there. What was only the beginning of an answer is: its end is worth
 * more than the beginning twice, once.
 */
export function createUnsure() {
  const posts = new Map<string, { said: string; attempts: number }>()

  return {
    /** Whether this part may be posted under its key. */
    mayPost(key: string, part: Part): boolean {
      const before = posts.get(key)
      return !before || (before.attempts < ATTEMPTS && before.said !== JSON.stringify(part))
    },
    has: (key: string): boolean => posts.has(key),
    add(key: string, part: Part): void {
      const attempts = (posts.get(key)?.attempts ?? 0) + 1
      posts.delete(key)
      posts.set(key, { said: JSON.stringify(part), attempts })
      if (posts.size > KEPT) posts.delete(posts.keys().next().value!)
    },
  }
}
