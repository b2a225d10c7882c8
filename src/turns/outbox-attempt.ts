import { isEnabled } from '../engine/webhooks/due.ts'
import { wantsToken } from '../engine/webhooks/request.ts'
import type { SendWebhook } from '../engine/webhooks/send.ts'
import type { Log } from '../lib/log.ts'
import type { EventRef } from '../model/event.ts'
import type { Webhook, WebhookEvent } from '../model/webhook.ts'
import type { SendOptions, WebhookOutcome } from '../ports/webhooks.ts'
import type { Store } from '../store/index.ts'
import type { ClaimedCall } from '../store/outbox.ts'
import type { SendEvent } from './events/send.ts'
import { waitAfter } from './outbox-schedule.ts'

const sendOptions = { timeoutMs: 15_000, maxBytes: 16_384 }

/** Sends one call that this process has claimed, and settles it by what came of that. Where `signal` breaks it off, it is released. */
export function createAttempt(parts: {
  store: Store
  send: SendWebhook
  sendEvent: SendEvent
  log: Log
  random: () => number
  signal: AbortSignal
}): (call: ClaimedCall) => Promise<void> {
  const { store, send, sendEvent, log, random, signal } = parts
  const { outbox } = store

  async function attempt(call: ClaimedCall): Promise<void> {
    const begin = 'event' in call.event ? ofEvent(call, call.event) : await ofWebhook(call, call.event)
    if (typeof begin === 'string') return bury(call, begin)
    if (call.left <= 0) return bury(call, 'its time was up before it could be sent')
    let outcome: WebhookOutcome | undefined
    try {
      outcome = await begin({ ...sendOptions, signal })
    } catch (error) {
      if (!signal.aborted) throw error
      return outbox.release(call)
    }
    if (!outcome) return bury(call, 'its endpoint or the event is not there any more')
    await settle(call, outcome)
  }

  type Begin = (options: SendOptions) => Promise<WebhookOutcome | undefined>

  function ofEvent({ account, webhook: endpoint, id }: ClaimedCall, { event }: EventRef): Begin {
    return (options) => sendEvent({ account, endpoint, event, id }, options)
  }

  async function ofWebhook(call: ClaimedCall, event: WebhookEvent): Promise<Begin | string> {
    const webhook = await webhookOf(call)
    if (typeof webhook === 'string') return webhook
    const { id, thirdPartyToken, isTokenLost } = call
    if (isTokenLost && wantsToken(webhook)) return 'its third-party token was lost when Parley restarted'
    return (options) => send({ webhook, event, thirdPartyToken, id }, options)
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

  return attempt
}
