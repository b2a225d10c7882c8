import type { Acknowledgement, Envelope, Repetition, Send } from './envelope.ts'
import type { Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import { remember } from './record.ts'

/** One attempt to tell the app something. */
export interface Delivery {
  /** The event_id of an event. */
  id: string
  kind: Envelope['kind']
  type: string
  payload: Record<string, unknown>
  at: number
  /** 0 the first time; as Slack counts repetitions. */
  attempt: number
  reason?: string
  outcome: 'pending' | 'ok' | 'timeout' | 'error'
  /** Milliseconds until it was acknowledged or given up. */
  ms?: number
  /** HTTP status of the app's answer, where there was one. */
  status?: number
}

export interface DeliveryDesk {
  readonly deliveries: Delivery[]
  /** An event, repeated until it is acknowledged or Slack would give up. */
  event(envelope: Envelope): void
  /** One attempt, now, whatever became of the others. */
  attempt(envelope: Envelope, repetition?: Repetition): Promise<Acknowledgement>
  /** An event sent before, as long as it is remembered. */
  sent(id: string): Envelope | undefined
  /** To be called when an app connects: what could not be sent to anybody goes out now. */
  connected(): void
  restore(envelope: Envelope): void
  pending(): Iterable<Envelope>
  /** Resolves when no attempt is under way and none waits for its time; those that wait for an app do not count. */
  idle(): Promise<void>
  stop(): void
}

const SENT_KEPT = 1000
const WAITING_KEPT = 1000

export function createDeliveryDesk(parts: {
  limits: Limits
  now: () => number
  journal: () => Journal
  /** The way to the app, if it is there. */
  receiver: () => Send | undefined
}): DeliveryDesk {
  const { limits, now, journal, receiver } = parts
  const deliveries: Delivery[] = []
  const sent = new Map<string, Envelope>()
  const unsettled = new Map<string, Envelope>()
  /** Attempts for which no app was there. Slack counts them as failed; here they wait as long as it would repeat. */
  const waiting = new Set<{ envelope: Envelope; attempt: number; reason?: string }>()
  const timers = new Set<NodeJS.Timeout>()
  let busy = 0
  let idleWaiters: (() => void)[] = []
  let stopped = false

  const patience = (): number => limits.retryDelaysMs.reduce((sum, delay) => sum + delay + limits.ackTimeoutMs, 0)

  function settle(envelope: Envelope): void {
    if (!unsettled.delete(envelope.id)) return
    journal().write({ settled: envelope.id })
  }

  function rest(): void {
    if (busy > 0 || timers.size > 0) return
    for (const resolve of idleWaiters) resolve()
    idleWaiters = []
  }

  async function attempt(envelope: Envelope, repetition?: Repetition): Promise<Acknowledgement> {
    const delivery: Delivery = {
      id: envelope.id,
      kind: envelope.kind,
      type: envelope.type,
      payload: envelope.payload,
      at: now(),
      attempt: repetition?.num ?? 0,
      ...(repetition && { reason: repetition.reason }),
      outcome: 'pending',
    }
    remember(deliveries, delivery, limits.records)
    const started = performance.now()
    const send = receiver()
    const ack: Acknowledgement = send
      ? await send(envelope, repetition)
      : { ok: false, reason: 'connection_failed', noRetry: false }
    delivery.ms = performance.now() - started
    if (ack.status !== undefined) delivery.status = ack.status
    delivery.outcome = ack.ok ? 'ok' : ack.reason === 'http_timeout' ? 'timeout' : 'error'
    return ack
  }

  async function deliver(envelope: Envelope, num: number, reason?: string): Promise<void> {
    if (!receiver()) {
      wait({ envelope, attempt: num, ...(reason && { reason }) })
      return
    }
    busy += 1
    const ack = await attempt(envelope, num > 0 ? { num, reason: reason ?? 'http_timeout' } : undefined)
    busy -= 1
    const delay = limits.retryDelaysMs[num]
    // What was not acknowledged when the simulator stops stays in its journal.
    if (ack.ok || (!stopped && (ack.noRetry || delay === undefined))) settle(envelope)
    else if (!stopped) later(delay!, () => deliver(envelope, num + 1, ack.ok ? undefined : ack.reason))
    rest()
  }

  function wait(entry: { envelope: Envelope; attempt: number; reason?: string }): void {
    waiting.add(entry)
    if (waiting.size <= WAITING_KEPT) return
    const [oldest] = waiting
    waiting.delete(oldest!)
    settle(oldest!.envelope)
  }

  function later(delay: number, run: () => Promise<void>): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void run()
    }, delay)
    timers.add(timer)
  }

  function admit(envelope: Envelope): void {
    sent.set(envelope.id, envelope)
    if (sent.size > SENT_KEPT) sent.delete(sent.keys().next().value!)
    unsettled.set(envelope.id, envelope)
  }

  return {
    deliveries,
    event(envelope) {
      admit(envelope)
      journal().write({ event: envelope })
      for (let copy = 0; copy < limits.copies; copy++) void deliver(envelope, 0)
    },
    attempt,
    sent: (id) => sent.get(id),
    connected() {
      for (const entry of waiting) {
        waiting.delete(entry)
        if (now() - entry.envelope.createdAt > patience()) settle(entry.envelope)
        else void deliver(entry.envelope, entry.attempt, entry.reason)
      }
    },
    restore(envelope) {
      admit(envelope)
      wait({ envelope, attempt: 1, reason: 'http_timeout' })
    },
    pending: () => unsettled.values(),
    idle: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      idleWaiters.push(resolve)
      rest()
      return promise
    },
    stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      rest()
    },
  }
}
