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
import type { DirectTurn, DirectTurns } from '../turns/direct.ts'
import { type Calls, interrupted, type OpenRequest } from './calls.ts'
import type { ConversationBody } from './conversation-body.ts'
import type { DraftTold } from './draft-talk.ts'
import { asAppError, detailOf, logFailure } from './problems.ts'
import { type AnswerStream, createAnswerStream } from './stream.ts'

/** A request that may be answered. */
export interface AnswerableRequest {
  body: ConversationBody
  turn: ConversationRequest
  agent: AgentVersion
  /** What is told beside the answer. */
  beside?(): Pick<AnswerMessage, 'draft'>
}

/** Nothing is ever missing of it. */
type WireResponse = Omit<BestResponse, 'scenarioNode'> & { scenarioNode: BestResponse['scenarioNode'] | null }

/** The whole of a plain answer, and the last message of a stream. */
export interface AnswerMessage {
  utterance: string
  bestResponse: WireResponse
  userState: State
  avatarIconUrl: string
  /** Where a draft has answered. */
  draft?: DraftTold
  /** Why the answer is not whole. */
  error?: AnswerError
}

/** An answer as it is kept for whoever asks the same again. */
export interface Answered {
  /** Absent where no turn was kept. */
  turn: string | undefined
  message: AnswerMessage
}

/** Runs what answers a call, unless that was done before: then tells that answer again. */
export type Once = (run: () => Promise<Answered>) => Promise<{ answer: Answered; isReplayed: boolean }>

/** Interrupted: an answer for whoever waits, but none to keep. */
class Unfinished extends Error {
  readonly said: AnswerMessage
  constructor(said: AnswerMessage) {
    super('an answer was interrupted')
    this.said = said
  }
}

interface AnswerError {
  code: string
  detail: string
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

export interface AnswersParts {
  /** Turns with an id are kept under it. */
  conversations: {
    converse(...asked: Parameters<DirectTurns['converse']>): Omit<DirectTurn, 'id'> & { id: string | undefined }
  }
  calls: Calls
  store: Store
  limits: StreamLimits
  log: Log
}

/** Most of what refuses an answer has done so by then, and no proxy that is known gives up earlier. */
const usualOpenMs = 10_000

export type Answers = ReturnType<typeof createAnswers>

/** Runs turns for callers that wait, and tells them what becomes of it. */
export function createAnswers({ conversations, calls, store, limits, log }: AnswersParts) {
  async function whole(
    asked: AnswerableRequest,
    request: FastifyRequest,
    reply: FastifyReply,
    once?: Once,
  ): Promise<AnswerMessage> {
    return answered(asked, request, reply, once, () => {})
  }

  /**
   * The status is that of a plain answer until there is a first text, or has not been one for too long; what goes wrong later is told in
   * the last message.
   */
  async function stream(
    asked: AnswerableRequest,
    request: FastifyRequest,
    reply: FastifyReply,
    once?: Once,
  ): Promise<void> {
    let lines: AnswerStream | undefined
    let shown = ''
    let text = ''
    let searching = false
    let html: HtmlCleaner | undefined
    void cleanerOf(asked.agent).then((cleaner) => {
      html = cleaner
    })
    const tell = () => {
      // Nobody is there any more who would read it.
      if (reply.raw.destroyed) return
      lines ??= openStream(request, reply)
      if (!isHtml(asked.agent)) shown = text
      else shown = html?.cleanSoFar(text) ?? shown
      lines.progress(shown, searching)
    }
    const patience = setTimeout(tell, limits.openMs ?? usualOpenMs)
    try {
      const message = await answered(asked, request, reply, once, (soFar) => {
        text = soFar.text
        searching = soFar.searching
        if (lines || text !== '') tell()
      })
      lines ??= openStream(request, reply)
      lines.end(message)
    } catch (error) {
      if (!lines) throw error
      lines.end(await brokenMessage(asked, text, error, request))
    } finally {
      clearTimeout(patience)
    }
  }

  /** The whole answer: made now, or the one that was made for the same call before. */
  async function answered(
    asked: AnswerableRequest,
    request: FastifyRequest,
    reply: FastifyReply,
    once: Once | undefined,
    onProgress: (progress: Progress) => void,
  ): Promise<AnswerMessage> {
    let text = ''
    const hear = (soFar: Progress) => {
      text = soFar.text
      onProgress(soFar)
    }
    if (!once) return wholeMessage(asked, await follow(asked.turn, reply, calls.begin(reply.raw), hear), text, request)
    const run = async (): Promise<Answered> => {
      // Whoever comes again is told this answer, so that it is made whoever leaves meanwhile.
      const open = calls.beginTurn()
      try {
        const message = await wholeMessage(asked, await follow(asked.turn, reply, open, hear), text, request)
        if (message.error) throw new Unfinished(message)
        return { turn: reply.getHeader('x-turn-id') as string | undefined, message }
      } finally {
        open.done()
      }
    }
    try {
      const { answer, isReplayed } = await once(run)
      const turn = answer.turn !== undefined && { 'x-turn-id': answer.turn }
      if (isReplayed) reply.headers({ 'idempotency-replayed': 'true', ...turn })
      return answer.message
    } catch (error) {
      // It is told to whoever waits for it, and tried anew for whoever comes again.
      if (error instanceof Unfinished) return error.said
      throw error
    }
  }

  /** Follows a turn to its end, or until nobody should wait for it any longer. */
  function follow(
    request: ConversationRequest,
    reply: FastifyReply,
    { signal, givenUp }: OpenRequest,
    onProgress: (progress: Progress) => void,
  ) {
    const { id, final } = conversations.converse(request, { signal, onProgress })
    if (id !== undefined) reply.header('x-turn-id', id)
    return Promise.race([final, givenUp])
  }

  function openStream(request: FastifyRequest, reply: FastifyReply): AnswerStream {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    const sse = request.headers.accept?.includes('text/event-stream') ?? false
    return createAnswerStream({ response: reply.raw, sse, ...limits })
  }

  /** An answer that was interrupted is still one; without a word of it there is none. */
  async function wholeMessage(
    asked: AnswerableRequest,
    final: DirectFinal,
    text: string,
    request: FastifyRequest,
  ): Promise<AnswerMessage> {
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
    const detail = detailOf(error, request)
    // Whoever reads nothing but the text is told as well.
    const answer = bestResponse({ utterance: text || detail, isAutoResponse: true })
    return messageOf(asked, answer, await storedState(asked.turn), { code: error.code, detail })
  }

  /** A turn that failed has changed nothing. */
  async function storedState({ account, agent, uid }: ConversationRequest): Promise<State> {
    if (uid === undefined) return {}
    return store.people.state(orderKey(account, agent, uid)).catch(() => ({}))
  }

  return { whole, stream }
}

const isHtml = ({ document }: AgentVersion) => document.agent.autoResponseSettings?.shouldUseHtmlResponse === true

type HtmlCleaner = typeof import('./html.ts')

/** Loaded with the first answer in HTML: most agents never say any. */
async function cleanerOf(agent: AgentVersion): Promise<HtmlCleaner | undefined> {
  return isHtml(agent) ? import('./html.ts') : undefined
}

async function messageOf(
  { body, agent, beside }: AnswerableRequest,
  response: BestResponse,
  userState: State,
  error?: AnswerError,
): Promise<AnswerMessage> {
  // All that such an agent says is shown as HTML, whoever wrote it: people's own words are filled into it.
  const html = await cleanerOf(agent)
  const utterance = html ? html.cleanHtml(response.utterance) : response.utterance
  return {
    utterance: body.utterance,
    bestResponse: { ...response, utterance, scenarioNode: response.scenarioNode ?? null },
    userState,
    avatarIconUrl: agent.document.agent.photoUrl,
    ...beside?.(),
    ...(error && { error }),
  }
}
