import { z } from 'zod'
import type { Door } from './message.ts'

export const stateSchema = z.record(z.string(), z.string())
export type State = z.infer<typeof stateSchema>

/** The agent's answer, as the specification shapes it. Absent strings are `""`, absent options `[]`, absent extensions `null`. */
export interface BestResponse {
  utterance: string
  /** 0 to 100. */
  score: number
  options: string[]
  topic: string
  imageUrl: string
  url: string
  isAutoResponse: boolean
  isSearching: boolean
  extensions: unknown
  shouldSelectOption: boolean
  state: string
  embededHtml: string
}

export function bestResponse(fields: Partial<BestResponse> & { utterance: string }): BestResponse {
  const { utterance, ...rest } = fields
  return {
    utterance,
    score: 0,
    options: [],
    topic: '',
    imageUrl: '',
    url: '',
    isAutoResponse: false,
    isSearching: false,
    extensions: null,
    shouldSelectOption: false,
    state: '',
    embededHtml: '',
    ...rest,
  }
}

export interface UserImage {
  mimetype: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'
  base64: string
}

/** One call on the engine, through whichever door it came. */
export interface ConversationRequest {
  /** The calling account: it owns the state and pays. */
  account: string
  agent: string
  /** Without a uid nothing is kept. */
  uid: string | undefined
  /** Which of the uid's conversations: memory and scenario progress belong to it. */
  conversation: string
  door: Door
  /** Empty marks a conversation start. */
  utterance: string
  startUtterance?: string
  /** Added to the user's state before anything else. */
  state?: State
  images?: UserImage[]
  /** Never stored and never logged. */
  thirdPartyToken?: string
  /** Only take note of the utterance; make no answer. */
  disableAiResponse?: boolean
  /** Don't give memory to the model for this turn. */
  disableHistory?: boolean
  locale?: string
}

/**
 * The answer so far. `text` only ever grows by appending, and is a prefix of the final utterance. The first one is empty: it
 * says that the answer will take a moment.
 */
export interface Progress {
  kind: 'progress'
  text: string
  searching: boolean
}

export interface MemoryItem {
  role: 'user' | 'assistant'
  text: string
}

/** What a turn changes; nothing is changed before it is committed. */
export interface Effects {
  /** Forget the conversation's memory first. */
  resetMemory: boolean
  remember: MemoryItem[]
  /** Keys to write into the user's state. */
  set: State
}

export interface Final {
  kind: 'final'
  answer: BestResponse
  /** The whole state after this turn. */
  userState: State
  effects: Effects
  trace: Trace
  /** Why the answer is not whole; the text so far stands in `answer`. */
  interrupted?: { code: Interruption; detail: string }
}

/** `failed`: there is none, and the text says why. */
export type Interruption = 'model_interrupted' | 'stopped' | 'failed'

/** Why a turn answered so. Never holds utterances. */
export interface Trace {
  source: 'opening' | 'rule' | 'model' | 'fixed' | 'none'
  /** Index of the rule in the agent's version, when one matched. */
  rule?: number
  score?: number
  model?: { id: string; upstream: string; inputTokens?: number; outputTokens?: number; end: string }
  /** Why the model did not answer, when it should have. */
  modelError?: string
  ms: number
}
