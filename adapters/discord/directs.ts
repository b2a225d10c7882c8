import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'

const KEPT = 200

/** The direct conversations somebody has lately written in: Discord never lists them, so what they hold is read by their ids. */
export function createDirects({ notes, log }: { notes: Notes; log: Log }) {
  let name = ''
  const known = new Set<string>()

  return {
    list: (): readonly string[] => [...known],
    /** What was noted, by whichever process. */
    async load(application: string): Promise<void> {
      name = `directs:${application}`
      for (const id of JSON.parse((await notes.get(name)) ?? '[]') as string[]) known.add(id)
    },
    heard(id: string): void {
      const isNew = !known.delete(id)
      known.add(id)
      if (!isNew) return
      if (known.size > KEPT) known.delete(known.values().next().value!)
      notes
        .set(name, JSON.stringify([...known]))
        .catch((err) => log.warn({ err }, 'a direct conversation was not written down'))
    },
  }
}
export type Directs = ReturnType<typeof createDirects>
