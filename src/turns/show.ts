import type { AppError } from '../errors.ts'
import type { Language } from '../language.ts'
import type { BestResponse, ConversationRequest, Interruption, Progress, State } from '../model/conversation.ts'
import type { InboxRow } from '../store/inbox.ts'
import type { PartRow } from '../store/turns.ts'
import type { Lease } from './lease.ts'

/** Whoever asked, as a turn sees them: where its request comes from and where its answer goes. */
export interface Asker {
  /** They wait in this process for the call to return, and are told of failures; nothing is shown again after a restart. */
  readonly waits: boolean
  readonly language: Language
  /** What is kept with the turn of where it came from; null if nothing need be. */
  readonly context: string | null
  /** May fetch what the message only points at, such as images. Rejects with an `AppError` the person should hear. */
  request(signal: AbortSignal): Promise<ConversationRequest>
  show(turn: ShownTurn): Show
}

export interface ShownTurn {
  readonly id: string
  readonly lease: Lease
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
  /** The answer, committed. Resolves when it is shown for good, or can never be; rejects with the signal's reason. */
  answer(answer: Answer): Promise<void>
  /** There is no answer. Only askers who wait are told so; to others an answer says it. */
  failed(error: AppError): void
  /** The attempt is over and another may follow: leave what is shown as it is. Resolves when nothing more is sent. */
  leave(): Promise<void>
  /** No answer is wanted: take away what was shown. */
  discard(): Promise<void>
}

/** A committed answer. */
export interface Answer {
  response: BestResponse
  /** The person's whole state; empty when a committed answer is shown again after a restart. */
  userState: State
  /** Why the answer is not whole, if it isn't. */
  interrupted: Interruption | null
}

export function mayRetry(interrupted: Interruption | null): boolean {
  return interrupted !== null && interrupted !== 'stopped'
}

/**
 * One door's way to open a row. `gone`: whoever asked is not there any more. `elsewhere`: not in this process, or not yet.
 */
export type OpenDoor = (row: InboxRow) => Asker | 'gone' | 'elsewhere'
