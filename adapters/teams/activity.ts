import { setTimeout as sleep } from 'node:timers/promises'
import type { Budget } from '../../src/ports/budget.ts'
import type { Activity } from '../../src/ports/channel.ts'
import { type Call, toPost } from './connector.ts'
import { scopesOf } from './limits.ts'
import { streamEnd } from './outcome.ts'
import type { Spot } from './places.ts'
import { chunk } from './stream.ts'
import { CHUNK_GAP_MS, type Streams } from './streams.ts'

/** Whoever says that the bot thinks so soon after it has spoken meant to say it before. */
const LATE_MS = 1000
const LINES: Partial<Record<Activity, string>> = { thinking: 'Thinking…', searching: 'Searching…' }

/**
 * In personal chats the line beside the progress bar, which is the beginning of a native stream; elsewhere that the bot types.
 * Nobody waits for either, so what the budget has no room for is left out. A line
 * that nothing follows goes away by itself, without a trace, or is the beginning of the next answer.
 */
export function createActivities(parts: {
  streams: Streams
  budget: Pick<Budget, 'tryTake'>
  unlimited?: boolean | undefined
  now: () => number
}) {
  const { streams, budget, unlimited, now } = parts

  async function mayCall(spot: Spot, isChunk: boolean): Promise<boolean> {
    if (unlimited) return true
    const { calls, chunks } = scopesOf(spot)
    return (await budget.tryTake(isChunk ? [...calls, chunks] : calls, 'normal')) === 'ok'
  }

  async function inform(spot: Spot, line: string, call: Call): Promise<void> {
    const stream = streams.at(spot)
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
      if (typeof id === 'string' && id !== '') streams.begin(spot, id, { shown: line, isInformative: true })
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

  return {
    async show(spot: Spot, what: Activity, call: Call): Promise<void> {
      const line = LINES[what]
      const isPersonal = spot.kind === 'personal' && !streams.hasNone(spot)
      if (isPersonal) {
        if (line !== undefined) await turnedTo(spot, line, call)
        else if (what === 'idle') streams.leave(spot)
        return
      }
      if (what !== 'idle' && (await mayCall(spot, false))) await call(toPost(spot, { type: 'typing' }))
    },
  }
}
