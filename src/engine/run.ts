import type { ToolWho } from '../model/tools.ts'
import type { Trace } from '../model/trace.ts'
import type { TurnTape } from './tape/index.ts'

export interface Run {
  signal: AbortSignal
  /** Awaited before anything outside is called that may change something there: from then on the turn must not run again. */
  beforeCall(): Promise<void>
  /** Awaited before a model is asked something on the way to the answer, which takes a moment nobody sees. */
  beforeAsking?(): Promise<void>
  /** Whether the person is one of these; without it nobody is. Undefined: it cannot be found out now. */
  holds?(who: ToolWho): Promise<boolean | undefined>
  /** Whether there is an owner who can be asked. */
  hasOwner?(): Promise<boolean>
  /** A tool is off because its server says something else of it than when somebody looked at it. */
  toolChanged?(tool: string, pin: string): void
  /** All its calls there were agreed to, when it said something else of itself: that is over. */
  standingOver?(tool: string, place: string, pin: string): void
  /** What becomes of a call that somebody has agreed to; without it none is made. */
  readonly approved?: {
    /** Awaited before the call: from now on it may have been made. False: it may have been before. */
    begin(id: string, hash: string): Promise<boolean>
    /** Awaited before the model hears of it, so that nobody makes the call again. */
    end(id: string, state: 'done' | 'failed' | 'unknown', result: string): Promise<void>
  }
  /** What was recorded of a turn that is made again; without it this one is recorded. */
  readonly tape?: TurnTape
  /** Told, before a turn throws, what is known of why it has no answer. */
  onFailure?(trace: Trace): void
}
