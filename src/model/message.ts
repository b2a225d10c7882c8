/** What comes from and goes to a chat platform, in words that fit all of them. */

declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

export const platforms = ['slack', 'discord', 'teams'] as const
export type Platform = (typeof platforms)[number]
/** The door a turn came through. */
export type Door = Platform | 'http'

/** A workspace, channel or thread. Made and read by its adapter only; equal places are equal strings. */
export type Place = Branded<'Place'>
/** A message the platform holds. Made and read by its adapter only. */
export type MessageRef = Branded<'MessageRef'>
/** A file a person sent. Made and read by its adapter only. */
export type FileRef = Branded<'FileRef'>

export interface Author {
  /** The uid of the conversation engine, e.g. `slack_T0PARLEY_U0ANN`. */
  uid: string
  /** The platform's own user id. */
  id: string
  name?: string
  /** BCP 47, e.g. `ja-JP`, when the platform tells. */
  locale?: string
}

export interface InboundFile {
  ref: FileRef
  name: string
  mimetype: string
  size: number
}

export interface InboundMessage {
  /** Names what the person did, not the delivery of it: every resend and every twin event carries the same id. */
  eventId: string
  platform: Platform
  /** Slack team or enterprise, Discord guild, Teams tenant: belongs to one account. */
  installation: string
  /**
   * The places the message is in, narrowest first: thread (also in a DM, where answers are threaded), channel, workspace. A
   * binding of an earlier one wins; the first is what a stop button stops.
   */
  within: Place[]
  /** Where the answer goes. */
  replyTo: Place
  /** The thread that an answer starts or continues; none in a direct conversation. */
  thread?: Place
  /** Memory and scenario progress belong to it: a DM, a channel or a thread. */
  conversation: string
  /** `direct`: a DM. `mention`: the agent was named. `none`: said near it. `other`: addressed to somebody else. */
  addressed: 'direct' | 'mention' | 'none' | 'other'
  author: Author
  text: string
  files: InboundFile[]
  /** Milliseconds since the epoch, by the platform's clock. */
  sentAt: number
}

/** A quick reply was pressed. */
export interface Press {
  eventId: string
  platform: Platform
  installation: string
  author: Author
  /** The quick replies' id, as the part carried it. */
  replyId: string
  index: number
}

/** What concerns a turn that may be running; never queues behind it. */
export type Control =
  | { kind: 'edited'; platform: Platform; eventId: string; text: string }
  | { kind: 'deleted'; platform: Platform; eventId: string }
  /** The person pressed the platform's stop button in `place`. */
  | { kind: 'stopped'; platform: Platform; place: Place; uid: string }
  | { kind: 'uninstalled'; platform: Platform; installation: string }

/** What a person hears at once and alone, e.g. after pressing somebody else's button. */
export interface Note {
  text: string
}

export interface QuickReplies {
  /** At most 64 characters of `[A-Za-z0-9_-]`. */
  id: string
  options: string[]
  /** Set once one was pressed: the buttons are shown as used, this one marked. */
  chosen?: number
}

/** One message of a reply, as it should look now. */
export interface Part {
  /** Standard Markdown, safe to show: fences closed, no half link. Mentions are the adapter's to disarm. */
  text: string
  quickReplies?: QuickReplies
  imageUrl?: string
  url?: string
}
