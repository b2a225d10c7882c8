import type { MessageRef, Place, ReadMessage } from '../model/message.ts'
import type { Outcome } from './outcome.ts'

/**
 * What a platform tells of what was said in one installation. Every call is counted in a read budget of its own: where that is
 * spent the outcome is `limited`, and nothing was asked. `refused` with `forbidden` also where a right or a grant is lacking.
 */
export interface Reading {
  /** A stretch of a talk, in the fewest calls that bring it. */
  history(of: Stretch, signal: AbortSignal): Promise<Outcome<History>>
  /** One message, with those it goes back to in its `quoted`; undefined where there is none any more. */
  message(ref: MessageRef, signal: AbortSignal): Promise<Outcome<ReadMessage | undefined>>
  /** So few reads are allowed there that what is known already is not read again. */
  isScarce?(place: Place): boolean
  /** The messages that addresses in a text lead to, in its order; `near`: where it was said. Asks nobody. */
  linked?(text: string, near?: Place): readonly LinkedMessage[]
  /** Whether what stands in a place may be told in another one. What cannot be found out is no. Its calls are reads, too. */
  mayTell?(what: Telling, signal: AbortSignal): Promise<MayTell>
  /**
   * Looks for what was said anywhere that whoever asks may read, and everybody who sees the answer; best first. `gone`: there is no leave
   * of theirs to look, or it has run out.
   */
  search?(of: Search, signal: AbortSignal): Promise<Outcome<FoundMessage[]>>
}

export interface Search extends Omit<Telling, 'place'> {
  query: string
  /** The message that was written by whoever asks. */
  eventId: string
  /** Their leave to look, where it came with that message. */
  leave?: string
}

export interface FoundMessage extends ReadMessage {
  /** Where people can read it themselves. */
  link?: string
}

export interface Telling {
  /** As of a `LinkedMessage`. */
  place: Place
  /** The channel or direct conversation it would be told in. */
  here: Place
  /** Who asks, by the platform's own id. */
  person: string
  /** Nobody else sees the answer. */
  isAlone: boolean
}

/** `may`: the person, and everybody else who sees the answer, can read it there anyway. */
export interface MayTell {
  may: boolean
  calls: number
}

/** Which part of a talk. All bounds are event ids, as an `InboundMessage` of those messages would have them. */
export interface Stretch {
  /** A thread or, for what was said outside of threads, a channel or direct conversation. */
  talk: Place
  /** What was said before it, which is not in the stretch itself. */
  before?: string
  /** The oldest message that is wanted, itself included. Where it is gone: from its time on. */
  from?: string
  /** Nothing older (ms since the epoch). The beginning of a thread is never too old. */
  since?: number
  /** The message that the thread began with is wanted too, also where it is older than `from`. */
  root?: true
  /** So many of the newest. */
  limit: number
  /** At most so many calls to the platform. */
  calls: number
}

export interface History {
  /** Oldest first. There may be more than were wanted. */
  messages: ReadMessage[]
  /** Whether the newest of the stretch are all there; false where calls ran out in the middle of it. */
  isWhole: boolean
  /** From this message on all are there; more of the stretch lie before it. Undefined: it is the whole stretch. */
  allFrom?: string
  /** The last of the messages that were read without a gap from `from` on, or from the beginning. */
  readTo?: string
  /** About how many of the stretch were not read, where that can be told. */
  unread?: number
  /** What the talk is called: a forum post, a channel's name with its `#`. */
  title?: string
  /** Calls that were made. */
  calls: number
}

export interface LinkedMessage {
  ref: MessageRef
  /** The channel that it stands in, or a thread that is not for all who see the channel. */
  place: Place
  /** As it stands in the text. */
  link: string
}
