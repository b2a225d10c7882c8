import { openQueue, type QueueKind } from './queues.ts'

/** A process that takes keys, says which, and never finishes with them. */
const [kind, url] = process.argv.slice(2)
const queue = await openQueue(kind as QueueKind, url!)
queue.work(
  (key) => {
    process.send!(key)
    return new Promise(() => {})
  },
  { concurrency: 4, retryMs: 5, onError: () => {} },
)
