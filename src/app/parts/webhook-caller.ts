import { createSender, type SendWebhook } from '../../engine/webhooks/send.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { WebhookClient } from '../../ports/webhooks.ts'
import type { Store } from '../../store/index.ts'

export interface WebhookCallerParts {
  store: Store
  secrets: Secrets
  /** What the operator lets webhooks call besides the public Internet. */
  allow: readonly string[]
  now: () => number
}

/** What calls webhooks, for the app and for commands. Its HTTP client is loaded with the first call: many never make one. */
export function createWebhookCaller({ store, secrets, allow, now }: WebhookCallerParts) {
  let loaded: Promise<WebhookClient & { close(): Promise<void> }> | undefined
  const load = async () => {
    const { createWebhookClient } = await import('../../drivers/webhooks/client.ts')
    return createWebhookClient({ allow, now })
  }
  const client: WebhookClient = {
    async send(request, options) {
      loaded ??= load()
      return (await loaded).send(request, options)
    },
  }
  const send: SendWebhook = createSender({ client, store, secrets, now })
  return {
    send,
    /** Drops the connections that are kept open. */
    close: async () => (await loaded)?.close(),
  }
}
