import type { AppError } from '../errors.ts'
import type { BestResponse, ConversationRequest, Progress } from '../model/conversation.ts'
import type { InboxRow } from '../store/inbox.ts'
import type { PartRow } from '../store/turns.ts'
import type { Lease } from './lease.ts'

/** Whoever asked, as a turn sees them: where its request comes from and where its answer goes. */
export interface Asker {
  /** What is kept with the turn of where it came from; null if nothing need be. */
  readonly context: string | null
  /** May fetch what the message only points at, such as images. Rejects with an `AppError` the person should hear. */
  request(signal: AbortSignal): Promise<ConversationRequest>
  /** `parts`: what an earlier attempt has already put on the screen. */
  show(turnId: string, lease: Lease, parts: readonly PartRow[], signal: AbortSignal): Show
}

export interface Show {
  /** The answer so far. Never waits: showing may lag behind, or skip. */
  progress(progress: Progress): void
  /** The answer, committed. Resolves when it is shown for good, or can never be. */
  answer(answer: Answer): Promise<void>
  /** There is no answer. Undefined for askers who are told by an answer that says so. */
  failed?(error: AppError): void
  /** The message was deleted: take away what was shown. */
  discard(): Promise<void>
}

/** A committed answer. */
export interface Answer {
  response: BestResponse
  /** The person's whole state; empty when a committed answer is shown again after a restart. */
  userState: Record<string, string>
  /** Why the answer is not whole: `stopped`, or something the person may want to retry. */
  interrupted: string | null
}

/** One door's way to open a row; undefined when this process cannot, because its asker is gone. */
export type OpenDoor = (row: InboxRow) => Asker | undefined
