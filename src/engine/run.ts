import type { Trace } from '../model/conversation.ts'

export interface Run {
  signal: AbortSignal
  /** Awaited before anything outside is called that may change something there: from then on the turn must not run again. */
  beforeCall(): Promise<void>
  /** Awaited before a model is asked something on the way to the answer, which takes a moment nobody sees. */
  beforeAsking?(): Promise<void>
  /** Told, before a turn throws, what is known of why it has no answer. */
  onFailure?(trace: Trace): void
}
