import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import type { Admin } from '../../src/admin/index.ts'
import type { EventMessage } from '../../src/model/event.ts'
import { type Received, type Respond, startWebhookServer } from './webhook-server.ts'

/** What a request tells, once its signature is right by the words of Standard Webhooks, and by nothing of ours. */
export function verified({ headers, body }: Received, secret: string): EventMessage {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  expect(headers['webhook-signature']).toBe(signature)
  expect(Buffer.byteLength(body)).toBeLessThan(20_000)
  return JSON.parse(body)
}

/** Somebody's server that is told of these events of an account. */
export async function startEventReceiver(
  admin: Pick<Admin, 'events'>,
  types: readonly string[],
  { account = 'default', respond }: { account?: string; respond?: Respond } = {},
) {
  const { url, received } = await startWebhookServer(respond)
  const { id, secret } = await admin.events.add({ url, types }, { account, author: 'cli', door: 'cli' })
  /** Each as it came, its signature looked at. */
  const messages = () => received.map((one) => verified(one, secret))
  return { id, secret, received, messages, data: () => messages().map(({ data: { seq: _, ...data } }) => data) }
}
