import { createLimits } from '../../../adapters/slack/limits.ts'
import type { Ask, Rank } from '../../../src/bridge/pace-order.ts'
import { firstTextMs } from '../../../src/bridge/reply-plan.ts'
import type { Scope } from '../../../src/ports/budget.ts'
import type { Lease } from '../../../src/turns/lease.ts'
import type { VirtualClock } from '../support/virtual-clock.ts'
import type { Worker } from './deployment.ts'
import type { Message } from './people.ts'
import type { Method, StrictSlack } from './slack.ts'

/** Pieces of text a second. */
const tokenMs = 20
const over = new Error('the answer has ended')
const never = new AbortController().signal
const slackLimits = createLimits({})

/** In milliseconds. */
export interface Seen {
  /** From the first text of the model to when some of it could be seen. */
  first: number
  /** From the end of the text to when all of it could be seen. */
  lag: number
  /** Mean over all characters of (visible − written). */
  delay: number
  /** By a native stream, growing by edits, or whole at once. */
  way: 'native' | 'edits' | 'whole'
}

export interface AnswerParts {
  worker: Worker
  clock: VirtualClock
  slack: StrictSlack
  random: () => number
}

/**
 * Shows an answer as `src/bridge` does on Slack: by a native stream where one may be begun; else by a post that is
 * paid for together with its last edit, and edits; whole at once where there was no room for both before it ended.
 */
export async function showAnswer(
  { worker, clock, slack, random }: AnswerParts,
  message: Message,
  { lease, commit }: { lease: Lease; commit: () => Promise<void> },
): Promise<Seen> {
  const { tokens, workspace, channel } = message
  const { pacer, budget, sleep } = worker
  const { cost } = slackLimits.limits({ team: `T${workspace}`, channel: `C${channel}` })
  const began = clock.time
  const end = began + tokens * tokenMs
  const written = () => Math.min(tokens, Math.floor((clock.time - began) / tokenMs))
  const isOver = () => clock.time >= end
  const writing = new AbortController()
  clock.at(end, () => writing.abort(over))
  let sent = 0
  let delays = 0
  let first: number | undefined
  const ask: { -readonly [key in keyof Ask]: Ask[key] } = {
    scopes: [],
    rank: (): Rank => (isOver() ? 'final' : first === undefined ? 'first' : 'edit'),
    unseen: () => written() - sent,
    lastShownAt: began,
    endedAt: end,
  }

  /** False when the answer ended meanwhile: then another call may be the right one. */
  async function granted(scopes: readonly Scope[]): Promise<boolean> {
    if (scopes.length > 0) {
      ask.scopes = scopes
      // A piece every few milliseconds reports itself; here the next one is enough.
      if (ask.unseen() === 0) clock.at(began + (sent + 1) * tokenMs, () => pacer.changed(ask))
      try {
        await pacer.grant(ask, isOver() ? never : writing.signal)
      } catch (error) {
        if (error === over) return false
        // Its process has died.
        await new Promise(() => {})
      }
    }
    ask.lastShownAt = clock.time
    return true
  }

  /** Shows what is written by now. False when Slack refused it. */
  async function show(method: Method, scope: Scope): Promise<boolean> {
    const upTo = written()
    await sleep(legMs(random))
    const wait = slack.call(method, message, clock.time)
    await sleep(legMs(random))
    if (wait > 0) {
      pacer.limited(scope, clock.time + wait)
      return false
    }
    const count = upTo - sent
    delays += count * (clock.time - began) - (tokenMs * count * (sent + 1 + upTo)) / 2
    if (count > 0) first ??= clock.time - began
    sent = upTo
    return true
  }

  /** A last call is made again until it is taken; whoever was refused has paid in vain. */
  async function finish(method: Method, paid: boolean, scopes: readonly Scope[]): Promise<void> {
    await sleep(Math.max(0, end - clock.time))
    await commit()
    for (let isPaid = paid; isPaid || (await granted(scopes)); isPaid = false) {
      if (await lease.call(() => show(method, scopes[0]!))) return
    }
  }

  const grow = async (method: Method, scopes: readonly Scope[]): Promise<void> => {
    while (!isOver() && (await granted(scopes))) await lease.call(() => show(method, scopes[0]!))
  }

  await sleep(Math.min(firstTextMs, end - began))
  let way: Seen['way'] = 'whole'
  if (!isOver() && (await budget.tryTake(cost.stream, 'urgent')) === 'ok') {
    way = 'native'
    await lease.call(() => show('chat.startStream', cost.stream[0]!))
    await grow('chat.appendStream', cost.append)
    await finish('chat.stopStream', true, [cost.stream[1]!])
  } else if (!isOver() && (await granted([...cost.post, ...cost.edit]))) {
    way = 'edits'
    const posted = await lease.call(() => show('chat.postMessage', cost.post[0]!))
    if (posted) await grow('chat.update', cost.edit)
    await finish(posted ? 'chat.update' : 'chat.postMessage', posted, posted ? cost.edit : cost.post)
  } else {
    await finish('chat.postMessage', false, cost.post)
  }
  return { first: first!, lag: clock.time - end, delay: delays / tokens, way }
}

/** One way to Slack, or back. */
const legMs = (random: () => number): number => Math.round(45 - 15 * Math.log(1 - random()))
