import type { FastifyReply, FastifyRequest } from 'fastify'
import { byKey } from '../admin/actor.ts'
import type { Outside } from '../admin/commands/outside.ts'
import type { Admin } from '../admin/index.ts'
import { noDraft } from '../admin/sentences.ts'
import { AppError } from '../lib/errors.ts'
import type { ConversationRequest } from '../model/conversation.ts'
import { emptyTalk } from '../model/talk.ts'
import type { Llm } from '../ports/llm.ts'
import type { Secrets } from '../ports/secrets.ts'
import { agentIdIn } from '../store/apart.ts'
import type { Follow } from '../turns/at-once.ts'
import { type AnswersParts, createAnswers } from './answers.ts'
import { faulty, onceOf, refuseUnable } from './asked.ts'
import type { Callers } from './callers.ts'
import type { ReadBody } from './conversation-body.ts'
import { type DraftTold, openTalk, sealTalk } from './draft-talk.ts'
import type { Idempotent } from './idempotency.ts'
import { type RateLimit, takeToken } from './rate-limit.ts'
import { sentences } from './words/index.ts'

export interface DraftConversationParts extends Omit<AnswersParts, 'conversations' | 'turns'> {
  callers: Callers
  admin: Pick<Admin, 'drafts'>
  test: Outside['test']
  secrets: Secrets
  idempotent: Idempotent
  rateLimit: RateLimit
  llm: Pick<Llm, 'model'>
}

/** `?draft=1`, `?draft=true` or `?draft`: it is for the draft. */
export function isForDraft({ query }: FastifyRequest): boolean {
  const { draft } = query as { draft?: unknown }
  if (draft === undefined || draft === '0' || draft === 'false') return false
  if (draft === '' || draft === '1' || draft === 'true') return true
  throw new AppError('invalid_request', sentences.invalidBody, {
    faults: [{ path: 'draft', message: 'must be 1 (the draft) or 0 (what is live)' }],
  })
}

/**
 * `POST /api?draft=1`: whoever may change an agent talks to its draft, in the shapes in which people talk to what is live. As of every trial
 * nothing is kept, counted or called.
 */
export function createDraftConversation(parts: DraftConversationParts) {
  const { callers, admin, test, secrets, idempotent, rateLimit, llm } = parts

  return async (read: ReadBody & { apiKey: string }, request: FastifyRequest, reply: FastifyReply) => {
    const caller = await callers.drafter(read.apiKey, request.ip)
    const { account, key } = caller
    request.account = account
    await takeToken(rateLimit, caller, reply)
    if ('faults' in read) throw faulty(read.faults)
    const { body } = read
    const agent = agentIdIn(account, body.agentId)
    const actor = byKey(caller)
    const { author } = actor
    const draft = await admin.drafts.get(agent, actor)
    if (!draft) throw noDraft()
    request.agent = agent
    const { document, revision, version } = draft
    refuseUnable(document, body, llm)

    const of = { secrets, agent, revision }
    const before = body.talk === undefined ? undefined : openTalk(body.talk, of)
    const talk = before ?? emptyTalk
    const told: DraftTold = {
      ...{ revision, uncalled: [], talk: sealTalk(talk, of) },
      isAnew: body.talk !== undefined && before === undefined,
    }
    const { state, image, startUtterance, disableAiResponse, disableHistory } = body
    const beside = {
      ...{ disableAiResponse, disableHistory },
      ...(state && { state }),
      ...(image && { images: [image] }),
      ...(startUtterance !== undefined && { startUtterance }),
    }
    const tried = async ({ utterance }: ConversationRequest, { signal, onProgress }: Follow) => {
      const asked = { account, agent, person: author, utterance, talk, beside, follow: { signal, onProgress } }
      const tested = await test(asked)
      told.uncalled = [...tested.uncalled]
      told.talk = sealTalk(tested.talk, of)
      return tested
    }
    const answers = createAnswers({
      ...parts,
      turns: undefined,
      conversations: { converse: (turn, follow) => ({ id: undefined, final: tried(turn, follow) }) },
    })
    // Whoever has the key talks: of the person that they name nothing is read.
    const turn: ConversationRequest = {
      ...{ account, agent, uid: author, conversation: 'test', door: 'http', utterance: body.utterance },
      ...beside,
    }
    const asked = {
      ...{ turn, key, agent: { id: agent, account, version, document }, beside: () => ({ draft: told }) },
      once: onceOf(idempotent, request, caller, turn),
    }
    if (!body.stream) return answers.whole(asked, request, reply)
    const watch = (end: (why: AppError) => void) =>
      callers.watch(read.apiKey, request.ip, reply.raw, end, callers.drafter)
    return answers.stream(asked, { request, reply, watch })
  }
}
