import { isEnabled } from '../engine/webhooks/due.ts'
import { wantsToken } from '../engine/webhooks/request.ts'
import type { SendWebhook } from '../engine/webhooks/send.ts'
import type { Log } from '../lib/log.ts'
import type { DeferredCall, Webhook } from '../model/webhook.ts'
import type { Queue } from '../ports/queue.ts'
import type { WebhookOutcome } from '../ports/webhooks.ts'
import type { Store } from '../store/index.ts'
import type { ClaimedCall } from '../store/outbox.ts'
import { pauseOf } from './gate.ts'
import { outboxKey, readOutboxKey } from './outbox-key.ts'
import { waitAfter } from './outbox-schedule.ts'

export interface DeliveryParts {
  store: Store
  queue: Pick<Queue, 'ring'>
  send: SendWebhook
  log: Log
  now: () => number
  /** 0 ≤ n < 1; spreads retries. */
  random: () => number
}

/** Sends what turns leave to be called after their commit, and tries again what fails: see `store/outbox.ts`. */
export interface Delivery {
  /** Calls were committed: they go out now. Those whose tokens this process keeps, it sends; it rings for the others. */
  committed(calls: readonly DeferredCall[]): void
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
const sendOptions = { timeoutMs: 15_000, maxBytes: 16_384 }
/** Longer than an attempt can take. So long others leave alone what a process that died was sending. */
const leaseMs = 30_000

/** A look for what may be begun. */
interface Look {
  /** Something may have become due since it began. */
  again: boolean
  done: Promise<void>
}

export function createDelivery({ store, queue, send, log, now, random }: DeliveryParts): Delivery {
  const { outbox } = store
  const looks = new Map<string, Look>()
  /** How many calls are being sent, of the keys of which some are. */
  const sending = new Map<string, number>()
  /** Keys that found no room, in their turn. */
  const full = new Set<string>()
  const closing = new AbortController()
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
    if (target && (await pauseOf(store, target))) return
    let isMore = target !== undefined
    while (isMore && (sending.get(key) ?? 0) < maxPerWebhook) {
      isMore = false
      const calls = await outbox.waiting(target!, maxPerWebhook)
      const due = calls.filter(({ wait }) => wait <= 0)
      const later = calls[due.length]
      if (later) ring(key, now() + later.wait)
      const lanes = new Set<string>()
      for (const call of due) {
        if (leaving) return
        // Where one could not be claimed, the next of its lane may be by now, and would be before it.
        if (lanes.has(call.lane)) continue
        lanes.add(call.lane)
        if (running >= maxRunning) {
          full.add(key)
          return
        }
        running++
        const claimed = await outbox.claim(call, leaseMs, maxPerWebhook).catch((error) => {
          end()
          throw error
        })
        if (!claimed) {
          end()
          continue
        }
        sending.set(key, (sending.get(key) ?? 0) + 1)
        void sendOne(key, claimed)
        isMore = due.length === maxPerWebhook
      }
    }
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

  async function attempt(call: ClaimedCall): Promise<void> {
    const webhook = await webhookOf(call)
    if (typeof webhook === 'string') return bury(call, webhook)
    const { id, event, thirdPartyToken, isTokenLost, left } = call
    if (left <= 0) return bury(call, 'its time was up before it could be sent')
    if (isTokenLost && wantsToken(webhook)) return bury(call, 'its third-party token was lost when Parley restarted')
    let outcome: WebhookOutcome
    try {
      outcome = await send({ webhook, event, thirdPartyToken, id }, { ...sendOptions, signal: closing.signal })
    } catch (error) {
      if (!closing.signal.aborted) throw error
      return outbox.release(call)
    }
    await settle(call, outcome)
  }

  /** As it is configured now; in words why there is none to call. */
  async function webhookOf({ agent, webhook: name }: ClaimedCall): Promise<Webhook | string> {
    const document = (await store.agents.live(agent))?.document
    const webhook = document?.webhooks.find((one) => one.name === name)
    if (!webhook) return 'the webhook does not exist any more'
    return isEnabled(webhook) ? webhook : 'the webhook is disabled'
  }

  async function settle(call: ClaimedCall, outcome: WebhookOutcome): Promise<void> {
    const said = 'status' in outcome ? `status ${outcome.status}` : `${outcome.failed}: ${outcome.detail}`
    if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) {
      return outbox.delivered(call, said)
    }
    const gone = 'status' in outcome && outcome.status === 410
    const wait = gone ? undefined : waitAfter(call, outcome, random)
    if (wait === undefined) return bury(call, said)
    log.debug({ agent: call.agent, webhook: call.webhook, call: call.id, outcome: said }, 'a webhook call failed')
    await outbox.retry(call, said, wait)
  }

  async function bury(call: ClaimedCall, why: string): Promise<void> {
    await outbox.bury(call, why)
    const { agent, webhook, id } = call
    log.warn({ agent, webhook, call: id, outcome: why }, 'a webhook call was given up; an admin can have it sent again')
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
      for (const call of calls) {
        const key = outboxKey(call)
        if (call.thirdPartyToken === undefined) ring(key)
        else nudge(key)
      }
    },
    drain: look,
    start() {
      const run = () => void sweep().catch((err) => log.error({ err }, 'the sweep of the outbox failed'))
      timer = setInterval(run, sweepEveryMs)
      timer.unref()
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
