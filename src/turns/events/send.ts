import { signature } from '../../engine/webhooks/sign.ts'
import { AppError } from '../../lib/errors.ts'
import type { EventRef } from '../../model/event.ts'
import { eventSecretContext, type Secrets } from '../../ports/secrets.ts'
import type { SendOptions, WebhookClient, WebhookOutcome } from '../../ports/webhooks.ts'
import type { Store } from '../../store/index.ts'

export interface EventSenderParts {
  client: WebhookClient
  store: Pick<Store, 'events'>
  secrets: Secrets
  now: () => number
}

export interface EventCall extends EventRef {
  account: string
  endpoint: string
  /** The same at every attempt. */
  id: string
}

/** Sends one event; undefined: its endpoint or the event itself is there no more, so that there is nothing to send. */
export type SendEvent = (call: EventCall, options: SendOptions) => Promise<WebhookOutcome | undefined>

export function createEventSender({ client, store, secrets, now }: EventSenderParts): SendEvent {
  return async ({ account, endpoint: of, event, id }, options) => {
    const endpoint = (await store.events.endpointsOf(account)).find((one) => one.id === of)
    const message = endpoint && (await store.events.byId(account, event, endpoint.words))
    if (!endpoint || !message) return undefined
    let secret: string
    try {
      secret = secrets.open(endpoint.secret, eventSecretContext(account))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { failed: 'refused', detail: error.message, ms: 0 }
    }
    const body = JSON.stringify(message)
    const headers = [
      ['user-agent', 'Parley'],
      ['content-type', 'application/json'],
      // Made anew at each attempt: receivers take no signature that is older than some minutes.
      ...signature({ secrets: [secret], id, now: now(), body }).filter(([name]) => name.startsWith('webhook-')),
    ] as const
    return client.send({ method: 'POST', url: endpoint.url, headers, body }, options)
  }
}
