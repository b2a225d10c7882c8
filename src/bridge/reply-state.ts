import type { Attachment, MessageRef, Part } from '../model/message.ts'
import type { Outcome, Refusal } from '../ports/channel.ts'
import type { Answer } from '../turns/show.ts'
import type { Step } from './reply-plan.ts'
import type { Piece } from './split.ts'

/** All that is known of a reply that is being shown: plain data, which `next` changes and `plan` reads. */
export interface ReplyState {
  /** The answer so far, in Markdown; all of it once it has ended. */
  readonly text: string
  /** When the first text came, in milliseconds since the epoch. */
  readonly textSince: number
  /** The answer as it was committed; undefined while it grows. */
  readonly answer?: Answer
  /** Its person stopped it at the platform: nothing is added but that it was stopped. */
  readonly isStopped: boolean
  readonly messages: readonly Message[]
  /** The answer is on the screen up to there. */
  readonly shownUpTo: number
  /** Nothing is shown before the answer is longer than this, which an earlier attempt has shown; afterwards it only grows. */
  readonly atLeast: number
  readonly beganAt: number
  /** Where messages can be changed only a few times: see `Limits.interim`. */
  readonly interim?: readonly number[] | undefined
  /** How often it was shown while it grew. */
  readonly interims: number
  /** What the platform has not refused so far. `dress`: buttons, a picture and what else comes with the end. */
  readonly may: { readonly stream: boolean; readonly attach: boolean; readonly grow: boolean; readonly dress: boolean }
  /** Made since something was last shown. */
  readonly pauses: number
  /** Nothing that can be done will show it. */
  readonly lost?: Refusal
}

/** One message of a reply, as far as it is known to be on the screen. */
export interface Message {
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
}

/** What a message of the reply should hold by now. */
export type Content =
  /** `whole`: it will hold no more. */
  { piece: Piece; part: Part; whole: boolean } | { file: Attachment; whole: true }

export type ReplyEvent =
  | { on: 'text'; text: string; at: number }
  | { on: 'answer'; answer: Answer; text: string }
  /** The intent to post a message is recorded. */
  | { on: 'intended'; n: number; at: number; isPaid: boolean }
  /** A message that may exist was looked for. */
  | { on: 'looked'; n: number; ref: MessageRef | undefined }
  /** The edit that was paid for is about to be made. */
  | { on: 'spent'; n: number }
  /** `ref`: of a message that was opened, if it is ours. `expiresAt`: of the native stream that it was opened as. */
  | { on: 'done'; step: Step; ref?: MessageRef | undefined; expiresAt?: number }
  /** `isNative`: a message was to be opened as a native stream. */
  | { on: 'failed'; step: Step; isNative: boolean; outcome: NotDone }
  /** A call is without an outcome, so there is a pause. */
  | { on: 'paused' }

export type NotDone = Exclude<Outcome<unknown>, { ok: unknown }>

/** Before anything is known of the answer. */
export function begin(given: Pick<ReplyState, 'messages' | 'atLeast' | 'beganAt' | 'interim' | 'may'>): ReplyState {
  return { text: '', textSince: 0, isStopped: false, shownUpTo: 0, interims: 0, pauses: 0, ...given }
}

export function next(state: ReplyState, event: ReplyEvent): ReplyState {
  switch (event.on) {
    case 'text':
      if (state.isStopped) return state
      return { ...state, text: event.text, ...(state.text === '' && { textSince: event.at }) }
    case 'answer':
      return { ...state, answer: event.answer, ...(!state.isStopped && { text: event.text }) }
    case 'intended':
      return withMessage(state, event.n, { intendedAt: event.at, isPaid: event.isPaid, isFrozen: false })
    case 'looked':
      return event.ref ? mended(state, event.n, { ref: event.ref }) : mended(state, event.n, {}, 'intendedAt')
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

/** A step that was not done, or perhaps. */
function failed(state: ReplyState, { step, isNative, outcome }: ReplyEvent & { on: 'failed' }): ReplyState {
  const { n } = step
  // Nothing was posted, so nothing need be looked for; after an unknown outcome it must be.
  const isAbsent = step.do === 'open' && !('unknown' in outcome)
  const known = isAbsent ? mended(state, n, {}, 'intendedAt') : state
  if ('limited' in outcome) return known
  // Whether it was appended or not, an edit that holds everything makes it right at once.
  const bare = mended(known, n, {}, 'native', 'looks')
  if ('unknown' in outcome) return bare
  const { refused } = outcome
  if (refused.code === 'stopped' && !state.isStopped) return { ...bare, isStopped: true }
  // Not here, or not now: the place itself is judged by a post.
  if (step.do === 'open' && isNative) return forbid(bare, 'stream')
  // It comes in messages instead.
  if (step.do === 'open' && 'file' in step.content) return forbid(bare, 'attach')
  if (refused.code !== 'invalid' && refused.code !== 'unsupported') return { ...bare, lost: refused }
  if (step.do === 'append' || step.do === 'finish') return bare
  if (!state.answer) return forbid(bare, 'grow')
  // Perhaps it is the picture or the buttons: the words alone are better than nothing.
  return state.may.dress ? forbid(bare, 'dress') : { ...bare, lost: refused }
}

function forbid(state: ReplyState, what: keyof ReplyState['may']): ReplyState {
  return { ...state, may: { ...state.may, [what]: false } }
}

function withMessage(state: ReplyState, n: number, message: Message): ReplyState {
  const messages = [...state.messages]
  messages[n] = message
  return { ...state, messages }
}

/** With what is known anew of a message, and without what is known no more. */
function mended(
  state: ReplyState,
  n: number,
  change: Partial<Message>,
  ...gone: ('intendedAt' | 'native' | 'looks' | 'isPaid')[]
): ReplyState {
  const message = { ...state.messages[n]!, ...change }
  for (const one of gone) delete (message as Partial<Message>)[one]
  return withMessage(state, n, message)
}
