import { isEnabled } from '../engine/webhooks/due.ts'
import { wantsToken } from '../engine/webhooks/request.ts'
import type { SendWebhook } from '../engine/webhooks/send.ts'
import type { Log } from '../log.ts'
import type { DeferredCall, Webhook } from '../model/webhook.ts'
import type { WebhookOutcome } from '../ports/webhooks.ts'
import type { Store } from '../store/index.ts'
import type { ClaimedCall, Target } from '../store/outbox.ts'
import { nextAttempt } from './outbox-schedule.ts'

export interface DeliveryParts {
  store: Store
  send: SendWebhook
  log: Log
  now: () => number
  /** 0 ≤ n < 1; spreads retries. */
  random: () => number
}

/** Sends what turns leave to be called after their commit, and tries again what fails: see `store/outbox.ts`. */
export interface Delivery {
  /** Calls were committed: they go out now. */
  committed(calls: readonly DeferredCall[]): void
  /** Sends what is due, also of before and of other processes, now and then. */
  start(): void
  /** Begins no more calls, gives those that run `graceMs`, and breaks them off then: they are made again later. */
  close(graceMs: number): Promise<void>
}

/** At once: of all, and of one webhook, so that slow servers hold up nobody else's. */
const maxRunning = 256
const maxPerWebhook = 4
/** Finds what is to be tried again, and what nobody else told of. */
const sweepEveryMs = 5000
const sendOptions = { timeoutMs: 15_000, maxBytes: 16_384 }
/** Longer than an attempt can take. */
const leaseMs = 60_000

/** A webhook with something to send, or being sent. */
interface Route {
  readonly target: Target
  /** Looking for a call, or sending one. */
  running: number
  sending: number
  /** Sent so far. */
  sent: number
  /** Something may be due that waits for a call that is being sent, to the same person. */
  waits: boolean
}

export function createDelivery({ store, send, log, now, random }: DeliveryParts): Delivery {
  const { outbox } = store
  const routes = new Map<string, Route>()
  /** Routes that may begin another call, in their turn. */
  const ready = new Set<Route>()
  const closing = new AbortController()
  let running = 0
  let leaving = false
  let idle: (() => void) | undefined
  let timer: NodeJS.Timeout | undefined

  function ring({ agent, webhook }: Target): void {
    const key = keyOf(agent, webhook)
    let route = routes.get(key)
    if (!route) {
      route = { target: { agent, webhook }, running: 0, sending: 0, sent: 0, waits: false }
      routes.set(key, route)
    }
    ready.add(route)
    begin()
  }

  function begin(): void {
    for (const route of ready) {
      if (leaving || running >= maxRunning) return
      if (route.running >= maxPerWebhook) continue
      // If it has more, it comes behind the others.
      ready.delete(route)
      route.running++
      running++
      void work(route).finally(() => end(route))
    }
  }

  function end(route: Route): void {
    running--
    route.running--
    begin()
    const { agent, webhook } = route.target
    if (route.running === 0 && !ready.has(route)) routes.delete(keyOf(agent, webhook))
    if (running === 0) idle?.()
  }

  async function work(route: Route): Promise<void> {
    const { sent } = route
    try {
      const call = await outbox.claim(route.target, now() + leaseMs)
      if (call) await sendOne(route, call)
      // What was sent while we looked may have held something back.
      else if (route.sent !== sent) ready.add(route)
      else route.waits = route.sending > 0
    } catch (err) {
      log.error({ err, ...route.target }, 'the outbox could not be worked on; it is tried again')
    }
  }

  async function sendOne(route: Route, call: ClaimedCall): Promise<void> {
    route.sending++
    ring(route.target)
    try {
      await attempt(call)
    } finally {
      route.sending--
      route.sent++
      if (route.waits) ready.add(route)
      route.waits = false
    }
  }

  async function attempt(call: ClaimedCall): Promise<void> {
    const webhook = await webhookOf(call)
    if (typeof webhook === 'string') return bury(call, webhook)
    const { id, event, thirdPartyToken, isTokenLost } = call
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
    const at = gone ? undefined : nextAttempt(call, outcome, now(), random)
    if (at === undefined) return bury(call, said)
    log.debug({ agent: call.agent, webhook: call.webhook, call: call.id, outcome: said }, 'a webhook call failed')
    await outbox.retry(call, said, at)
  }

  async function bury(call: ClaimedCall, why: string): Promise<void> {
    await outbox.bury(call, why)
    const { agent, webhook, id } = call
    log.warn({ agent, webhook, call: id, outcome: why }, 'a webhook call was given up; an admin can have it sent again')
  }

  async function sweep(): Promise<void> {
    for (const target of await outbox.dueTargets()) ring(target)
  }

  return {
    committed(calls) {
      for (const call of calls) ring(call)
    },
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
      if (running > 0) await new Promise<void>((resolve) => (idle = resolve))
      clearTimeout(grace)
    },
  }
}

function keyOf(agent: string, webhook: string): string {
  return JSON.stringify([agent, webhook])
}
