import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { Callers } from '../callers.ts'
import type { FollowedTurn } from '../followed/following.ts'
import { asAppError, logFailure } from '../problems.ts'
import { errorOf, type OpenAiError, responseError } from './errors.ts'
import { type EventStream, type EventStreamLimits, openEventStream } from './events.ts'
import { responseEvents } from './responses.ts'

/** The status of a stream stays open for so long without a text, so that it can still be a 503 or a 429. In milliseconds. */
const usualOpenMs = 10_000

export interface TellingParts {
  callers: Callers
  limits: EventStreamLimits & { openMs?: number }
  log: Log
}

/** A turn, and how its reader is told of it. */
interface ToldTurn {
  turn: FollowedTurn
  frames: AsyncIterable<string>
  errorFrame: (error: OpenAiError) => string
  /** Whether it is stopped when nobody follows it any more. */
  stops: boolean
}

/** Tells callers of turns, for as long as their key opens something. */
export function createTelling({ callers, limits, log }: TellingParts) {
  /** It goes on when its reader is gone, who may come back. */
  function events(turn: FollowedTurn, after: number, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    return stream(
      { turn, frames: responseEvents(turn, after), errorFrame: responseError, stops: false },
      request,
      reply,
    )
  }

  /** The SDK repeats what failed unless it is told not to. A turn that began has been tried, and may have called somebody. */
  async function whole(turn: FollowedTurn, answer: () => Promise<unknown>, reply: FastifyReply): Promise<unknown> {
    reply.raw.once('close', turn.follow(true))
    try {
      return await answer()
    } catch (error) {
      reply.header('x-should-retry', 'false')
      throw error
    }
  }

  /** Until there is a text, or has not been one for too long, what goes wrong is told by its status. */
  async function stream(
    { turn, frames, errorFrame, stops }: ToldTurn,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    reply.raw.once('close', turn.follow(stops))
    let events: EventStream | undefined
    let revoked: AppError | undefined
    const fail = (thrown: unknown) => {
      const error = asAppError(thrown)
      if (error.status >= 500) logFailure(log, request.id, error, thrown)
      events?.end(errorFrame(errorOf(error, request)))
    }
    callers.watch(request.openAi!.apiKey, request.ip, reply.raw, (why) => {
      revoked = why
      turn.stop()
      fail(why)
    })
    await atMost(turn.begun, limits.openMs ?? usualOpenMs)
    if (revoked) throw revoked
    if (turn.isEnded) await whole(turn, () => turn.end, reply)
    events = openEventStream(reply, limits)
    try {
      await events.send(frames)
      events.end()
    } catch (error) {
      fail(error)
    }
  }

  return { whole, stream, events }
}

async function atMost(promise: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([promise, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))])
  clearTimeout(timer)
}
