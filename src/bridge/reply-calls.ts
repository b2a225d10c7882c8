import type { MessageRef, Place } from '../model/message.ts'
import type { Channel, NativeStream, Outcome } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { Lease } from '../turns/lease.ts'
import type { Allowance, Paid } from './allowance.ts'
import type { ChatContext } from './context.ts'
import type { createLedger } from './ledger.ts'
import { called } from './reply-contents.ts'
import { next, type ReplyEvent, type ReplyState, type ReplyStep } from './reply-state.ts'
import type { createRollover } from './rollover.ts'

export interface CallsParts {
  store: Pick<Store, 'said'>
  context: ChatContext
  channel: Channel
  place: Place
  lease: Pick<Lease, 'call'>
  ledger: ReturnType<typeof createLedger>
  rollover: ReturnType<typeof createRollover>
  allowance: Pick<Allowance, 'paysAhead' | 'expectEnd'>
  state: () => ReplyState
  tell: (event: ReplyEvent) => void
  planned: (state: ReplyState) => ReplyStep | undefined
  signal: AbortSignal
}

/** Carries steps out, each by one call of the platform; what came of it is an event. */
export function createCalls(parts: CallsParts) {
  const { store, context, channel, place, lease, ledger, rollover, allowance, state, tell, planned, signal } = parts
  /** Native streams, by their message. */
  const streams = new Map<number, NativeStream>()

  async function open(step: ReplyStep & { do: 'open' }, paid: Paid): Promise<ReplyEvent> {
    const isNative = paid === 'stream'
    const isGrowing = !isNative && !step.content.whole
    rollover.begin()
    const calls = await isToCall(step)
    const at = await ledger.intend(step.n, calls)
    tell({ on: 'intended', n: step.n, at, isPaid: isGrowing && allowance.paysAhead, calls })
    const opening = calls ? { ...step, content: called(step.content, context) } : step
    // That was written may be heard of long after, by a process that was stopped meanwhile.
    return lease.call(() => {
      if (isGrowing) allowance.expectEnd()
      return post(opening, at, isNative)
    })
  }

  /** Where people are told once of a message, whoever asked is called when others wrote meanwhile: that is asked before the first. */
  async function isToCall({ n }: ReplyStep): Promise<boolean> {
    const { toldOnce, calls } = state()
    if (n > 0 || !toldOnce || !context.asked) return false
    return calls ?? (await store.said.isFollowed(context.asked.event, context.place))
  }

  async function post(step: ReplyStep & { do: 'open' }, at: number, isNative: boolean): Promise<ReplyEvent> {
    const { n, content } = step
    const key = ledger.keyOf(n)
    if (isNative && !('file' in content)) {
      const { prefix, start, end } = content.piece
      const outcome = await channel.stream!(place, prefix + state().text.slice(start, end), key, signal)
      if (!('ok' in outcome)) return failed(step, at, outcome, true)
      const { ref, expiresAt } = outcome.ok
      streams.set(n, outcome.ok)
      rollover.watch(expiresAt)
      return placed({ on: 'done', step, ref, expiresAt }, ref)
    }
    const outcome = await ('file' in content
      ? channel.attach!(place, content.file, key, signal)
      : channel.post(place, content.part, key, signal))
    return 'ok' in outcome ? placed({ on: 'done', step, ref: outcome.ok }, outcome.ok) : failed(step, at, outcome)
  }

  /** The store is told of a message that was opened: at once or, where nothing follows, with the end. */
  async function placed(event: ReplyEvent & { on: 'done' }, ref: MessageRef): Promise<ReplyEvent> {
    const { n } = event.step
    const after = next(state(), event)
    const isOurs = after.answer && !planned(after) ? ledger.placedLast(n, ref) : await ledger.placed(n, ref)
    return isOurs ? event : { ...event, ref: undefined }
  }

  function failed(step: ReplyStep, at: number, outcome: Exclude<Outcome<unknown>, { ok: unknown }>, isNative = false) {
    if ('unknown' in outcome) ledger.unsure(at)
    return { on: 'failed', step, isNative, outcome } as const
  }

  return async function make(step: ReplyStep, paid: Paid): Promise<ReplyEvent> {
    switch (step.do) {
      case 'look':
        return { on: 'looked', n: step.n, found: await ledger.find(step.n, step.since, signal) }
      case 'doubt':
        return { on: 'doubted' }
      case 'open':
        return open(step, paid)
      case 'remove':
        await ledger.remove(step.n, state().messages[step.n]!, signal)
        return { on: 'done', step }
      default: {
        const outcome = await change(step)
        return 'ok' in outcome ? { on: 'done', step } : { on: 'failed', step, isNative: false, outcome }
      }
    }
  }

  function change(step: ReplyStep & { do: 'append' | 'finish' | 'edit' }): Promise<Outcome<void>> {
    switch (step.do) {
      case 'append':
        return streams.get(step.n)!.append(step.text, signal)
      case 'finish':
        return streams.get(step.n)!.finish(step.text, step.part, step.goesOn, signal)
      case 'edit':
        return channel.edit(state().messages[step.n]!.ref!, step.part, signal)
    }
  }
}
