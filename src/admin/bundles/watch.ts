import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Looked at by their times and sizes: that works on every file system, network volumes and mounted secrets included. */
const lookEveryMs = 1000

export interface WatchParts {
  folder: string
  /** What it looked like, by `signatureOf`, when it was last heeded. */
  heeded: string
  /** Called when something in the folder has changed and has then been left alone for a moment. Never called twice at once. */
  onChange(): Promise<void>
  /** What failed while looking. */
  onError(error: unknown): void
}

/** Watches a folder and everything in it until it is stopped. */
export function watchFolder(parts: WatchParts): { stop(): void } {
  const look = createLook(parts)
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** One look at the folder; it resolves when whoever is told of a change is done with it. While a look lasts, another does nothing. */
export function createLook({ folder, heeded, onChange, onError }: WatchParts): () => Promise<void> {
  let last = heeded
  let busy = false
  return async function look() {
    if (busy) return
    busy = true
    try {
      const seen = await signatureOf(folder)
      const settled = seen === last
      last = seen
      // Somebody may be in the middle of saving several files.
      if (!settled || seen === heeded) return
      heeded = seen
      await onChange()
    } catch (error) {
      onError(error)
    } finally {
      busy = false
    }
  }
}

/** Another one when something in the folder has changed. */
export async function signatureOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const parts = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith('.'))
      .map(async (entry) => {
        const path = join(folder, entry.name)
        // A link is what it leads to; one that leads nowhere, or a file that has just gone, is nothing.
        const found = await stat(path).catch(() => undefined)
        if (!found) return ''
        return found.isDirectory() ? `${path}{${await signatureOf(path)}}` : `${path}:${found.mtimeMs}:${found.size}`
      }),
  )
  return parts.sort().join('\n')
}
