import type { RequestEnd } from './request-end.ts'

/** Language models over whatever protocol a driver speaks. */
export interface Llm {
  /**
   * Streams one answer. Ends with exactly one `end` event: a stream that stalls, is cut, or closes without saying that it
   * has finished ends as `interrupted`, within the driver's idle limit. Before the first text or call it may instead throw
   * an `LlmError`. Aborting `signal` stops the upstream request; the iterator then throws the signal's reason. Where one answer may
   * take several requests, each of them is told to `counted`; what that rejects with is thrown.
   */
  stream(prompt: Prompt, signal: AbortSignal, counted?: CountRequest): AsyncIterable<LlmEvent>
  /** What stands behind a model id of the specification; undefined if no endpoint can serve it. */
  model(id: string): ModelInfo | undefined
  /**
   * What an agent may be set to and would be answered by: what is written down and has a key, and what the servers tell that they
   * have, retired ones last. Servers are asked at most every some minutes, and waited for `patienceMs`: a moment, unless told otherwise.
   */
  offered?(patienceMs?: number): Promise<readonly OfferedModel[]>
  /** Which providers give no answers at the moment, a sentence each: for whoever runs it. */
  degraded?(): readonly string[]
  /** Of those that have been asked: whether they are asked at the moment, not until they are there again, or on trial. */
  breakers?(): readonly { provider: string; state: BreakerState }[]
}

/** Called before each request to a vendor, with the model that is asked; resolves with what is told how it ended, once. */
export type CountRequest = (upstream: string) => Promise<(end: RequestEnd) => Promise<void>>

export type BreakerState = 'closed' | 'half-open' | 'open'

export interface OfferedModel extends ModelInfo {
  /** What an agent is set to. */
  name: string
  /** Its vendor has retired it: `upstream` is what answers in its place, if it is another. */
  isRetired: boolean
  /** Who told of it: whoever wrote `models.yaml`, or the server itself. */
  from: 'file' | 'server'
}

export interface ModelInfo {
  /** The model really asked for. */
  upstream: string
  provider: string
  /** Understands images. */
  vision: boolean
  /** Can call functions; to others no tools are sent. */
  tools: boolean
  /** The most tokens that a prompt may hold. */
  contextTokens: number
  /** The model of the same vendor that is asked small questions in its place; absent: itself. */
  judgeModel?: string
  /** A sentence for admins when the id is retired or served by a successor. */
  warning?: string
}

export interface Prompt {
  /** An id of the specification, e.g. `gpt-4o-mini`. */
  model: string
  temperature?: number
  messages: PromptMessage[]
  /** So many of them, behind the system's, are what was said before: the oldest may be left out. */
  history?: number
  /** Functions the model may call instead of, or before, answering. */
  tools?: readonly Tool[]
  /** `none`: this time it must answer. Some vendors want to be told the tools all the same once one was called. */
  toolChoice?: 'none'
  /** The answer is to be one JSON value of this shape, and its text is that JSON: as good as the vendor can promise it. */
  schema?: AnswerSchema
  /** The most tokens that it may write. */
  maxOutputTokens?: number
  /** The same for all prompts that begin alike: vendors find what they have kept of such a beginning by it. Nothing of a person. */
  cacheKey?: string
}

export interface AnswerSchema {
  /** Letters, digits and `_`. */
  name: string
  /** A JSON schema of an object, every property of which is required, and which takes no others. */
  schema: Record<string, unknown>
}

export interface Tool {
  name: string
  description: string
  /** A JSON schema of an object. */
  parameters: Record<string, unknown>
}

export interface ToolCall {
  /** Pairs a call with its result. */
  id: string
  name: string
  /** As the model wrote them: JSON, if it kept to it. */
  arguments: string
  /** What the vendor wants to see again with the call, and nobody else reads: Google's signature of a thought. */
  extra?: unknown
}

export type PromptMessage =
  | { role: 'system'; text: string }
  | { role: 'assistant'; text: string; calls?: ToolCall[] }
  | { role: 'user'; text: string; images?: Image[]; shorten?: Shorten }
  /** What a call gave. Every call of an assistant's message has its result right after it. */
  | { role: 'tool'; callId: string; text: string }

/** The same message with about half of what it quotes, and how many messages it no longer quotes; undefined: no more can go. */
export type Shorten = () => { message: PromptMessage; left: number } | undefined

export interface Image {
  mimetype: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'
  base64: string
}

/** What a request cost, as far as the server says so. */
export interface TokenUsage {
  inputTokens: number
  outputTokens: number
  /** Of the input: those that the vendor had kept from an earlier request with the same beginning. They cost less. */
  cachedTokens?: number
  /** Of the output: those that were thought and not said. */
  reasoningTokens?: number
}

export type LlmEvent =
  /** Comes first, and only if another model than `model` names answers, because that one could not. */
  | { type: 'fallback'; upstream: string; reason: string }
  /** A piece of the answer, never empty. */
  | { type: 'text'; text: string }
  /** A whole call; several may come, and are meant to be made side by side. Then the end's reason is `calls`. */
  | { type: 'call'; call: ToolCall }
  | ({ type: 'usage' } & TokenUsage)
  | { type: 'end'; reason: 'complete' | 'calls' | 'length' | 'filtered' | 'interrupted'; detail?: string }

/** `too_long`: the prompt is more than the model takes; `filtered`, `empty`: it was asked, and nothing came of it. */
export type LlmErrorCode =
  | 'not_configured'
  | 'unauthorized'
  | 'rejected'
  | 'too_long'
  | 'filtered'
  | 'empty'
  | 'rate_limited'
  | 'unavailable'
  | 'over_budget'

/** No answer could be had at all. `message` is for the log and never holds a key or a prompt. */
export class LlmError extends Error {
  readonly code: LlmErrorCode
  readonly retryAfterMs: number | undefined
  constructor(code: LlmErrorCode, message: string, retryAfterMs?: number) {
    super(message)
    this.name = 'LlmError'
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}
