import { Worker } from 'node:worker_threads'
import { within } from '../../lib/within.ts'
import type { Diagram, Drawings } from '../../ports/drawings.ts'
import type { Log } from '../../ports/log.ts'

const resourceLimits = { maxOldGenerationSizeMb: 256 }

interface DrawingsParts {
  log: Pick<Log, 'warn'>
  /** Whoever has pressed *Drawing* waits no longer. */
  patienceMs?: number
}

/** Draws in a thread of its own, one picture after the other, so that nobody who chats waits for it. */
export function createDrawings({ log, patienceMs = 10_000 }: DrawingsParts): Drawings {
  let last: Promise<unknown> = Promise.resolve()
  return {
    png(diagram, most) {
      const drawing = last.then(() => inThread({ diagram, most }, patienceMs))
      last = drawing.catch(() => {})
      return drawing.catch((err: unknown) => {
        log.warn({ err }, 'a drawing could not be made')
        return undefined
      })
    },
  }
}

async function inThread(workerData: { diagram: Diagram; most: number }, patienceMs: number) {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const worker = new Worker(new URL(`./worker.${extension}`, import.meta.url), { workerData, resourceLimits })
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | undefined>()
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the thread that draws ended before it had')))
  try {
    return await within(patienceMs, promise, () => new Error('it took too long'))
  } finally {
    await worker.terminate()
  }
}
