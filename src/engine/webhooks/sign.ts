import { createHmac } from 'node:crypto'

export interface SignParts {
  /** `whsec_…`, the newest first. */
  secrets: readonly string[]
  id: string
  /** Milliseconds since the epoch. */
  now: number
  /** Exactly as it is sent; empty without one. */
  body: string
}

/**
 * `X-HMAC` signs the body with the whole newest secret as it was shown. The `webhook-` headers are those of the Standard
 * Webhooks specification, with one signature for each secret.
 */
export function signature({ secrets, id, now, body }: SignParts): [name: string, value: string][] {
  const timestamp = `${Math.floor(now / 1000)}`
  const signed = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return [
    ['x-hmac', createHmac('sha256', secrets[0]!).update(body).digest('hex')],
    ['webhook-id', id],
    ['webhook-timestamp', timestamp],
    ['webhook-signature', secrets.map((secret) => `v1,${signed(secret)}`).join(' ')],
  ]
}
