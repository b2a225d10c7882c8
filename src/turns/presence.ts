import type { Log } from '../lib/log.ts'
import type { Claim, Claims } from '../ports/claims.ts'
import type { Leases } from './lease.ts'

const againMs = 1000

export interface PresenceParts {
  claims: Claims
  leases: Pick<Leases, 'isHeld'>
  /** Of this process, and never used again by another. */
  holder: string
  /** Others may have taken this process for dead: it was stopped, or away from the database, for longer than a lease. */
  onPresumedDead(): void
  log: Log
}

export interface Presence {
  /** Whether the others can see that this process lives. */
  isSeen(): boolean
  isAlive(holder: string): Promise<boolean>
  close(): Promise<void>
}

/** Of a process that nobody shares the database with. */
export const alone: Presence = { isSeen: () => true, isAlive: async () => false, close: async () => {} }

/** Which processes live, as all can see it in the database. */
export async function createPresence(parts: PresenceParts): Promise<Presence> {
  const { claims, leases, holder, onPresumedDead, log } = parts
  let claim: Claim | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let isSeen = false

  async function announce(): Promise<void> {
    claim = await claims.claim(`process:${holder}`)
    isSeen = claim !== undefined
    claim?.signal.addEventListener('abort', () => {
      log.warn('this process was away for so long that others may have taken it for dead')
      isSeen = false
      onPresumedDead()
      again()
    })
  }

  function again(): void {
    if (!isClosed) timer = setTimeout(() => void announce().catch(again), againMs).unref()
  }

  await announce()
  return {
    isSeen: () => isSeen,
    isAlive: (other) => leases.isHeld(`claim:process:${other}`),
    async close() {
      isClosed = true
      clearTimeout(timer)
      // Without it the others find out a little later.
      await claim?.release().catch(() => {})
    },
  }
}
