import type { SessionInfo } from '@discordjs/ws'
import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'

/** Written down so often while something happens. What is told again after a crash is known by its id. */
const SAVE_MS = 2000

interface Shard {
  /** Of its note. */
  name: string
  info: SessionInfo | null
  /** Sequence numbers of the events that are being made durable, in order. */
  handling: Set<number>
  /** When Discord was last heard, in milliseconds since the epoch; while what was missed is read: before that. */
  heardAt: number
  /** How many are reading what was missed. */
  reading: number
  saved: string
}

/**
 * The sessions with the gateway, kept so that what is said while this process restarts is told to the next one. Written down is
 * how far everything is durable, not how far it was heard.
 */
export function createSessions(parts: { notes: Notes; log: Log; now: () => number }) {
  const { notes, log, now } = parts
  const shards = new Map<number, Shard>()
  let timer: NodeJS.Timeout | undefined
  let isFrozen = false

  function durable({ info, handling, reading }: Shard): SessionInfo | null {
    const [first] = handling
    // Who goes on with the session is not told what was missed before it.
    if (reading > 0) return null
    return info && first !== undefined ? { ...info, sequence: Math.min(info.sequence, first - 1) } : info
  }

  async function save(): Promise<void> {
    timer = undefined
    for (const shard of shards.values()) {
      const info = durable(shard)
      const value = JSON.stringify({ info, heardAt: shard.heardAt })
      if (value === shard.saved) continue
      shard.saved = value
      await notes.set(shard.name, value).catch((err) => log.warn({ err }, 'how far Discord was heard was not written'))
    }
  }

  function saveSoon(): void {
    timer ??= setTimeout(() => void save(), SAVE_MS).unref()
  }

  return {
    /** `name`: sets sessions apart that cannot go on as one another. */
    async load(id: number, name: string): Promise<void> {
      isFrozen = false
      const saved = (await notes.get(name)) ?? ''
      const { info = null, heardAt = 0 } = saved ? (JSON.parse(saved) as Partial<Shard>) : {}
      shards.set(id, { name, info, heardAt, handling: new Set(), reading: 0, saved })
    },
    /** Another process goes on with it: nothing is written any more of how far this one came. */
    forget: (id: number): unknown => shards.delete(id),
    retrieve: (id: number): SessionInfo | null => shards.get(id)?.info ?? null,
    update(id: number, info: SessionInfo | null): void {
      const shard = shards.get(id)
      if (!shard || isFrozen) return
      shard.info = info
      saveSoon()
    },
    /** When Discord was last heard before now; undefined: never. */
    heardAt: (id: number): number | undefined => shards.get(id)?.heardAt || undefined,
    heard(id: number): void {
      const shard = shards.get(id)
      if (shard && !isFrozen && shard.reading === 0) shard.heardAt = now()
    },
    /** A session has begun. Whoever dies now has at least left word that it was here. */
    begun: (): Promise<void> => save(),
    /** What was missed is being read; until `done` resolves the next process would have to read it, too. */
    reads(id: number, done: Promise<void>): void {
      const shard = shards.get(id)
      if (!shard) return
      shard.reading++
      void done.then(() => {
        if (isFrozen) return
        shard.reading--
        saveSoon()
      })
    },
    /**
     * An event is being made durable; until `done` resolves it counts as not heard. What was not understood counts as heard: it
     * would not be understood the next time either.
     */
    handle(id: number, sequence: number, done: Promise<void>): void {
      const handling = shards.get(id)?.handling
      handling?.add(sequence)
      done.then(
        () => handling?.delete(sequence),
        () => isFrozen || handling?.delete(sequence),
      )
    },
    /** What comes from now on counts as not heard. */
    freeze(): void {
      isFrozen = true
    },
    /** Writes how far it went; nothing is written afterwards. */
    async close(): Promise<void> {
      clearTimeout(timer)
      await save()
      shards.clear()
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>
