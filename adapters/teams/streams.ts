import { LatestMap } from '../../src/lib/latest.ts'
import type { MessageRef } from '../../src/model/message.ts'
import { messageRef, type Spot } from './places.ts'

/** Documented: of a native stream, from its first chunk or line of information on. */
export const STREAM_MS = 120_000
/** Where a chat has no native streams, or has one that nobody knows of, it is not asked again for so long. */
const FLAT_MS = { none: 600_000, busy: STREAM_MS }
/** Documented: one request a second, and better one in one and a half. */
export const CHUNK_GAP_MS = 1500
export const END_GAP_MS = 1050
const KEPT = 10_000

/** A native stream that was begun; a chat has one at a time. */
export interface Stream {
  readonly ref: MessageRef
  readonly id: string
  /** Of the next chunk. */
  sequence: number
  /** All that was sent, as it was sent. */
  shown: string
  /** It only says what the bot is about to do. */
  isInformative: boolean
  /** Nothing came of what it said. */
  isLeft: boolean
  readonly startedAt: number
  /** What was sent that perhaps has ended it. */
  endedWith?: string
}

/** The native streams of all chats, as far as this process began them. */
export function createStreams({ now }: { now: () => number }) {
  const open = new Map<string, Stream>()
  const byRef = new Map<MessageRef, string>()
  const flat = new Map<string, number>()
  const stopped = new Set<MessageRef>()
  /** When something was last streamed into a chat, also into a stream that has ended. */
  const sent = new Map<string, number>()
  /** When the bot last said something in a chat. */
  const said = new LatestMap<string, number>(KEPT)
  /** What is being sent that begins a stream, or ends one. */
  const pending = new Map<string, Promise<unknown>>()

  const chatOf = ({ tenant, conversation }: Spot): string => `${tenant}/${conversation}`

  function close(ref: MessageRef): void {
    const chat = byRef.get(ref)
    byRef.delete(ref)
    if (chat !== undefined && open.get(chat)?.ref === ref) open.delete(chat)
  }

  function at(spot: Spot): Stream | undefined {
    const stream = open.get(chatOf(spot))
    if (!stream || now() < stream.startedAt + STREAM_MS) return stream
    close(stream.ref)
    return undefined
  }

  return {
    at,
    close,
    of(ref: MessageRef): Stream | undefined {
      const chat = byRef.get(ref)
      const stream = chat === undefined ? undefined : open.get(chat)
      return stream?.ref === ref ? stream : undefined
    },
    begin(spot: Spot, id: string, { shown, isInformative }: Pick<Stream, 'shown' | 'isInformative'>): Stream {
      const ref = messageRef({ ...spot, id })
      const begun: Stream = { ref, id, sequence: 2, shown, isInformative, isLeft: false, startedAt: now() }
      open.set(chatOf(spot), begun)
      byRef.set(ref, chatOf(spot))
      return begun
    },
    /** The bot does no more what it said it would. The line may begin the next answer, but that it was stopped is not about that. */
    leave(spot: Spot): void {
      const stream = at(spot)
      if (stream?.isInformative) stream.isLeft = true
    },
    /** The person stopped it: Teams keeps what it shows. */
    stop(ref: MessageRef): void {
      close(ref)
      stopped.add(ref)
      if (stopped.size > 1000) stopped.delete(stopped.values().next().value!)
    },
    isStopped: (ref: MessageRef): boolean => stopped.has(ref),
    /** The bot said something. */
    spoke: (spot: Spot): unknown => said.set(chatOf(spot), now()),
    hasSpoken: (spot: Spot, since: number): boolean => (said.get(chatOf(spot)) ?? 0) >= since,
    hasNone: (spot: Spot): boolean => (flat.get(chatOf(spot)) ?? 0) > now(),
    flatten(spot: Spot, why: keyof typeof FLAT_MS): void {
      flat.delete(chatOf(spot))
      flat.set(chatOf(spot), now() + FLAT_MS[why])
      if (flat.size > KEPT) flat.delete(flat.keys().next().value!)
    },
    /** Until it has settled nobody knows whether the chat has a stream. One at a time. */
    async during<T>(spot: Spot, work: Promise<T>): Promise<T> {
      const chat = chatOf(spot)
      const settled = work.catch(() => {})
      pending.set(chat, settled)
      try {
        return await work
      } finally {
        if (pending.get(chat) === settled) pending.delete(chat)
      }
    },
    sent(spot: Spot): void {
      sent.delete(chatOf(spot))
      sent.set(chatOf(spot), now())
      if (sent.size > KEPT) sent.delete(sent.keys().next().value!)
    },
    /** When the next call that streams may come; in milliseconds since the epoch. */
    freeAt: (spot: Spot, gapMs: number): number => (sent.get(chatOf(spot)) ?? Number.NEGATIVE_INFINITY) + gapMs,
    isBusy: (spot: Spot): boolean => pending.has(chatOf(spot)),
    settled: (spot: Spot): Promise<unknown> => pending.get(chatOf(spot)) ?? Promise.resolve(),
  }
}
export type Streams = ReturnType<typeof createStreams>
