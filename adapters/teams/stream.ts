import type { Part } from '../../src/model/message.ts'
import type { NativeStream, Outcome } from '../../src/ports/channel.ts'
import { type Call, toPost } from './connector.ts'
import { scopesOf } from './limits.ts'
import type { LineNotes } from './line-notes.ts'
import { toMarkdown } from './markdown.ts'
import { renderPart } from './outbound.ts'
import { outcomeOf, streamEnd } from './outcome.ts'
import type { Spot } from './places.ts'
import type { Reply } from './reply.ts'
import { CHUNK_GAP_MS, END_GAP_MS, STREAM_MS, type Stream, type Streams } from './streams.ts'

export interface StreamParts {
  streams: Streams
  lines: LineNotes
  now: () => number
  unlimited?: boolean | undefined
}

/** What goes into the chat while an answer grows: all of it so far, each time. */
export function chunk(text: string, kind: 'informative' | 'streaming', stream?: Pick<Stream, 'id' | 'sequence'>) {
  const { id, sequence = 1 } = stream ?? {}
  const info = { type: 'streaminfo', streamType: kind, streamSequence: sequence, ...(id && { streamId: id }) }
  return { type: 'typing', text, entities: [info] }
}

/** The calls that a native stream is made of. */
export function createChunks({ streams, lines, now, unlimited }: StreamParts) {
  /** Undefined once something may be streamed; else until when it may not. */
  function tooSoon(spot: Spot, gapMs: number) {
    const retryAt = streams.freeAt(spot, gapMs)
    return unlimited || retryAt <= now() ? undefined : { limited: { retryAt, scope: scopesOf(spot).gap } }
  }

  function took(spot: Spot, stream: Stream, reply: Reply): void {
    streams.sent(spot)
    const end = streamEnd(reply)
    if (end === 'stopped') streams.stop(stream.ref)
    else if (end) streams.close(stream.ref)
  }

  return {
    tooSoon,

    /** All that there is to show so far; it begins with what was shown before. */
    async grow(spot: Spot, stream: Stream, text: string, call: Call): Promise<Outcome<void>> {
      // Between chunks the budget keeps a longer gap; the line before them has taken none of it.
      const early = tooSoon(spot, stream.isInformative ? CHUNK_GAP_MS : END_GAP_MS)
      if (early) return early
      if (stream.isInformative) await lines.over(spot)
      const reply = await call(toPost(spot, chunk(text, 'streaming', stream)))
      took(spot, stream, reply)
      if ('ok' in reply) {
        stream.sequence += 1
        stream.shown = text
        stream.isInformative = false
        // Perhaps it is shown: then only what begins with all of it can end the stream.
      } else if (isPerhaps(reply)) stream.shown = text
      return outcomeOf(reply, scopesOf(spot).conversation, () => {})
    },

    /**
     * Ends it, with everything that comes with the end. May be repeated: that the stream has ended is the receipt of an end whose
     * outcome was lost, if it was the same.
     */
    async end(spot: Spot, stream: Stream, part: Part, call: Call): Promise<Outcome<void>> {
      const early = tooSoon(spot, END_GAP_MS)
      if (early) return early
      const payload = renderPart(part, { personal: true, ends: true })
      const info = { type: 'streaminfo', streamType: 'final', streamId: stream.id }
      const body = { ...payload, entities: [info, ...(payload.entities ?? [])] }
      if (stream.isInformative) await lines.over(spot)
      const reply = await call(toPost(spot, body))
      took(spot, stream, reply)
      const said = JSON.stringify(body)
      if (streamEnd(reply) === 'done' && stream.endedWith === said) return { ok: undefined }
      if ('ok' in reply) streams.close(stream.ref)
      else if (isPerhaps(reply)) stream.endedWith = said
      return outcomeOf(reply, scopesOf(spot).conversation, () => {})
    },
  }
}
/** It may have been carried out. */
const isPerhaps = (reply: Reply): boolean => 'unknown' in reply || ('retryAt' in reply && reply.perhaps === true)

export type Chunks = ReturnType<typeof createChunks>

/** A stream that was begun, as whoever answers sees it. */
export function openStream(parts: {
  spot: Spot
  stream: Stream
  text: string
  chunks: Chunks
  begin: (signal: AbortSignal) => Call
  ended: (part: Part) => Promise<void>
}): NativeStream {
  const { spot, stream, chunks, begin, ended } = parts
  let said = parts.text

  return {
    ref: stream.ref,
    expiresAt: stream.startedAt + STREAM_MS,
    async append(text, signal) {
      if (text === '') return { ok: undefined }
      const outcome = await chunks.grow(spot, stream, toMarkdown(said + text), begin(signal))
      if ('ok' in outcome) said += text
      return outcome
    },
    async finish(text, part, _goesOn, signal) {
      const outcome = await chunks.end(spot, stream, { ...part, text: said + text }, begin(signal))
      if ('ok' in outcome) {
        said += text
        await ended(part)
      }
      return outcome
    },
  }
}
