import type { WebhookClient } from '../../ports/webhooks.ts'
import type { WebhookClientParts } from './client.ts'

/** The guarded client, loaded with the first call: many never make one, and what it is made of takes a tenth of a start. */
export function createWebhookClientOnDemand(parts: WebhookClientParts): WebhookClient & { close(): Promise<void> } {
  let loaded: Promise<WebhookClient & { close(): Promise<void> }> | undefined
  const load = async () => {
    const { createWebhookClient } = await import('./client.ts')
    return createWebhookClient(parts)
  }
  return {
    async send(request, options) {
      loaded ??= load()
      return (await loaded).send(request, options)
    },
    close: async () => (await loaded)?.close(),
  }
}
