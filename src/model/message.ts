/** What comes from and goes to a chat platform, in words that fit all of them. */

declare const brand: unique symbol
type Branded<Name extends string> = string & { readonly [brand]: Name }

/**
 * What a platform is called in uids, places and commands, e.g. `slack`. Open: which there are stands in `adapters/registry.ts`, and a
 * name that somebody typed is looked up among those.
 */
export type PlatformId = string & { readonly [brand]?: 'PlatformId' }
/** The door a turn came through: a platform, or one of `waitingDoors`. */
export type Door = PlatformId
/** Through these come callers who wait in the process that answers them, and of whom only their key is known. */
export const waitingDoors: readonly Door[] = ['http', 'mcp']

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
  /** Of the IANA database, when the platform tells it with what they write. */
  timeZone?: string
}

/** What the platform tells of somebody where they write; what it does not tell is not there. */
export interface Membership {
  /** When their account was made, and when they became a member: milliseconds since the epoch. */
  createdAt?: number
  joinedAt?: number
  /** They have yet to pass what the server asks of new members. */
  pending?: true
  /** Of another workspace or tenant, with which the place is shared. */
  stranger?: true
  /** Ids of their roles. */
  roles?: readonly string[]
  /** They hold the machine that this runs on. */
  operator?: true
}

/** A program that says something, as an agent may name it. */
export interface Program {
  /** Its user, its bot, its application: whatever the platform tells. */
  ids: readonly string[]
  /** It speaks by a webhook, under whichever name it likes: perhaps for a person. */
  webhook?: true
}

export interface InboundFile {
  ref: FileRef
  name: string
  /** Not told where only whoever fetches the file may know: its bytes say what it is. */
  mimetype?: string
  size: number
  /** Somebody speaks in it. */
  speech?: Speech
}

/** What a platform tells of a voice message. */
export interface Speech {
  seconds?: number
  /** What was said, as the platform has written it down. */
  transcript?: string
}

export interface InboundMessage {
  /** Names what the person did, not the delivery of it: every resend and every twin event carries the same id. */
  eventId: string
  /** Itself, where it can be marked. */
  ref?: MessageRef
  platform: PlatformId
  /** Slack team or enterprise, Discord guild, Teams tenant: belongs to one account. */
  installation: string
  /**
   * The places the message is in, narrowest first: thread (also in a DM, where answers are threaded), channel, workspace. A
   * binding of an earlier one wins; the first is what a stop button stops.
   */
  within: Place[]
  /** Where the answer goes. */
  replyTo: Place
  /** Where a post of ours is seen by everybody in the channel it is in; none in a direct conversation. */
  announceTo?: Place
  /** The agent that is spoken to, where whoever put it there has said so and nothing is bound. */
  to?: string
  /**
   * Whoever asked takes one answer and no more, in words alone: they can be asked nothing back, and hear of nothing later. The agent is
   * then the one in `to`, where one is named, whatever is bound.
   */
  once?: true
  /** The thread that an answer starts or continues; none in a direct conversation. */
  thread?: Place
  /** That thread begins with this message, so nobody takes part in it yet. */
  beginsThread?: true
  /**
   * The talk it is part of, which is what it may be about: the thread of a reply, else the channel; a direct conversation has
   * one for each person, wherever it is held.
   */
  talk: Place
  /** For a reply: the event id of the message its thread began with, which belongs to that talk too. */
  root?: string
  /** The message it replies to, where people can reply to any. A reply to an answer goes on with its conversation. */
  repliesTo?: MessageRef
  /** What it forwards, quotes or previews, where the platform tells that with it. */
  quoted?: ReadMessage[]
  /** Memory and scenario progress belong to it: a DM, a channel or a thread. */
  conversation: string
  /** `direct`: a DM. `mention`: the agent was named. `none`: said near it. `other`: addressed to somebody else. */
  addressed: 'direct' | 'mention' | 'none' | 'other'
  /** A program said it: part of the talk, and answered only where an agent names it. */
  program?: Program
  /** Nothing was said: somebody put this emoji to the message that it replies to. All its names there. */
  reaction?: readonly string[]
  /** The event id of that message, if it is one that somebody wrote. */
  reactsTo?: string
  /** Their leave to look for what they may read; it lasts for minutes, and is worth nothing to anybody but the app. */
  searchLeave?: string
  /** The platform shows that an answer comes, until its adapter ends that. */
  promised?: true
  author: Author
  membership?: Membership
  /** The place is for adults only. */
  ageRestricted?: true
  /** People and groups whose names the platform does not tell with it stand in it as `@` and their id, channels as `#` and theirs. */
  text: string
  /** Those ids. */
  named: string[]
  files: InboundFile[]
  /** It has files that are told of only where it is read. */
  filesAt?: MessageRef
  /** Milliseconds since the epoch, by the platform's clock. */
  sentAt: number
}

/** A message as it stands on the platform, or as another one tells it. */
export interface ReadMessage {
  /** As an `InboundMessage` of it would have it; not told of what is only known as a copy. */
  eventId?: string
  /** Of what can be read again. */
  ref?: MessageRef
  /** `you`: the app itself. `id`: the platform's own. */
  author: { id?: string; name?: string; kind: 'person' | 'program' | 'you' }
  /** Milliseconds since the epoch, by the platform's clock. */
  at?: number
  /** Markdown: all that people see of it, also what stands in blocks, embeds and cards. */
  text: string
  /** Ids in the text, as of an `InboundMessage`. */
  named?: string[]
  files: InboundFile[]
  /** What it forwards, quotes or replies to. */
  quoted?: ReadMessage[]
  /** Where it stands, as people know it, where that is not where it was read: `#launch`. */
  in?: string
}

/** A person opened their direct conversation with the agent, for the first time or again. */
export interface Opening
  extends Pick<InboundMessage, 'platform' | 'installation' | 'within' | 'replyTo' | 'conversation' | 'author' | 'to'> {
  /** Milliseconds since the epoch, by the platform's clock. */
  openedAt: number
}

/** The app was brought into a channel, or a server. `author`: by whom, or whose it is; `replyTo`: where everybody there sees a post. */
export type Invitation = Omit<Opening, 'to'>

/** Somebody has put links of this Parley's own pages into a message, or is about to. */
export interface SharedLinks extends Pick<InboundMessage, 'platform' | 'installation'> {
  author: Author
  urls: readonly string[]
}

/** A person points at a message to ask the agent about; what they want to know they say next, in private. */
export interface AskAbout {
  platform: PlatformId
  installation: string
  author: Author
  /** The talk of their direct conversation. */
  talk: Place
  /** `eventId`: as an `InboundMessage` of it would have it. */
  about: { eventId: string; author: Pick<Author, 'id' | 'name'>; text: string; link: string }
}

/** A quick reply was pressed. */
export interface Press {
  eventId: string
  platform: PlatformId
  installation: string
  author: Author
  /** Where it was pressed: what a stop button stops. */
  place: Place
  /** Where its answer goes. */
  replyTo: Place
  /** The quick replies' id, as the part carried it. */
  replyId: string
  index: number
}

/** Somebody looks at a message of ours that has buttons. */
export type Look = Pick<Press, 'platform' | 'installation' | 'author' | 'replyId'>

/** What it shows to them now. */
export interface Looked {
  /** Without buttons where there is nothing that they may press. */
  part: Part
  /** Nobody has pressed yet what is pressed once. */
  isOpen: boolean
  /** Where it stands. */
  replyTo: Place
}

/** A person says what they think of an answer. */
export interface Vote {
  platform: PlatformId
  installation: string
  author: Author
  /** Of the feedback that the part asked for; where the platform does not carry it, only `message` says which it was. */
  feedbackId?: string
  message?: MessageRef
  good: boolean
  /** What they wrote of it, where the platform asks. */
  words?: string
}

/** What concerns a turn that may be running; never queues behind it. */
export type Control =
  /** `now`: the message as it reads now, where it is said to the agent. It was said when it was edited. */
  | ({ kind: 'edited'; platform: PlatformId; eventId: string; text: string; now?: InboundMessage } & Partial<
      Pick<InboundMessage, 'named'>
    >)
  | { kind: 'deleted'; platform: PlatformId; eventId: string }
  /** A channel or thread is no more, with all that was said in it. */
  | { kind: 'placeGone'; platform: PlatformId; place: Place }
  /** The app was taken out of there, or its person went: what was said stays as long as it is kept anyway. */
  | { kind: 'placeLeft'; platform: PlatformId; place: Place }
  /** These people are not in there any more, by their uids; they may still be elsewhere. */
  | { kind: 'peopleLeft'; platform: PlatformId; place: Place; uids: readonly string[] }
  /** The person pressed the platform's stop button in `place`; `person` is the platform's own user id. */
  | { kind: 'stopped'; platform: PlatformId; place: Place; person: string }
  | { kind: 'uninstalled'; platform: PlatformId; installation: string }

/** What a person hears at once and alone, e.g. after pressing somebody else's button. */
export interface Note {
  /** Standard Markdown. */
  text: string
  /** What opens in a browser, as buttons where the platform has such. At most 5. */
  links?: readonly Link[]
  /** What they did was taken, and only waits. */
  taken?: true
  /** The platform is to sign them in, for the call that waits for that. */
  signOn?: { approval: string }
}

export interface Link {
  url: string
  /** At most 40 characters. */
  label: string
}

/** For platforms without buttons that open something. */
export const withLinks = ({ text, links = [] }: Note): string =>
  [text, ...links.map(({ label, url }) => `[${label}](${url})`)].join('\n\n')

/** What a person who opens the conversation may be offered to say. */
export interface Welcome {
  prompts: string[]
}

export interface QuickReplies {
  /** At most 64 characters of `[A-Za-z0-9_-]`. */
  id: string
  options: string[]
  /** Set once one was pressed: the buttons are shown as used, this one marked. -1: they are used up, and none was. */
  chosen?: number
  /** Something is done by a press of one of them: words that somebody says are none, whatever they are. */
  decides?: true
  /** Whoever sees them may press. */
  forAll?: true
}

/** One message of a reply, as it should look now. */
export interface Part {
  /** Standard Markdown, safe to show: fences closed, no half link. */
  text: string
  /** It says why there is no answer, or not all of it, to whoever takes one and no more. */
  failed?: true
  /** As plain as the platform can: no blocks, cards, embeds, quotes or reactions, since it has refused something richer. */
  plain?: true
  /** It does not grow: a question to whoever sees it, which says later what became of it. All its looks are such. */
  card?: true
  quickReplies?: QuickReplies
  imageUrl?: string
  url?: string
  feedback?: Feedback
  /** Files come behind it. */
  followed?: true
  /** A model wrote it. */
  aiGenerated?: true
  /** How confidential it is, in the words of who made the agent. */
  sensitivity?: string
  /** What it rests on, for platforms that show that beside an answer. */
  sources?: Source[]
  /** Whose mention in the text is alive, by the platform's id: whoever is answered. All others are the adapter's to disarm. */
  mayMention?: string
  /** That person is called by this name in it, so that they hear of the answer. */
  calls?: string
}

/** Under whose name and picture a message appears, where that is not the app's. */
export interface Face {
  name: string
  /** An address that everybody can open. */
  pictureUrl?: string
}

/** Something an answer rests on. */
export interface Source {
  /** By which the text names it, in brackets, if it does. */
  n: number
  title: string
  /** What it says there, in a line. */
  excerpt?: string
  /** Where people can read it. */
  url?: string
}

/** Asks what people think of the answer. */
export interface Feedback {
  /** As of quick replies. */
  id: string
  /** What the two answers are called, for those who don't see the thumbs. */
  good: string
  bad: string
}

/** A text as a file. */
export interface TextFile {
  /** With an extension that says what it is: `answer.md`. */
  name: string
  text: string
  /** It comes as that, also where the platform has something else for long texts. */
  asFile?: true
}

/** A picture, and what it shows in words: for whoever cannot see it, and where it cannot be shown. */
export interface Picture {
  name: string
  type: 'image/png'
  bytes: Uint8Array
  alt: string
}

/** A file we add to a conversation. `type`: of its bytes, as MIME names it. */
export type Attachment = TextFile | Picture | { name: string; type: string; bytes: Uint8Array }

/** The same for whoever reads text alone. */
export const asText = (file: TextFile | Picture): TextFile =>
  'text' in file ? file : { name: file.name.replace(/\.\w+$/, '.txt'), text: file.alt }

/** Somebody wants what they were offered: `key` is that of the part. */
export interface AskedFile {
  platform: PlatformId
  author: Author
  key: string
  name: string
}

export const bytesOf = (file: Attachment): Uint8Array =>
  'bytes' in file ? file.bytes : new TextEncoder().encode(file.text)
