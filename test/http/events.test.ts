import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import type { EventMessage } from '../../src/model/event.ts'
import { minimalAgent } from '../support/agent.ts'
import { type Received, startWebhookServer } from '../support/webhook-server.ts'
import { guide, problemOf, startServer, type TestServer } from './server.ts'

/** By the words of Standard Webhooks, and by nothing of ours. */
function verified({ headers, body }: Received, secret: string): EventMessage {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  expect(headers['webhook-signature']).toBe(signature)
  expect(Buffer.byteLength(body)).toBeLessThan(20_000)
  return JSON.parse(body)
}

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
