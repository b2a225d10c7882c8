import { moderationVerdict } from '../lib/moderation-verdict.ts'
import type { Moderation } from '../ports/moderation.ts'
import type { WebhookClient } from '../ports/webhooks.ts'

export interface ModerationParts {
  /** Up to `/moderations`, e.g. `https://api.openai.com/v1`. */
  baseUrl: string
  /** As the server calls it; without it the server's own choice. */
  model?: string | undefined
  apiKey?: string | undefined
  client: WebhookClient
}

/** A person waits for it, twice where both sides are judged. */
const limits = { timeoutMs: 4000, maxBytes: 65_536 }

/** Any server that speaks OpenAI's `/moderations`. */
export function createOpenAiModeration({ baseUrl, model, apiKey, client }: ModerationParts): Moderation {
  const url = `${baseUrl.replace(/\/+$/, '')}/moderations`
  const headers = [
    ['user-agent', 'Parley'],
    ['content-type', 'application/json'],
    ...(apiKey === undefined ? [] : [['authorization', `Bearer ${apiKey}`] as const]),
  ] as const
  return {
    async judge(text, signal) {
      const body = JSON.stringify({ ...(model !== undefined && { model }), input: text })
      return moderationVerdict(await client.send({ method: 'POST', url, headers, body }, { ...limits, signal }))
    },
  }
}
