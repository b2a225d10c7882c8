import { type ResourceLimits, Worker } from 'node:worker_threads'

/**
 * What the `worker` beside the module at `from` makes of something, in a thread of its own, so that nobody who chats waits for it. Rejects
 * where the thread fails, or ends before it has told.
 */
export function inThread<Result>(
  from: string,
  workerData: unknown,
  resourceLimits: ResourceLimits = {},
): { result: Promise<Result>; end(): Promise<number> } {
  const extension = from.endsWith('.ts') ? 'ts' : 'js'
  const worker = new Worker(new URL(`./worker.${extension}`, from), { workerData, resourceLimits })
  // A process that ends does not wait for what nobody will ask for.
  worker.unref()
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the thread ended before it had told what came of it')))
  const end = () => worker.terminate()
  return { result: promise.finally(end), end }
}
