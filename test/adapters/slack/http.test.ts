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
  options: { type?: string; at?: number; timestamp?: string; secret?: string; fail?: boolean; answer?: object } = {},
) {
  const delivered: Body[] = []
  const route = createEventsRoute({
    signingSecret: secret,
    now: () => now,
    async deliver(body) {
      if (options.fail) throw new Error('not now')
      delivered.push(body)
      return options.answer
    },
  })
  const rawBody = Buffer.from(body)
  const { timestamp = String(Math.floor((options.at ?? now) / 1000)) } = options
  const hmac = createHmac('sha256', options.secret ?? secret)
    .update(`v0:${timestamp}:`)
    .update(rawBody)
  const headers = {
    'content-type': options.type ?? json,
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${hmac.digest('hex')}`,
  }
  return {
    ...(await route.handle({ url: '/slack/events', address: '', refuse: () => 0, headers, rawBody })),
    delivered,
    route,
    headers,
  }
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

  it('is where Slack is told that it is', async () => {
    expect((await send(event)).route).toMatchObject({ method: 'POST', path: '/slack/events' })
  })

  it('answers an interaction with what it is acknowledged with, as JSON', async () => {
    const answer = { response_action: 'clear' }
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    expect(await send(event, { answer })).toMatchObject({ status: 200, body: JSON.stringify(answer), delivered: [{}] })
    const { route, headers: sent } = await send(event, { answer })
    const request = { url: '', address: '', refuse: () => 0, headers: sent, rawBody: Buffer.from(event) }
    expect((await route.handle(request)).headers).toEqual(headers)
  })

  it('answers a question without a challenge with nothing, and one with it in plain text', async () => {
    const { route, headers } = await send('{"type":"url_verification"}')
    const answer = await route.handle({
      url: '',
      address: '',
      refuse: () => 0,
      headers,
      rawBody: Buffer.from('{"type":"url_verification"}'),
    })
    expect(answer).toEqual({ status: 200, headers: { 'content-type': 'text/plain' }, body: '' })
  })

  it('says in words why it refuses', async () => {
    expect((await send(Buffer.alloc(1024 * 1024 + 1, ' '))).body).toBe('The body is larger than 1 MiB.')
    expect((await send(event, { secret: 'wrong' })).body).toBe('The signature is not valid.')
    expect((await send('{')).body).toBe('The body is neither an event nor an interaction.')
  })

  it.each([
    ['token=x&ssl_check=1', form, 200],
    ['token=x&ssl_check=1&y=z', form, 200],
    ['token=x&no_ssl_check=1', form, 401],
    ['token=x&ssl_check=12', form, 401],
    ['ssl_check=1', json, 401],
    ['ssl_check=1', `text/${form}`, 401],
  ])('asks no signature of a certificate check alone: %s as %s', async (body, type, status) => {
    expect(await send(body, { type, secret: 'wrong' })).toMatchObject({ status, delivered: [] })
  })

  it('goes by a time that is a number, also where a signature fits another one', async () => {
    const seconds = String(now / 1000)
    expect((await send(event, { timestamp: seconds })).status).toBe(200)
    for (const timestamp of [`x${seconds}`, `${seconds}x`, ` ${seconds}`, `0000${seconds}`, '', 'NaN']) {
      expect(await send(event, { timestamp })).toMatchObject({ status: 401, delivered: [] })
    }
    for (const at of [now - 300_000, now + 300_000]) expect((await send(event, { at })).status).toBe(200)
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
    expect((await route.handle({ url: '/slack/events', address: '', refuse: () => 0, headers, rawBody })).status).toBe(
      401,
    )
    for (const name of ['x-slack-signature', 'x-slack-request-timestamp']) {
      for (const value of [undefined, '', 'v0=', 'x'.repeat(67)]) {
        const request = {
          url: '/slack/events',
          address: '',
          refuse: () => 0,
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
    [event, 'text/application/json'],
    ['command=%2Fagent', `text/${form}`],
    ['command=%2Fagent', 'text/plain'],
    [event, ''],
  ])('refuses what is no event: %s as %s', async (body, type) => {
    expect(await send(body, { type })).toMatchObject({ status: 400, delivered: [] })
  })

  it('refuses more than 1 MiB', async () => {
    expect((await send(Buffer.alloc(1024 * 1024 + 1, ' '))).status).toBe(413)
    expect((await send(Buffer.alloc(1024 * 1024, ' '))).status).toBe(400)
  })
})
