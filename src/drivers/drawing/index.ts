import { inThread } from '../../lib/in-thread.ts'
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
      const drawing = last.then(() => drawn({ diagram, most }, patienceMs))
      last = drawing.catch(() => {})
      return drawing.catch((err: unknown) => {
        log.warn({ err }, 'a drawing could not be made')
        return undefined
      })
    },
  }
}

async function drawn(wish: { diagram: Diagram; most: number }, patienceMs: number) {
  const { result, end } = inThread<Uint8Array | undefined>(import.meta.url, wish, resourceLimits)
  try {
    return await within(patienceMs, result, () => new Error('it took too long'))
  } finally {
    await end()
  }
}
