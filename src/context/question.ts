import type { OfPlace } from '../model/context.ts'
import type { Author, InboundFile, MessageRef, Place, ReadMessage } from '../model/message.ts'

/** What a message that is to be answered tells of the talk it stands in. */
export interface Question extends OfPlace {
  eventId: string
  /** Whose question to which agent it is. */
  key: string
  agent: string
  author: Author
  text: string
  named?: readonly string[]
  files: readonly InboundFile[]
  /** Where more of its files are told of. */
  filesAt?: MessageRef
  /** The talk that the agent hears, whose last messages may be kept. */
  around?: { talk: Place; root?: string; since: number }
  /** Where it was said, which can be read. */
  talk?: Place
  /** The channel or direct conversation that is in. */
  channel?: Place
  repliesTo?: MessageRef
  quoted?: readonly ReadMessage[]
  /** As of an `InboundMessage`. */
  searchLeave?: string
  /** Nothing was said: what it replies to is asked about, and what was said there since belongs to it. */
  reaction?: string
}
