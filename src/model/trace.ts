import type { HandoverWhy } from './handover.ts'
import type { ModeratedSide } from './safety.ts'
import type { SlotValue } from './slot.ts'
import type { StateRefusal, StateWriter } from './state.ts'
import type { ToolPolicy } from './tools.ts'

/** Why a turn answered so. Never holds utterances, or anything else a person wrote. Times are milliseconds. */
export interface Trace {
  source: 'opening' | 'scenario' | 'rule' | 'knowledge' | 'model' | 'fixed' | 'none'
  /** The whole turn. */
  ms: number
  scenario?: ScenarioTrace
  /** Its scenarios were passed over: they need to know who is talking, and no uid was given. */
  skipped?: 'scenarios'
  intents?: IntentTrace[]
  /** The rule that was most alike, whether or not that was enough: `score` and `threshold` are of 100. */
  rule?: {
    index: number
    /** The one of its phrases that is nearest. */
    phrase: string
    score: number
    threshold: number
    /** The words of the rule's phrases that told most. */
    words?: string[]
    /** How near it is by meaning, as a cosine, where its phrases alone did not tell. */
    meaning?: number
  }
  /** What was offered because it may have been meant, in the order of its buttons. Which was pressed stands with the turn. */
  suggested?: Suggested[]
  knowledge?: {
    ms: number
    /** The question to the model that the search was made of, where it was asked. */
    query?: QueryTrace
    /** Why meanings were not compared, although they could have been. */
    withoutVectors?: string
    threshold: number
    /** `excerpt`: what of it fits the question most; `url`: where people can read it. */
    passages: { id: number; source: string; title: string; score: number; excerpt?: string; url?: string }[]
  }
  /** What was written into the person's state, and what was refused. */
  state?: StateTrace[]
  /** Those that were called before the answer was made, in their order. */
  webhooks?: WebhookTrace[]
  /** Calls of tools that the model wanted, each with its policy and what came of it. */
  tools?: ToolTrace[]
  /** Looks whether something has come that its person wants to be told of. */
  watches?: WatchTrace[]
  /** What was read of the talk around it. */
  context?: ContextTrace
  model?: ModelTrace
  /** What was noted of the conversation and its person beside the answer. */
  lasting?: LastingTrace[]
  /** Why the model did not answer, when it should have. */
  modelError?: string
  /** The same as whoever asked its server saw it: which provider, what status and code. Nothing of what was said. */
  modelDetail?: string
  /** It is about a conversation that is handed to people: `why` it is offered, or what was passed on. */
  handover?: { id: string; why?: HandoverWhy; passed?: 'to team' | 'to person' | 'card' | 'notice' | 'suggestion' }
  /** What was judged, in its order. */
  moderation?: ModerationTrace[]
  /** Secrets that were masked. */
  masked?: number
}

export interface ModerationTrace {
  of: ModeratedSide
  end: 'passed' | 'refused' | 'unreachable'
  /** As whoever judges calls what was found. */
  categories?: string[]
  /** Why nobody judged. */
  error?: string
  ms: number
}

/** Never what was noted. */
export interface LastingTrace {
  what: 'summary' | 'facts'
  added?: number
  dropped?: number
  inputTokens?: number
  outputTokens?: number
  ms: number
  /** Why nothing was noted. */
  error?: string
}

export interface ContextTrace {
  messages: number
  files: number
  /** That links led to. */
  pages?: number
  leftOut: number
  /** More were left out than those: nobody has counted them. */
  hasMore?: true
  /** Calls to the platform. */
  calls: number
  /** Why something could not be seen. */
  unseen?: string[]
  ms: number
}

/** A rule, by its place, or a scenario, in words of its author that it answers. */
export interface Suggested {
  rule?: number
  scenario?: string
  phrase: string
  score: number
}

export interface ScenarioTrace {
  id: string
  version: number
  /** Why it moved, e.g. `start exact`, `option`, `on[1] regex`, `timeout`, `cancel`, `reprompt`, `digression`; several: `timeout, start exact`. */
  by: string
  /** The nodes that were entered in this turn, in their order; those of a scenario other than `id` as `scenario/node`. */
  path: string[]
  /**
   * The ways it took, each with the node it left: `ask option[1]`, `ask on[0] regex`, `check on[2] else`, `check goto`, `ask collect`,
   * `ask timeout`, `ask cancel`, `ask reprompt limit`. Nodes are named as in `path`; numbers are places, from 0.
   */
  ways: string[]
  /** How the last one that ended did. */
  ended?: string
  /** The slots that were filled, or would not do (`fault`), each with its place in what was said: a trace holds no words of people. */
  slots?: SlotTrace[]
}

export interface SlotTrace {
  name: string
  by: SlotValue['by']
  /** In UTF-16 units of the first 300, in one width (NFKC). */
  at?: [start: number, end: number]
  /** It was something else before. */
  corrected?: true
  fault?: string
}

export interface StateTrace {
  /** Absent: a model made it up, so that it may be something that a person said. */
  key?: string
  by: StateWriter
  refused?: StateRefusal
}

/** What a model was asked has cost, as far as its server says so: cached tokens are of the input, reasoning of the output. */
interface TokensTrace {
  inputTokens?: number
  outputTokens?: number
  cachedTokens?: number
  reasoningTokens?: number
}

export interface QueryTrace extends TokensTrace {
  ms: number
  /** Why there was no query: the utterance was searched for as it is. */
  error?: string
}

/** One question to the model: which of some intents an utterance shows. */
export interface IntentTrace extends TokensTrace {
  asked: number
  /** The intent as its author worded it; absent: none. */
  chosen?: string
  ms: number
  /** Why there was no judgement. */
  error?: string
}

export interface WebhookTrace {
  name: string
  why: 'utterance' | 'function' | 'scenario'
  /** The HTTP status, or why there was none. */
  outcome: number | string
  ms: number
}

export interface ToolTrace {
  name: string
  policy: ToolPolicy
  /** `asked`, `done`, `failed`, `unknown`, or why it was not called. */
  outcome: string
  ms: number
}

export interface WatchTrace extends TokensTrace {
  tool: string
  /**
   * `same`: as at the last look; `not_yet`: otherwise, and no model says that it has come; `unjudged`: none could be asked; `later`: the
   * tool could not be called this time, by its rules; `off`: it may not be called any more.
   */
  end: 'same' | 'not_yet' | 'come' | 'unjudged' | 'failed' | 'later' | 'off'
  /** Why none could be asked. */
  error?: string
  ms: number
}

export interface ModelTrace extends TokensTrace {
  id: string
  upstream: string
  /** Why `upstream` answered in place of the model that stands behind the id. */
  fallback?: string
  /** Messages of the conversation that were left out because its server refused the prompt as too long. */
  leftOut?: number
  /** Requests made of it: one more for each round of function calls. Tokens are those of all of them. */
  rounds: number
  /** From asking to the first text. */
  firstTextMs?: number
  ms: number
  end: string
}
