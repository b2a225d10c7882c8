import type { Installations } from '../../src/ports/installations.ts'
import type { Notes } from '../../src/ports/notes.ts'
import type { Log } from './log.ts'
import type { Guild } from './payloads.ts'

/** The servers the app is, or was, in. A session that goes on after a restart does not tell of them again, so they are kept. */
export function createGuilds(parts: { installations: Installations; notes: Notes; log: Log }) {
  const { installations, notes, log } = parts
  const names = new Map<string, string>()
  const known = new Set<string>()
  let note = ''
  let writing: Promise<void> | undefined

  function write(work: () => Promise<void>): void {
    const done = (writing ?? Promise.resolve())
      .then(work)
      .catch((err) => log.error({ err }, 'a Discord server was not written down'))
      .finally(() => {
        if (writing === done) writing = undefined
      })
    writing = done
  }

  return {
    has: (id: string): boolean => known.has(id),
    async load(application: string): Promise<void> {
      note = `guilds:${application}`
      for (const id of JSON.parse((await notes.get(note)) ?? '[]') as string[]) known.add(id)
    },
    joined({ id, name = id }: Guild): void {
      if (names.get(id) === name) return
      names.set(id, name)
      const isNew = !known.has(id)
      known.add(id)
      write(async () => {
        await installations.add({ id, name })
        if (isNew) await notes.set(note, JSON.stringify([...known]))
      })
    },
    /** So that it is written anew when the app comes back. */
    left: (id: string): void => void names.delete(id),
    /** Resolves when what is said in all of them has an installation to belong to; undefined: it has. */
    written: (): Promise<void> | undefined => writing,
  }
}
