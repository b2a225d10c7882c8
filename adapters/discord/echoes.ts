import { createHash } from 'node:crypto'
import type { MessageRef } from '../../src/model/message.ts'

const KEPT = 2000

/** What Discord told us of our own messages as it delivered them: only then it says by which nonce they were posted. */
export interface Echoes {
  /** Whether a post with this nonce was begun before; from now on one was. */
  begin(nonce: string): boolean
  heard(nonce: string, ref: MessageRef): void
  refOf(nonce: string): MessageRef | undefined
  nonceOf(ref: MessageRef): string | undefined
}

/** At most 25 characters, and the same for ever. */
export const nonceOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 22)

export function createEchoes(): Echoes {
  const refs = new Map<string, MessageRef>()
  const nonces = new Map<MessageRef, string>()
  const begun = new Set<string>()
  return {
    begin(nonce) {
      if (begun.has(nonce)) return true
      begun.add(nonce)
      if (begun.size > KEPT) begun.delete(begun.values().next().value!)
      return false
    },
    heard(nonce, ref) {
      refs.set(nonce, ref)
      nonces.set(ref, nonce)
      if (refs.size <= KEPT) return
      const [oldest, its] = refs.entries().next().value!
      refs.delete(oldest)
      nonces.delete(its)
    },
    refOf: (nonce) => refs.get(nonce),
    nonceOf: (ref) => nonces.get(ref),
  }
}
