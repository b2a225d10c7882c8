import { expect, it, vi } from 'vitest'
import { everywhere } from '../../src/store/pauses.ts'
import { createDelivery } from '../../src/turns/outbox.ts'
import { outboxKey } from '../../src/turns/outbox-key.ts'
import { problemOf, startServer } from '../http/server.ts'

type Server = Awaited<ReturnType<typeof startServer>>

const pause = async ({ store }: Server, scope = everywhere) =>
  expect(await store.db.batch([store.pauses.beginStep(scope, 'cli', null)])).toBe(true)
const resume = async ({ store }: Server, scope = everywhere) =>
  expect(await store.db.batch(store.pauses.endSteps(scope))).toBe(true)

it.each([everywhere, 'default'])('callers over HTTP are told to come back while %j is paused', async (scope) => {
  const server = await startServer()
  await pause(server, scope)
  for (const uid of ['ann', undefined]) {
    const response = await server.say({ uid, utterance: 'hello' })
    expect(response.headers.get('retry-after')).toBe('60')
    expect(await problemOf(response)).toMatchObject({ status: 503, code: 'paused' })
  }
  await resume(server, scope)
  expect((await server.say({ uid: 'ann', utterance: 'hello' })).status).toBe(200)
})

it('the pause of one account is nothing to others', async () => {
  const server = await startServer()
  await pause(server, 'another')
  expect((await server.say({ uid: 'ann', utterance: 'hello' })).status).toBe(200)
})

it('calls that are being answered, and those that wait behind them, end when a pause begins', async () => {
  const server = await startServer()
  const { say, model } = server
  const scripts = [model.script(), model.script()]
  const streams = []
  for (const [i, uid] of ['ann', undefined].entries()) {
    const asked = say({ uid, utterance: 'how are you?', stream: true })
    await scripts[i]!.asked
    scripts[i]!.write('I am quite')
    streams.push(await asked)
  }
  const behind = say({ uid: 'ann', utterance: 'and now?' })
  await vi.waitFor(async () => {
    const open = await server.store.db.query.selectFrom('inbox').select('id').where('status', '=', 'open').execute()
    expect(open).toHaveLength(2)
  })
  await pause(server)
  for (const stream of streams) {
    const last = (await stream.text()).trim().split('\n').at(-1)!
    expect(JSON.parse(last)).toMatchObject({ error: { code: 'paused' } })
  }
  expect(await problemOf(await behind)).toMatchObject({ status: 503, code: 'paused' })
  for (const { aborted } of scripts) await aborted
  await resume(server)
  expect((await say({ uid: 'ann', utterance: 'hello' })).status).toBe(200)
})

it('webhook calls after answers wait for the end of a pause', async () => {
  const { store } = await startServer()
  const sent: string[] = []
  const delivery = createDelivery({
    store,
    queue: { ring: async () => {} },
    send: async ({ webhook }) => {
      sent.push(webhook.name)
      return { status: 200, body: '', ms: 1 }
    },
    sendEvent: async () => undefined,
    log: { debug() {}, info() {}, warn() {}, error() {} } as never,
    now: Date.now,
    random: () => 0,
  })
  const document = (await store.agents.live('guide'))!.document
  document.webhooks.push({
    name: 'log',
    method: 'POST',
    url: 'https://example.com/log',
    trigger: { triggerType: 0, condition: 0 },
  })
  await store.db.batch(store.agents.publishSteps({ id: 'guide', base: 1, document, author: 'test' }))
  const event = {
    webhookType: 'user_utterance',
    agentId: 'guide',
    userId: 'ann',
    utterance: 'hi',
    state: {},
    history: '',
  }
  const call = { id: 'msg_1', agent: 'guide', version: 2, webhook: 'log', event } as never
  await store.db.batch([
    store.pauses.beginStep('default', 'ann', null),
    ...store.outbox.addSteps('default', undefined, [call]),
  ])
  const key = outboxKey({ agent: 'guide', webhook: 'log' })
  await delivery.drain(key)
  expect(sent).toEqual([])
  await store.db.batch(store.pauses.endSteps('default'))
  await delivery.drain(key)
  await vi.waitFor(() => expect(sent).toEqual(['log']))
  await delivery.close(1000)
})
