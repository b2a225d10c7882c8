import type { Log } from '../log.ts'
import type { MessageRef } from '../model/message.ts'
import type { Budget, Scope } from '../ports/budget.ts'
import type { Channel, Outcome, Refusal } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import { type Answer, mayRetry, type Show, type ShownTurn } from '../turns/show.ts'
import { createActivity } from './activity.ts'
import type { ChatContext } from './context.ts'
import type { Ask, Pacer } from './pace.ts'
import { answerPart, answerText } from './parts.ts'
import { firstTextMs, type Message, nextStep, type Step } from './reply-plan.ts'
import { createSplitter, type Piece, render } from './split.ts'

/** A final that cannot be shown is tried again with growing pauses, for this long. */
const giveUpAfterMs = 15 * 60_000
const longestPauseMs = 30_000
/** What a platform may still be doing after a call without an outcome: only then is its absence a fact. */
const settledAfterMs = 2_000
/** How long taking back a reply may take. */
const discardMs = 30_000

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

/** Nothing that can be done will show it. */
class Undeliverable extends Error {}

/** Shows one turn's answer while it grows: one loop that always shows the latest, whenever the pacer lets it. */
export function createReply(parts: ReplyParts, turn: ShownTurn, context: ChatContext): Show {
  const { store, channel, pacer, budget, log, now, sleep } = parts
  const { id, lease } = turn
  const place = context.replyTo
  const { text: textLimits, cost } = channel.limits(place)
  const splitter = createSplitter(textLimits)
  const messages: Message[] = turn.parts.map(({ ref, intent_at }) => ({
    intendedAt: intent_at,
    ...(ref !== null && { ref: ref as MessageRef }),
    frozen: false,
  }))
  const partKey = (n: number) => `${id}:${n}`

  let text = ''
  let textSince = 0
  let answer: Answer | undefined
  let nativeAllowed = channel.stream !== undefined && messages.length === 0
  let endOnly = false
  let wordsOnly = false
  let silenced = false
  const waitUntil = (time: number, until: AbortSignal) => sleep(Math.max(0, time - now()), until)
  let pauses = 0
  let shownUpTo = 0
  let lastPieces: readonly Piece[] = []
  const waiting: (() => void)[] = []
  let loop: Promise<void> | undefined

  // Showing ends with the turn, or when it is taken back.
  const own = new AbortController()
  const { signal } = own
  const ended = new AbortController()
  const activity = createActivity(channel, place)
  const endFor = (reason: unknown) => {
    own.abort(reason)
    activity.end()
    resume()
  }
  const end = () => endFor(turn.signal.reason)
  turn.signal.addEventListener('abort', end, { once: true })
  if (turn.signal.aborted) end()

  /** What the pacer sees of this reply. */
  const ask: Ask & { scopes: readonly Scope[]; lastShownAt: number; endedAt?: number } = {
    scopes: [],
    rank: () => (answer ? 'final' : messages.some(({ ref }) => ref) ? 'edit' : 'first'),
    unseen: () => text.length - shownUpTo,
    lastShownAt: 0,
  }

  function resume(): void {
    for (const go of waiting.splice(0)) go()
  }

  function wake(): void {
    resume()
    pacer.changed(ask)
    if (loop) return
    loop = showAll().finally(() => turn.signal.removeEventListener('abort', end))
    // Whoever waits for the answer hears of it; before that nobody does.
    loop.catch(() => {})
  }

  /** Resolves at the next change of what there is to show, or when showing ends. */
  const nextChange = () => new Promise<void>((resolve) => waiting.push(resolve))

  async function showAll(): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const step = silenced ? undefined : planned()
      if (step) await carryOut(step)
      else if (answer) return
      else await nextChange()
    }
  }

  function planned(): Step | undefined {
    const shown = messages.findLast(({ native }) => native)?.native?.upTo
    lastPieces = splitter.update(text, { closed: answer !== undefined, ...(shown !== undefined && { shown }) })
    return nextStep({
      text,
      pieces: lastPieces,
      ended: answer !== undefined,
      messages,
      lastPart: (last) => (wordsOnly ? { text: last } : answerPart(last, id, answer!, context.language)),
      now: now(),
      textSince,
      atLeast: turn.partial,
      endOnly,
    })
  }

  async function carryOut(step: Step): Promise<void> {
    if (step.do === 'open') return open(step)
    const scopes = step.do === 'remove' ? cost.edit : cost[step.do]
    const message = messages[step.n]!
    if (step.do === 'edit' && step.whole && message.paid) delete message.paid
    else if (!(await granted(scopes))) return
    // The answer went on while this waited: show what it is now, if that costs the same.
    const latest = planned()
    if (latest?.do !== step.do || latest.n !== step.n) return
    await lease.ensure()
    if (latest.do === 'remove') {
      await removeForGood(latest.n, messages[latest.n]!, signal)
      return shown(latest)
    }
    const outcome = await call(latest)
    if (!('ok' in outcome)) return notDone(outcome, latest, scopes)
    shown(latest)
  }

  async function call(step: Exclude<Step, { do: 'open' | 'remove' }>): Promise<Outcome<void>> {
    const message = messages[step.n]!
    switch (step.do) {
      case 'append':
        return message.native!.stream.append(step.text, signal)
      case 'finish':
        return message.native!.stream.finish(step.text, step.part, signal)
      case 'edit':
        return channel.edit(message.ref!, step.part, signal)
    }
  }

  /** What is known of a message after a step that was done. */
  function shown(step: Step): void {
    const message = messages[step.n]!
    if (step.do === 'append') message.native!.upTo = step.upTo
    if (step.do === 'finish') delete message.native
    if (step.do === 'edit') message.looks = step.part
    if (step.do === 'remove') message.frozen = true
    else if (step.do !== 'append') message.frozen = step.whole
    seen(step.do === 'open' ? step.piece.end : step.do === 'remove' ? shownUpTo : step.upTo)
  }

  /** Puts a message there that is not known to be: natively while the answer grows and the budget has room, else as a post. */
  async function open({ n }: Step): Promise<void> {
    if (messages[n]?.intendedAt !== undefined && (await isThere(n, messages[n].intendedAt))) return
    const native = nativeAllowed && !answer && (await budget.tryTake(cost.stream, 'urgent')) === 'ok'
    if (!native && !(await mayPost(planned()))) return
    const latest = planned()
    if (latest?.do !== 'open' || latest.n !== n) return
    await lease.ensure()
    await store.turns.intend(id, n)
    messages[n] = { intendedAt: now(), paid: !native && !latest.whole, frozen: false }
    if (native) return openNatively(latest)
    const outcome = await channel.post(place, latest.part, partKey(n), signal)
    if (!('ok' in outcome)) return notOpened(outcome, latest, cost.post)
    messages[n].looks = latest.part
    await placed(n, outcome.ok)
    shown(latest)
  }

  /**
   * What is posted while it grows must be edited once more in the end, so that edit is paid for here. An answer that ends
   * before there is room for both is posted whole instead.
   */
  function mayPost(step: Step | undefined): Promise<boolean> {
    if (step?.do !== 'open') return Promise.resolve(false)
    return granted(step.whole ? cost.post : [...cost.post, ...cost.edit])
  }

  async function openNatively(step: Extract<Step, { do: 'open' }>): Promise<void> {
    const { n, piece } = step
    const outcome = await channel.stream!(place, piece.prefix + text.slice(piece.start, piece.end), partKey(n), signal)
    if ('refused' in outcome && outcome.refused.code !== 'stopped') {
      // Not here, or not now: the place itself is judged by a post.
      nativeAllowed = false
      delete messages[n]!.intendedAt
      return
    }
    if (!('ok' in outcome)) return notOpened(outcome, step, cost.stream)
    messages[n]!.native = { stream: outcome.ok, upTo: piece.end }
    await placed(n, outcome.ok.ref)
    seen(piece.end)
  }

  /** Whether the message is ours. */
  async function placed(n: number, ref: MessageRef): Promise<boolean> {
    const isOurs = await store.turns.placed(id, n, ref)
    if (isOurs) messages[n]!.ref = ref
    return isOurs
  }

  async function notOpened(outcome: NotDone, step: Step, scopes: readonly Scope[]): Promise<void> {
    // Nothing was posted, so nothing need be looked for; after an unknown outcome it must be.
    if (!('unknown' in outcome)) delete messages[step.n]!.intendedAt
    return notDone(outcome, step, scopes)
  }

  /**
   * After an attempt whose outcome nobody knows: is the message there? Platforms without `find` never post a key twice. It is
   * taken for absent only when the platform has had time to settle.
   */
  async function isThere(n: number, since: number): Promise<boolean> {
    while (channel.find) {
      await lease.ensure()
      const at = now()
      const outcome = await find(n, since, signal)
      if ('ok' in outcome && outcome.ok) {
        if (await placed(n, outcome.ok)) return true
        // Another turn was quicker to find it; it is not found again.
      } else if ('limited' in outcome) await waitUntil(outcome.limited.retryAt, signal)
      else if ('unknown' in outcome) await pause(outcome.unknown)
      // A place that cannot be read is posted to again: an answer is better than its absence.
      else if ('refused' in outcome || at - since >= settledAfterMs) break
      else await sleep(settledAfterMs - (at - since), signal)
    }
    delete messages[n]!.intendedAt
    return false
  }

  function find(n: number, since: number, until: AbortSignal): Promise<Outcome<MessageRef | undefined>> {
    const owned = (ref: MessageRef) => store.turns.isOwned(ref, id)
    return channel.find!(place, partKey(n), { since, owned }, until)
  }

  /** A step that was not done, or perhaps: what to do about it before the next. */
  async function notDone(outcome: NotDone, step: Step, scopes: readonly Scope[]): Promise<void> {
    const message = messages[step.n]!
    if ('limited' in outcome) {
      const { scope, retryAt } = outcome.limited
      pacer.limited(scope, retryAt)
      // What is not paid for at the pacer is waited for here.
      if (!scopes.some(({ key }) => key === scope.key)) await waitUntil(retryAt, signal)
      return
    }
    const wasNative = message.native !== undefined
    delete message.native
    delete message.looks
    if ('unknown' in outcome) {
      // Whether it was appended or not, an edit that holds everything makes it right at once.
      if (!wasNative) await pause(outcome.unknown)
      return
    }
    const { refused } = outcome
    if (refused.code === 'stopped') return silence()
    if (refused.code !== 'invalid' && refused.code !== 'unsupported') return lost(refused)
    if (wasNative) return
    if (!answer) endOnly = true
    // Perhaps it is the picture or the buttons: the words alone are better than nothing.
    else if (!wordsOnly) wordsOnly = true
    else lost(refused)
  }

  /** The person stopped it at the platform: what is there stays as it is. */
  function silence(): void {
    silenced = true
    turn.stop()
  }

  function lost({ code, detail }: Refusal): never {
    // Nobody can see it: no use in writing on.
    turn.stop()
    throw new Undeliverable(`${code}: ${detail}`)
  }

  /** Before something is tried again. A final does not wait for the pause of an edit. */
  async function pause(error: Error): Promise<void> {
    if (ask.endedAt !== undefined && now() - ask.endedAt > giveUpAfterMs) throw new Undeliverable(error.message)
    log.warn({ turn: id, reason: error.message }, 'a call to the platform may or may not have been carried out')
    const rest = new AbortController()
    const pauseMs = Math.min(longestPauseMs, 250 * 2 ** ++pauses)
    const paused = sleep(pauseMs, AbortSignal.any([signal, rest.signal])).catch(() => {})
    await (answer ? paused : Promise.race([paused, answered()]))
    rest.abort()
    signal.throwIfAborted()
  }

  async function answered(): Promise<void> {
    while (!answer && !signal.aborted) await nextChange()
  }

  /** A press shows the last message once more; where there are several, only this loop knows what it holds. */
  async function keepLast(): Promise<void> {
    const { length } = lastPieces
    if (length < 2 || (answer!.response.options.length === 0 && !mayRetry(answer!.interrupted))) return
    await store.turns.keepText(id, length - 1, render(text, lastPieces.at(-1)!))
  }

  /** The answer is on the screen up to there. */
  function seen(upTo: number): void {
    pauses = 0
    shownUpTo = upTo
    if (!answer) store.turns.savePartial(id, lease.epoch, text.slice(0, upTo)).catch(() => {})
  }

  /** Whether the call may be made. False when the answer ended meanwhile: then another call may be the right one. */
  async function granted(scopes: readonly Scope[]): Promise<boolean> {
    if (scopes.length > 0) {
      ask.scopes = scopes
      const until = answer ? signal : AbortSignal.any([signal, ended.signal])
      try {
        await pacer.grant(ask, until)
      } catch (error) {
        signal.throwIfAborted()
        if (until.aborted) return false
        throw error
      }
    }
    ask.lastShownAt = now()
    return true
  }

  async function removeForGood(n: number, { ref, intendedAt }: Message, until: AbortSignal): Promise<void> {
    if (!channel.remove) return
    // A call that was cut off may have posted all the same.
    let target = ref
    for (let attempt = 1; ; attempt++) {
      const outcome: Outcome<unknown> = target
        ? await channel.remove(target, until)
        : intendedAt !== undefined && channel.find
          ? await find(n, intendedAt, until)
          : { ok: undefined }
      if ('refused' in outcome) return
      if ('ok' in outcome) {
        if (target || !outcome.ok) return
        target = outcome.ok as MessageRef
      } else if ('limited' in outcome) await waitUntil(outcome.limited.retryAt, until)
      else await sleep(250 * 2 ** attempt, until)
    }
  }

  return {
    progress(progress) {
      activity.set(progress.searching ? 'searching' : 'thinking')
      if (progress.text === text) return
      if (text === '') {
        textSince = now()
        // A timer may come a millisecond early.
        sleep(firstTextMs + 1, signal).then(wake, () => {})
      }
      text = progress.text
      wake()
    },

    async answer(final) {
      answer = final
      ask.endedAt = now()
      ended.abort()
      text = answerText(final, context.language)
      wake()
      try {
        await loop
        await keepLast()
      } catch (error) {
        if (!(error instanceof Undeliverable)) throw error
        log.error({ turn: id, reason: error.message }, 'an answer could not be delivered')
      } finally {
        activity.end()
      }
    },

    failed() {},

    async leave() {
      endFor(new Error('the attempt has failed'))
      await loop?.catch(() => {})
    },

    async discard() {
      endFor(new Error('the answer is not wanted any more'))
      await loop?.catch(() => {})
      const until = AbortSignal.timeout(discardMs)
      for (const [n, message] of messages.entries()) {
        await removeForGood(n, message, until).catch((err) => log.warn({ turn: id, err }, 'a reply was not taken back'))
      }
    },
  }
}

type NotDone = Exclude<Outcome<unknown>, { ok: unknown }>
