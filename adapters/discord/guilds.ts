import type { Installations } from '../../src/ports/installations.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'
import type { Guild } from './payloads.ts'
import { isText } from './sound.ts'

/** Many servers are told of at once; what is known of them is written together. */
const NOTE_MS = 200

/**
 * The servers the app is in, by their names. A session that goes on after a restart does not tell of them again, and telling the
 * database of thousands whenever a new one begins would keep everybody waiting; so what each shard has been told is kept.
 */
export function createGuilds(parts: { installations: Installations; notes: Notes; log: Log }) {
  const { installations, notes, log } = parts
  const names = new Map<string, string>()
  /** Those we were in, too. */
  const ever = new Set<string>()
  const writing = new Map<string, Promise<void>>()
  /** By the shard whose servers they are, the names of what is noted. */
  const served = new Map<number, string>()
  const noted = new Map<string, string>()
  let shardCount = 1
  let timer: NodeJS.Timeout | undefined
  let noting: PromiseWithResolvers<void> | undefined

  const say = (err: unknown): void => log.error({ err }, 'a Discord server was not written down')
  const isOn = (shard: number, id: string): boolean => Number((BigInt(id) >> 22n) % BigInt(shardCount)) === shard

  async function flush(): Promise<void> {
    if (!noting) return
    const { resolve } = noting
    noting = undefined
    clearTimeout(timer)
    const all = [...names]
    for (const [shard, note] of served) {
      const value = JSON.stringify(all.filter(([id]) => isOn(shard, id)))
      if (noted.get(note) === value) continue
      noted.set(note, value)
      await notes.set(note, value).catch(say)
    }
    resolve()
  }

  function noteSoon(): void {
    if (noting) return
    noting = Promise.withResolvers()
    timer = setTimeout(() => void flush(), NOTE_MS).unref()
  }

  async function write(id: string, name: string): Promise<void> {
    try {
      await installations.add({ id, name, own: 'first' })
      names.set(id, name)
      noteSoon()
    } catch (err) {
      say(err)
    } finally {
      writing.delete(id)
    }
  }

  return {
    has: (id: string): boolean => ever.has(id),
    /** What the shard was told, by this process or the one that had it before. */
    async serve(application: string, shard: number, count: number): Promise<void> {
      shardCount = count
      const note = `guilds:${application}:${shard}/${count}`
      const value = (await notes.get(note)) ?? '[]'
      noted.set(note, value)
      served.set(shard, note)
      for (const [id, name] of JSON.parse(value) as [string, string][]) {
        names.set(id, name)
        ever.add(id)
      }
    },
    /** Another process is told from now on. */
    leave: (shard: number): unknown => served.delete(shard),
    /**
     * Told when we come, when a session begins, and whenever something about it changes. Resolves when the next process would
     * know it, too; undefined when it would anyway.
     */
    joined({ id, name: given }: Guild): Promise<void> | undefined {
      const name = isText(given) && given !== '' ? given : (names.get(id) ?? id)
      ever.add(id)
      if (names.get(id) !== name && !writing.has(id)) writing.set(id, write(id, name))
      return writing.get(id)?.then(() => noting?.promise)
    },
    /** Resolves when everything that is known is written. */
    async settled(): Promise<void> {
      await Promise.all(writing.values())
      await flush()
    },
    /** So that it is written anew when the app comes back. */
    left(id: string): void {
      names.delete(id)
      noteSoon()
    },
    /** Undefined when what is said there has an installation to belong to; else resolves then. */
    written: (id: string | undefined): Promise<void> | undefined => (id === undefined ? undefined : writing.get(id)),
  }
}
export type Guilds = ReturnType<typeof createGuilds>
