import type { Worker } from 'node:worker_threads'

/** The next thread that is begun in this process dies before it has done anything. */
export function killNextThread(): void {
  process.once('worker', (thread: Worker) => void thread.terminate())
}
