import { Worker } from 'node:worker_threads'
import type { Learned } from './train.ts'

let last: Promise<unknown> = Promise.resolve()

/** Learns in a thread of its own, one agent after the other, so that nobody who chats waits for it. */
export function trainApart(groups: readonly (readonly string[])[]): Promise<Learned> {
  const result = last.then(() => inThread(groups))
  last = result.catch(() => {})
  return result
}

function inThread(groups: readonly (readonly string[])[]): Promise<Learned> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const worker = new Worker(new URL(`./worker.${extension}`, import.meta.url), { workerData: groups })
  // A process that ends does not wait for what nobody will ask for.
  worker.unref()
  const { promise, resolve, reject } = Promise.withResolvers<Learned>()
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the thread that learns phrases ended before it had')))
  return promise.finally(() => worker.terminate())
}
