import type { Language } from '../lib/language.ts'
import type { Choice, CommandCall, Typing } from '../model/command.ts'
import type { FoundPassage } from '../model/knowledge.ts'
import type { Mark } from '../model/mark.ts'
import type {
  AskAbout,
  AskedFile,
  Attachment,
  Control,
  Face,
  FileRef,
  InboundMessage,
  Invitation,
  Look,
  Looked,
  MessageRef,
  Note,
  Opening,
  Part,
  Place,
  PlatformId,
  Press,
  SharedLinks,
  Vote,
  Welcome,
} from '../model/message.ts'
import type { View } from '../model/view.ts'
import type { Scope } from './budget.ts'
import type { Outcome } from './outcome.ts'
import type { Reading } from './reading.ts'
import type { Route } from './route.ts'
import type { SignedOn, SigningOn, SignOn } from './sign-on.ts'

export type { Outcome, Refusal } from './outcome.ts'

/** How long a call to a platform may take in all, also when it needs several requests; then its outcome is `unknown`. */
export const callLimitMs = 7000

/** One app of ours on one chat platform, for everybody who installed it. */
export interface Adapter {
  readonly platform: PlatformId
  /** What the platform calls, to be mounted on the shared server, each below one of the platform's `paths`. */
  readonly routes?: readonly Route[]
  /**
   * Finds out all that showing needs, for a process that does not receive. Resolves when `channel` works; rejects with an
   * `AppError` that says what to mend.
   */
  open(): Promise<void>
  /** Begin to receive, opened or not. Resolves once events can arrive, here or at another process; rejects as `open` does. */
  start(inbox: Inbox): Promise<void>
  /** Stop receiving; resolves when no handler is running any more. Calls that show answers still work. */
  stop(): Promise<void>
  /** Nothing more is shown. Resolves when what `activity` has begun is ended, or after a moment. */
  settled?(): Promise<void>
  /** Whether something can be shown, as far as it is known. */
  ready(): boolean
  /** Whether events can arrive now, here or at another process that this one would take over from. */
  connected(): boolean
  /** What does not work of what is connected, a sentence each that names the installation where it is one's: for whoever runs it. */
  degraded?(): readonly string[]
  /** What can be done in an installation, also in one that was removed, which refuses everything; none where we never were. */
  channel(installation: string): Channel | undefined
}

/**
 * One installation. Calls know no retries, no waiting for budgets and no order of their own. All of that is the bridge's,
 * which is why every call tells exactly what became of it, within `callLimitMs`.
 */
export interface Channel {
  readonly platform: PlatformId
  /** It shows that a model wrote an answer, and what the answer rests on. */
  readonly labels?: true
  /** A long text that is attached comes as a page of the platform's own, unless it is to be a file. */
  readonly canvases?: true
  limits(place: Place): Limits
  /** What people type there before a command, where the app calls it otherwise than `/agent`, as far as the platform has told. */
  command?(): string
  /** The same, whose messages appear as somebody's; undefined, or refused by the platform: as the app's. */
  as?(face: () => Promise<Face | undefined>): Channel
  /** `key` names the part for ever: `find` looks for it, and platforms with idempotent posts get it as their nonce. */
  post(place: Place, part: Part, key: string, signal: AbortSignal): Promise<Outcome<MessageRef>>
  /** Idempotent: makes the message look like `part`, whatever was shown before, also when it began as a native stream. */
  edit(ref: MessageRef, part: Part, signal: AbortSignal): Promise<Outcome<void>>
  /** A file in a message of its own, which can be removed but not edited. Refused where files may not be added. */
  attach?(place: Place, file: Attachment, key: string, signal: AbortSignal): Promise<Outcome<MessageRef>>
  /**
   * After an unknown outcome of `post`, `stream` or `attach`: the message if it is there, or if posting it again would not be
   * the same post.
   */
  find?(place: Place, key: string, hints: FindHints, signal: AbortSignal): Promise<Outcome<MessageRef | undefined>>
  /** Opens a message that grows by appending. Refused with `unsupported` where the place has no such thing. */
  stream?(place: Place, text: string, key: string, signal: AbortSignal): Promise<Outcome<NativeStream>>
  remove?(ref: MessageRef, signal: AbortSignal): Promise<Outcome<void>>
  /** Where that is posted, also long after anybody wrote there; undefined where nothing can be, as far as the platform has told. */
  placeFor?(target: Target): Promise<Place | undefined>
  /**
   * Tells one person (by the platform's own user id) alone: near `place`, where an answer to them would go, if the platform can
   * do that there, else in their direct conversation with the app, which is also where it goes without a place. Waits for no
   * budget, and is not repeated after an unknown outcome. Refused where neither can be had.
   */
  notify?(person: string, place: Place | undefined, view: View, signal: AbortSignal): Promise<Outcome<void>>
  /** Takes the app out of an installation, where it can do that by itself. `ok` also where it was not there any more. */
  leave?(installation: string, signal: AbortSignal): Promise<Outcome<void>>
  /**
   * Best effort, within the budget; `idle` clears it, also what another process has told. Failures are not reported, and where it
   * may not be told it is not tried again for a while.
   */
  activity?(place: Place, what: Activity, language: Language, signal: AbortSignal): Promise<void>
  /** Puts the app's emoji to a message, or takes it away; both are idempotent. Best effort, within the budget, as `activity` is. */
  mark?(message: MessageRef, mark: Mark, on: boolean, signal: AbortSignal): Promise<void>
  /** An answer there has come to its end: all of it is shown that will be. */
  ended?(place: Place): void
  download?(file: FileRef, maxBytes: number, signal: AbortSignal): Promise<Outcome<Uint8Array>>
  /** What is said in a voice message, where the platform writes that down; undefined where it has not, and will not soon. */
  transcript?(file: FileRef, signal: AbortSignal): Promise<Outcome<string | undefined>>
  /** The channel that people name so, as `Setup.place` reads it, as a place that can be written to; undefined: there is none. */
  locate?(name: string, signal: AbortSignal): Promise<Place | undefined>
  /** The thread of a message of ours in a channel: as messages there name it, and where posts go. */
  threadOf?(message: MessageRef): { place: Place; replyTo: Place }
  /**
   * Whether a person (by the platform's own user id) is now in a group, which is named by its installation's id and its own. Undefined:
   * it cannot be found out. Without it the platform keeps nobody together.
   */
  isIn?(person: string, group: string, signal: AbortSignal): Promise<boolean | undefined>
  /**
   * Whether a person (by the platform's own user id), who writes in that place, is a guest of those whose workspace or tenant it is.
   * Undefined: it cannot be found out. Without it the platform has none.
   */
  isGuest?(person: string, place: Place, signal: AbortSignal): Promise<boolean | undefined>
  /** What was said there, where it can be asked. */
  readonly reading?: Reading
  /** Tokens by which people are known to servers of tools, where the platform has such. */
  readonly signOn?: SignOn
  /** The time zone of a person (by the platform's own user id), of the IANA database, where the platform knows it. Best effort. */
  zoneOf?(person: string, signal: AbortSignal): Promise<string | undefined>
  /**
   * The names of people, channels and groups, by the ids by which they stand in a text, where the platform does not tell them with
   * it. Best effort.
   */
  names?(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>>
}

/**
 * Where something is said that answers nobody: in a channel or thread, by its name; in the direct conversation in which somebody was
 * answered before; or in the thread of a message of ours, and where that was posted.
 */
export type Target = { place: Place } | { directAt: Place } | { below: MessageRef; in: Place }

export interface FindHints {
  /** When the attempt began, in milliseconds since the epoch. */
  since: number
  /** Whether the message is known to be another one; such a message is never found. */
  owned(ref: MessageRef): Promise<boolean>
}

/**
 * `received`: it is kept and its turn will come. `waiting`: another question of the same person is answered first. `writing`: there
 * is text to see already.
 */
export type Activity = 'received' | 'waiting' | 'thinking' | 'searching' | 'writing' | 'idle'

/**
 * Text once appended cannot be changed. Calls must not overlap. What was `limited` may be called again; after any other outcome
 * than `ok`, use `Channel.edit` instead.
 */
export interface NativeStream {
  readonly ref: MessageRef
  /** When the platform will close it by itself, in milliseconds since the epoch. Finish before. */
  readonly expiresAt: number
  append(text: string, signal: AbortSignal): Promise<Outcome<void>>
  /**
   * Appends the rest and closes the message; `part` carries what comes with the end: quick replies, image, link. `goesOn`: the
   * answer does, in this message by edits or in another one.
   */
  finish(text: string, part: Part, goesOn: boolean, signal: AbortSignal): Promise<Outcome<void>>
}

export interface Limits {
  /** Of one message's text. */
  text: { max: number; unit: 'utf8' | 'utf16' }
  /**
   * What each operation costs: a call needs a token of every scope in its list. The first of a post is the narrowest: whoever
   * shares it writes into the same place, which takes the messages of both or refuses them.
   */
  cost: Record<'post' | 'edit' | 'stream' | 'append' | 'finish', readonly Scope[]>
  /** In how many messages an answer may come, and what a file costs that holds what is longer; absent: in any number. */
  atMost?: { messages: number; cost: readonly Scope[] }
  /**
   * Where messages can be changed only a few times: when the first of them may be shown before the answer has ended, each time
   * once, in milliseconds since it began. The others are shown at the end.
   */
  interim?: readonly number[]
  /** People are told once of a message, with what it said first: that is worth being a sentence. */
  toldOnce?: true
  /** A file is only offered there, and asked for (`Inbox.file`) when its person takes it. */
  offers?: true
  /** One person alone sees what is shown there, for a while: when that is over the place is gone, and they are not. */
  alone?: true
}

/** What became of a message. `dropped`: it was `promised` an answer and gets none; the adapter ends that with why, to them alone. */
export type Taken = 'taken' | { dropped: Note }

/** What was found, perhaps nothing; or why the person is shown nothing. */
export type LookedUp = { found: readonly FoundPassage[] } | { dropped: Note }

/** What a platform tells us. Each resolves when the event is durable; a rejection means it is not, so don't acknowledge. */
export interface Inbox {
  message(message: InboundMessage): Promise<Taken>
  /** Whether an agent would answer it: of a reaction, for an adapter that has to look where it is before it says so. */
  isAsked(told: InboundMessage): Promise<boolean>
  /** What to tell the person who pressed, alone. */
  press(press: Press): Promise<Note | undefined>
  /** A message of ours with buttons as somebody sees it; undefined: it is not there any more. Changes nothing, and keeps nothing. */
  look(at: Look): Promise<Looked | undefined>
  /** What to tell the person who voted, alone. */
  vote(vote: Vote): Promise<Note | undefined>
  /** A file that was offered with an answer, for whoever had asked; undefined: it is not there any more, or it is not theirs. */
  file(asked: AskedFile): Promise<Attachment | undefined>
  control(control: Control): Promise<void>
  /** Greets a person who is new; what it resolves with may be offered to everybody. */
  opened(opening: Opening): Promise<Welcome>
  /** Says once in a channel who answers there, and how they are called; to whoever has brought the app there, why nobody does. */
  invited(invitation: Invitation): Promise<void>
  /** What everybody who sees them may know of what they lead to; none of those that lead elsewhere. */
  shared(links: SharedLinks): Promise<readonly { url: string; note: Note }[]>
  /** What to ask the person, in private; or why nobody would answer them. */
  asked(asked: AskAbout): Promise<{ question: Note } | { dropped: Note }>
  /**
   * What the agent of that place knows about the text, the best `count` behind the first `skip`: at most 10 at once and 30 in all, for
   * whoever might say the same to it there. Nothing of it is kept. Rejects with the signal's reason when it is aborted.
   */
  lookUp(told: InboundMessage, page: { skip: number; count: number }, signal: AbortSignal): Promise<LookedUp>
  /**
   * What to show the person alone, in place of the view whose button or form it was. Faults of theirs are told in the view. It
   * may take as long as a model does: an adapter acknowledges in time with what it has.
   */
  command(call: CommandCall): Promise<View>
  /** Somebody was shown how they can sign in, for a call that waits for it. */
  signingOn(on: SigningOn): Promise<void>
  /** What waits for that goes on. Rejects as what asks for the token does; then nothing is lost, and it can be told again. */
  signedOn(on: SignedOn): Promise<'given' | 'refused' | 'taken' | 'over'>
  /** What may stand there, the likeliest first; at most 25. */
  complete(typing: Typing): Promise<readonly Choice[]>
}
