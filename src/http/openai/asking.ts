import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import type { AgentVersion } from '../../model/agent.ts'
import type { ConversationRequest } from '../../model/conversation.ts'
import type { Llm } from '../../ports/llm.ts'
import { agentIdIn } from '../../store/apart.ts'
import { type AnswerBudgetParts, answerRefusal } from '../../turns/spending/answers.ts'
import { personOf } from '../asked.ts'
import type { Caller } from '../callers.ts'
import { mayTalk } from '../conversation.ts'
import { isForDraft } from '../draft-conversation.ts'
import type { FollowedTurn } from '../followed/following.ts'
import type { FollowedTurns } from '../followed/running.ts'
import type { Idempotent } from '../idempotency.ts'
import { type RateLimit, takeToken } from '../rate-limit.ts'
import { sentences } from '../words/index.ts'
import type { OpenAiQuestion } from './body.ts'
import { createOnce } from './once.ts'

export interface AskingParts extends Pick<AnswerBudgetParts, 'capOf' | 'store'> {
  llm: Pick<Llm, 'model'>
  rateLimit: RateLimit
  idempotent: Idempotent
  limits: { utterance: number }
  now: () => number
}

/** From a question that was read to the turn that answers it: like every other one, within its limits. */
export function createAsking(parts: AskingParts, turns: FollowedTurns) {
  const { store, rateLimit, now } = parts
  const once = createOnce(parts.idempotent, turns)

  /** `isKept`: whoever follows it may come back to it. */
  async function ask(
    question: OpenAiQuestion,
    request: FastifyRequest,
    reply: FastifyReply,
    { isKept }: { isKept: boolean },
  ): Promise<FollowedTurn> {
    const { caller } = request.openAi!
    if (isForDraft(request)) throw notOfDrafts()
    await takeToken(rateLimit, caller, reply)
    const agent = await agentFor(caller, question.model)
    request.agent = agent.id
    refuseWhatItCannot(agent, question)
    if (question.uid === undefined && agent.document.scenarios.length > 0) reply.header('parley-skipped', 'scenarios')
    const turn = turnOf(question, caller, agent.id, request)
    const asked = {
      request: turn,
      agent,
      key: caller.key,
      model: question.model,
      body: [request.url, request.body],
      isKept,
    }
    const mayBegin = async () => {
      const refusal = await answerRefusal(parts, turn, now())
      if (refusal) throw refusal
    }
    const begin = (name?: string) => turns.ask({ ...asked, ...(name !== undefined && { name }) }, mayBegin)
    const followed = await once(begin, request, reply, caller, personOf(turn))
    reply.header('x-turn-id', followed.id).header('x-request-id', request.id)
    return followed
  }

  async function agentFor(caller: Caller, model: string): Promise<AgentVersion> {
    const agent = await store.agents.live(agentIdIn(caller.account, model))
    if (!agent || !mayTalk(caller, agent)) {
      throw new AppError('agent_not_found', sentences.modelNotFound, { status: 404 })
    }
    return agent
  }

  function refuseWhatItCannot({ document }: AgentVersion, { images, isStreamed }: OpenAiQuestion): void {
    const { autoResponseSettings, llmSettings } = document.agent
    if (isStreamed && autoResponseSettings?.stream === false) {
      const faults = [{ path: 'stream', message: 'must be false: this agent does not stream its answers' }]
      throw new AppError('streaming_disabled', sentences.streamingDisabled, { faults })
    }
    if (images.length > 0 && (!llmSettings || parts.llm.model(llmSettings.llm)?.vision === false)) {
      const faults = [{ path: 'model', message: 'does not understand images' }]
      throw new AppError('image_not_supported', sentences.imageNotSupported, { faults })
    }
  }

  return { agentFor, ask }
}

/** With a uid it is the same person, in the same conversation, as through `POST /api`. */
function turnOf(
  { uid, utterance, images, history, tools, rounds }: OpenAiQuestion,
  { account, key }: Caller,
  agent: string,
  request: FastifyRequest,
): ConversationRequest {
  const locale = request.headers['accept-language']
  return {
    ...{ account, agent, uid, utterance, conversation: 'http', door: 'http', origin: { key } },
    ...(uid === undefined && { history }),
    ...((tools.length > 0 || rounds.length > 0) && { callerTools: { tools, rounds, onCalls: () => {} } }),
    ...(images.length > 0 && { images }),
    ...(locale !== undefined && { locale }),
  }
}

/** Whoever asks for a draft is not answered by what is live. */
function notOfDrafts(): AppError {
  const faults = [{ path: 'draft', message: 'is for `POST /api`: drafts do not speak this protocol' }]
  return new AppError('invalid_request', sentences.invalidBody, { faults })
}
