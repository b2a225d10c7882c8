import { setTimeout as sleep } from 'node:timers/promises'
import type { Claims } from '../../src/ports/claims.ts'
import type { Log } from '../../src/ports/log.ts'

/** Documented: of the shards that share a turn, one may identify in so long. */
const WINDOW_MS = 5000
const AGAIN_MS = 500

/** When a shard may identify, of all processes: whoever does holds the claim of its turn for the length of the window. */
export function createTurns(parts: { claims: Claims; application: string; concurrency: number; log: Log }) {
  const { claims, application, concurrency, log } = parts

  return async function turn(shard: number, signal: AbortSignal): Promise<void> {
    const name = `discord:${application}:identify:${shard % concurrency}`
    for (;;) {
      const claim = await claims.claim(name).catch((err) => log.warn({ err }, 'no turn to identify could be had'))
      if (claim) {
        const over = (): Promise<void> => claim.release().catch(() => {})
        setTimeout(() => void over(), WINDOW_MS).unref()
        return
      }
      await sleep(AGAIN_MS, undefined, { signal })
    }
  }
}
