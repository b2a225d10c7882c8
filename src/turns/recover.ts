import type { Log } from '../lib/log.ts'
import type { Queue } from '../ports/queue.ts'
import type { Store } from '../store/index.ts'
import { createLooking } from '../store/looking.ts'

const sweepEveryMs = 5_000

export interface SweeperParts {
  store: Store
  queue: Pick<Queue, 'ring'>
  log: Log
}

export interface Sweeper {
  /** Now, besides. Never rejects. */
  sweep(): Promise<void>
  stop(): void
}

/** Rings for every open row that nobody is at, at start and ever after, so that no lost ring loses a message. */
export async function startSweeper({ store, queue, log }: SweeperParts): Promise<Sweeper> {
  const sweep = async () => {
    for (const key of await store.inbox.idleKeys()) await queue.ring(key)
  }
  await sweep()
  let isSweeping = false
  const looking = createLooking(log, 'the sweep of the inbox')
  const run = async () => {
    // With many rows, or slow rings, one takes longer than the pause.
    if (isSweeping) return
    isSweeping = true
    await looking(sweep)
    isSweeping = false
  }
  const timer = setInterval(() => void run(), sweepEveryMs).unref()
  return { sweep: run, stop: () => clearInterval(timer) }
}
