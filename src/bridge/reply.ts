import type { Log } from '../log.ts'
import type { Budget, Scope } from '../ports/budget.ts'
import type { Channel, Outcome, Refusal } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { Answer, Show, Shown, ShownTurn } from '../turns/show.ts'
import { createActivity } from './activity.ts'
import type { ChatContext } from './context.ts'
import { createHtmlReader } from './html.ts'
import { createLedger } from './ledger.ts'
import type { Ask, Pacer } from './pace.ts'
import { answerText, hasButtons } from './parts.ts'
import { createPatience } from './patience.ts'
import { createContents, type Sofar } from './reply-contents.ts'
import { type Content, firstTextMs, nextStep, type Step } from './reply-plan.ts'
import { createRollover } from './rollover.ts'
import type { Piece } from './split.ts'

const longestPauseMs = 30_000
/** How long taking back a reply may take. */
const discardMs = 30_000

export interface ReplyParts {
  store: Store
  channel: Channel
  pacer: Pacer
  budget: Budget
  /** Ask what people think of answers that a model or knowledge gave. */
  feedback: boolean
  log: Log
  now: () => number
  /** Rejects with the signal's reason when it is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Nothing that can be done will show it. */
class Undeliverable extends Error {}
/** It could be shown later, but not in a time that makes sense. */
const givenUp = new Error('the platform would not take the answer')
/** Of what nobody waits for any more. Without a reason one is made up, at a price. */
const over = new Error('over')

/** What is paid for early keeps its value only where a limit counts for longer than most answers take. */
const lastsMs = 30_000

/** Shows one turn's answer while it grows: one loop that always shows the latest, whenever the pacer lets it. */
export function createReply(parts: ReplyParts, turn: ShownTurn, context: ChatContext): Show {
  const { store, channel, pacer, budget, log, now, sleep } = parts
  const { id, lease } = turn
  const { language, replyTo: place } = context
  const limits = channel.limits(place)
  const { cost, interim } = limits
  const paysAhead = cost.edit.every(({ windowMs }) => windowMs >= lastsMs)
  const { feedback } = parts
  const parting = createContents({ id, context, limits, feedback, labels: channel.labels ?? false })
  const ledger = createLedger({ store, channel, place, turn, now, sleep, pause })
  const { messages } = ledger
  const beganAt = now()

  let html: ReturnType<typeof createHtmlReader> | undefined
  let text = ''
  let textSince = 0
  let answer: Answer | undefined
  let nativeAllowed = channel.stream !== undefined && messages.length === 0
  let filesAllowed = channel.attach !== undefined && limits.atMost !== undefined
  let endOnly = false
  let wordsOnly = false
  /** What the messages held when the person stopped the answer at the platform. */
  let stoppedWith: readonly Content[] | undefined
  let interims = 0
  let pauses = 0
  let shownUpTo = 0
  const waiting: (() => void)[] = []
  let loop: Promise<void> | undefined

  // Showing ends with the turn, when it is taken back, or when it is given up.
  const own = new AbortController()
  const { signal } = own
  /** Aborted when the answer has ended; most answers have before anybody asks for it. */
  let writing: AbortController | undefined
  const activity = createActivity(channel, place, turn)
  const endFor = (reason: unknown) => {
    own.abort(reason)
    const ended = activity.end()
    resume()
    return ended
  }
  const end = () => void endFor(turn.signal.reason)
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
    loop = showAll().finally(() => {
      turn.signal.removeEventListener('abort', end)
      expectEnd(false)
    })
    // Whoever waits for the answer hears of it; before that nobody does.
    loop.catch(() => {})
  }

  let endExpected: (() => void) | undefined

  /** Where the last edit cannot be paid for before its time, room is kept for it. */
  function expectEnd(isExpected: boolean): void {
    if (isExpected && !paysAhead) endExpected ??= pacer.expect(cost.edit)
    if (isExpected) return
    endExpected?.()
    endExpected = undefined
  }

  function whileWriting(): AbortSignal {
    writing ??= new AbortController()
    return AbortSignal.any([signal, writing.signal])
  }

  function wakeAt(time: number): void {
    if (answer) return
    // A timer may come a millisecond early.
    sleep(Math.max(0, time - now()) + 1, whileWriting()).then(wake, () => {})
  }

  const rollover = createRollover({ budget, cost, cut: (shown) => parting.cut(text, shown), wakeAt, now })
  const patience = createPatience({ sleep, signal, giveUp: () => own.abort(givenUp) })

  /** An end that waits too long for the platform is given up. */
  function losePatience(): void {
    if (answer) patience.lose()
  }

  /** Resolves at the next change of what there is to show, or when showing ends. */
  const nextChange = () => new Promise<void>((resolve) => waiting.push(resolve))

  async function showAll(): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const open = messages.find(({ native }) => native)?.native
      if (open && !answer) await rollover.look(open)
      const step = planned()
      if (step) await carryOut(step)
      else if (answer) return
      else await nextChange()
    }
  }

  function planned(): Step | undefined {
    if (!mayShow()) return undefined
    return nextStep({
      text,
      contents: contents(),
      ended: answer !== undefined,
      messages,
      now: now(),
      textSince,
      atLeast: turn.partial,
      growing: interim ? 1 : Number.POSITIVE_INFINITY,
      closing: rollover.isByEdits(),
    })
  }

  function contents(): Content[] {
    const sofar: Sofar = { text, answer, messages, shownUpTo, filesAllowed, wordsOnly }
    return stoppedWith ? parting.whenStopped(stoppedWith, sofar) : parting.of(sofar)
  }

  /** The end is always shown. */
  function mayShow(): boolean {
    if (answer) return true
    if (stoppedWith || endOnly) return false
    if (!interim) return true
    return interims < interim.length && now() >= beganAt + interim[interims]!
  }

  async function carryOut(step: Step): Promise<void> {
    if (step.do === 'open') return open(step.n)
    const scopes = step.do === 'remove' ? cost.edit : cost[step.do]
    const message = messages[step.n]!
    if (step.do === 'edit' && step.whole && message.paid) delete message.paid
    else if (!(await granted(scopes))) return
    // The answer went on while this waited: show what it is now, if that costs the same.
    const latest = planned()
    if (latest?.do !== step.do || latest.n !== step.n) return
    await lease.ensure()
    if (latest.do === 'remove') {
      await ledger.remove(latest.n, signal)
      message.frozen = true
      return
    }
    const outcome = await call(latest)
    if (!('ok' in outcome)) return notDone(outcome, latest.n, scopes)
    if (latest.do === 'append') message.native!.upTo = latest.upTo
    if (latest.do === 'finish') delete message.native
    if (latest.do === 'edit') message.looks = latest.part
    if (latest.do !== 'append') message.frozen = latest.whole
    seen(latest.upTo)
  }

  async function call(step: Exclude<Step, { do: 'open' | 'remove' }>): Promise<Outcome<void>> {
    const message = messages[step.n]!
    switch (step.do) {
      case 'append':
        return message.native!.stream.append(step.text, signal)
      case 'finish':
        return message.native!.stream.finish(step.text, step.part, step.goesOn, signal)
      case 'edit':
        return channel.edit(message.ref!, step.part, signal)
    }
  }

  /** Puts a message there that is not known to be: natively while the answer grows and the budget has room, else as a post. */
  async function open(n: number): Promise<void> {
    const since = messages[n]?.intendedAt
    if (since !== undefined) {
      losePatience()
      if (await ledger.isThere(n, since, signal)) return
    }
    const native =
      nativeAllowed && !answer && (rollover.isPaid() || (await budget.tryTake(cost.stream, 'urgent')) === 'ok')
    if (!native && !(await mayOpen())) return
    const latest = planned()
    if (latest?.do !== 'open' || latest.n !== n) return
    rollover.begin()
    const { content } = latest
    await lease.ensure()
    await ledger.intend(n, !native && !content.whole && paysAhead)
    // That was written may be heard of long after, by a process that was stopped meanwhile.
    await lease.ensure()
    if (!native && !content.whole) expectEnd(true)
    const message = messages[n]!
    if ('file' in content) {
      const outcome = await channel.attach!(place, content.file, ledger.keyOf(n), signal)
      if ('refused' in outcome) {
        // It comes in messages instead.
        filesAllowed = false
        delete message.intendedAt
        return
      }
      if (!('ok' in outcome)) return notOpened(outcome, n, limits.atMost!.cost)
      await ledger.placed(n, outcome.ok)
      message.frozen = true
      return
    }
    if (native) return openNatively(n, content.piece)
    const outcome = await channel.post(place, content.part, ledger.keyOf(n), signal)
    if (!('ok' in outcome)) return notOpened(outcome, n, cost.post)
    message.looks = content.part
    message.frozen = content.whole
    if (answer && planned() === undefined) ledger.placedLast(n, outcome.ok)
    else await ledger.placed(n, outcome.ok)
    seen(content.piece.end)
  }

  /**
   * What is posted while it grows must be edited once more in the end, so that edit is paid for here. An answer that ends
   * before there is room for both is posted whole instead.
   */
  function mayOpen(): Promise<boolean> {
    const step = planned()
    if (step?.do !== 'open') return Promise.resolve(false)
    if ('file' in step.content) return granted(limits.atMost!.cost)
    return granted(step.content.whole || !paysAhead ? cost.post : [...cost.post, ...cost.edit])
  }

  async function openNatively(n: number, piece: Piece): Promise<void> {
    const begun = piece.prefix + text.slice(piece.start, piece.end)
    const outcome = await channel.stream!(place, begun, ledger.keyOf(n), signal)
    if ('refused' in outcome && outcome.refused.code !== 'stopped') {
      // Not here, or not now: the place itself is judged by a post.
      nativeAllowed = false
      delete messages[n]!.intendedAt
      return
    }
    if (!('ok' in outcome)) return notOpened(outcome, n, cost.stream)
    const native = { stream: outcome.ok, upTo: piece.end }
    messages[n]!.native = native
    rollover.watch(native)
    await ledger.placed(n, outcome.ok.ref)
    seen(piece.end)
  }

  async function notOpened(outcome: NotDone, n: number, scopes: readonly Scope[]): Promise<void> {
    // Nothing was posted, so nothing need be looked for; after an unknown outcome it must be.
    if ('unknown' in outcome) ledger.unsure(n)
    else delete messages[n]!.intendedAt
    return notDone(outcome, n, scopes)
  }

  /** A step that was not done, or perhaps: what to do about it before the next. */
  async function notDone(outcome: NotDone, n: number, scopes: readonly Scope[]): Promise<void> {
    losePatience()
    const message = messages[n]!
    if ('limited' in outcome) {
      const { scope, retryAt } = outcome.limited
      pacer.limited(scope, retryAt)
      // What is not paid for at the pacer is waited for here.
      if (!scopes.some(({ key }) => key === scope.key)) await sleep(Math.max(0, retryAt - now()), signal)
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
    // Nothing is added but that it was stopped.
    if (refused.code === 'stopped' && !stoppedWith) {
      stoppedWith = contents()
      return turn.stop()
    }
    if (refused.code !== 'invalid' && refused.code !== 'unsupported') return lost(refused)
    if (wasNative) return
    if (!answer) endOnly = true
    // Perhaps it is the picture or the buttons: the words alone are better than nothing.
    else if (!wordsOnly) wordsOnly = true
    else lost(refused)
  }

  function lost({ code, detail }: Refusal): never {
    // Nobody can see it: no use in writing on.
    turn.stop()
    throw new Undeliverable(`${code}: ${detail}`)
  }

  /** Before something is tried again. A final does not wait for the pause of an edit. */
  async function pause(error: Error): Promise<void> {
    log.warn({ turn: id, reason: error.message }, 'a call to the platform may or may not have been carried out')
    const rest = new AbortController()
    const pauseMs = Math.min(longestPauseMs, 250 * 2 ** ++pauses)
    const paused = sleep(pauseMs, AbortSignal.any([signal, rest.signal])).catch(() => {})
    await (answer ? paused : Promise.race([paused, answered()]))
    rest.abort(over)
    signal.throwIfAborted()
  }

  async function answered(): Promise<void> {
    while (!answer && !signal.aborted) await nextChange()
  }

  /** The answer is on the screen up to there. */
  function seen(upTo: number): void {
    pauses = 0
    shownUpTo = upTo
    if (answer) return
    store.turns.savePartial(id, lease.epoch, text.slice(0, upTo)).catch(() => {})
    if (interim && ++interims < interim.length) wakeAt(beganAt + interim[interims]!)
  }

  /** Whether the call may be made. False when the answer ended meanwhile: then another call may be the right one. */
  async function granted(scopes: readonly Scope[]): Promise<boolean> {
    if (scopes.length > 0) {
      losePatience()
      ask.scopes = scopes
      const until = answer ? signal : whileWriting()
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

  /** A press shows the last message once more; where there are several, only this loop knows what it holds. */
  function keepLast(): void {
    const all = contents()
    const last = all.at(-1)
    if (all.length < 2 || !last || 'file' in last || !hasButtons(answer!)) return
    ledger.steps.push(store.turns.keepTextStep(id, all.length - 1, last.part.text))
  }

  /** Given up: what the last message should hold is kept for a later edit of it. */
  function leftBehind(): Shown {
    const all = contents()
    const n = messages.findLastIndex(({ ref }) => ref)
    const last = all[n]
    if (last && !('file' in last)) ledger.steps.push(store.turns.keepTextStep(id, n, last.part.text))
    return { missing: n >= 0 && n === all.length - 1 ? 'end' : 'rest', steps: ledger.steps }
  }

  return {
    progress(progress) {
      const isShown = shownUpTo > 0 || messages.some(({ ref }) => ref)
      activity.set(progress.searching ? 'searching' : isShown ? 'writing' : 'thinking')
      if (progress.format === 'html') html ??= createHtmlReader()
      const latest = html ? html.update(progress.text) : progress.text
      if (latest === text) return
      if (text === '') {
        textSince = now()
        wakeAt(textSince + firstTextMs)
        if (interim) wakeAt(beganAt + interim[0]!)
      }
      text = latest
      wake()
    },

    ahead: ledger.intendAhead,

    async answer(final) {
      answer = final
      ledger.committed()
      ask.endedAt = now()
      writing?.abort(over)
      if (!stoppedWith) text = answerText(final, language)
      wake()
      try {
        await loop
        keepLast()
      } catch (error) {
        if (error !== givenUp && !(error instanceof Undeliverable)) throw error
        log.error({ turn: id, reason: (error as Error).message }, 'an answer could not be delivered')
        if (error === givenUp) return leftBehind()
      } finally {
        patience.over(over)
        await activity.end()
      }
      return { missing: 'nothing', steps: ledger.steps }
    },

    failed() {},

    async leave() {
      void endFor(new Error('the attempt has failed'))
      await loop?.catch(() => {})
    },

    async discard() {
      const ended = endFor(new Error('the answer is not wanted any more'))
      await loop?.catch(() => {})
      await ended
      const until = AbortSignal.timeout(discardMs)
      for (const n of messages.keys()) {
        await ledger.remove(n, until).catch((err) => log.warn({ turn: id, err }, 'a reply was not taken back'))
      }
    },
  }
}

type NotDone = Exclude<Outcome<unknown>, { ok: unknown }>
