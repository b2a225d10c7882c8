import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import OpenAI from 'openai'
import { expect, it, onTestFinished } from 'vitest'
import type { EventMessage } from '../../src/model/event.ts'
import { minimalAgent } from '../support/agent.ts'
import { startEventReceiver, verified } from '../support/event-receiver.ts'
import { type Respond, startWebhookServer } from '../support/webhook-server.ts'
import { guide, problemOf, startServer, type TestServer } from './server.ts'

async function subscribe({ request, managementKey }: TestServer, wanted: object): Promise<string> {
  const headers = { authorization: `Bearer ${managementKey}` }
  const response = await request('POST', '/v1/event-endpoints', wanted, headers)
  expect(response.status).toBe(201)
  return ((await response.json()) as { secret: string }).secret
}

it('whoever has subscribed hears, signed, how turns end, and words only where they asked for them', async () => {
  const mute = minimalAgent()
  const server = await startServer({ agents: { guide, mute } })
  const [plain, wordy] = [await startWebhookServer(), await startWebhookServer()]
  const types = ['turn.answered', 'turn.unanswered', 'turn.failed']
  const secret = await subscribe(server, { url: plain.url, types })
  await subscribe(server, { url: wordy.url, types, include: ['words'] })

  await server.say({ uid: 'ann', utterance: 'hello' })
  await server.say({ uid: 'ann', utterance: 'x'.repeat(8000) })
  await server.say({ agent_id: 'mute', uid: 'ann', utterance: 'hm?' })
  server.model.script().fail(new Error('gone'))
  await server.say({ uid: 'ann', utterance: 'what?' })
  await server.say({ utterance: 'hello' })
  await expect.poll(() => [plain.received.length, wordy.received.length]).toEqual([5, 5])

  const heard = plain.received.map((one) => verified(one, secret)).sort((a, b) => a.data.seq - b.data.seq)
  expect(heard.map(({ type, data }) => [type, data['agent'], data['uid'], data['door']])).toEqual([
    ['turn.answered', 'guide', 'ann', 'http'],
    ['turn.answered', 'guide', 'ann', 'http'],
    ['turn.unanswered', 'mute', 'ann', 'http'],
    ['turn.failed', 'guide', 'ann', 'http'],
    ['turn.answered', 'guide', null, 'http'],
  ])
  expect(JSON.stringify(heard)).not.toContain('hello')
  const told = wordy.received.map(({ body }) => JSON.parse(body) as EventMessage)
  const first = told.find(({ id }) => id === heard[0]!.id)!
  expect(first.data.words).toEqual([
    { role: 'user', text: 'hello' },
    { role: 'assistant', text: 'Hello there' },
  ])
  expect(wordy.received.every(({ body }) => Buffer.byteLength(body) < 20_000)).toBe(true)

  const list = async (query: string) => {
    const response = await server.request('GET', `/v1/events${query}`, undefined, {
      authorization: `Bearer ${server.managementKey}`,
    })
    return (await response.json()) as { items: EventMessage[]; next: number }
  }
  const all = (await list('?limit=200')).items.filter(({ type }) => type.startsWith('turn.'))
  expect(all).toEqual(heard)
  const page = await list(`?after=${heard[0]!.data.seq}&limit=1&include=words`)
  expect(page.items).toEqual([told.find(({ id }) => id === heard[1]!.id)])
  expect(page.next).toBe(heard[1]!.data.seq)
})

it('a conversation’s events come in their order, each tried again as the same message', async () => {
  let time = Date.now()
  let status = 500
  const server = await startServer({ now: () => time })
  const receiver = await startWebhookServer((_, response) => void response.writeHead(status).end())
  const secret = await subscribe(server, { url: receiver.url, types: ['turn.answered'] })
  await server.say({ uid: 'ann', utterance: 'hello' })
  await expect.poll(() => receiver.received.length).toBe(1)
  await server.say({ uid: 'ann', utterance: 'hello' })
  const outcomes = server.store.db.query.selectFrom('outbox').select('outcome').orderBy('n')
  await expect.poll(() => outcomes.execute()).toEqual([{ outcome: 'status 500' }, { outcome: null }])

  status = 200
  time += 60_000
  await server.say({ uid: 'ann', utterance: 'hello' })
  await expect.poll(() => receiver.received.length).toBe(4)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids[0]).toBe(ids[1])
  expect(new Set(ids).size).toBe(3)
  const [failed, again] = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))
  expect(again! - failed!).toBe(60)
  const seqs = receiver.received.map((one) => verified(one, secret).data.seq)
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
})

it('is for management keys, which may look and remove, and names each fault', async () => {
  const server = await startServer()
  const headers = { authorization: `Bearer ${server.managementKey}` }
  const call = (method: string, path: string, body?: unknown) => server.request(method, `/v1/${path}`, body, headers)
  expect((await server.request('GET', '/v1/events')).status).toBe(401)
  const wrong = { url: 'ftp://example.com', types: ['turn.sung'], more: 1 }
  const faults = (await problemOf(await call('POST', 'event-endpoints', wrong)))['errors'] as { path: string }[]
  expect(faults.map(({ path }) => path).sort()).toEqual(['more', 'types[0]', 'url'])
  expect(await problemOf(await call('GET', 'events?limit=many'))).toMatchObject({ status: 400 })
  await subscribe(server, { url: 'https://example.com/hook' })
  const listed = (await (await call('GET', 'event-endpoints')).json()) as { items: { id: string }[] }
  expect(listed.items).toEqual([expect.objectContaining({ url: 'https://example.com/hook', types: [] })])
  expect(JSON.stringify(listed)).not.toContain('whsec_')
  const path = `event-endpoints/${listed.items[0]!.id}`
  expect((await call('DELETE', path)).status).toBe(204)
  expect((await call('DELETE', path)).status).toBe(404)
})

/** An answer through each door that programs come through. */
const doors: readonly (readonly [string, (server: TestServer) => Promise<unknown>])[] = [
  ['/api', ({ say }) => say({ uid: 'ann', utterance: 'hello' })],
  ['/api without a uid', ({ say }) => say({ utterance: 'hello' })],
  [
    '/v1/chat/completions',
    ({ url, conversationKey: apiKey }) =>
      new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 }).chat.completions.create({
        model: 'guide',
        user: 'ann',
        messages: [{ role: 'user', content: 'hello' }],
      }),
  ],
  [
    '/mcp',
    async ({ url, conversationKey }) => {
      const client = new Client({ name: 'test', version: '1' })
      onTestFinished(() => client.close())
      const headers = { authorization: `Bearer ${conversationKey}` }
      await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
      return client.callTool({ name: 'ask_guide', arguments: { question: 'hello' } })
    },
  ],
]

it.each(doors)(
  'through %s: 80 and 100 percent of a limit, and of what the plan allows, are told once each',
  async (_, ask) => {
    const server = await startServer({ plan: { conversationsPerMonth: 5 } })
    const actor = { account: server.account, author: 'cli', door: 'cli' } as const
    const limit = { scope: 'agent', subject: 'guide', unit: 'answers', period: 'day', most: 5 } as const
    await server.admin.budgets.set(limit, actor)
    const hook = await startEventReceiver(server.admin, ['budget.reached'])
    const told = async (n: number) => {
      await expect.poll(() => hook.received.length).toBe(2 * n)
      return hook
        .data()
        .slice(2 * (n - 1))
        .toSorted((a, b) => (String(a['scope']) < String(b['scope']) ? -1 : 1))
    }
    for (let asked = 0; asked < 3; asked++) await ask(server)
    expect(hook.received).toEqual([])
    const both = (used: number, percent: number) => [
      { scope: 'account', unit: 'answers', period: 'month', most: 5, used, percent },
      { scope: 'agent', agent: 'guide', unit: 'answers', period: 'day', most: 5, used, percent },
    ]
    await ask(server)
    expect(await told(1)).toEqual(both(4, 80))
    // Told with the answer that used it up, and not with the next question, which nobody may ask.
    await ask(server)
    expect(await told(2)).toEqual(both(5, 100))
  },
)

it('limits of one time in several units are each told of', async () => {
  const { store, account } = await startServer()
  const counter = { scope: 'account', subject: '', start: '2026-11' } as const
  await store.db.batch([store.spending.answerStep(account, counter)])
  const tell = (unit: 'answers' | 'money', percent: 80 | 100) =>
    store.spending.tellOnce(account, counter, { unit, percent })
  expect([await tell('money', 80), await tell('money', 80), await tell('money', 100)]).toEqual([true, false, true])
  // Whoever has heard that all is used is not told afterwards that most is.
  expect([await tell('answers', 100), await tell('answers', 80), await tell('money', 80)]).toEqual([true, false, false])
})

it('who changes something through /v1: what, where and its number in the log, and not who', async () => {
  const server = await startServer()
  const hook = await startEventReceiver(server.admin, ['audit.recorded'])
  const headers = { authorization: `Bearer ${server.managementKey}` }
  expect((await server.request('PATCH', '/v1/account', { name: 'Example' }, headers)).status).toBe(200)
  await expect.poll(() => hook.received.length).toBe(1)
  const [entry] = await server.admin.audit.list(server.account, { limit: 1 })
  expect(hook.data()).toEqual([{ action: entry!.action, agent: null, door: 'http', audit: entry!.n }])
})

it('an event that fails holds back those of its person for ten minutes and nobody else’s, and is given up after a day', async () => {
  let time = Date.now()
  const refused = new Set<string>()
  const server = await startServer({ now: () => time })
  const hook = await startEventReceiver(server.admin, ['turn.answered'], {
    respond: ({ body }, response) => {
      refused.size === 0 && refused.add(JSON.parse(body).id)
      response.writeHead(refused.has(JSON.parse(body).id) ? 500 : 200).end()
    },
  })
  const said = async (uid: string) => void (await server.say({ uid, utterance: 'hello' }))
  const heard = () => hook.data().map(({ uid }) => uid)
  const outbox = () =>
    server.store.db.query.selectFrom('outbox').select(['status', 'outcome', 'attempt']).orderBy('n').execute()
  const settled = async (rows: object[]) => expect.poll(outbox).toMatchObject(rows)
  await said('ann')
  await settled([{ status: 'open', outcome: 'status 500' }])
  await said('ann')
  await said('ben')
  await expect.poll(heard).toEqual(['ann', 'ben'])
  await settled([{ attempt: 1 }, { attempt: 0 }, { status: 'delivered' }])

  // A minute before its ten are over, and a minute after.
  time += 9 * 60_000
  await said('ben')
  await settled([{ attempt: 2, outcome: 'status 500' }, { attempt: 0 }, {}, { status: 'delivered' }])
  time += 2 * 60_000
  await said('ben')
  await settled([{ status: 'open' }, { status: 'delivered' }, {}, {}, { status: 'delivered' }])

  for (let hour = 0; hour < 25; hour++) {
    time += 3_600_000
    await said('ben')
    await expect.poll(async () => (await outbox()).filter(({ outcome }) => outcome === null)).toEqual([])
  }
  await expect.poll(async () => (await outbox())[0]).toMatchObject({ status: 'dead', outcome: 'status 500' })
  expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30)
})

it('what was given up, or delivered, is sent again by whoever may, once, as the same message', async () => {
  let status = 410
  const server = await startServer()
  const respond: Respond = (_, response) => void response.writeHead(status).end()
  const hook = await startEventReceiver(server.admin, ['turn.answered'], { respond })
  const headers = { authorization: `Bearer ${server.managementKey}` }
  const call = async (method: string, path: string, more: Record<string, string> = {}) => {
    const response = await server.request(method, `/v1/${path}`, undefined, { ...headers, ...more })
    return { status: response.status, json: (await response.json()) as Record<string, never> }
  }
  const endpoints = async () => (await call('GET', 'event-endpoints')).json['items'] as unknown as object[]
  const events = async (query: string) =>
    (await call('GET', `events?${query}`)).json as unknown as { items: EventMessage[]; next: number }
  expect(await endpoints()).toMatchObject([{ status: 'on', failingSince: null, outcome: null, open: 0, dead: 0 }])
  for (const uid of ['ann', 'ben']) await server.say({ uid, utterance: 'hello' })
  // Whoever says that it is gone is not asked again and again.
  await expect.poll(endpoints).toMatchObject([{ status: 'failing', outcome: 'status 410', open: 0, dead: 2 }])

  const { items } = await events('order=newest&dead=true&deliveries=true&type=turn.answered')
  expect(items.map(({ data }) => data['uid'])).toEqual(['ben', 'ann'])
  expect(items[0]).toMatchObject({ deliveries: [{ endpoint: hook.id, status: 'dead', attempts: 1, nextAt: null }] })
  expect((await events(`order=newest&after=${items[0]!.data.seq}&limit=1&type=turn.answered`)).items).toMatchObject([
    { id: items[1]!.id },
  ])

  status = 200
  const path = `events/${items[1]!.id}/resend`
  const once = { 'idempotency-key': 'again-1' }
  expect((await call('POST', path, once)).json).toEqual({ resent: 1, open: 0 })
  expect((await call('POST', path, once)).json).toEqual({ resent: 1, open: 0 })
  await expect.poll(() => hook.received.length).toBe(3)
  await expect.poll(endpoints).toMatchObject([{ deliveredAt: expect.any(String), open: 0, dead: 1 }])
  const [first, , again] = hook.received
  expect([again!.body, again!.headers['webhook-id']]).toEqual([first!.body, first!.headers['webhook-id']])
  verified(again!, hook.secret)
  const all = `event-endpoints/${hook.id}/resend`
  expect((await call('POST', all)).json).toEqual({ resent: 1 })
  await expect.poll(endpoints).toMatchObject([{ status: 'on', outcome: null, open: 0, dead: 0 }])
  expect((await events('dead=true')).items).toEqual([])
  expect((await call('POST', all)).json).toEqual({ resent: 0 })

  // What was delivered may be wanted once more, and by an endpoint that came later.
  const later = await startEventReceiver(server.admin, ['turn.failed'])
  expect((await call('POST', `${path}?endpoint=${later.id}`)).json).toEqual({ resent: 1, open: 0 })
  await expect.poll(() => later.data().map(({ uid }) => uid)).toEqual(['ann'])
  expect((await call('POST', path)).json).toEqual({ resent: 2, open: 0 })
  await expect.poll(() => later.received.length).toBe(2)

  expect((await call('POST', `${path}?endpoint=ep_none`)).json).toMatchObject({ code: 'endpoint_not_found' })
  expect((await call('POST', 'events/evt_none/resend')).json).toMatchObject({ code: 'event_not_found' })
  const rows = await server.admin.audit.list(server.account, { limit: 10 })
  expect(rows.filter(({ action }) => action === 'event.resend')).toHaveLength(4)
})

it('is sent again by owners alone, and nothing is sent twice at the same moment', async () => {
  const server = await startServer()
  let open: (() => void) | undefined
  const held = new Promise<void>((resolve) => (open = resolve))
  const hook = await startEventReceiver(server.admin, ['turn.answered'], {
    respond: async (_, response) => {
      await held
      response.end()
    },
  })
  const issue = { account: server.account, kind: 'management', name: 'reads', scopes: ['turns:read'] } as const
  const { key } = await server.admin.keys.issue(issue, { author: 'cli', door: 'cli' })
  await server.say({ uid: 'ann', utterance: 'hello' })
  await expect.poll(() => hook.received.length).toBe(1)
  const [event] = await server.store.events.list(server.account, { after: 0, limit: 1, type: 'turn.answered' })
  const path = `/v1/events/${event!.id}/resend`
  const refused = await server.request('POST', path, undefined, { authorization: `Bearer ${key}` })
  expect(await problemOf(refused)).toMatchObject({ status: 403 })
  const under = await server.request('POST', path, undefined, { authorization: `Bearer ${server.managementKey}` })
  expect(await under.json()).toEqual({ resent: 0, open: 1 })
  open!()
})
