import type { FastifyRequest } from 'fastify'
import { byKey } from '../admin/actor.ts'
import { AppError } from '../lib/errors.ts'
import type { AgentDocument } from '../model/agent.ts'
import type { ConversationRequest } from '../model/conversation.ts'
import { orderKey } from '../model/key.ts'
import type { Llm } from '../ports/llm.ts'
import type { Answered, Once } from './answers.ts'
import type { BodyFault, ConversationBody } from './conversation-body.ts'
import type { Idempotent } from './idempotency.ts'
import { sentences } from './words/index.ts'

/** What is the same of every question, whether it is for what is live or for a draft. */

/** Whoever asks again while the first call is answered waits for that answer for so long, in milliseconds. */
export const patienceMs = 300_000

/** With an `Idempotency-Key` the same request is answered once, and each time with the same answer. */
export function onceOf(
  idempotent: Idempotent,
  request: FastifyRequest,
  caller: { account: string; key: string },
  turn: Pick<ConversationRequest, 'account' | 'agent' | 'uid'>,
): Once | undefined {
  if (request.headers['idempotency-key'] === undefined) return undefined
  return async (run, join) => {
    const of = { person: personOf(turn), join, patienceMs }
    const { answer, isReplayed } = await idempotent(request, byKey(caller), ({ nonce }) => run(nonce!), of)
    return { answer: answer as Answered, isReplayed }
  }
}

/** By which what is kept of their turn is found. */
export const personOf = ({
  account,
  agent,
  uid = '',
}: Pick<ConversationRequest, 'account' | 'agent' | 'uid'>): string => orderKey(account, agent, uid)

/** What this agent does not do, or its model not understand. */
export function refuseUnable({ agent }: AgentDocument, body: ConversationBody, llm: Pick<Llm, 'model'>): void {
  const { autoResponseSettings, llmSettings } = agent
  if (body.stream && autoResponseSettings?.stream === false) {
    throw new AppError('streaming_disabled', sentences.streamingDisabled)
  }
  // A model that is not connected is another matter, and the engine's.
  if (body.image && (!llmSettings || llm.model(llmSettings.llm)?.vision === false)) {
    throw new AppError('image_not_supported', sentences.imageNotSupported)
  }
}

/** A fault with a code of its own gives the problem its code, when it is the only kind there is. */
export function faulty(faults: readonly BodyFault[]): AppError {
  const codes = new Set(faults.map(({ code }) => code))
  const [code] = codes
  return new AppError(codes.size === 1 && code ? code : 'invalid_request', sentences.invalidBody, {
    faults: faults.map(({ path, message }) => ({ path, message })),
  })
}
