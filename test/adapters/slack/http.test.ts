import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createEventsRoute } from '../../../adapters/slack/http.ts'
import type { Body } from '../../../adapters/slack/payloads.ts'

const now = 1_790_000_000_000
const secret = 'secret'
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

async function send(
  body: string | Buffer,
  options: { type?: string; at?: number; secret?: string; fail?: boolean } = {},
) {
  const delivered: Body[] = []
  const route = createEventsRoute({
    signingSecret: secret,
    now: () => now,
    async deliver(body) {
      if (options.fail) throw new Error('not now')
      delivered.push(body)
    },
  })
  const rawBody = Buffer.from(body)
  const timestamp = String(Math.floor((options.at ?? now) / 1000))
  const hmac = createHmac('sha256', options.secret ?? secret)
    .update(`v0:${timestamp}:`)
    .update(rawBody)
  const headers = {
    'content-type': options.type ?? json,
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${hmac.digest('hex')}`,
  }
  return { ...(await route.handle({ url: '/slack/events', address: '', headers, rawBody })), delivered, route, headers }
}

const event = JSON.stringify({ type: 'event_callback', event: { type: 'message' } })

describe('the Request URL', () => {
  it.each([json, 'application/json; charset=utf-8'])('takes events: %s', async (type) => {
    expect(await send(event, { type })).toMatchObject({ status: 200, body: '', delivered: [JSON.parse(event)] })
  })

  it.each([form, `${form};charset=UTF-8`])('takes interactions and commands: %s', async (type) => {
    const payload = { type: 'block_actions', actions: [] }
    const interaction = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
    expect(await send(interaction, { type })).toMatchObject({ status: 200, delivered: [payload] })
    expect(await send('command=%2Fagent&text=list', { type })).toMatchObject({
      status: 200,
      delivered: [{ command: '/agent', text: 'list' }],
    })
  })

  it('answers Slack’s questions', async () => {
    const challenge = JSON.stringify({ type: 'url_verification', challenge: 'abc' })
    expect(await send(challenge)).toMatchObject({ status: 200, body: 'abc', delivered: [] })
    expect(await send('ssl_check=1&token=x', { type: form, secret: 'wrong' })).toMatchObject({
      status: 200,
      delivered: [],
    })
  })

  it('answers 500 when the event could not be taken in, so that Slack sends it again', async () => {
    expect((await send(event, { fail: true })).status).toBe(500)
  })

  it('refuses what Slack did not sign, or long ago', async () => {
    expect(await send(event, { secret: 'wrong' })).toMatchObject({ status: 401, delivered: [] })
    for (const at of [now - 301_000, now + 301_000]) expect((await send(event, { at })).status).toBe(401)
    expect((await send(event, { at: now - 299_000 })).status).toBe(200)
    const { route, headers } = await send(event)
    const rawBody = Buffer.from(`${event} `)
    expect((await route.handle({ url: '/slack/events', address: '', headers, rawBody })).status).toBe(401)
    for (const name of ['x-slack-signature', 'x-slack-request-timestamp']) {
      for (const value of [undefined, '', 'v0=', 'x'.repeat(67)]) {
        const request = {
          url: '/slack/events',
          address: '',
          headers: { ...headers, [name]: value },
          rawBody: Buffer.from(event),
        }
        expect((await route.handle(request)).status).toBe(401)
      }
    }
  })

  it.each([
    ['{', json],
    ['', json],
    ['null', json],
    ['[]', json],
    ['"x"', json],
    ['{"event":5}', json],
    ['payload=%7B', form],
    ['payload=1', form],
    ['hello=world', form],
    [event, 'text/plain'],
    [event, ''],
  ])('refuses what is no event: %s as %s', async (body, type) => {
    expect(await send(body, { type })).toMatchObject({ status: 400, delivered: [] })
  })

  it('refuses more than 1 MiB', async () => {
    expect((await send(Buffer.alloc(1024 * 1024 + 1, ' '))).status).toBe(413)
  })
})
