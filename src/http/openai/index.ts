import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { agentNameOf } from '../../store/apart.ts'
import type { Answers } from '../answers.ts'
import type { Caller } from '../callers.ts'
import type { FollowedTurn } from '../followed/following.ts'
import type { FollowedTurns } from '../followed/running.ts'
import { acceptJson } from '../json.ts'
import { sentences } from '../words/index.ts'
import { type AskingParts, createAsking } from './asking.ts'
import { readChat, readResponses } from './body.ts'
import { chatChunks, chatCompletion } from './chat.ts'
import { chatError, sendError } from './errors.ts'
import { isNothingAfter, responseSoFar, turnIdIn, wholeResponse } from './responses.ts'
import { createTelling, type TellingParts } from './telling.ts'

const bodyLimit = 12 * 1024 * 1024

export interface OpenAiParts extends AskingParts, TellingParts {
  turns: FollowedTurns
  /** Of a turn of `/api`, which is told in the way of that. */
  rest: Answers['rest']
  limits: AskingParts['limits'] & TellingParts['limits']
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key it is that came as OpenAI's SDK sends it. */
    openAi: { caller: Caller; apiKey: string } | null
  }
}

/** What may be done where. */
export const openAiMethods: Readonly<Record<string, readonly string[]>> = {
  '/v1/chat/completions': ['POST'],
  '/v1/responses': ['POST'],
  '/v1/responses/:response': ['GET'],
  '/v1/responses/:response/cancel': ['POST'],
  '/v1/turns/:turn/events': ['GET'],
  '/v1/models': ['GET'],
  '/v1/models/:model': ['GET'],
}

/** OpenAI's protocol, for whatever speaks it: an agent is a model. */
export async function openAiRoutes(app: FastifyInstance, parts: OpenAiParts): Promise<void> {
  const { callers, turns, rest, store, limits, log } = parts
  const { agentFor, ask } = createAsking(parts, turns)
  const { whole, stream, events } = createTelling(parts)
  app.decorateRequest('openAi', null)

  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => sendError(error, request, reply, log))
    acceptJson(scope, bodyLimit)
    scope.addHook('onRequest', authenticate)

    scope.get('/v1/models', async (request) => {
      const { caller } = request.openAi!
      const all = await store.agents.list(caller.account)
      const data = all
        .filter(({ id }) => caller.agent === null || caller.agent === id)
        .map(({ id }) => modelOf(id, caller))
      return { object: 'list', data }
    })

    scope.get<{ Params: { model: string } }>('/v1/models/:model', async (request) => {
      const { caller } = request.openAi!
      const { id } = await agentFor(caller, request.params.model)
      return modelOf(id, caller)
    })

    scope.post('/v1/chat/completions', async (request, reply) => {
      const question = readChat(request.body, limits)
      const turn = await ask(question, request, reply, { isKept: false })
      const { isStreamed, wantsUsage } = question
      const told = { turn, frames: chatChunks(turn, wantsUsage), errorFrame: chatError, stops: true }
      if (isStreamed) return stream(told, request, reply)
      return whole(turn, () => chatCompletion(turn), reply)
    })

    scope.post('/v1/responses', async (request, reply) => {
      const question = readResponses(request.body, limits)
      const turn = await ask(question, request, reply, { isKept: true })
      return question.isStreamed ? events(turn, -1, request, reply) : whole(turn, () => wholeResponse(turn), reply)
    })

    scope.get<{ Params: { response: string } }>('/v1/responses/:response', async (request, reply) => {
      const turn = await response(request.params.response, request)
      const { stream: isStreamed, starting_after: after } = request.query as Record<string, string>
      return isStreamed === 'true' ? events(turn, lastSeen(request, after), request, reply) : responseSoFar(turn)
    })

    // Where clients that send `Last-Event-ID`, as browsers' EventSource does, come back to.
    scope.get<{ Params: { turn: string } }>('/v1/turns/:turn/events', async (request, reply) => {
      const turn = await followed(request.params.turn, request)
      const after = lastSeen(request)
      if (turn.api) {
        const { apiKey } = request.openAi!
        const watch = (end: (why: AppError) => void) => callers.watch(apiKey, request.ip, reply.raw, end)
        return rest(turn, turn.api, after, { request, reply, watch })
      }
      // So an EventSource stops asking.
      if (turn.isEnded && (await isNothingAfter(turn, after))) return reply.code(204).send()
      return events(turn, after, request, reply)
    })
  })

  await app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => sendError(error, request, reply, log))
    scope.addHook('onRequest', authenticate)
    // Clients name a content type even where they send nothing, so no body is read here.
    scope.post<{ Params: { response: string } }>('/v1/responses/:response/cancel', async (request) => {
      const turn = await response(request.params.response, request)
      turn.cancel()
      await turn.end.catch(() => {})
      return responseSoFar(turn)
    })
  })

  async function authenticate(request: FastifyRequest): Promise<void> {
    const [, apiKey = ''] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
    const caller = await callers.conversation(apiKey, request.ip)
    request.account = caller.account
    request.openAi = { caller, apiKey }
  }

  /** A turn of this key that runs, or ended not long ago. */
  async function followed(id: string, request: FastifyRequest): Promise<FollowedTurn> {
    const turn = await turns.find(id, request.openAi!.caller.key)
    if (turn) return turn
    throw notFound()
  }

  async function response(id: string, request: FastifyRequest): Promise<FollowedTurn> {
    const turn = await followed(turnIdIn(id), request)
    if (!turn.api) return turn
    throw notFound()
  }
}

const notFound = () => new AppError('response_not_found', sentences.responseNotFound, { status: 404 })

const modelOf = (id: string, { account }: Caller) => ({
  id: agentNameOf(id),
  object: 'model',
  // When an agent was made says nothing of what it knows.
  created: 0,
  owned_by: account,
})

/** The number of the last event that the reader has; -1: none. */
function lastSeen({ headers }: FastifyRequest, after?: string): number {
  const given = after ?? headers['last-event-id']
  if (given === undefined) return -1
  if (/^\d{1,9}$/.test(`${given}`)) return Number(given)
  const path = after === undefined ? 'Last-Event-ID' : 'starting_after'
  const faults = [{ path, message: 'must be the number of an event' }]
  throw new AppError('invalid_request', sentences.invalidBody, { faults })
}
