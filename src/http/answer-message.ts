import type { FastifyRequest } from 'fastify'
import type { AppError } from '../lib/errors.ts'
import type { AgentVersion } from '../model/agent.ts'
import { type BestResponse, bestResponse, type ConversationRequest, type State } from '../model/conversation.ts'
import { orderKey } from '../model/key.ts'
import type { Store } from '../store/index.ts'
import { interrupted } from './calls.ts'
import type { DraftTold } from './draft-talk.ts'
import type { ApiEnd, ApiHead } from './followed/api-end.ts'
import { detailOf } from './problems.ts'
import { sentences } from './words/index.ts'

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

interface AnswerError {
  code: string
  detail: string
}

/** What the answer to this question is told with. */
export function headOf(
  { account, agent: id, uid, utterance }: ConversationRequest,
  { document }: AgentVersion,
): ApiHead {
  return {
    utterance,
    avatarIconUrl: document.agent.photoUrl,
    isHtml: document.agent.autoResponseSettings?.shouldUseHtmlResponse === true,
    ...(uid !== undefined && { person: orderKey(account, id, uid) }),
  }
}

/** The answer, whole or as far as it was written, and why it is not whole. */
export function endMessage(head: ApiHead, { answer, userState, error }: ApiEnd, request: FastifyRequest) {
  return messageOf(head, answer, userState, error && { ...error, detail: error.detail || whyOf(error.code, request) })
}

function whyOf(code: string, request: FastifyRequest): string {
  return detailOf(code === 'cancelled' ? { say: sentences.cancelled } : interrupted(), request)
}

/** After the first text there is no status any more to tell of a failure. */
export async function brokenMessage(
  head: ApiHead,
  { text, error }: { text: string; error: AppError },
  store: Pick<Store, 'people'>,
  request: FastifyRequest,
): Promise<AnswerMessage> {
  const detail = detailOf(error, request)
  // Whoever reads nothing but the text is told as well.
  const answer = bestResponse({ utterance: text || detail, isAutoResponse: true })
  // A turn that failed has changed nothing.
  const userState = head.person === undefined ? {} : await store.people.state(head.person).catch(() => ({}))
  return messageOf(head, answer, userState, { code: error.code, detail })
}

type HtmlCleaner = typeof import('./html.ts')

/** Loaded with the first answer in HTML: most agents never say any. */
export async function cleanerOf({ isHtml }: ApiHead): Promise<HtmlCleaner | undefined> {
  return isHtml ? import('./html.ts') : undefined
}

async function messageOf(
  head: ApiHead,
  response: BestResponse,
  userState: State,
  error?: AnswerError,
): Promise<AnswerMessage> {
  // All that such an agent says is shown as HTML, whoever wrote it: people's own words are filled into it.
  const html = await cleanerOf(head)
  const utterance = html ? html.cleanHtml(response.utterance) : response.utterance
  return {
    utterance: head.utterance,
    bestResponse: { ...response, utterance, scenarioNode: response.scenarioNode ?? null },
    userState,
    avatarIconUrl: head.avatarIconUrl,
    ...(error && { error }),
  }
}
