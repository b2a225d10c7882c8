import type { Log } from '../lib/log.ts'
import type { Delivery } from '../model/conversation.ts'
import type { PlatformId } from '../model/message.ts'
import type { Budget } from '../ports/budget.ts'
import type { Channel, Limits } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import type { CommittedAnswer, ShownTurn } from '../turns/show.ts'
import type { Activities } from './activity.ts'
import { createAllowance } from './allowance.ts'
import type { ChatContext } from './context.ts'
import type { CardShown } from './handover/index.ts'
import { createLedger, messagesOf } from './ledger.ts'
import type { Pacer } from './pace.ts'
import { placeKey, type Refusals } from './refusals.ts'
import { createCalls } from './reply-calls.ts'
import { createContents } from './reply-contents.ts'
import { firstTextMs, plan } from './reply-plan.ts'
import { begin, type Lost, next, type ReplyEvent, type ReplyState, type ReplyStep } from './reply-state.ts'
import { createRollover } from './rollover.ts'
import { createSetback } from './setback.ts'
import { createWaits } from './waits.ts'
import { createWire } from './wire.ts'

export interface ReplyParts {
  store: Store
  channel: Channel
  pacer: Pacer
  budget: Budget
  refusals: Refusals
  activities: Pick<Activities, 'begun'>
  /** Ask what people think of answers that a model or knowledge gave. */
  feedback: boolean
  /** Called once for each answer, with how it ended. */
  onEnd?: (platform: PlatformId, end: Delivery['end'] | 'whole') => void
  /** Called with what a team is asked by, when that is there, or is not, before it is settled: what is to be written with it. */
  onCard?: (context: ChatContext, turn: string, shown: CardShown) => Promise<readonly Step[]>
  log: Log
  now: () => number
  /** Rejects with the signal's reason when it is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Nothing that can be done in its place will show it. */
export class Undeliverable extends Error {
  readonly lost: Lost

  constructor(lost: Lost) {
    super(`${lost.code}: ${lost.detail}`)
    this.lost = lost
  }
}
/** It could be shown later, but not in a time that makes sense. */
export const givenUp = new Error('the platform would not take the answer')
/** Of what nobody waits for any more. Without a reason one is made up, at a price. */
const over = new Error('over')

/**
 * The loop that shows an answer while it grows: it always shows the latest, whenever the pacer lets it. What is to be done next is
 * `plan`'s to say, what follows from an outcome `next`'s; here it is waited for and done.
 */
export function createShowing(parts: ReplyParts, turn: ShownTurn, context: ChatContext) {
  const { store, channel, budget, refusals, now, feedback } = parts
  const { id, lease } = turn
  const place = context.replyTo
  const limits = channel.limits(place)
  const key = placeKey(limits, context)
  let state = beginning(channel, limits, turn, { now: now(), lost: toldBefore(turn) ?? refusals.of(key) })
  const waits = createWaits({ ...parts, isOver: () => state.answer !== undefined, wake })
  const { own, whileWriting, wakeAt, nextChange } = waits
  const { signal } = own
  let loop: Promise<void> | undefined

  const parting = createContents({ id, context, limits, feedback, labels: channel.labels ?? false })
  const cut = (shown: number) => parting.cut(state.text, shown)
  const rollover = createRollover({ budget, cost: limits.cost, cut, wakeAt, now })
  const current = () => state
  const giveUp = () => own.abort(givenUp)
  const common = {
    ...parts,
    id,
    context,
    limits,
    place,
    lease,
    turn,
    rollover,
    state: current,
    tell,
    planned,
    nextChange,
    signal,
  }
  const allowance = createAllowance({ ...common, whileWriting, giveUp })
  const setback = createSetback({ ...common, losePatience: allowance.losePatience })
  const ledger = createLedger({ ...common, pause: setback.pause })
  const wire = createWire(now)
  const make = createCalls({ ...common, ledger, allowance })

  function tell(event: ReplyEvent): void {
    state = next(state, event)
  }

  function planned(of = state): ReplyStep | undefined {
    return plan(of, { contents: parting.of(of), now: now(), closing: rollover.isByEdits() })
  }

  function wake(): void {
    waits.resume()
    allowance.changed()
    if (loop) return
    loop = showAll().finally(() => allowance.over(over))
    // Whoever waits for the answer hears of it; before that nobody does.
    loop.catch(() => {})
  }

  async function showAll(): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      if (state.lost) throw new Undeliverable(state.lost)
      const native = state.messages.find((one) => one.native)?.native
      if (native && !state.answer) await rollover.look(native)
      const step = planned()
      if (step) await carryOut(step)
      else if (state.answer) return
      else await nextChange()
    }
  }

  async function carryOut(step: ReplyStep): Promise<void> {
    const wanted = now()
    const paid = await allowance.pay(step)
    // The answer went on while this waited: show what it is now, if that costs the same.
    const latest = planned()
    if (!paid || latest?.do !== step.do || latest.n !== step.n) return
    const called = now()
    const event = await lease.call(() => make(latest, paid))
    wire.called(latest, { wanted, called }, event)
    const wasStopped = state.isStopped
    tell(event)
    if (state.isStopped !== wasStopped || isPointless(state.lost)) turn.stop()
    if (state.lost) return refusals.refused(key, context, state.lost)
    if (event.on === 'failed') return setback.after(event, (scope) => allowance.waitsFor(scope, latest, paid))
    if (event.on !== 'done' || state.answer) return
    store.turns.savePartial(id, lease.epoch, state.text.slice(0, state.shownUpTo)).catch(() => {})
    wakeAt(interimAt(state))
  }

  return {
    ledger,
    current,
    wire: wire.told,
    contents: () => parting.of(state),

    /** There is more of it. */
    grown(text: string): void {
      const isFirst = state.text === ''
      tell({ on: 'text', text, at: now() })
      if (isFirst) {
        wakeAt(state.textSince + firstTextMs)
        wakeAt(interimAt(state))
      }
      wake()
    },

    /** It has ended. Resolves when it is shown; rejects with what it is given up for, or the reason showing ends for. */
    async answered(answer: CommittedAnswer, text: string): Promise<void> {
      tell({ on: 'answer', answer, text })
      ledger.committed()
      allowance.ended()
      waits.endWriting()
      wake()
      await loop
      await refusals.worked(key)
    },

    /** Showing ends with the turn, when it is taken back, or when it is given up. */
    end(reason: unknown): void {
      own.abort(reason)
      waits.resume()
    },

    /** Resolves when nothing more is sent. */
    ended: async (): Promise<void> => loop?.catch(() => {}),
  }
}

/** Nobody can see it or be told of it: no use in writing on. */
const isPointless = (lost: Lost | undefined): boolean => lost?.code === 'gone' || lost?.code === 'revoked'

/** An attempt before a crash was about to tell its person alone: it does not come to the place as well. */
function toldBefore({ delivery }: ShownTurn): Lost | undefined {
  if (delivery?.end !== 'alone') return undefined
  return { code: delivery.code as Lost['code'], detail: delivery.detail ?? '' }
}

function beginning(
  channel: Channel,
  { atMost, interim, toldOnce }: Limits,
  { parts, partial }: ShownTurn,
  { now, lost }: { now: number; lost: Lost | undefined },
) {
  const stream = channel.stream !== undefined && parts.length === 0
  const attach = channel.attach !== undefined && atMost !== undefined
  const may = { stream, attach, bring: channel.attach !== undefined, grow: true }
  const calls = parts.some((one) => one.calls === 1) && { calls: true as const }
  const given = { atLeast: partial, beganAt: now, interim, toldOnce, may, ...(lost && { lost }), ...calls }
  return begin({ messages: messagesOf(parts), ...given })
}

/** When it may be shown next, where that is not at any time. */
function interimAt({ interim, interims, beganAt }: ReplyState): number | undefined {
  const after = interim?.[interims]
  return after === undefined ? undefined : beganAt + after
}
