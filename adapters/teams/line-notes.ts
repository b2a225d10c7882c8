import { LatestMap } from '../../src/lib/latest.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'
import type { Spot } from './places.ts'
import { STREAM_MS } from './streams.ts'

const KEPT = 10_000

/**
 * Which lines stand that say what the bot is about to do. It is noted for the process that goes on when this one has died: a line
 * that nothing follows is taken away.
 */
export function createLineNotes({ notes, log, now }: { notes: Notes; log: Log; now: () => number }) {
  const nameOf = ({ tenant, conversation }: Spot): string => `line:${tenant}/${conversation}`
  /** Of chats that have one as far as this process knows: what is being written, in order. */
  const writing = new LatestMap<string, Promise<void>>(KEPT)

  async function write(name: string, value: string): Promise<void> {
    await writing.get(name)
    await notes.set(name, value).catch((err) => log.warn({ err }, 'which line stands in a chat was not noted'))
  }

  return {
    begun(spot: Spot, id: string): void {
      const name = nameOf(spot)
      writing.set(name, write(name, `${id} ${now()}`))
    },

    /** What stands there is a line no longer. Resolves once that is noted: nobody may take an answer for a line. */
    async over(spot: Spot): Promise<void> {
      const name = nameOf(spot)
      if (!writing.has(name)) return
      const done = write(name, '')
      writing.set(name, done)
      await done
      if (writing.get(name) === done) writing.delete(name)
    },

    /** The line that another process has left there, unless it has had its time. */
    async left(spot: Spot): Promise<string | undefined> {
      const name = nameOf(spot)
      const [id, since] = ((await notes.get(name).catch(() => undefined)) ?? '').split(' ')
      if (!id || now() >= Number(since) + STREAM_MS) return undefined
      writing.set(name, Promise.resolve())
      return id
    },
  }
}
export type LineNotes = ReturnType<typeof createLineNotes>
