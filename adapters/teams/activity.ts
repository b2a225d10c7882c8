import { setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '../../src/lib/language.ts'
import { LatestMap } from '../../src/lib/latest.ts'
import type { Budget } from '../../src/ports/budget.ts'
import type { Activity, Outcome } from '../../src/ports/channel.ts'
import { type Call, type Connector, toPost, toRemove } from './connector.ts'
import { scopesOf } from './limits.ts'
import type { LineNotes } from './line-notes.ts'
import { streamEnd } from './outcome.ts'
import type { Spot } from './places.ts'
import { type Chunks, chunk } from './stream.ts'
import { CHUNK_GAP_MS, END_GAP_MS, type Stream, type Streams } from './streams.ts'
import { words } from './words/index.ts'

/** Whoever says that the bot thinks so soon after it has spoken meant to say it before. */
const LATE_MS = 1000
/** How often a line is tried to be taken away, and when again after an outcome that nobody knows. */
const CLEARINGS = 3
const AGAIN_MS = 1000
const SETTLED_MS = 3000
const KNOWN_LINES = new Set(Object.values(words.lines).flatMap((texts) => Object.values(texts)))
/** Where the bot may not type it is not tried again for so long. */
const REFUSED_MS = 600_000
const KEPT = 10_000

/**
 * In personal chats the line beside the progress bar, which is the beginning of a native stream; elsewhere that the bot types.
 * Nobody waits for either, so what the budget has no room for is left out. A line that nothing follows is taken away: Teams would
 * let it stand for two minutes.
 */
export function createActivities(parts: {
  connector: Connector
  streams: Streams
  chunks: Chunks
  lines: LineNotes
  budget: Pick<Budget, 'tryTake'>
  unlimited?: boolean | undefined
  now: () => number
}) {
  const { connector, streams, chunks, lines, budget, unlimited, now } = parts
  const clearing = new Set<Promise<unknown>>()
  /** Until when the bot does not try to type in a conversation. */
  const refused = new LatestMap<string, number>(KEPT)

  async function mayCall(spot: Spot, isChunk: boolean): Promise<boolean> {
    if (unlimited) return true
    const { calls, chunks } = scopesOf(spot)
    return (await budget.tryTake(isChunk ? [...calls, chunks] : calls, 'normal')) === 'ok'
  }

  async function inform(spot: Spot, line: string, call: Call): Promise<void> {
    const stream = streams.at(spot)
    if (stream) stream.isLeft = false
    if (stream && (!stream.isInformative || stream.shown === line)) return
    if (!(await mayCall(spot, true))) return
    const reply = await call(toPost(spot, chunk(line, 'informative', stream)))
    streams.sent(spot)
    const end = streamEnd(reply)
    if (!stream && (end === 'none' || end === 'busy')) streams.flatten(spot, end)
    // Whoever stopped the line stopped the answer, which hears of it when it is to be shown.
    if (stream && end && end !== 'stopped') streams.close(stream.ref)
    if (!('ok' in reply)) return
    if (!stream) {
      const { id } = reply.ok
      if (typeof id !== 'string' || id === '') return
      streams.begin(spot, id, { shown: line, isInformative: true })
      lines.begun(spot, id)
      return
    }
    Object.assign(stream, { sequence: stream.sequence + 1, shown: line })
  }

  /** The line changes no sooner than Teams allows, and not at all once something else is being shown. */
  async function turnedTo(spot: Spot, line: string, call: Call): Promise<void> {
    const begunAt = now()
    const early = unlimited ? 0 : streams.freeAt(spot, CHUNK_GAP_MS) - now()
    if (early > 0) await sleep(early)
    if (!streams.isBusy(spot) && !streams.hasSpoken(spot, begunAt - LATE_MS))
      await streams.during(spot, inform(spot, line, call))
  }

  /** Another process may have left it, and died. */
  async function lineLeft(spot: Spot): Promise<Stream | undefined> {
    const id = await lines.left(spot)
    return id === undefined
      ? undefined
      : streams.begin(spot, id, { shown: words.lines.thinking.en, isInformative: true })
  }

  /** There is no end without words, so it ends with hardly any, and those are taken away. */
  async function clearNow(spot: Spot): Promise<Outcome<void>> {
    const known = streams.at(spot)
    const stream = known ?? (await lineLeft(spot))
    if (!stream?.isInformative || (known && !known.isLeft)) return { ok: undefined }
    const call = connector.begin()
    const isLine = KNOWN_LINES.has(stream.shown)
    const ended = await chunks.end(spot, stream, { text: isLine ? '…' : stream.shown, plain: true }, call)
    if ('ok' in ended) await call(toRemove({ ...spot, id: stream.id }))
    return ended
  }

  async function clear(spot: Spot): Promise<void> {
    for (let attempt = 1; attempt <= CLEARINGS; attempt++) {
      await streams.settled(spot)
      const early = unlimited ? 0 : streams.freeAt(spot, END_GAP_MS) - now()
      if (early > 0) await sleep(early)
      const outcome = await streams.during(spot, clearNow(spot))
      if ('ok' in outcome || 'refused' in outcome) return
      const pauseMs = 'limited' in outcome ? Math.max(0, outcome.limited.retryAt - now()) : AGAIN_MS
      await sleep(pauseMs, undefined, { ref: false })
    }
  }

  function over(spot: Spot): Promise<void> {
    streams.leave(spot)
    const work = clear(spot).finally(() => clearing.delete(work))
    clearing.add(work)
    return Promise.race([work, sleep(SETTLED_MS, undefined, { ref: false })])
  }

  async function type(spot: Spot, call: Call): Promise<void> {
    const where = `${spot.tenant}/${spot.conversation}`
    if ((refused.get(where) ?? 0) > now() || !(await mayCall(spot, false))) return
    const reply = await call(toPost(spot, { type: 'typing' }))
    if ('error' in reply) refused.set(where, now() + REFUSED_MS)
  }

  return {
    async show(spot: Spot, what: Activity, language: Language, call: Call): Promise<void> {
      if (what === 'idle') return spot.kind === 'personal' ? over(spot) : undefined
      const isBegun = what !== 'received' && what !== 'waiting'
      if (spot.kind === 'personal' && !streams.hasNone(spot) && isBegun)
        return what === 'writing' ? undefined : turnedTo(spot, words.lines[what][language], call)
      // A stream that goes on shows it already.
      if (isBegun || !(streams.at(spot) || streams.isBusy(spot))) await type(spot, call)
    },

    /** Resolves when no line is left that was to be taken away, or after a moment. */
    async settled(): Promise<void> {
      await Promise.race([Promise.allSettled(clearing), sleep(SETTLED_MS, undefined, { ref: false })])
    },
  }
}
