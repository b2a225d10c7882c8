import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import type { Progress } from '../model/conversation.ts'
import type { Store } from '../store/index.ts'
import { type AnswerMessage, brokenMessage, cleanerOf } from './answer-message.ts'
import type { ApiHead } from './followed/api-end.ts'
import { asAppError, logFailure } from './problems.ts'
import { type AnswerStream, createAnswerStream } from './stream.ts'

/** Who is told of a stream, and until when. */
export interface Reader {
  request: FastifyRequest
  reply: FastifyReply
  /** Calls `end` when it is to end, and why. */
  watch(end: (why: AppError) => void): void
}

/** How patient streams are, in milliseconds. */
export interface StreamLimits {
  /** A streaming client that takes nothing for so long is cut off. */
  stallMs: number
  /** The status of a stream stays open for so long without a text, so that it can still be a 503 or a 429. */
  openMs?: number
  /** After so long without a line the last one is repeated. */
  heartbeatMs?: number
}

export interface TellingParts {
  store: Pick<Store, 'people'>
  limits: StreamLimits
  log: Log
}

/** How far an answer is; `id` is that of the event that says so, where there are such. */
export type SoFar = Pick<Progress, 'text' | 'searching'> & { id?: number }

/** What is told to a reader, as it comes. It is stopped when `ending` is aborted. */
export type Telling = (
  hear: (soFar: SoFar) => void,
  ending?: AbortSignal,
) => Promise<{ message: AnswerMessage; id?: number }>

interface Form {
  /** As events. */
  sse?: boolean
  /** Its reader has seen some of it: nothing is told by a status any more. */
  isOpen?: boolean
  /** What is told beside an answer that broke off. */
  beside?(): Partial<AnswerMessage>
}

/** Most of what refuses an answer has done so by then, and no proxy that is known gives up earlier. */
const usualOpenMs = 10_000

/**
 * Streams answers. The status is that of a plain answer until there is a first text, or has not been one for too long; what goes wrong
 * later is told in the last message.
 */
export function createAnswerTelling({ store, limits, log }: TellingParts) {
  return async function streamed(
    head: ApiHead,
    telling: Telling,
    { request, reply, watch }: Reader,
    { sse = request.headers.accept?.includes('text/event-stream') ?? false, isOpen = false, beside }: Form = {},
  ): Promise<void> {
    let lines: AnswerStream | undefined
    let shown = ''
    let soFar: SoFar = { text: '', searching: false }
    let html: Awaited<ReturnType<typeof cleanerOf>>
    const open = () => {
      lines ??= openStream(reply, { sse })
      return lines
    }
    const tell = () => {
      // Nobody is there any more who would read it; or what cleans it is not there yet, with which it is told at once.
      if (reply.raw.destroyed || (head.isHtml && !html)) return
      shown = html ? (html.cleanSoFar(soFar.text) ?? shown) : soFar.text
      open().progress(shown, soFar.searching, soFar.id)
    }
    const hear = (more: SoFar) => {
      soFar = more
      if (lines || soFar.text !== '') tell()
    }
    void cleanerOf(head).then((cleaner) => {
      html = cleaner
      if (cleaner) hear(soFar)
    })
    if (isOpen) {
      open()
      reply.raw.flushHeaders()
    }
    const patience = isOpen ? undefined : setTimeout(tell, limits.openMs ?? usualOpenMs)
    const ending = new AbortController()
    const ended = Promise.withResolvers<never>()
    watch((why) => {
      ending.abort()
      ended.reject(why)
    })
    try {
      const { message, id } = await Promise.race([telling(hear, ending.signal), ended.promise])
      open().end(message, id)
    } catch (thrown) {
      if (!lines) throw thrown
      const error = asAppError(thrown)
      if (error.status >= 500) logFailure(log, request.id, error, thrown)
      const message = await brokenMessage(head, { text: soFar.text, error }, store, request)
      lines.end({ ...message, ...beside?.() })
    } finally {
      clearTimeout(patience)
    }
  }

  function openStream(reply: FastifyReply, { sse }: { sse: boolean }): AnswerStream {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    return createAnswerStream({ response: reply.raw, sse, ...limits })
  }
}
