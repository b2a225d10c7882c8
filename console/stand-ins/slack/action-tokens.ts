import { randomBytes } from 'node:crypto'
import type { Limits } from './limits.ts'
import { refuse } from './refusal.ts'

/** What comes with a message that is put to the app: with it the app may search as whoever wrote it. */
export interface ActionTokens {
  open(user: string): string
  /** The person who is searched for. Throws a Refusal. */
  read(token: string): string
}

const KEPT = 1000

export function createActionTokens({ limits, now }: { limits: Limits; now: () => number }): ActionTokens {
  const tokens = new Map<string, { user: string; until: number }>()
  return {
    open(user) {
      const token = `${now()}.${randomBytes(12).toString('hex')}`
      tokens.set(token, { user, until: now() + limits.actionTokenLifetimeMs })
      if (tokens.size > KEPT) tokens.delete(tokens.keys().next().value!)
      return token
    },
    read(token) {
      const found = tokens.get(token)
      if (!found || found.until <= now()) return refuse('invalid_action_token')
      return found.user
    },
  }
}
