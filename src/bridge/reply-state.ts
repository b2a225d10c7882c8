import type { Attachment, MessageRef, Part } from '../model/message.ts'
import type { Outcome, Refusal } from '../ports/channel.ts'
import type { CommittedAnswer } from '../turns/show.ts'
import type { Piece } from './split.ts'

export type ReplyStep =
  /** Find out whether a message is there that may have been posted since then. */
  | { do: 'look'; n: number; since: number }
  /** It may be there, and nothing better can be said than that. */
  | { do: 'doubt'; n: number }
  | { do: 'open'; n: number; content: MessageContent }
  | { do: 'append'; n: number; text: string; upTo: number }
  | { do: 'finish'; n: number; text: string; upTo: number; part: Part; whole: boolean; goesOn: boolean }
  | { do: 'edit'; n: number; part: Part; upTo: number; whole: boolean }
  | { do: 'remove'; n: number }

/** All that is known of a reply that is being shown: plain data, which `next` changes and `plan` reads. */
export interface ReplyState {
  /** The answer so far, in Markdown; all of it once it has ended. */
  readonly text: string
  /** When the first text came, in milliseconds since the epoch. */
  readonly textSince: number
  /** The answer as it was committed; undefined while it grows. */
  readonly answer?: CommittedAnswer
  /** Its person stopped it at the platform: nothing is added but that it was stopped. */
  readonly isStopped: boolean
  readonly messages: readonly ReplyMessage[]
  /** The answer is on the screen up to there. */
  readonly shownUpTo: number
  /** Nothing is shown before the answer is longer than this, which an earlier attempt has shown; afterwards it only grows. */
  readonly atLeast: number
  readonly beganAt: number
  /** Where messages can be changed only a few times: see `Limits.interim`. */
  readonly interim?: readonly number[] | undefined
  /** See `Limits.toldOnce`. */
  readonly toldOnce?: true | undefined
  /** How often it was shown while it grew. */
  readonly interims: number
  /** What the platform has not refused so far. */
  readonly may: {
    readonly stream: boolean
    readonly attach: boolean
    /** Files that come with an answer; `attach`: what is too long for messages. */
    readonly bring: boolean
    readonly grow: boolean
  }
  /** It has refused something richer: words alone are shown. */
  readonly isPlain: boolean
  /** It has refused the words too: all of it comes as a file, behind so many messages and, if there is one, what was begun. */
  readonly inFile?: { readonly behind: number; readonly isBegun: boolean }
  /** Names of files that came with the answer, and that the platform has refused. */
  readonly unbrought?: readonly string[]
  /** Others wrote meanwhile: the first message calls whoever asked. */
  readonly calls?: true
  /** Made since something was last shown. */
  readonly pauses: number
  /** What the platform refused last, where that made it plainer. */
  readonly refused?: Refusal
  /** Nothing that can be done in its place will show it. */
  readonly lost?: Lost
}

/** `unsure`: it may be there, and nobody can look. */
export interface Lost {
  readonly code: Refusal['code'] | 'unsure'
  /** The platform's own word, for the log. */
  readonly detail: string
  /** Not only this message: nobody may write there. */
  readonly isPlace?: true
}

/** One message of a reply, as far as it is known to be on the screen. */
export interface ReplyMessage {
  /** Since when it may exist: an attempt to post it was recorded. */
  readonly intendedAt?: number
  readonly ref?: MessageRef
  /** Open for appending, and how much of the answer was appended. */
  readonly native?: { readonly upTo: number; readonly expiresAt: number }
  /** What it looks like, if that is known. */
  readonly looks?: Part
  /** The edit that completes it was paid for when it was posted. */
  readonly isPaid?: boolean
  /** It holds all it will ever hold. */
  readonly isFrozen: boolean
  /** It cannot be changed any more: what it should hold stands in the next. */
  readonly isLeft?: true
  /** What it was to be opened with, by a call without an outcome. */
  readonly tried?: MessageContent
}

/** The messages that hold the answer, by their numbers. */
export const heldBy = (messages: readonly ReplyMessage[]): number[] =>
  messages.flatMap(({ isLeft }, n) => (isLeft ? [] : [n]))

/** What a message of the reply should hold by now. */
export type MessageContent =
  /** `whole`: it will hold no more. */
  { piece: Piece; part: Part; whole: boolean } | FileContent

/** `brought`: it comes with the answer, which is whole without it. */
export interface FileContent {
  file: Attachment
  whole: true
  brought?: true
}

export type ReplyEvent =
  | { on: 'text'; text: string; at: number }
  | { on: 'answer'; answer: CommittedAnswer; text: string }
  /** The intent to post a message is recorded. */
  | { on: 'intended'; n: number; at: number; isPaid: boolean; calls?: boolean }
  /** A message that may exist was looked for. `unknowable`: nobody can tell whether it is there. */
  | { on: 'looked'; n: number; found: LookupResult }
  /** What may be there already is all there is to say. */
  | { on: 'doubted' }
  /** The edit that was paid for is about to be made. */
  | { on: 'spent'; n: number }
  /** `ref`: of a message that was opened, if it is ours. `expiresAt`: of the native stream that it was opened as. */
  | { on: 'done'; step: ReplyStep; ref?: MessageRef | undefined; expiresAt?: number }
  /** `isNative`: a message was to be opened as a native stream. */
  | { on: 'failed'; step: ReplyStep; isNative: boolean; outcome: NotDone }
  /** A call is without an outcome, so there is a pause. */
  | { on: 'paused' }

export type LookupResult = { ref: MessageRef } | 'absent' | 'unknowable'
export type NotDone = Exclude<Outcome<unknown>, { ok: unknown }>

/** Before anything is known of the answer. */
export function begin(
  given: Pick<ReplyState, 'messages' | 'atLeast' | 'beganAt' | 'interim' | 'toldOnce' | 'may' | 'lost' | 'calls'>,
): ReplyState {
  const nothing = { text: '', textSince: 0, shownUpTo: 0, interims: 0, pauses: 0, isStopped: false, isPlain: false }
  return { ...nothing, ...given }
}

export function next(state: ReplyState, event: ReplyEvent): ReplyState {
  switch (event.on) {
    case 'text':
      if (state.isStopped) return state
      return { ...state, text: event.text, ...(state.text === '' && { textSince: event.at }) }
    case 'answer':
      return { ...state, answer: event.answer, ...(!state.isStopped && { text: event.text }) }
    case 'intended': {
      const intended = withMessage(state, event.n, { intendedAt: event.at, isPaid: event.isPaid, isFrozen: false })
      return { ...intended, ...(event.calls && { calls: true }) }
    }
    case 'looked':
      return looked(state, event)
    case 'doubted':
      return { ...state, lost: unsure }
    case 'spent':
      return mended(state, event.n, {}, 'isPaid')
    case 'done':
      return done(state, event)
    case 'failed':
      return failed(state, event)
    case 'paused':
      return { ...state, pauses: state.pauses + 1 }
  }
}

function done(state: ReplyState, { step, ref, expiresAt }: ReplyEvent & { on: 'done' }): ReplyState {
  const { n } = step
  switch (step.do) {
    case 'look':
    case 'doubt':
      return state
    case 'remove':
      return mended(state, n, { isFrozen: true })
    case 'append':
      return shown(mended(state, n, { native: { ...state.messages[n]!.native!, upTo: step.upTo } }), step.upTo)
    case 'finish':
      return shown(mended(state, n, { isFrozen: step.whole }, 'native'), step.upTo)
    case 'edit':
      return shown(mended(state, n, { looks: step.part, isFrozen: step.whole }), step.upTo)
    case 'open': {
      const { content } = step
      const placed = ref && { ref }
      if ('file' in content) return mended(state, n, { ...placed, isFrozen: true })
      const { piece, part, whole } = content
      const native = expiresAt !== undefined && { native: { upTo: piece.end, expiresAt } }
      return shown(mended(state, n, { ...placed, ...(native || { looks: part, isFrozen: whole }) }), piece.end)
    }
  }
}

function shown(state: ReplyState, upTo: number): ReplyState {
  const interims = state.interims + (state.answer ? 0 : 1)
  return { ...state, shownUpTo: upTo, pauses: 0, interims }
}

const unsure: Lost = { code: 'unsure', detail: 'it may be there, and nobody can look' }

function looked(state: ReplyState, { n, found }: ReplyEvent & { on: 'looked' }): ReplyState {
  const { tried } = state.messages[n]!
  if (typeof found === 'object') return mended(state, n, { ref: found.ref }, 'tried')
  // It may be there, and the answer is whole without it.
  if (found === 'unknowable' && tried && 'brought' in tried) return mended(state, n, { isFrozen: true }, 'tried')
  // Of what a process was about when it died nobody knows anything: an answer is better than its absence.
  if (found === 'absent' || !tried) return mended(state, n, {}, 'intendedAt', 'tried')
  if (tried.whole) return { ...state, lost: unsure }
  // The end of an answer is worth more than its beginning twice, once.
  return forbid(mended(state, n, {}, 'intendedAt'), 'grow', 'stream')
}

/** A step that was not done, or perhaps. */
function failed(state: ReplyState, { step, isNative, outcome }: ReplyEvent & { on: 'failed' }): ReplyState {
  const { n } = step
  // Nothing was posted, so nothing need be looked for; after an unknown outcome it must be.
  const isAbsent = step.do === 'open' && !('unknown' in outcome)
  const known = isAbsent ? mended(state, n, {}, 'intendedAt') : state
  if ('limited' in outcome) return known
  // Whether it was appended or not, an edit that holds everything makes it right at once.
  const bare = mended(known, n, {}, 'native', 'looks')
  if ('unknown' in outcome) return step.do === 'open' ? mended(bare, n, { tried: step.content }) : bare
  const { refused } = outcome
  if (refused.code === 'stopped' && !state.isStopped) return { ...bare, isStopped: true }
  return step.do === 'open' ? notOpened(bare, step, isNative, refused) : notChanged(bare, step, refused)
}

function notOpened(
  state: ReplyState,
  { n, content }: ReplyStep & { do: 'open' },
  isNative: boolean,
  refused: Refusal,
): ReplyState {
  // Not here, or not now: the place itself is judged by a post.
  if (isNative) return forbid(state, 'stream')
  // What is too long comes in messages instead; what was refused as words has no other form.
  if ('file' in content && content.brought) {
    return { ...state, refused, unbrought: [...(state.unbrought ?? []), content.file.name] }
  }
  if ('file' in content) return state.inFile ? { ...state, lost: refused } : forbid(state, 'attach')
  if (refused.code === 'invalid') return plainer(state, n, refused)
  const isPlace = refused.code === 'forbidden' || refused.code === 'unsupported'
  return { ...state, lost: { ...refused, ...(isPlace && { isPlace }) } }
}

function notChanged(state: ReplyState, { do: what, n }: ReplyStep, refused: Refusal): ReplyState {
  const { code } = refused
  // The file is there; that what was begun does not say so is the least.
  if (state.inFile) return mended(state, n, { isFrozen: true })
  if (code === 'unchangeable' || (code === 'unsupported' && what === 'edit')) {
    return forbid(mended(state, n, { isLeft: true }), 'grow', 'stream')
  }
  if (code !== 'invalid' && code !== 'unsupported') return { ...state, lost: refused }
  if (what === 'append') return state
  // Its words are there: what came with the end was refused.
  if (what === 'finish') return code === 'invalid' ? { ...state, isPlain: true, refused } : state
  return plainer(state, n, refused)
}

/** As rich as may be, then words alone, then a file. */
function plainer(state: ReplyState, n: number, refused: Refusal): ReplyState {
  if (!state.answer) return forbid({ ...state, isPlain: true, refused }, 'grow')
  if (!state.isPlain) return { ...state, isPlain: true, refused }
  if (!state.may.attach) return { ...state, lost: refused }
  const behind = heldBy(state.messages).indexOf(n)
  return { ...state, refused, inFile: { behind, isBegun: state.messages[n]!.ref !== undefined } }
}

function forbid(state: ReplyState, ...what: (keyof ReplyState['may'])[]): ReplyState {
  return { ...state, may: { ...state.may, ...Object.fromEntries(what.map((one) => [one, false])) } }
}

function withMessage(state: ReplyState, n: number, message: ReplyMessage): ReplyState {
  const messages = [...state.messages]
  messages[n] = message
  return { ...state, messages }
}

/** With what is known anew of a message, and without what is known no more. */
function mended(
  state: ReplyState,
  n: number,
  change: Partial<ReplyMessage>,
  ...gone: ('intendedAt' | 'native' | 'looks' | 'isPaid' | 'tried')[]
): ReplyState {
  const message = { ...state.messages[n]!, ...change }
  for (const one of gone) delete (message as Partial<ReplyMessage>)[one]
  return withMessage(state, n, message)
}
