import { Readable } from 'node:stream'
import type { Entry, Transcript } from '../../src/ports/transcript.ts'
import { told } from './outbound.ts'
import type { Begun } from './view.ts'

/** Proxies end what is silent. */
const heartbeatMs = 15_000
/** Whoever does not read is cut off, and comes again where they were. */
const mostUnread = 1_048_576

export interface Watching {
  key: string
  /** The last event that the page has seen; undefined: none. */
  after: number | undefined
  /** When it has to come again, with another token. */
  until: number
}

export type Events = ReturnType<typeof createEvents>

/** What a page hears: all that stands in its conversation, and from then on whatever changes there. */
export function createEvents({ transcript, now }: { transcript: Transcript; now: () => number }) {
  const open = new Set<Readable>()
  const ofKey = new Map<string, number>()

  async function begin({ key, after }: Watching): Promise<{ entries: Entry[]; oldest: number }> {
    const entries = await transcript.latest(key)
    const oldest = Math.min(...entries.map(({ n }) => n), Number.MAX_SAFE_INTEGER)
    return { entries: after === undefined ? entries : [], oldest }
  }

  return {
    /** In how many windows a conversation is open at this process. */
    count: (key: string): number => ofKey.get(key) ?? 0,

    async stream(watching: Watching): Promise<Readable> {
      const { key, until } = watching
      let last = watching.after ?? 0
      let [isReading, isAgain] = [false, false]
      const stream = new Readable({ read() {} })
      const push = (text: string) => {
        if (stream.destroyed) return
        if (stream.readableLength > mostUnread) stream.destroy()
        else stream.push(text)
      }
      const tell = (entry: Entry) => {
        last = entry.rev
        push(`id: ${entry.rev}\ndata: ${JSON.stringify(told(entry))}\n\n`)
      }

      async function read(): Promise<void> {
        if (isReading) {
          isAgain = true
          return
        }
        isReading = true
        try {
          do {
            isAgain = false
            const entries = await transcript.since(key, last)
            for (const entry of entries) tell(entry)
            if (entries.length > 0) isAgain = true
          } while (isAgain && !stream.destroyed)
        } catch {
          // It comes again where it was, and is told by then.
          stream.destroy()
        } finally {
          isReading = false
        }
      }

      // What is changed from here on is heard.
      const unwatch = transcript.watch(key, () => void read())
      const heartbeat = setInterval(() => push(': still there\n\n'), heartbeatMs)
      const end = setTimeout(() => stream.push(null), Math.max(0, until - now()))
      open.add(stream)
      ofKey.set(key, (ofKey.get(key) ?? 0) + 1)
      stream.once('close', () => {
        unwatch()
        clearInterval(heartbeat)
        clearTimeout(end)
        open.delete(stream)
        const left = ofKey.get(key)! - 1
        if (left > 0) ofKey.set(key, left)
        else ofKey.delete(key)
      })
      isReading = true
      const { entries, oldest } = await begin(watching).catch((error) => {
        stream.destroy()
        throw error
      })
      push(`retry: 1000\nevent: begin\ndata: ${JSON.stringify({ oldest } satisfies Begun)}\n\n`)
      for (const entry of entries) tell(entry)
      isReading = false
      void read()
      return stream
    },

    /** Ends all of them. */
    close(): void {
      for (const stream of open) stream.push(null)
    },
  }
}
