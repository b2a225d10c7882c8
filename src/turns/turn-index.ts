import type { Log } from '../lib/log.ts'
import type { Store } from '../store/index.ts'
import { createLooking } from '../store/looking.ts'
import { turnIndex } from '../store/turn-seen/index-turns.ts'
import type { RunningDuty } from './duties.ts'

/** How far behind the console finds turns and words. */
const everyMs = 2000
/** Between two steps of what is to be made up for: whoever is answered goes first. */
const breathMs = 20
const restMs = 15_000

export interface TurnIndexParts {
  store: Pick<Store, 'db'>
  now: () => number
  log: Log
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Keeps what turns are found by: behind them, a little at a time. */
export function startTurnIndex({ store, now, log, sleep }: TurnIndexParts): RunningDuty {
  const index = turnIndex(store.db, now)
  const ended = new AbortController()
  const looking = createLooking(log, 'the index of turns')

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      let pause = everyMs
      const isDone = await looking(async () => {
        if (await index.step()) pause = breathMs
      })
      if (!isDone) pause = restMs
      await sleep(pause, ended.signal).catch(() => {})
    }
  }

  const running = run()
  return {
    stop() {
      ended.abort()
      return running
    },
  }
}
