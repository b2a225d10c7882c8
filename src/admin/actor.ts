import type { Door } from '../model/message.ts'

/** Who acts, and through which door. */
export interface Actor {
  account: string
  /** Kept with each version and in the audit log: a uid, `key:5f0c…`, `cli` or `folder`. */
  author: string
  door: Door | 'console' | 'cli' | 'folder'
  /**
   * Names what they did, e.g. the press of a button. Of one account, at most one change has it: whoever comes with it again
   * hears 409 `done_already`.
   */
  nonce?: string
}

/** An actor whose account is that of what is changed. */
export type By = Omit<Actor, 'account'>

/** A program, by its key. */
export const byKey = ({ account, key }: { account: string; key: string }, door: 'http' | 'mcp' = 'http'): Actor => ({
  ...{ account, author: `key:${key}`, door },
})

/** What agent folders bring about. */
export const byFolder = { author: 'folder', door: 'folder' } as const satisfies By

/** Whoever is at the terminal of the server. */
export const atTerminal = { author: 'cli', door: 'cli' } as const satisfies By
