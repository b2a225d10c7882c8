import type { FastifyReply, FastifyRequest } from 'fastify'
import { timeOrderedId } from '../lib/ids.ts'
import type { AgentVersion } from '../model/agent.ts'
import type { ConversationRequest, Progress } from '../model/conversation.ts'
import type { DirectTurn, DirectTurns } from '../turns/direct.ts'
import { type AnswerMessage, endMessage, headOf } from './answer-message.ts'
import { createAnswerTelling, type Reader, type SoFar, type Telling, type TellingParts } from './answer-telling.ts'
import type { CalledTurn, Calls, OpenRequest } from './calls.ts'
import { type ApiHead, apiEndOf, nothingMade } from './followed/api-end.ts'
import type { FollowedTurn } from './followed/following.ts'
import type { FollowedTurns } from './followed/running.ts'

/** A request that may be answered. */
export interface AnswerableRequest {
  turn: ConversationRequest
  /** The key that asks. */
  key: string
  agent: AgentVersion
  /** What is told beside the answer. */
  beside?(): Pick<AnswerMessage, 'draft'>
  once?: Once | undefined
}

/** An answer as it is kept for whoever asks the same again. */
export interface Answered {
  /** Absent where no turn was kept. */
  turn: string | undefined
  message: AnswerMessage
}

/**
 * Runs what answers a call, unless that was done before: then tells that answer again. Whoever comes while it runs joins it. Both are
 * given a name for the call.
 */
export type Once = (
  run: (name: string) => Promise<Answered>,
  join: (name: string) => Promise<Answered | undefined>,
) => Promise<{ answer: Answered; isReplayed: boolean }>

export interface AnswersParts extends TellingParts {
  /** Turns with an id are kept under it. */
  conversations: {
    converse(...asked: Parameters<DirectTurns['converse']>): Omit<DirectTurn, 'id'> & { id: string | undefined }
  }
  /** Undefined where nobody comes back to a turn: one with an `Idempotency-Key` is made here alone then. */
  turns: FollowedTurns | undefined
  calls: Calls
  now: () => number
}

/** Interrupted: an answer for whoever waits, but none to keep. */
class Unfinished extends Error {
  readonly said: AnswerMessage
  constructor(said: AnswerMessage) {
    super('an answer was interrupted')
    this.said = said
  }
}

/** It is told to whoever waits for it; what is not whole is tried anew for whoever comes again, unless somebody wanted no more of it. */
function finished(answered: Answered): Answered {
  const { error } = answered.message
  if (error && error.code !== 'cancelled') throw new Unfinished(answered.message)
  return answered
}

/** To whom a turn is told that is made here. */
interface Hearer {
  request: FastifyRequest
  reply: FastifyReply
  hear: (soFar: SoFar) => void
  ending: AbortSignal | undefined
}

export type Answers = ReturnType<typeof createAnswers>

/** Runs turns for callers that wait, and tells them what becomes of it. */
export function createAnswers(parts: AnswersParts) {
  const { conversations, turns, calls, now } = parts
  const streamed = createAnswerTelling(parts)

  async function whole(asked: AnswerableRequest, request: FastifyRequest, reply: FastifyReply): Promise<AnswerMessage> {
    const { message } = await tellingOf(asked, request, reply)(() => {})
    return message
  }

  function stream(asked: AnswerableRequest, reader: Reader): Promise<void> {
    const head = headOf(asked.turn, asked.agent)
    const { beside } = asked
    return streamed(head, tellingOf(asked, reader.request, reader.reply), reader, beside && { beside })
  }

  /** What is yet to be told of a turn behind event `after`, as events. 204 when there is nothing. */
  async function rest(turn: FollowedTurn, head: ApiHead, after: number, reader: Reader): Promise<unknown> {
    reader.reply.header('x-turn-id', turn.id)
    // So an EventSource stops asking.
    if (turn.isEnded && after > turn.length) return reader.reply.code(204).send()
    const telling: Telling = async (hear, ending) => {
      const isNew = ({ id, searching }: SoFar) => id! > after || searching
      return follow(turn, head, reader.request, (soFar) => isNew(soFar) && hear(soFar), ending)
    }
    await streamed(head, telling, reader, { sse: true, isOpen: turn.length > 0 })
    return reader.reply
  }

  function tellingOf(asked: AnswerableRequest, request: FastifyRequest, reply: FastifyReply): Telling {
    const { once } = asked
    return once ? onceTold(asked, once, request, reply) : alone(asked, request, reply)
  }

  /** A turn that ends with its caller's connection: nothing is kept of it for anybody else. */
  function alone(asked: AnswerableRequest, request: FastifyRequest, reply: FastifyReply): Telling {
    return async (hear, ending) => {
      const open = calls.begin(calledBy(asked), reply.raw)
      const { message } = await made(asked, open, { request, reply, hear, ending })
      return { message }
    }
  }

  /** What is told to everybody who asks the same again. It is made whoever leaves meanwhile. */
  function onceTold(asked: AnswerableRequest, once: Once, request: FastifyRequest, reply: FastifyReply): Telling {
    return async (hear, ending) => {
      const to = { request, reply, hear, ending }
      let id: number | undefined
      const told = async (turn: FollowedTurn): Promise<Answered> => {
        reply.header('x-turn-id', turn.id)
        const { message, ...last } = await follow(turn, turn.api!, request, hear, ending)
        id = last.id
        return finished({ turn: turn.id, message })
      }
      const run = (name: string) => (turns ? begin(asked, name, turns).then(told) : madeHere(asked, to))
      const join = async (name: string) => {
        const turn = await turns?.named(name)
        if (!turn) return undefined
        reply.header('idempotency-replayed', 'true')
        return told(turn)
      }
      const message = await once(run, join).then(
        ({ answer, isReplayed }) => {
          const turn = answer.turn !== undefined && { 'x-turn-id': answer.turn }
          if (isReplayed) reply.headers({ 'idempotency-replayed': 'true', ...turn })
          return answer.message
        },
        (error: unknown) => {
          if (error instanceof Unfinished) return error.said
          throw error
        },
      )
      return { message, ...(id !== undefined && { id }) }
    }
  }

  /** A turn that is followed, by that name. */
  function begin({ turn: request, key, agent }: AnswerableRequest, name: string, turns: FollowedTurns) {
    const what = { request, agent, key, model: agent.id, body: undefined, name, isKept: true }
    return turns.ask({ ...what, api: headOf(request, agent) }, async () => {})
  }

  async function madeHere(asked: AnswerableRequest, to: Hearer): Promise<Answered> {
    const open = calls.beginTurn(calledBy(asked))
    try {
      return finished(await made(asked, open, to))
    } finally {
      open.done()
    }
  }

  const calledBy = ({ turn: { account, agent }, key }: AnswerableRequest): CalledTurn => ({
    ...{ id: timeOrderedId(now()), key, account, agent },
  })

  async function made(
    { turn, agent, beside }: AnswerableRequest,
    open: OpenRequest,
    { request, reply, hear, ending }: Hearer,
  ): Promise<Answered> {
    ending?.addEventListener('abort', open.stop, { once: true })
    let text = ''
    const onProgress = (soFar: Progress) => {
      text = soFar.text
      hear(soFar)
    }
    const { id, final } = conversations.converse(turn, { signal: open.signal, onProgress }, open.turn.id)
    if (id !== undefined) reply.header('x-turn-id', id)
    const end = await Promise.race([final, open.givenUp]).catch((error: unknown) => {
      if (open.isCancelled) return nothingMade()
      throw error
    })
    const message = await endMessage(headOf(turn, agent), apiEndOf(end, text, open.isCancelled), request)
    return { turn: id, message: { ...message, ...beside?.() } }
  }

  /** A turn to its end. Its events are numbered as the pieces of its text are, and one more is the end. */
  async function follow(
    turn: FollowedTurn,
    head: ApiHead,
    request: FastifyRequest,
    hear: (soFar: SoFar) => void,
    ending?: AbortSignal,
  ) {
    ending?.addEventListener('abort', turn.stop, { once: true })
    for await (const { pieces: id, text, isSearching: searching } of turn.states()) hear({ id, text, searching })
    const end = await turn.end
    return { message: await endMessage(head, end.api!, request), id: turn.length + 1 }
  }

  return { whole, stream, rest }
}
