import type { FastifyInstance } from 'fastify'
import { AppError } from '../lib/errors.ts'
import type { AgentVersion } from '../model/agent.ts'
import type { ConversationRequest } from '../model/conversation.ts'
import type { Llm } from '../ports/llm.ts'
import { agentIdIn, playgroundAccount } from '../store/apart.ts'
import type { Store } from '../store/index.ts'
import { type AnswerBudgetParts, answerRefusal } from '../turns/spending/answers.ts'
import type { Answers } from './answers.ts'
import { faulty, onceOf, refuseUnable } from './asked.ts'
import type { Caller, Callers } from './callers.ts'
import { type BodyLimits, type ConversationBody, readConversation } from './conversation-body.ts'
import { type createDraftConversation, isForDraft } from './draft-conversation.ts'
import type { Idempotent } from './idempotency.ts'
import { acceptJson, bytesBeside, type OtherBodies, parseForm, parseJson } from './json.ts'
import { type RateLimit, takeToken } from './rate-limit.ts'
import { sentences } from './words/index.ts'

const bodyLimit = 12 * 1024 * 1024
/** Of everything but what has a limit of its own. */
const bodyBesideLimit = 256 * 1024
const unbounded = ['base64_image', 'talk']

/** HTTP callers have one conversation a uid. */
const conversation = 'http'

/**
 * What pages send without asking the server first, and what simple programs send by themselves: JSON that is called text, and forms.
 * Nothing is lost of either.
 */
const otherBodies: OtherBodies = {
  'text/plain': parseJson,
  'application/x-www-form-urlencoded': (bytes) =>
    parseForm(bytes, { texts: ['utterance'], flags: ['stream', 'disable_ai_response', 'disable_history'] }),
}

export interface ConversationParts extends Pick<AnswerBudgetParts, 'capOf'> {
  answers: Answers
  toDraft: ReturnType<typeof createDraftConversation>
  callers: Callers
  idempotent: Idempotent
  store: Store
  llm: Pick<Llm, 'model'>
  rateLimit: RateLimit
  limits: BodyLimits
  now: () => number
}

/** `POST /api`. */
export async function conversationRoutes(app: FastifyInstance, parts: ConversationParts): Promise<void> {
  const { answers, toDraft, callers, idempotent, store, llm, rateLimit, limits, now } = parts

  await app.register(async (scope) => {
    acceptJson(
      scope,
      bodyLimit,
      (body) => {
        if (body.length > bodyBesideLimit && bytesBeside(body, ...unbounded) > bodyBesideLimit) {
          throw new AppError('body_too_large', sentences.bodyTooLarge, { status: 413 })
        }
      },
      otherBodies,
    )

    scope.post('/api', async (request, reply) => {
      const read = readConversation(request.body, limits)
      if (read.apiKey === undefined) throw faulty(read.faults)
      if (isForDraft(request)) return toDraft(read, request, reply)
      const caller = await callers.conversation(read.apiKey, request.ip)
      request.account = caller.account
      await takeToken(rateLimit, caller, reply)
      if ('faults' in read) throw faulty(read.faults)
      const { body } = read
      const agent = await agentFor(caller, body)
      request.agent = agent.id
      // Where somebody is in a scenario is kept by their uid.
      if (body.uid === undefined && agent.document.scenarios.length > 0) reply.header('parley-skipped', 'scenarios')
      const turn = turnOf(body, caller, agent.id)
      await refuseOverBudget(turn)
      const asked = { turn, agent, key: caller.key, once: onceOf(idempotent, request, caller, turn) }
      if (!body.stream) return answers.whole(asked, request, reply)
      const watch = (end: (why: AppError) => void) => callers.watch(read.apiKey, request.ip, reply.raw, end)
      return answers.stream(asked, { request, reply, watch })
    })
  })

  /** The agent, if this caller may talk to it in this way. */
  async function agentFor(caller: Caller, body: ConversationBody): Promise<AgentVersion> {
    const agent = await store.agents.live(agentIdIn(caller.account, body.agentId))
    if (!agent || !mayTalk(caller, agent)) throw new AppError('agent_not_found', sentences.agentNotFound)
    refuseUnable(agent.document, body, llm)
    return agent
  }

  /** Of two who both find the last one free, the one who commits first has it. */
  async function refuseOverBudget(turn: ConversationRequest): Promise<void> {
    // Where no answer is made none is counted.
    const refusal = turn.disableAiResponse ? undefined : await answerRefusal(parts, turn, now())
    if (refusal) throw refusal
  }
}

/**
 * A private agent answers its own account only, an agent key opens its own agent only. The playground is apart: its agents answer
 * nobody else, and its keys open no other.
 */
export function mayTalk(caller: Caller, agent: AgentVersion): boolean {
  if (caller.agent !== null) return caller.agent === agent.id
  if (agent.account === caller.account) return true
  return agent.document.agent.scope === 'public' && ![agent.account, caller.account].includes(playgroundAccount)
}

function turnOf(body: ConversationBody, { account, key }: Caller, agent: string): ConversationRequest {
  const { startUtterance, state, image, thirdPartyToken, disableAiResponse, disableHistory } = body
  return {
    account,
    agent,
    uid: body.uid,
    conversation,
    door: 'http',
    origin: { key },
    utterance: body.utterance,
    disableAiResponse,
    disableHistory,
    ...(startUtterance !== undefined && { startUtterance }),
    ...(state && { state }),
    ...(image && { images: [image] }),
    ...(thirdPartyToken !== undefined && { thirdPartyToken }),
  }
}
