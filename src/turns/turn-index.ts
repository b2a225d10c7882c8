import type { Log } from '../lib/log.ts'
import { createOutage } from '../lib/outage.ts'
import type { Store } from '../store/index.ts'
import { turnIndex } from '../store/turn-seen/index-turns.ts'
import { isUnavailable } from '../store/unavailable.ts'
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
  const outage = createOutage(log, {
    away: 'the index of turns waits for the database',
    back: 'the index of turns goes on',
  })

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      let pause = everyMs
      try {
        if (await index.step()) pause = breathMs
        outage.ended()
      } catch (err) {
        if (isUnavailable(err)) outage.began((err as Error).message)
        else log.error({ err }, 'turns could not be indexed; it is tried again')
        pause = restMs
      }
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
