import { setTimeout as sleep } from 'node:timers/promises'
import type { Claim, Claims } from '../../src/ports/claims.ts'
import type { Log } from '../../src/ports/log.ts'

const ROUND_MS = 1000
/** How many rounds it takes to have all shards: slowly at first, so that processes that start together share them. */
const ROUNDS = { first: 16, later: 4 }

/** Where one process is all there is. */
const unclaimed: Claims = {
  claim: async () => ({ signal: new AbortController().signal, release: async () => {} }),
}

/**
 * The shards that this process receives. Each is one process's at a time; what another one has is tried again every second, so
 * that somebody has it soon after that one stopped, or died.
 */
export function createShards(parts: {
  wanted: readonly number[]
  /** Nobody has said which of them are for this process. */
  isShared: boolean
  claims: Claims | undefined
  nameOf: (shard: number) => string
  /** Receives it, until the signal is aborted. Resolves when it does. */
  begin: (shard: number, signal: AbortSignal) => Promise<void>
  /** The claim was lost: another process has it, or is about to. */
  lost: (shard: number) => Promise<void>
  log: Log
}) {
  const { wanted, isShared, claims, nameOf, begin, lost, log } = parts
  const held = new Map<number, Claim>()
  const elsewhere = new Set<number>()
  const stopping = new AbortController()
  let rounds = ROUNDS.first
  let trying: Promise<void> | undefined

  async function take(shard: number): Promise<Claim | undefined> {
    const claim = await (claims ?? unclaimed).claim(nameOf(shard))
    if (!claim) {
      elsewhere.add(shard)
      return undefined
    }
    elsewhere.delete(shard)
    held.set(shard, claim)
    const leave = (): void => {
      if (held.get(shard) !== claim) return
      held.delete(shard)
      log.warn({ shard }, 'another process receives the shard of Discord now')
      lost(shard).catch((err) => log.error({ err, shard }, 'a shard of Discord could not be left'))
    }
    claim.signal.addEventListener('abort', leave, { once: true })
    if (claim.signal.aborted) leave()
    return claim
  }

  /** Resolves with those that were begun. */
  async function round(): Promise<Promise<void>[]> {
    const most = claims && isShared ? Math.ceil(wanted.length / rounds) : wanted.length
    const begun: Promise<void>[] = []
    for (const shard of wanted) {
      if (stopping.signal.aborted || begun.length === most) return begun
      if (held.has(shard)) continue
      const claim = await take(shard)
      if (claim) begun.push(begin(shard, AbortSignal.any([claim.signal, stopping.signal])))
    }
    if (begun.length === 0) rounds = ROUNDS.later
    return begun
  }

  async function goOn(): Promise<void> {
    const { signal } = stopping
    while (!signal.aborted) {
      await sleep(ROUND_MS, undefined, { signal }).catch(() => {})
      const begun = await round().catch((err): Promise<void>[] => {
        log.warn({ err }, 'the shards of Discord could not be claimed; it is tried again')
        return []
      })
      for (const one of begun)
        one.catch((err) => signal.aborted || log.error({ err }, 'a shard of Discord was not connected to'))
    }
  }

  async function release(): Promise<void> {
    const claims = [...held.values()]
    held.clear()
    await Promise.all(claims.map((claim) => claim.release()))
  }

  return {
    /** Takes the first of them, and goes on in the background. Rejects with why one could not be begun. */
    async start(): Promise<void> {
      await Promise.all(await round())
      if (claims) trying = goOn()
    },
    held: (): number[] => [...held.keys()],
    /** Whether each of them is held here, and `isUp`, or by another process. */
    areCovered: (isUp: (shard: number) => boolean): boolean =>
      wanted.every((shard) => (held.has(shard) ? isUp(shard) : elsewhere.has(shard))),
    /** No more of them are taken. */
    async stop(): Promise<void> {
      stopping.abort(new Error('stopped'))
      await trying
    },
    /** Others may have them. */
    release,
  }
}
export type Shards = ReturnType<typeof createShards>
