import type { Config } from '../../config/index.ts'
import { createOpenAiModeration } from '../../drivers/moderation-openai.ts'
import { createWebhookClientOnDemand } from '../../drivers/webhooks/client-on-demand.ts'
import type { Moderation } from '../../ports/moderation.ts'

/**
 * Who judges what is said, where the operator names somebody. Through the guarded client, which may call that server wherever it
 * stands, since the operator chose it.
 */
export function createModeration(
  { moderation, webhooks }: Pick<Config, 'moderation' | 'webhooks'>,
  now: () => number,
): (Moderation & { close(): Promise<void> }) | undefined {
  if (!moderation) return undefined
  const { hostname } = new URL(moderation.baseUrl)
  const client = createWebhookClientOnDemand({ allow: [...webhooks.allow, hostname.replace(/^\[|\]$/g, '')], now })
  return { ...createOpenAiModeration({ ...moderation, client }), close: client.close }
}
