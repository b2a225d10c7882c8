import { pauseOfKey } from '../turns/gate.ts'
import { createExcuse } from './excuse.ts'
import { createMarkChosen } from './mark-chosen.ts'
import type { OwedParts } from './owing.ts'
import { createRemoval } from './removal.ts'
import { createRevision } from './revision.ts'

const sweepEveryMs = 60_000
/** Whoever shows a turn is mostly done with it by then. */
const soonMs = 50
/** As long as Retry works. */
const keptMs = 86_400_000

/**
 * What messages have yet to show once their turn is over. It stands with the turn, so that what cannot be shown now, or not by
 * this process, is tried again. Any process may pay, one at a time for a turn: not under its person's lease, because a choice
 * is marked while what it asked for is answered.
 */
export function createOwed(parts: OwedParts) {
  const { store, claims, log, now, sleep, signal } = parts
  const excuse = createExcuse(parts)
  const ways = {
    choice: createMarkChosen(parts),
    revision: createRevision(parts),
    rest: excuse,
    end: excuse,
    doubt: excuse,
    removal: createRemoval(parts),
  }
  let timer: NodeJS.Timeout | undefined

  /** Resolves with whether it is too early: somebody pressed a button whose message is not yet written down as shown. */
  async function payOnce(turnId: string): Promise<boolean> {
    try {
      if (!(await store.turns.byId(turnId))?.owed) return false
      const claim = await claims.claim(`owed/${turnId}`)
      if (!claim) return false
      try {
        return await payAlone(turnId, AbortSignal.any([signal, claim.signal]))
      } finally {
        await claim.release()
      }
    } catch (err) {
      if (!signal.aborted) log.warn({ err, turn: turnId }, 'what a message owes could not be shown')
      return false
    }
  }

  async function payAlone(turnId: string, mine: AbortSignal): Promise<boolean> {
    // Another process may have paid until now.
    const turn = await store.turns.byId(turnId)
    if (!turn?.owed) return false
    if (await pauseOfKey(store, turn.key)) return false
    const { owed, context } = turn
    const isShown = context === null || (await ways[owed]({ ...turn, context }, mine))
    if (isShown) await store.turns.paid(turnId, owed)
    return !isShown && turn.status !== 'delivered'
  }

  async function pay(turnId: string): Promise<void> {
    for (let wait = soonMs; (await payOnce(turnId)) && wait < sweepEveryMs; wait *= 2) {
      await sleep(wait, signal).catch(() => {})
      if (signal.aborted) return
    }
  }

  async function sweep(): Promise<void> {
    for (const turnId of await store.turns.owing(now() - keptMs)) await payOnce(turnId)
  }

  return {
    /** Never rejects. */
    pay,
    sweep,
    start(): void {
      const run = () => void sweep().catch((err) => log.warn({ err }, 'the sweep of what messages owe failed'))
      timer = setInterval(run, sweepEveryMs).unref()
      run()
    },
    stop(): void {
      clearInterval(timer)
    },
  }
}
