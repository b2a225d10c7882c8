import type { SendWebhook } from '../engine/webhooks/send.ts'
import type { Log } from '../lib/log.ts'
import type { DeferredCall } from '../model/webhook.ts'
import type { Queue } from '../ports/queue.ts'
import type { Store } from '../store/index.ts'
import { createLooking } from '../store/looking.ts'
import type { ClaimedCall, Target, WaitingCall } from '../store/outbox.ts'
import type { SendEvent } from './events/send.ts'
import { pauseOf } from './gate.ts'
import { createAttempt } from './outbox-attempt.ts'
import { outboxKey, readOutboxKey } from './outbox-key.ts'

export interface DeliveryParts {
  store: Store
  queue: Pick<Queue, 'ring'>
  send: SendWebhook
  sendEvent: SendEvent
  log: Log
  now: () => number
  /** 0 ≤ n < 1; spreads retries. */
  random: () => number
}

/** Sends what turns leave to be called after their commit, and tries again what fails: see `store/outbox.ts`. */
export interface Delivery {
  /** Calls were committed: they go out now. Those whose tokens this process keeps, it sends; it rings for the others. */
  committed(calls: readonly DeferredCall[]): void
  /** Something may have happened in an account: those it is told to hear of it now. */
  happened(account: string): void
  /** Begins what is due of the webhook of an `outboxKey`, without waiting for its end, and rings for what is due later. */
  drain(key: string): Promise<void>
  /** Rings for what is due, also of before and of other processes, now and then. */
  start(): void
  /** Begins no more calls, gives those that run `graceMs`, and breaks them off then: others make them again at once. */
  close(graceMs: number): Promise<void>
}

/** At once in this process, and of one webhook in all processes, so that slow servers hold up nobody else's. */
const maxRunning = 256
const maxPerWebhook = 4
/** Finds what no ring told of, and what this process keeps and has to try again. */
const sweepEveryMs = 5000
/** Longer than an attempt can take. So long others leave alone what a process that died was sending. */
const leaseMs = 30_000

/** A look for what may be begun. */
interface Look {
  /** Something may have become due since it began. */
  again: boolean
  done: Promise<void>
}

export function createDelivery({ store, queue, send, sendEvent, log, now, random }: DeliveryParts): Delivery {
  const { outbox } = store
  const looks = new Map<string, Look>()
  /** How many calls are being sent, of the keys of which some are. */
  const sending = new Map<string, number>()
  /** Keys that found no room, in their turn. */
  const full = new Set<string>()
  const closing = new AbortController()
  const attempt = createAttempt({ store, send, sendEvent, log, random, signal: closing.signal })
  let running = 0
  let leaving = false
  let idle: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined

  /** One at a time for a key: the order in which calls begin is that of the table. */
  function look(key: string): Promise<void> {
    const current = looks.get(key)
    if (current) {
      current.again = true
      return current.done
    }
    const mine: Look = { again: true, done: Promise.resolve() }
    looks.set(key, mine)
    mine.done = (async () => {
      try {
        while (mine.again && !leaving) {
          mine.again = false
          await beginDue(key)
        }
      } finally {
        looks.delete(key)
      }
    })()
    return mine.done
  }

  /** What fails here is found by the next sweep. */
  function nudge(key: string): void {
    look(key).catch((err) => log.error({ err, key }, 'the outbox could not be worked on; it is tried again'))
  }

  function ring(key: string, notBefore?: number): void {
    queue.ring(key, notBefore).catch((err) => log.warn({ err, key }, 'a webhook call waits for the next sweep'))
  }

  async function beginDue(key: string): Promise<void> {
    const target = readOutboxKey(key)
    // The sweep rings for what waits.
    if (!target || (await pauseOf(store, target))) return
    let isMore = true
    while (isMore && (sending.get(key) ?? 0) < maxPerWebhook) isMore = await beginSome(key, target)
  }

  /** False when nothing more of the key can be begun now. */
  async function beginSome(key: string, target: Target): Promise<boolean> {
    const calls = await outbox.waiting(target, maxPerWebhook)
    const due = calls.filter(({ wait }) => wait <= 0)
    const later = calls[due.length]
    if (later) ring(key, now() + later.wait)
    const lanes = new Set<string>()
    let isMore = false
    for (const call of due) {
      if (leaving) return false
      // Where one could not be claimed, the next of its lane may be by now, and would be before it.
      if (lanes.has(call.lane)) continue
      lanes.add(call.lane)
      if (running >= maxRunning) {
        full.add(key)
        return false
      }
      if (await begin(key, call)) isMore = due.length === maxPerWebhook
    }
    return isMore
  }

  /** False when another process was faster. */
  async function begin(key: string, call: WaitingCall): Promise<boolean> {
    running++
    const claimed = await outbox.claim(call, leaseMs, maxPerWebhook).catch((error) => {
      end()
      throw error
    })
    if (!claimed) {
      end()
      return false
    }
    sending.set(key, (sending.get(key) ?? 0) + 1)
    void sendOne(key, claimed)
    return true
  }

  async function sendOne(key: string, call: ClaimedCall): Promise<void> {
    try {
      await attempt(call)
    } catch (err) {
      log.error({ err, key }, 'a webhook call could not be made or settled; it is made again')
    }
    const left = sending.get(key)! - 1
    if (left > 0) sending.set(key, left)
    else sending.delete(key)
    // What was held back by this one.
    if (!leaving) nudge(key)
    end()
  }

  /** There is room for another call. */
  function end(): void {
    running--
    for (const key of full) {
      full.delete(key)
      nudge(key)
      break
    }
    if (running === 0) idle?.()
  }

  async function sweep(): Promise<void> {
    for (const { kept, anybodys, ...target } of await outbox.dueTargets()) {
      const key = outboxKey(target)
      if (kept) nudge(key)
      if (anybodys) ring(key)
    }
  }

  return {
    committed(calls) {
      for (const call of calls) (call.thirdPartyToken === undefined ? ring : nudge)(outboxKey(call))
    },
    happened: (account) => wakeEndpoints(store, account, ring, log),
    drain: look,
    start() {
      const looking = createLooking(log, 'the sweep of the outbox')
      const run = () => void looking(sweep)
      timer = setInterval(run, sweepEveryMs).unref()
      run()
    },
    async close(graceMs) {
      clearInterval(timer)
      leaving = true
      const grace = setTimeout(() => closing.abort(), graceMs)
      await Promise.allSettled([...looks.values()].map(({ done }) => done))
      if (running > 0) await new Promise<void>((resolve) => (idle = resolve))
      clearTimeout(grace)
      await outbox.leave().catch((err) => log.warn({ err }, 'what this process kept is given up by others later'))
    },
  }
}

/** Rings for whatever an account tells of its events. What is not heard is found by the next sweep. */
function wakeEndpoints({ events }: Store, account: string, ring: (key: string) => void, log: Log): void {
  events.endpointsOf(account).then(
    (all) => all.forEach(({ id }) => void ring(outboxKey({ agent: '', webhook: id }))),
    (err) => log.warn({ err }, 'an event waits for the next sweep'),
  )
}
