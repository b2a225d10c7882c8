import { randomBytes } from 'node:crypto'
import type { Limits } from './limits.ts'
import { refuse } from './refusal.ts'

/** Trigger ids: each lets the app open one form for one person within 3 seconds. */
export interface Triggers {
  open(user: string): string
  /** The person it was for. Throws a Refusal. */
  use(id: string): string
}

const KEPT = 1000

export function createTriggers({ limits, now }: { limits: Limits; now: () => number }): Triggers {
  const triggers = new Map<string, { user: string; until: number; used: boolean }>()
  return {
    open(user) {
      const id = `${now()}.${randomBytes(12).toString('hex')}`
      triggers.set(id, { user, until: now() + limits.triggerLifetimeMs, used: false })
      if (triggers.size > KEPT) triggers.delete(triggers.keys().next().value!)
      return id
    },
    use(id) {
      const trigger = triggers.get(id)
      if (!trigger) return refuse('invalid_trigger_id')
      if (trigger.used) refuse('exchanged_trigger_id')
      if (trigger.until <= now()) refuse('expired_trigger_id')
      trigger.used = true
      return trigger.user
    },
  }
}
