import type { Log } from '../lib/log.ts'
import type { Delivery } from '../model/conversation.ts'
import { type Channel, callLimitMs, type Limits } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { CommittedAnswer, ShowingEnd, ShownTurn } from '../turns/show.ts'
import { afterLimit } from './after-limit.ts'
import type { ChatContext } from './context.ts'
import { noteOf } from './note.ts'
import type { Lost } from './reply-state.ts'
import type { sentences } from './words/index.ts'

/** Whoever waits for the next answer waits for this. */
const longestWaitMs = 20_000

export interface AsideParts {
  store: Store
  channel: Channel
  log: Log
  now: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** What is told instead of an answer that its place has in no form. */
export type Aside = Pick<ShowingEnd, 'missing'> & { delivery: Delivery }

/**
 * The steps of the ladder that lie outside of the place: a note to whoever asked, alone, with the answer; else an apology where
 * something else may still be posted; else the log. A note is made once: what an earlier attempt was about to tell may have
 * arrived. `isBegun`: a message in the place shows a part of it.
 */
export async function tellAside(
  parts: AsideParts,
  turn: ShownTurn,
  context: ChatContext,
  { lost, answer, isBegun }: { lost: Lost; answer: CommittedAnswer; isBegun: boolean },
): Promise<Aside> {
  const { store, channel, log } = parts
  const { code, detail } = lost
  if (code === 'unsure') return { missing: 'doubt', delivery: { end: 'unsure', detail } }
  // Elsewhere in the place another message may pass.
  const mayWrite = code === 'invalid'
  const told: Aside = { missing: mayWrite && isBegun ? 'rest' : 'nothing', delivery: { end: 'alone', code, detail } }
  if (turn.delivery?.end === 'alone') return told
  if (isTold(code, channel.limits(context.replyTo)) && channel.notify) {
    await store.turns.keepDelivery(turn.id, told.delivery)
    const view = noteOf(code, answer, context)
    const ends = turn.signal
    const outcome = await afterLimit({ ...parts, signal: ends, longestWaitMs }, () => {
      const signal = AbortSignal.any([ends, AbortSignal.timeout(callLimitMs)])
      return turn.lease.call(() => channel.notify!(context.author.id, context.replyTo, view, signal))
    })
    // What is unknown is not repeated.
    if ('ok' in outcome || 'unknown' in outcome) return told
    log.warn({ turn: turn.id, outcome }, 'an answer could not be told to its person alone')
  }
  return { missing: mayWrite ? 'rest' : 'nothing', delivery: { end: mayWrite ? 'apology' : 'nobody', code, detail } }
}

/** Where message or place are gone nobody waits there any more, and where the installation is revoked nothing works. */
function isTold(code: Lost['code'], { alone }: Limits): code is keyof typeof sentences.alone {
  return code === 'forbidden' || code === 'invalid' || code === 'unsupported' || (code === 'gone' && alone === true)
}
