import { isDeepStrictEqual } from 'node:util'
import { stopped } from '../engine/converse.ts'
import type { Log } from '../log.ts'
import type { MessageRef, Part } from '../model/message.ts'
import type { Budget, Scope } from '../ports/budget.ts'
import type { Activity, Channel, Limits, NativeStream, Outcome, Refusal } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { PartRow } from '../store/turns.ts'
import type { Lease } from '../turns/lease.ts'
import type { Answer, Show } from '../turns/show.ts'
import type { ChatContext } from './context.ts'
import type { Ask, Pacer } from './pace.ts'
import { answerPart, answerText } from './parts.ts'
import { createSplitter, type Piece, render } from './split.ts'

/** A first message is worth waiting for its first words, but not for long. */
const firstTextMs = 120
const firstTextChars = 24
/** How long taking back a reply may take. */
const discardMs = 10_000
/** Quick answers need no "is thinking…". */
const activityAfterMs = 250
/** A native stream is closed this long before the platform would do it, and its message edited from then on. */
const closeEarlyMs = 60_000
/** A final that cannot be shown is tried again with growing pauses, for this long. */
const giveUpAfterMs = 15 * 60_000

export interface ReplyParts {
  store: Store
  channel: Channel
  pacer: Pacer
  budget: Budget
  log: Log
  now: () => number
  /** Rejects with the signal's reason when it is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface ReplyTo {
  turnId: string
  context: ChatContext
  lease: Lease
  /** What an earlier attempt put on the screen. */
  shown: readonly PartRow[]
  signal: AbortSignal
}

/** One message of the reply, as far as it is on the screen. */
interface Message {
  /** Since when it may exist: an attempt to post it was recorded. */
  intendedAt?: number
  ref?: MessageRef
  /** Open for appending; the characters of the answer that were appended. */
  native?: { stream: NativeStream; upTo: number }
  /** What it looks like; undefined when that is not known. */
  looks?: Part
  /** It holds all it will ever hold. */
  frozen: boolean
}

type Step =
  | { do: 'open'; n: number }
  | { do: 'append'; n: number; upTo: number }
  | { do: 'finish'; n: number }
  | { do: 'edit'; n: number; part: Part }
  | { do: 'remove'; n: number }

/** Shows one turn's answer while it grows: one loop that always shows the latest, whenever the pacer lets it. */
export function createReply(parts: ReplyParts, to: ReplyTo): Show {
  const { store, channel, pacer, budget, log, now, sleep } = parts
  const { turnId, context, lease } = to
  const limits: Limits = channel.limits(context.replyTo)
  const splitter = createSplitter(limits.text)
  const messages: Message[] = to.shown.map((row) => ({
    intendedAt: row.intent_at,
    ...(row.ref ? { ref: row.ref as MessageRef } : {}),
    frozen: false,
  }))

  let text = ''
  let textSince: number | undefined
  let answer: Answer | undefined
  let nativeAllowed = channel.stream !== undefined && messages.length === 0
  let wordsOnly = false
  let shownChars = 0
  let wake: (() => void) | undefined
  let loop: Promise<void> | undefined

  // A stop keeps what there is and shows it to the end; everything else that aborts a turn ends the showing too.
  const own = new AbortController()
  const abort = () => {
    if (to.signal.reason === stopped) return
    own.abort(to.signal.reason)
    wake?.()
  }
  to.signal.addEventListener('abort', abort)
  const { signal } = own

  /** What the pacer sees of this reply. */
  const ask: Ask & { scopes: readonly Scope[]; lastShownAt: number; endedAt?: number } = {
    scopes: [],
    rank: () => (answer ? 'final' : messages.some((message) => message.ref) ? 'edit' : 'first'),
    unseen: () => text.length - shownChars,
    lastShownAt: 0,
  }

  const activity = createActivity(channel, context, signal)

  const changed = () => {
    wake?.()
    pacer.changed(ask)
    loop ??= showAll().finally(() => to.signal.removeEventListener('abort', abort))
    loop.catch(() => {})
  }

  async function showAll(): Promise<void> {
    for (;;) {
      const step = nextStep()
      if (step) await take(step)
      else if (answer) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  }

  /** The messages that show what there is of the answer. */
  function piecesNow(): readonly Piece[] {
    const shown = messages.findLast((message) => message.native)?.native?.upTo
    return splitter.update(text, { closed: answer !== undefined, ...(shown === undefined ? {} : { shown }) })
  }

  /** What should be done now to bring the screen nearer to the answer. */
  function nextStep(): Step | undefined {
    signal.throwIfAborted()
    const pieces = piecesNow()
    for (const [n, piece] of pieces.entries()) {
      const message = messages[n]
      if (message?.frozen) continue
      const whole = piece.full || answer !== undefined
      if (!message?.ref) return whole || worthPosting(piece) ? { do: 'open', n } : undefined
      if (message.native) {
        if (whole || now() >= message.native.stream.expiresAt - closeEarlyMs) return { do: 'finish', n }
        return piece.end > message.native.upTo ? { do: 'append', n, upTo: piece.end } : undefined
      }
      const part = partFor(pieces, n)
      if (!isDeepStrictEqual(message.looks, part)) return { do: 'edit', n, part }
      if (whole) message.frozen = true
      else return undefined
    }
    // An attempt before a restart may have come further than this answer does.
    const extra = answer ? messages.findIndex((message, n) => n >= pieces.length && message.ref && !message.frozen) : -1
    return extra < 0 ? undefined : { do: 'remove', n: extra }
  }

  function worthPosting(piece: Piece): boolean {
    return piece.end - piece.start >= firstTextChars || now() - (textSince ?? now()) >= firstTextMs
  }

  function partFor(pieces: readonly Piece[], n: number): Part {
    const shownText = render(text, pieces[n]!)
    const last = n === pieces.length - 1
    return answer && last && !wordsOnly ? answerPart(shownText, turnId, answer, context.language) : { text: shownText }
  }

  async function take(step: Step): Promise<void> {
    if (step.do === 'open') return open(step.n)
    await granted(step.do === 'remove' ? limits.cost.edit : limits.cost[step.do])
    // The answer went on while this waited: show what it is now.
    const latest = nextStep()
    if (latest?.do !== step.do || latest.n !== step.n) return
    lease.assertHeld()
    const message = messages[step.n]!
    switch (latest.do) {
      case 'append': {
        const piece = text.slice(message.native!.upTo, latest.upTo)
        const outcome = await message.native!.stream.append(piece, signal)
        if ('ok' in outcome) message.native!.upTo = latest.upTo
        return streamed(outcome, message, latest.upTo)
      }
      case 'finish': {
        const { stream, upTo } = message.native!
        const pieces = piecesNow()
        const piece = pieces[latest.n]!
        const whole = piece.full || answer !== undefined
        const rest = whole ? text.slice(upTo, piece.end) + piece.suffix : ''
        const outcome = await stream.finish(rest, partFor(pieces, latest.n), signal)
        delete message.native
        if ('ok' in outcome && whole) message.frozen = true
        return streamed(outcome, message, piece.end)
      }
      case 'edit': {
        const { end } = piecesNow()[latest.n]!
        const outcome = await channel.edit(message.ref!, latest.part, signal)
        if ('ok' in outcome) {
          message.looks = latest.part
          return shownNow(end)
        }
        if ('unknown' in outcome) return pause(outcome.unknown)
        return notDone(outcome, message)
      }
      case 'remove': {
        message.frozen = true
        await channel.remove?.(message.ref!, signal)
      }
    }
  }

  /** Puts a message there that is not known to be: natively while the answer grows and the budget has room, else as a post. */
  async function open(n: number): Promise<void> {
    const before = messages[n]
    if (before?.intendedAt !== undefined) {
      const found = await lookFor(n, before.intendedAt)
      if (found) return
    }
    const native = nativeAllowed && !answer && (await budget.tryTake(limits.cost.stream, 'urgent')) === 'ok'
    if (!native) await granted(limits.cost.post)
    const pieces = piecesNow()
    const piece = pieces[n]!
    lease.assertHeld()
    await store.turns.intend(turnId, n)
    const message: Message = { intendedAt: now(), frozen: false }
    messages[n] = message
    if (native) {
      const begun = piece.prefix + text.slice(piece.start, piece.end)
      const outcome = await channel.stream!(context.replyTo, begun, partKey(n), signal)
      if (!('ok' in outcome)) return notOpened(outcome, n, 'stream')
      message.native = { stream: outcome.ok, upTo: piece.end }
      return placed(n, outcome.ok.ref, piece.end)
    }
    const part = partFor(pieces, n)
    const whole = piece.full || answer !== undefined
    const outcome = await channel.post(context.replyTo, part, partKey(n), signal)
    if (!('ok' in outcome)) return notOpened(outcome, n, 'post')
    message.looks = part
    message.frozen = whole
    return placed(n, outcome.ok, piece.end)
  }

  async function placed(n: number, ref: MessageRef, upTo: number): Promise<void> {
    messages[n]!.ref = ref
    await store.turns.placed(turnId, n, ref)
    shownNow(upTo)
  }

  async function notOpened(outcome: NotDone | { unknown: Error }, n: number, how: 'stream' | 'post'): Promise<void> {
    if ('unknown' in outcome) return pause(outcome.unknown)
    // Nothing was posted, so nothing need be looked for.
    delete messages[n]!.intendedAt
    if (how === 'stream') nativeAllowed = false
    if (how === 'post' || 'limited' in outcome) notDone(outcome, messages[n]!)
  }

  /** After an attempt whose outcome nobody knows: is the message there? Platforms without `find` don't post a key twice. */
  async function lookFor(n: number, since: number): Promise<boolean> {
    if (!channel.find) return false
    lease.assertHeld()
    const outcome = await channel.find(context.replyTo, partKey(n), since, signal)
    if ('ok' in outcome) {
      if (outcome.ok) await placed(n, outcome.ok, 0)
      else delete messages[n]!.intendedAt
      return outcome.ok !== undefined
    }
    if ('limited' in outcome) await sleep(Math.max(0, outcome.limited.retryAt - now()), signal)
    else if ('unknown' in outcome) await pause(outcome.unknown)
    // A place that cannot be read is one to post to again only if nothing else is left: an answer beats its absence.
    else delete messages[n]!.intendedAt
    return 'refused' in outcome ? false : lookFor(n, since)
  }

  /** Whatever went wrong while appending, an edit makes it right: it says all the message should hold. */
  function streamed(outcome: Outcome<void>, message: Message, upTo: number): void {
    if ('ok' in outcome) return shownNow(upTo)
    if ('limited' in outcome) return pacer.limited(outcome.limited.scope, outcome.limited.retryAt)
    delete message.native
    if ('refused' in outcome && ['gone', 'forbidden', 'revoked', 'stopped'].includes(outcome.refused.code)) {
      refused(outcome.refused, message)
    }
  }

  function notDone(outcome: NotDone, message: Message): void {
    if ('limited' in outcome) pacer.limited(outcome.limited.scope, outcome.limited.retryAt)
    else refused(outcome.refused, message)
  }

  let pauses = 0
  async function pause(error: Error): Promise<void> {
    pauses++
    if (ask.endedAt !== undefined && now() - ask.endedAt > giveUpAfterMs) throw new Undeliverable(error.message)
    log.warn({ turn: turnId, reason: error.message }, 'a call to the platform may or may not have been carried out')
    await sleep(Math.min(30_000, 250 * 2 ** pauses), signal)
  }

  /** The platform will never do it. */
  function refused(refusal: Refusal, message: Message): void {
    if (refusal.code === 'invalid' && answer && !wordsOnly) {
      // Perhaps it is the picture or the buttons: the words alone are better than nothing.
      wordsOnly = true
      return
    }
    message.frozen = true
    throw new Undeliverable(`${refusal.code}: ${refusal.detail}`)
  }

  /** The answer is on the screen up to there. */
  function shownNow(upTo: number): void {
    pauses = 0
    ask.lastShownAt = now()
    shownChars = upTo
    if (!answer) void store.turns.savePartial(turnId, lease.epoch, text).catch(() => {})
  }

  async function granted(scopes: readonly Scope[]): Promise<void> {
    if (scopes.length === 0) return
    ask.scopes = scopes
    await pacer.grant(ask, signal)
  }

  const partKey = (n: number) => `${turnId}:${n}`

  return {
    progress(progress) {
      if (progress.searching) activity.set('searching')
      if (progress.text === text) return
      if (text === '') {
        textSince = now()
        sleep(firstTextMs, signal).then(changed, () => {})
      }
      text = progress.text
      changed()
    },
    async answer(final) {
      answer = final
      ask.endedAt = now()
      text = answerText(final, context.language)
      changed()
      try {
        await loop
      } catch (error) {
        if (!(error instanceof Undeliverable)) throw error
        log.error({ turn: turnId, reason: error.message }, 'an answer could not be delivered')
      } finally {
        activity.idle()
      }
    },
    async discard() {
      activity.idle()
      own.abort(new Error('the answer is not wanted any more'))
      wake?.()
      await loop?.catch(() => {})
      const limit = AbortSignal.timeout(discardMs)
      for (const [n, { ref, intendedAt }] of messages.entries()) {
        // A call that was cut off by the end may have posted all the same.
        const found =
          ref ??
          (intendedAt === undefined ? undefined : await channel.find?.(context.replyTo, partKey(n), intendedAt, limit))
        const there = typeof found === 'object' ? ('ok' in found ? found.ok : undefined) : found
        if (there) await channel.remove?.(there, limit)
      }
    },
  }
}

type NotDone = Extract<Outcome<unknown>, { limited: unknown } | { refused: unknown }>

/** Nothing that can be done will show it. */
class Undeliverable extends Error {}

/** "is thinking…", for answers that take a moment; taken back at the end. */
function createActivity(channel: Channel, context: ChatContext, signal: AbortSignal) {
  let current: Activity = 'idle'
  const set = (what: Activity) => {
    clearTimeout(timer)
    if (current === what || signal.aborted) return
    current = what
    void channel.activity?.(context.replyTo, what, signal).catch(() => {})
  }
  const timer = setTimeout(() => set('thinking'), activityAfterMs)
  timer.unref()
  return { set, idle: () => set('idle') }
}
