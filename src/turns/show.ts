import { namedIn, sourceOf } from '../engine/knowledge/quote.ts'
import type { AppError } from '../lib/errors.ts'
import type { Language } from '../lib/language.ts'
import type { Origin } from '../model/budget.ts'
import type {
  AnswerFile,
  BestResponse,
  ConversationRequest,
  Delivery,
  Final,
  Interruption,
  Progress,
  State,
  TextFormat,
} from '../model/conversation.ts'
import type { HandoverButtons } from '../model/handover.ts'
import type { Source } from '../model/message.ts'
import type { PlatformGroup } from '../model/tools.ts'
import type { Trace } from '../model/trace.ts'
import type { Wire } from '../model/wire.ts'
import type { InboxRow } from '../store/inbox.ts'
import type { Step } from '../store/statement.ts'
import type { PartRow, TurnRow } from '../store/turns.ts'
import type { Lease } from './lease.ts'

/** Whoever asked, as a turn sees them: where its request comes from and where its answer goes. */
export interface Asker {
  /** They wait in this process for the call to return, and are told of failures; nothing is shown again after a restart. */
  readonly waits: boolean
  /** A timer has asked: it is never too late for it. */
  readonly isTimed?: true
  /** The id the turn shall have, where they have been told it already. */
  readonly turn?: string
  readonly language: Language
  /** Where whoever waits keeps that something outside is about to be called. */
  beforeCall?: (() => Promise<void>) | undefined
  /** What is kept with the turn of where it came from; null if nothing need be. */
  readonly context: string | null
  /** Does something in the context of whoever waits: what goes along with their call goes along with it. */
  inContext?<T>(run: () => T): T
  /** Whether whoever asked is in a group of their platform, as it says now; undefined: it cannot be found out. */
  isIn?(group: PlatformGroup, signal: AbortSignal): Promise<boolean | undefined>
  /** What budgets know of it. */
  readonly origin?: Origin | undefined
  /**
   * May fetch what the message only points at, such as images. Undefined: no answer is wanted any more. Rejects with an `AppError` the
   * person should hear.
   */
  request(signal: AbortSignal): Promise<ConversationRequest | undefined>
  /** What is said, where that is known already: no engine is asked. */
  written?(signal: AbortSignal): Promise<Final>
  show(turn: ShownTurn): Show
}

export interface ShownTurn {
  readonly id: string
  /** What asked for it, and how long it has waited. */
  readonly event: { id: string; ageMs: number }
  readonly lease: Lease
  /** An attempt before a crash or a lost lease may have shown something. */
  readonly again: boolean
  /** How an earlier attempt was about to end it. */
  readonly delivery?: Delivery
  /** What an earlier attempt has put on the screen, and how many characters of its answer. */
  readonly parts: readonly PartRow[]
  readonly partial: number
  /** Aborted when showing must end: the process ends, the lease is lost, the message was deleted. */
  readonly signal: AbortSignal
  /** The person wants no more of it, says the platform. */
  stop(): void
}

/** Ends with exactly one of `answer`, `failed`, `discard` and `leave`. */
export interface Show {
  /** The answer so far. Never waits: showing may lag behind, or skip. */
  progress(progress: Progress): void
  /** The answer is about to be committed: what is to be written in the same batch. */
  ahead(): readonly Step[]
  /** The answer, committed. Resolves when it is shown for good, or can never be; rejects with the signal's reason. */
  answer(answer: CommittedAnswer): Promise<ShowingEnd>
  /** There is no answer. Only askers who wait are told so; to others an answer says it. */
  failed(error: AppError): void
  /**
   * The attempt is over and another may follow: leave what is shown as it is. `paused`: that may take long, so it says so. Resolves
   * when nothing more is sent.
   */
  leave(because?: 'paused'): Promise<void>
  /** No answer is wanted: take away what was shown. */
  discard(): Promise<void>
}

/** How showing an answer came to its end. */
export interface ShowingEnd {
  /** What a message is yet to say or to become: the last look of the last message, that there is more, that it may be there. */
  missing: 'nothing' | 'end' | 'rest' | 'doubt'
  /** Where it was not shown as it is. */
  delivery?: Delivery
  /** What was called to show it. */
  wire?: Wire | undefined
  /** What is yet to be written, in the batch that settles the turn. */
  steps: readonly Step[]
}

/** A committed answer. */
export interface CommittedAnswer {
  response: BestResponse
  /** Of its utterance. */
  format?: TextFormat
  /** What its tools gave for its person. */
  files?: readonly AnswerFile[]
  /** The call that its quick replies decide on. */
  approval?: string
  /** What its quick replies decide on, where that is whether people take over. */
  handover?: HandoverButtons
  /** The person's whole state; empty when a committed answer is shown again after a restart. */
  userState: State
  /** Why the answer is not whole, if it isn't. */
  interrupted: Interruption | null
  /** What answered. */
  source: Trace['source']
  /** The knowledge it rests on, where it rests on any. */
  sources?: Source[]
}

/** As a turn keeps it. */
export function writeAnswer({
  response,
  format,
  files,
  approval,
  handover,
}: Pick<CommittedAnswer, 'response' | 'format' | 'files' | 'approval' | 'handover'>): string {
  return JSON.stringify({
    ...response,
    ...(format && { format }),
    ...(files && { files }),
    ...(approval && { approval }),
    ...(handover && { handover }),
  })
}

/** What is kept of it once its files are where they belong; undefined where it has none. */
export function withoutBytes(written: string): string | undefined {
  const answer = JSON.parse(written) as Pick<CommittedAnswer, 'files'>
  if (!answer.files?.some(({ base64 }) => base64 !== '')) return undefined
  return JSON.stringify({ ...answer, files: answer.files.map((file) => ({ ...file, base64: '' })) })
}

/** The answer of a turn that has one. */
export function readAnswer(turn: Pick<TurnRow, 'answer' | 'interrupted' | 'trace'>): CommittedAnswer | undefined {
  const { answer, interrupted, trace } = turn
  if (answer === null) return undefined
  const { format, files, approval, handover, ...response } = JSON.parse(answer) as BestResponse &
    Pick<CommittedAnswer, 'format' | 'files' | 'approval' | 'handover'>
  const rests = sourcesOf(JSON.parse(trace!), response.utterance)
  const decides = { ...(approval && { approval }), ...(handover && { handover }) }
  return {
    response,
    userState: {},
    interrupted,
    ...rests,
    ...(format && { format }),
    ...(files && { files }),
    ...decides,
  }
}

/** What its trace says of an answer: one of a model rests on the passages that it names, one of knowledge on the best. */
export function sourcesOf({ source, knowledge }: Trace, text: string): Pick<CommittedAnswer, 'source' | 'sources'> {
  const found = (knowledge?.passages ?? []).map(({ excerpt, url, ...passage }, i) => ({
    n: i + 1,
    title: sourceOf(passage),
    ...(excerpt !== undefined && { excerpt }),
    ...(url !== undefined && { url }),
  }))
  const named = namedIn(text)
  const used =
    source === 'model' ? found.filter(({ n }) => named.has(n)) : source === 'knowledge' ? found.slice(0, 1) : []
  return { source, ...(used.length > 0 && { sources: used }) }
}

/** Whether asking the same again may come to something better. */
export function mayRetry(interrupted: Interruption | null): boolean {
  return interrupted !== null && interrupted !== 'stopped' && interrupted !== 'rejected'
}

/**
 * One door's way to open a row. `gone`: whoever asked is not there any more. `elsewhere`: not in this process, or not yet. `anew`: it
 * was for somebody else, and the row says so now.
 */
export type OpenDoor = (row: InboxRow) => Opened | Promise<Opened>
export type Opened = Asker | 'gone' | 'elsewhere' | 'anew'
