import { createWebhookClientOnDemand } from '../../drivers/webhooks/client-on-demand.ts'
import { createReach } from '../../drivers/webhooks/reach.ts'
import { createSender, type SendWebhook } from '../../engine/webhooks/send.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { Store } from '../../store/index.ts'
import { createEventSender } from '../../turns/events/send.ts'

export interface WebhookCallerParts {
  store: Store
  secrets: Secrets
  /** What the operator lets webhooks call besides the public Internet. */
  allow: readonly string[]
  now: () => number
}

/** What calls webhooks, for the app and for commands. */
export function createWebhookCaller({ store, secrets, allow, now }: WebhookCallerParts) {
  const client = createWebhookClientOnDemand({ allow, now })
  const send: SendWebhook = createSender({ client, store, secrets, now })
  return {
    send,
    mayCall: createReach(allow),
    sendEvent: createEventSender({ client, store, secrets, now }),
    /** Drops the connections that are kept open. */
    close: client.close,
  }
}
