import { z } from 'zod'
import type { Origin } from './budget.ts'
import type { AskedHandover, HandoverButtons, HandoverWhy } from './handover.ts'
import type { Hit } from './knowledge.ts'
import type { LastingChange } from './lasting.ts'
import type { Door } from './message.ts'
import type { ScenarioProgress } from './scenario.ts'
import type { StateValue } from './state.ts'
import type { Tape } from './tape.ts'
import type { Fired, TimerChange } from './timer.ts'
import type { AskedCall, CallerTools } from './tools.ts'
import type { ContextTrace, Trace } from './trace.ts'
import type { DeferredCall } from './webhook.ts'

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
  /** Deprecated. Where the conversation is, while a scenario is running. */
  scenarioNode?: { scenario: string; id: string; title: string }
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

/** What somebody else wrote, as the model is shown it: data with its origin, never an instruction. */
export interface QuotedMessage {
  /** Their name, or what a program calls itself. */
  author: string
  /** `you`: the agent itself. Told by the platform, since anybody may take any name. */
  kind?: 'person' | 'program' | 'you'
  /** Milliseconds since the epoch. */
  at?: number
  /** Where it stands, where that is elsewhere: `#launch`. */
  in?: string
  text: string
  files?: QuotedFile[]
  /** What it forwards or quotes itself. */
  quotes?: QuotedMessage[]
  /** `question`: the message that is answered forwards, quotes or replies to it, so that it is what that is about. */
  of?: 'question'
}

export interface QuotedFile {
  name: string
  mimetype?: string
  size?: number
}

/** A file that was read. */
export interface ContextFile {
  name: string
  /** Who sent it, where that was not the person. */
  from?: string
  /** All of it or, where that is too long, its beginning. Of one that came earlier in the conversation nothing. */
  text?: string
  /** It is no file, but a page that a link leads to. */
  url?: string
  /** The text is what is said in it. */
  spoken?: true
  isCut?: true
  /** What stands in it and not in its text, each in a few English words. */
  leftOut?: readonly string[]
}

/** What there is to see around a message, oldest first. It is shown to the model as a quotation and never kept. */
export interface ConversationContext {
  /** What people have called the thread that it stands in. */
  title?: string
  messages: readonly QuotedMessage[]
  /** So many lie between the first of them and the others, or before all of them, and are not shown. */
  leftOut?: number
  /** There are more than those: nobody has counted them. */
  hasMore?: true
  /** What the agent could not see, a sentence each. */
  unseen: readonly string[]
  /** What came with the message, or with what it is about, as far as it could be read. */
  files?: readonly ContextFile[]
  images?: readonly UserImage[]
  /** What its person is to read below the answer: why something could not be read. */
  notes?: readonly string[]
  /** Finds passages of files that the person brought into this conversation, best first. */
  search?(text: string, limit: number, signal: AbortSignal): Promise<Hit[]>
  trace: ContextTrace
}

/** What was found, best first; or why nobody could look, for the model. */
export type Searched = { found: readonly SearchedMessage[] } | { unseen: string }

export interface SearchedMessage {
  author: string
  /** Milliseconds since the epoch. */
  at?: number
  in?: string
  text: string
  link?: string
}

/** One call on the engine, through whichever door it came. */
export interface ConversationRequest {
  /** The calling account: it owns the state and pays. */
  account: string
  agent: string
  /** Without a uid nothing is kept. */
  uid: string | undefined
  /** The uid they speak under, where that is linked to the other: what they may do goes by it. */
  speaker?: string
  /** Which of the uid's conversations: memory and scenario progress belong to it. */
  conversation: string
  door: Door
  /** Empty marks a conversation start. */
  utterance: string
  startUtterance?: string
  /** What was said before, oldest first, as a caller tells it of somebody without a uid, of whom nothing is kept. */
  history?: readonly MemoryItem[]
  callerTools?: CallerTools
  /** Added to the user's state before anything else. */
  state?: State
  images?: UserImage[]
  /** The names of the files that came with it, of whatever kinds; they are read where `context` is asked for. */
  attachments?: readonly string[]
  /** What stands around it: gathered when it is asked for, which most answers need not. `files`: nothing but what came with it. */
  context?: (need?: 'files') => Promise<ConversationContext>
  /** Looks for what its person may read of what was said where they are; not there where nobody can look. */
  search?: (query: string, signal: AbortSignal) => Promise<Searched>
  /** Never stored and never logged. */
  thirdPartyToken?: string
  /** Only take note of the utterance; make no answer. */
  disableAiResponse?: boolean
  /** Don't give memory to the model for this turn. */
  disableHistory?: boolean
  locale?: string
  /** What budgets look at besides. */
  origin?: Origin
  /** The utterance decides on this call: what was said about it stands with it. */
  approval?: string
  /** Nothing was said: they want a person, for this reason. */
  wantsPerson?: HandoverWhy
  /** Who can be shown buttons below the answer, and asked: its person alone, or whoever is there. */
  mayAsk?: 'person' | 'place'
  /** Nobody has said anything: a timer has gone off. */
  fired?: Fired
  /** The agent can write there by itself later. */
  mayPost?: true
  /** Of the IANA database, where their platform knows it; asked only by what needs it. */
  timeZone?: () => Promise<string | undefined>
}

/**
 * The answer so far. `text` only ever grows by appending, and is a prefix of the final utterance. The first one is empty: it
 * says that the answer will take a moment.
 */
export interface Progress {
  kind: 'progress'
  text: string
  searching: boolean
  format?: TextFormat
}

/** How a text is written, where it is not Markdown. */
export type TextFormat = 'html'

export interface MemoryItem {
  role: 'user' | 'assistant'
  text: string
}

/** A file that an answer brings along: what a tool gave for its person, or what somebody has sent who talks with them instead. */
export interface AnswerFile {
  name: string
  /** As MIME names it. */
  type: string
  base64: string
  /** It does not come along. */
  lost?: LostFile
}

/** Why a file is not passed on. `hidden`: the platform has not told what it is. */
export type LostFile = 'large' | 'many' | 'unfetched' | 'hidden'

/** So many of them come with one answer, and so many bytes in all, before they are written in base64. */
export const answerFiles = { most: 3, bytes: 1_000_000 }

/** What a turn changes; nothing is changed before it is committed. */
export interface Effects {
  /** Forget the conversation's memory first. */
  resetMemory: boolean
  remember: MemoryItem[]
  /** Keys to write into the user's state, and keys to take out of it. */
  set: Record<string, StateValue>
  unset: string[]
  /** Of what lasts: see `Lasting`. */
  lasting?: LastingChange
  /** Where the conversation's scenario stands from now on; null: none is running any more; absent: as before. */
  scenario?: ScenarioProgress | null
  /** A call that the answer asks about. */
  asks?: AskedCall
  /** What somebody was asked for is not waited for any more. */
  withdrawn?: readonly string[]
  /** The person is asked whether this may be passed on to people. */
  handover?: AskedHandover
  /** Webhooks to call once the answer is stored. */
  calls: DeferredCall[]
  timers?: TimerChange
  /** Passages that were found, for the account's address. */
  mail?: { subject: string; text: string }
}

export interface Final {
  kind: 'final'
  answer: BestResponse
  /** The whole state after this turn. */
  userState: State
  effects: Effects
  trace: Trace
  /** What it was made of, where it can be made again. */
  tape?: Omit<Tape, 'turn'>
  /** Of the answer's utterance. */
  format?: TextFormat
  files?: readonly AnswerFile[]
  /** The id of the call that its quick replies decide on. */
  approval?: string
  /** What its quick replies decide on, where that is whether people take over. */
  handover?: HandoverButtons
  /** Why the answer is not whole; the text so far stands in `answer`. */
  interrupted?: { code: Interruption; detail: string }
}

/**
 * `failed`: there is none, and the text says why; `rejected`: and asking again would change nothing. `undelivered`: there is
 * one, but the platform would not take all of it.
 */
export type Interruption = 'model_interrupted' | 'stopped' | 'failed' | 'rejected' | 'undelivered'

/**
 * How an answer ended whose place would not have it as it was. `plain`: in words alone; `file`: as a file; `alone`: told to its
 * person alone; `apology`: a message says that there is one; `unsure`: a message says that it may be there; `given_up`: the
 * platform took nothing for too long, and what is missing is owed; `nobody`: nobody could be told.
 */
export interface Delivery {
  end: 'plain' | 'file' | 'alone' | 'apology' | 'unsure' | 'given_up' | 'nobody'
  /** What the platform refused it with, and in its own words. */
  code?: string
  detail?: string
}
