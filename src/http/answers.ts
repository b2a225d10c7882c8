import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../lib/log.ts'
import type { AgentVersion } from '../model/agent.ts'
import {
  type BestResponse,
  bestResponse,
  type ConversationRequest,
  type Progress,
  type State,
} from '../model/conversation.ts'
import { orderKey } from '../model/key.ts'
import type { Store } from '../store/index.ts'
import type { DirectFinal } from '../turns/at-once.ts'
import type { DirectTurns } from '../turns/direct.ts'
import { type Calls, interrupted } from './calls.ts'
import type { ConversationBody } from './conversation-body.ts'
import { asAppError, detailOf, logFailure } from './problems.ts'
import { type AnswerStream, createAnswerStream } from './stream.ts'

/** A request that may be answered. */
export interface AnswerableRequest {
  body: ConversationBody
  turn: ConversationRequest
  agent: AgentVersion
}

/** Nothing is ever missing of it. */
type WireResponse = Omit<BestResponse, 'scenarioNode'> & { scenarioNode: BestResponse['scenarioNode'] | null }

/** The whole of a plain answer, and the last message of a stream. */
interface AnswerMessage {
  utterance: string
  bestResponse: WireResponse
  userState: State
  avatarIconUrl: string
  /** Why the answer is not whole. */
  error?: AnswerError
}

interface AnswerError {
  code: string
  detail: string
}

export interface AnswersParts {
  conversations: DirectTurns
  calls: Calls
  store: Store
  /** A streaming client that takes nothing for so long is cut off, in milliseconds. */
  stallMs: number
  log: Log
}

export type Answers = ReturnType<typeof createAnswers>

/** Runs turns for callers that wait, and tells them what becomes of it. */
export function createAnswers({ conversations, calls, store, stallMs, log }: AnswersParts) {
  async function whole(asked: AnswerableRequest, request: FastifyRequest, reply: FastifyReply): Promise<AnswerMessage> {
    let text = ''
    const final = await follow(asked.turn, reply, (soFar) => {
      text = soFar.text
    })
    return wholeMessage(asked, final, text, request)
  }

  /** The status is that of a plain answer until there is a first text; what goes wrong later is told in the last message. */
  async function stream(asked: AnswerableRequest, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    let lines: AnswerStream | undefined
    let text = ''
    try {
      const final = await follow(asked.turn, reply, (soFar) => {
        text = soFar.text
        lines ??= openStream(request, reply)
        lines.progress(text, soFar.searching)
      })
      const message = wholeMessage(asked, final, text, request)
      lines ??= openStream(request, reply)
      lines.end(message)
    } catch (error) {
      if (!lines) throw error
      lines.end(await brokenMessage(asked, text, error, request))
    }
  }

  /** Follows a turn to its end, or until nobody should wait for it any longer. */
  function follow(request: ConversationRequest, reply: FastifyReply, onText: (progress: Progress) => void) {
    const { signal, givenUp } = calls.begin(reply.raw)
    const { id, final } = conversations.converse(request, { signal, onText })
    reply.header('x-turn-id', id)
    return Promise.race([final, givenUp])
  }

  function openStream(request: FastifyRequest, reply: FastifyReply): AnswerStream {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    const sse = request.headers.accept?.includes('text/event-stream') ?? false
    return createAnswerStream({ response: reply.raw, sse, stallMs })
  }

  /** An answer that was interrupted is still one; without a word of it there is none. */
  function wholeMessage(
    asked: AnswerableRequest,
    final: DirectFinal,
    text: string,
    request: FastifyRequest,
  ): AnswerMessage {
    if (!final.interrupted) return messageOf(asked, final.answer, final.userState)
    if (text === '') throw interrupted()
    const { code, detail } = final.interrupted
    return messageOf(asked, final.answer, final.userState, { code, detail: detail || detailOf(interrupted(), request) })
  }

  /** After the first text there is no status any more to tell of a failure. */
  async function brokenMessage(
    asked: AnswerableRequest,
    text: string,
    thrown: unknown,
    request: FastifyRequest,
  ): Promise<AnswerMessage> {
    const error = asAppError(thrown)
    if (error.status >= 500) logFailure(log, request.id, error, thrown)
    const answer = bestResponse({ utterance: text, isAutoResponse: true })
    return messageOf(asked, answer, await storedState(asked.turn), {
      code: error.code,
      detail: detailOf(error, request),
    })
  }

  /** A turn that failed has changed nothing. */
  async function storedState({ account, agent, uid }: ConversationRequest): Promise<State> {
    if (uid === undefined) return {}
    return store.people.state(orderKey(account, agent, uid)).catch(() => ({}))
  }

  return { whole, stream }
}

function messageOf(
  { body, agent }: AnswerableRequest,
  response: BestResponse,
  userState: State,
  error?: AnswerError,
): AnswerMessage {
  return {
    utterance: body.utterance,
    bestResponse: { ...response, scenarioNode: response.scenarioNode ?? null },
    userState,
    avatarIconUrl: agent.document.agent.photoUrl,
    ...(error && { error }),
  }
}
