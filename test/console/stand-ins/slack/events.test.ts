import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifySlackRequest } from '@slack/bolt'
import { describe, expect, it } from 'vitest'
import { call, later, startSimulator, until } from './support.ts'

interface Received {
  headers: IncomingHttpHeaders
  text: string
  body: { event_id: string; event: Record<string, unknown>; [field: string]: unknown }
}

/** An Events API endpoint that answers what it is told to, one status a request; then 200. */
async function endpoint(
  ...statuses: (number | 'never' | 'no-retry')[]
): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer(async (req, res) => {
    let text = ''
    for await (const chunk of req) text += chunk
    received.push({ headers: req.headers, text, body: JSON.parse(text) })
    const status = statuses.shift() ?? 200
    if (status === 'no-retry') res.writeHead(500, { 'x-slack-no-retry': '1' }).end()
    else if (status !== 'never') res.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  later(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`, received }
}

const quick = { retryDelaysMs: [0, 5, 10], ackTimeoutMs: 500 }

describe('the Events API', () => {
  it('sends a signed event_callback', async () => {
    const simulator = await startSimulator()
    const { url, received } = await endpoint()
    simulator.sendEventsTo(url)
    const ts = simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'a < b & c' })
    await simulator.delivered()
    const { headers, text, body } = received[0]!
    verifySlackRequest({
      signingSecret: simulator.signingSecret,
      body: text,
      headers: {
        'x-slack-signature': String(headers['x-slack-signature']),
        'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp']),
      },
    })
    expect(headers['x-slack-retry-num']).toBeUndefined()
    expect(body).toMatchObject({
      type: 'event_callback',
      team_id: 'T0PARLEY',
      context_team_id: 'T0PARLEY',
      api_app_id: 'A0PARLEY',
      is_ext_shared_channel: false,
      authorizations: [{ user_id: 'U0PARLEY', is_bot: true }],
      event: { type: 'message', channel: 'D0ANN', channel_type: 'im', user: 'U0ANN', ts, text: 'a &lt; b &amp; c' },
    })
    expect(simulator.deliveries).toMatchObject([{ type: 'message', outcome: 'ok', attempt: 0, status: 200 }])
  })

  it('repeats what was not acknowledged three times, and then gives up', async () => {
    const simulator = await startSimulator({ limits: quick })
    const { url, received } = await endpoint(500, 'never', 404, 500)
    simulator.sendEventsTo(url)
    simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Hi' })
    await simulator.delivered()
    const retries = received.map(({ headers }) => [headers['x-slack-retry-num'], headers['x-slack-retry-reason']])
    expect(retries).toEqual([
      [undefined, undefined],
      ['1', 'http_error'],
      ['2', 'http_timeout'],
      ['3', 'http_error'],
    ])
    expect(new Set(received.map(({ body }) => body.event_id)).size).toBe(1)
    expect(simulator.deliveries.map(({ outcome }) => outcome)).toEqual(['error', 'timeout', 'error', 'error'])
  })

  it('does not repeat when the app says so', async () => {
    const simulator = await startSimulator({ limits: quick })
    const { url, received } = await endpoint('no-retry')
    simulator.sendEventsTo(url)
    simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Hi' })
    await simulator.delivered()
    expect(received).toHaveLength(1)
  })

  it('sends duplicates on demand, at once and late', async () => {
    const simulator = await startSimulator({ limits: { copies: 2 } })
    const { url, received } = await endpoint()
    simulator.sendEventsTo(url)
    simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Hi' })
    await simulator.delivered()
    expect(received).toHaveLength(2)
    const id = received[0]!.body.event_id
    expect(await simulator.deliver(id, { copies: 3, retry: { num: 1, reason: 'http_timeout' } })).toEqual([
      'ok',
      'ok',
      'ok',
    ])
    expect(received.map(({ body }) => body.event_id)).toEqual(Array.from({ length: 5 }, () => id))
    expect(received.at(-1)?.headers['x-slack-retry-num']).toBe('1')
    await simulator.deliver({ type: 'app_uninstalled' })
    expect(received.at(-1)?.body.event).toEqual({ type: 'app_uninstalled' })
  })

  it('tells of mentions twice, of edits and of deletions', async () => {
    const simulator = await startSimulator()
    const { url, received } = await endpoint()
    simulator.sendEventsTo(url)
    const channel = 'C0GENERAL'
    const ts = simulator.say({ user: 'U0ANN', channel, text: '@Parley see https://example.com/?a=1&b=2, @Ben' })
    simulator.edit({ user: 'U0ANN', channel, ts, text: 'Never mind' })
    simulator.remove({ user: 'U0ANN', channel, ts })
    await simulator.delivered()
    const text = '<@U0PARLEY> see <https://example.com/?a=1&amp;b=2>, <@U0BEN>'
    const events = received
      .map(({ body }) => body.event)
      .sort((a, b) => String(a['event_ts']).localeCompare(String(b['event_ts'])))
    const [first, second, edit, removal] = events
    expect([first, second].map((event) => event?.['type']).sort()).toEqual(['app_mention', 'message'])
    expect(first).toMatchObject({ text, ts })
    expect(second).toMatchObject({ text, ts })
    expect(edit).toMatchObject({
      subtype: 'message_changed',
      message: { text: 'Never mind', edited: { user: 'U0ANN' } },
      previous_message: { text },
    })
    expect(removal).toMatchObject({
      subtype: 'message_deleted',
      deleted_ts: ts,
      previous_message: { text: 'Never mind' },
    })
  })

  it('tells the app of its own posts and edits', async () => {
    const simulator = await startSimulator()
    const { url, received } = await endpoint()
    simulator.sendEventsTo(url)
    const { ts } = await call(simulator, 'chat.postMessage', { channel: 'C0GENERAL', text: 'Hi' })
    await simulator.delivered()
    await call(simulator, 'chat.update', { channel: 'C0GENERAL', ts, text: 'Hello' })
    await simulator.delivered()
    expect(received.map(({ body }) => body.event)).toMatchObject([
      { type: 'message', bot_id: 'B0PARLEY', user: 'U0PARLEY', ts },
      { subtype: 'message_changed', message: { bot_id: 'B0PARLEY', text: 'Hello' } },
    ])
  })

  it('leaves a tombstone for a deleted message that has replies', async () => {
    const simulator = await startSimulator()
    const { url, received } = await endpoint()
    const ts = simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Hi' })
    await call(simulator, 'chat.postMessage', { channel: 'D0ANN', thread_ts: ts, text: 'Hello' })
    simulator.sendEventsTo(url)
    await simulator.delivered()
    received.length = 0
    simulator.remove({ user: 'U0ANN', channel: 'D0ANN', ts })
    await simulator.delivered()
    expect(received[0]?.body.event).toMatchObject({
      subtype: 'message_changed',
      message: { subtype: 'tombstone', ts },
      previous_message: { text: 'Hi' },
    })
    expect(simulator.messages('D0ANN')).toMatchObject([
      { text: 'This message was deleted.', tombstone: true },
      { text: 'Hello' },
    ])
  })

  it('keeps what happened without an app until one comes', async () => {
    const simulator = await startSimulator()
    simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Hi' })
    simulator.open({ user: 'U0ANN' })
    const { url, received } = await endpoint()
    simulator.sendEventsTo(url)
    await until(() => received.length === 2)
    expect(received[1]?.body.event).toMatchObject({ type: 'app_home_opened', channel: 'D0ANN', tab: 'messages' })
  })
})
