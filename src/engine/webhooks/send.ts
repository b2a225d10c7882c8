import { randomUUID } from 'node:crypto'
import { AppError } from '../../lib/errors.ts'
import type { Webhook, WebhookEvent } from '../../model/webhook.ts'
import { type Secrets, secretContext } from '../../ports/secrets.ts'
import type { SendOptions, WebhookClient, WebhookOutcome } from '../../ports/webhooks.ts'
import { requestOf } from './request.ts'
import { signature } from './sign.ts'

export interface SenderParts {
  client: WebhookClient
  /** Its sealed signing secrets, the newest first; none of an unknown webhook. */
  store: { webhookSecrets: { of(agent: string, webhook: string, now: number): Promise<string[]> } }
  secrets: Secrets
  now: () => number
}

export interface WebhookCall {
  webhook: Webhook
  event: WebhookEvent
  input?: Readonly<Record<string, unknown>>
  tokenInInput?: boolean
  thirdPartyToken?: string | undefined
  /** The same at every attempt; without it the call is one of its own. */
  id?: string
}

/** Makes one signed request. Like the client it never throws for what a server does. */
export type SendWebhook = (call: WebhookCall, options: SendOptions) => Promise<WebhookOutcome>

export function createSender({ client, store, secrets, now }: SenderParts): SendWebhook {
  return async ({ webhook, event, input = {}, tokenInInput, thirdPartyToken = '', id = newCallId() }, options) => {
    const refused = (detail: string): WebhookOutcome => ({ failed: 'refused', detail, ms: 0 })
    const request = prepared(() => requestOf(webhook, { event, input, tokenInInput, thirdPartyToken }))
    if (!request) return refused('the URL would lead elsewhere with the values filled in')
    if (typeof request === 'string') return refused(request)

    const context = secretContext(event.agentId)
    const sealed = await store.webhookSecrets.of(event.agentId, webhook.name, now())
    if (sealed.length === 0) return refused('the webhook has no signing secret')
    const opened = prepared(() => ({
      keys: sealed.map((secret) => secrets.open(secret, context)),
      authHeaders: (webhook.authHeaders ?? []).map(({ key, value }) => [key, secrets.open(value, context)] as const),
    }))
    if (typeof opened === 'string') return refused(opened)

    const { url, body } = request
    const outcome = await client.send(
      {
        method: webhook.method,
        url,
        headers: withoutTwins([
          [
            ['user-agent', 'Parley'],
            ['accept', 'application/json, text/plain, */*;q=0.5'],
            ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
          ],
          (webhook.headers ?? []).map(({ key, value }) => [key, value] as const),
          opened.authHeaders,
          signature({ secrets: opened.keys, id, now: now(), body: body ?? '' }),
        ]),
        ...(body !== undefined && { body }),
      },
      options,
    )
    return 'body' in outcome ? { ...outcome, body: redacted(outcome.body, thirdPartyToken) } : outcome
  }
}

export function newCallId(): string {
  return `msg_${randomUUID().replaceAll('-', '')}`
}

/** What cannot be made: in words. */
function prepared<T>(make: () => T): T | string {
  try {
    return make()
  } catch (error) {
    if (error instanceof AppError) return error.message
    if (error instanceof RangeError) return 'the arguments are nested too deeply'
    throw error
  }
}

type Header = readonly [name: string, value: string]

/** A header of a later group takes the place of those of its name in earlier ones. */
function withoutTwins(groups: readonly (readonly Header[])[]): Header[] {
  return groups.flatMap((group, i) => {
    const later = new Set(groups.slice(i + 1).flatMap((other) => other.map(([name]) => name.toLowerCase())))
    return group.filter(([name]) => !later.has(name.toLowerCase()))
  })
}

/** Some servers send back what they were sent: a token must not come to be stored or said that way. */
function redacted(body: string, token: string): string {
  if (token.length < 8) return body
  const inQuery = new URLSearchParams({ t: token }).toString().slice('t='.length)
  const written = [token, JSON.stringify(token).slice(1, -1), encodeURIComponent(token.toWellFormed()), inQuery]
  return written.reduce((text, form) => text.replaceAll(form, '@{thirdPartyToken}'), body)
}
