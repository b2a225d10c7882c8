import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createWebhookClient } from '../../src/drivers/webhooks/client.ts'
import { createSender } from '../../src/engine/webhooks/send.ts'
import type { DeferredCall } from '../../src/model/webhook.ts'
import { createStore } from '../../src/store/index.ts'
import { createDelivery } from '../../src/turns/outbox.ts'
import { ann, guide, openHouse, refusal } from '../admin/support.ts'
import { everythingKept } from '../support/database.ts'
import { startWebhookServer } from '../support/webhook-server.ts'

const minute = 60_000
const hour = 60 * minute

// Only the sweep waits by an interval; sockets keep their time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())
const sweep = () => vi.advanceTimersByTime(5000)

function hook(name: string, url: string, more: object = {}) {
  return { name, method: 'POST', url, trigger: { triggerType: 0, condition: 0 }, ...more }
}

let made = 0
function callOf(webhook: string, more: Partial<DeferredCall> = {}): DeferredCall {
  const event = {
    webhookType: 'user_utterance',
    agentId: 'guide',
    userId: 'ann',
    utterance: `u${made++}`,
    state: {},
    history: '',
  } as const
  return { id: `msg_${made}`, agent: 'guide', version: 1, webhook, event, ...more }
}

/** An agent with webhooks, and one process that delivers its calls. The clock stands still unless it is put forward. */
async function setup(webhooks: object[]) {
  const house = await openHouse()
  const { clock, secrets, admin, folder, db } = house
  const now = () => clock.now
  await admin.agents.create({ agent: { ...guide, id: 'guide' }, webhooks }, ann)
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log = pino({ level: 'debug', base: null }, sink)

  function startProcess() {
    const store = createStore(db, now)
    const client = createWebhookClient({ allow: ['127.0.0.1'], now })
    const send = createSender({ client, store, secrets, now })
    const delivery = createDelivery({ store, send, log, now, random: () => 0 })
    let closed: Promise<void> | undefined
    const close = (graceMs = 5000) => {
      closed ??= delivery.close(graceMs).then(() => client.close())
      return closed
    }
    onTestFinished(() => close(0))
    return {
      store,
      ...delivery,
      close,
      async commit(calls: DeferredCall[], person?: string) {
        await db.batch(store.outbox.addSteps('default', person, calls))
        delivery.committed(calls)
      },
    }
  }
  return { ...house, startProcess, lines, row: (id: string) => house.store.outboxLog.byId(id), folder }
}

const statusOf = async (house: Awaited<ReturnType<typeof setup>>, { id }: DeferredCall) => (await house.row(id))?.status

describe('a call of a committed turn', () => {
  it('goes out at once, and nothing of what was said is kept once it is delivered', async () => {
    const server = await startWebhookServer()
    const house = await setup([hook('a', server.url, { payload: { extra: 1 } })])
    const { commit } = house.startProcess()
    const call = callOf('a')
    await commit([call], 'guide/default/ann')
    await expect.poll(() => statusOf(house, call)).toBe('delivered')
    expect(server.received).toHaveLength(1)
    expect(JSON.parse(server.received[0]!.body)).toEqual({ ...call.event, extra: 1 })
    expect(server.received[0]!.headers['webhook-id']).toBe(call.id)
    expect(await house.row(call.id)).toMatchObject({ attempt: 1, outcome: 'status 200' })
    const [stored] = await house.db.query.selectFrom('outbox').selectAll().execute()
    expect(stored).toMatchObject({ event: '', leased_until: null })
  })

  it('goes out with a delay when the process ended before', async () => {
    const server = await startWebhookServer()
    const house = await setup([hook('a', server.url)])
    const call = callOf('a')
    await house.db.batch(house.store.outbox.addSteps('default', undefined, [call]))
    house.startProcess().start()
    await expect.poll(() => statusOf(house, call)).toBe('delivered')
  })

  it('is made as the webhook is configured when it goes out', async () => {
    const server = await startWebhookServer()
    const house = await setup([hook('a', 'http://127.0.0.1:9/wrong')])
    const { commit, start } = house.startProcess()
    const call = callOf('a', { event: { ...callOf('a').event, state: { floor: '2' } } })
    await commit([call])
    await expect.poll(async () => (await house.row(call.id))?.outcome).toMatch('connection')
    const webhooks = [hook('a', `${server.url}/#{floor}`, { headers: [{ key: 'x-new', value: '1' }] })]
    await house.admin.agents.update({ agent: { id: 'guide' }, webhooks }, ann)
    house.clock.now += minute
    start()
    await expect.poll(() => statusOf(house, call)).toBe('delivered')
    expect(server.received).toMatchObject([{ url: '/2', headers: { 'x-new': '1' } }])
  })

  it.each([
    ['is removed', []],
    ['is disabled', [hook('a', 'https://example.com', { isEnable: false })]],
  ])('is given up when its webhook %s', async (_, webhooks) => {
    const house = await setup([hook('a', 'https://example.com')])
    await house.admin.agents.update({ agent: { id: 'guide' }, webhooks }, ann)
    const call = callOf('a')
    await house.startProcess().commit([call])
    await expect.poll(() => statusOf(house, call)).toBe('dead')
    expect((await house.row(call.id))?.outcome).toMatch(/does not exist|disabled/)
  })

  it('goes with its agent', async () => {
    const house = await setup([hook('a', 'https://example.com')])
    const call = callOf('a')
    await house.db.batch(house.store.outbox.addSteps('default', undefined, [call]))
    await house.admin.agents.remove('guide', ann)
    expect(await house.row(call.id)).toBeUndefined()
  })
})

describe('a call that fails', () => {
  it('is tried again for a day, as the same call, less and less often, and can then be sent again', async () => {
    let status = 500
    const server = await startWebhookServer((_, response) => void response.writeHead(status).end('secret trace'))
    const house = await setup([hook('a', server.url)])
    const { commit, start } = house.startProcess()
    start()
    const call = callOf('a')
    await commit([call])
    const began = house.clock.now
    const attempts: number[] = []
    for (let row = await house.row(call.id); row?.status === 'open'; row = await house.row(call.id)) {
      attempts.push(house.clock.now - began)
      const settled = async () => {
        row = await house.row(call.id)
        return row!.attempt === attempts.length && (row!.status === 'dead' || row!.next_at > house.clock.now)
      }
      await expect.poll(settled).toBe(true)
      house.clock.now = row.next_at - 1
      sweep()
      expect(await house.store.outbox.dueTargets()).toEqual([])
      house.clock.now = row.next_at
      sweep()
    }
    const waits = [5 / 60, 0.5, 2, 10, 30, 60, 120, 240, 480, 480].map((minutes) => minutes * minute)
    const sums = waits.map((_, i) => waits.slice(0, i + 1).reduce((sum, wait) => sum + wait))
    expect(attempts).toEqual([0, ...sums])
    expect(attempts.at(-1)).toBeLessThan(24 * hour)
    expect(new Set(server.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([call.id]))
    expect(await house.row(call.id)).toMatchObject({ status: 'dead', outcome: 'status 500', attempt: 11 })
    expect(house.lines.join()).not.toMatch(/secret trace|u\d/)
    expect(await house.admin.webhooks.log('guide', { dead: true, limit: 10 }, ann)).toMatchObject([
      { id: call.id, status: 'dead', attempts: 11, canResend: true },
    ])

    status = 204
    await house.admin.webhooks.resend(call.id, ann)
    sweep()
    await expect.poll(() => statusOf(house, call)).toBe('delivered')
    expect(JSON.parse(server.received.at(-1)!.body)).toEqual(call.event)
    expect((await refusal(house.admin.webhooks.resend(call.id, ann))).code).toBe('webhook_call_not_dead')
  })

  it('waits as long as the server asks', async () => {
    let asked = 3600
    const server = await startWebhookServer((_, response) => {
      response.writeHead(429, { 'retry-after': `${asked}` }).end()
    })
    const house = await setup([hook('a', server.url)])
    const { commit, start } = house.startProcess()
    const call = callOf('a')
    await commit([call])
    await expect.poll(async () => (await house.row(call.id))?.next_at).toBe(house.clock.now + hour)
    asked = 24 * 3600
    house.clock.now += hour
    start()
    // Longer than it is tried at all.
    await expect.poll(() => statusOf(house, call)).toBe('dead')
  })

  it('with 410 is given up at once', async () => {
    const server = await startWebhookServer((_, response) => void response.writeHead(410).end())
    const house = await setup([hook('a', server.url)])
    const call = callOf('a')
    await house.startProcess().commit([call])
    await expect.poll(() => statusOf(house, call)).toBe('dead')
    expect(server.received).toHaveLength(1)
  })

  it('because its address is not public was called by nobody', async () => {
    const house = await setup([hook('a', 'http://169.254.169.254/latest/meta-data')])
    const call = callOf('a')
    await house.startProcess().commit([call])
    await expect.poll(async () => (await house.row(call.id))?.outcome).toBe('refused: the address is not a public one')
  })

  it('is forgotten in time, sooner when it was delivered', async () => {
    const house = await setup([])
    const at = house.clock.now
    const [delivered, dead] = [callOf('a'), callOf('a')]
    await house.db.batch(house.store.outbox.addSteps('default', undefined, [delivered, dead]))
    const settle = (id: string, status: 'delivered' | 'dead') =>
      house.db.query.updateTable('outbox').set({ status, settled_at: at }).where('id', '=', id).execute()
    await settle(delivered.id, 'delivered')
    await settle(dead.id, 'dead')
    await house.store.outbox.prune({ delivered: at + 1, dead: at })
    expect(await house.row(delivered.id)).toBeUndefined()
    await house.store.outbox.prune({ delivered: at + 1, dead: at + 1 })
    expect(await house.row(dead.id)).toBeUndefined()
  })
})

describe('a process that ends in the middle of a call', () => {
  it('leaves it to the next, which makes the same call again', async () => {
    let hangs = true
    const server = await startWebhookServer((_, response) => void (hangs || response.end()))
    const house = await setup([hook('a', server.url)])
    const first = house.startProcess()
    const call = callOf('a')
    await first.commit([call])
    await expect.poll(() => server.received.length).toBe(1)
    await first.close(0)
    expect(await house.row(call.id)).toMatchObject({ status: 'open', attempt: 0 })
    hangs = false
    house.startProcess().start()
    await expect.poll(() => statusOf(house, call)).toBe('delivered')
    expect(server.received.map(({ headers }) => headers['webhook-id'])).toEqual([call.id, call.id])
  })

  it('without a word leaves it too: what it held is free when it is known to be gone, or after a while', async () => {
    const server = await startWebhookServer()
    const house = await setup([hook('a', server.url)])
    const [one, other] = [callOf('a'), callOf('a')]
    const { outbox } = house.store
    const target = { agent: 'guide', webhook: 'a' }
    await house.db.batch(outbox.addSteps('default', undefined, [one, other]))
    const until = house.clock.now + minute
    expect([await outbox.claim(target, until), await outbox.claim(target, until)]).toMatchObject([
      { id: one.id },
      { id: other.id },
    ])
    expect(await outbox.claim(target, until)).toBeUndefined()
    house.clock.now = until
    expect(await outbox.claim(target, until + minute)).toMatchObject({ id: one.id, attempt: 2 })
    await outbox.takeOver()
    house.startProcess().start()
    await expect
      .poll(async () => [await statusOf(house, one), await statusOf(house, other)])
      .toEqual(['delivered', 'delivered'])
  })

  it('lets calls that are under way end when there is time', async () => {
    const answer = Promise.withResolvers<void>()
    const server = await startWebhookServer(async (_, response) => {
      await answer.promise
      response.end()
    })
    const house = await setup([hook('a', server.url)])
    const { commit, close } = house.startProcess()
    const call = callOf('a')
    await commit([call])
    await expect.poll(() => server.received.length).toBe(1)
    const closed = close(5000)
    answer.resolve()
    await closed
    expect(await statusOf(house, call)).toBe('delivered')
  })
})

describe('several processes on one database', () => {
  it('send each call once', async () => {
    const server = await startWebhookServer()
    const house = await setup([hook('a', server.url), hook('b', server.url)])
    const processes = [house.startProcess(), house.startProcess()]
    const calls = Array.from({ length: 60 }, (_, i) => callOf(i % 2 ? 'a' : 'b'))
    await house.db.batch(house.store.outbox.addSteps('default', undefined, calls))
    for (const { start, committed } of processes) {
      start()
      committed(calls)
    }
    await expect.poll(async () => (await house.store.outbox.dueTargets()).length).toBe(0)
    await Promise.all(processes.map(({ close }) => close()))
    const ids = server.received.map(({ headers }) => headers['webhook-id'])
    expect(ids.sort()).toEqual(calls.map(({ id }) => id).sort())
  })
})

describe('a slow server', () => {
  it('delays nobody else, is not overrun, and gets each person’s calls in their order', async () => {
    const waiting: (() => void)[] = []
    let atOnce = 0
    let most = 0
    const slow = await startWebhookServer(async (_, response) => {
      atOnce++
      most = Math.max(most, atOnce)
      await new Promise<void>((go) => waiting.push(go))
      atOnce--
      response.end()
    })
    const quick = await startWebhookServer()
    const house = await setup([hook('slow', slow.url), hook('quick', quick.url)])
    const { commit } = house.startProcess()
    const people = ['ann', 'ben', 'cleo', 'dan', 'eve', 'fay'].map((name) => ({
      name,
      calls: [callOf('slow'), callOf('slow'), callOf('slow')],
    }))
    for (const { name, calls } of people) await commit(calls, name)
    const others = Array.from({ length: 50 }, () => callOf('quick'))
    await commit(others)
    await expect.poll(() => quick.received.length).toBe(50)
    await expect.poll(() => waiting.length).toBe(4)
    expect(slow.received).toHaveLength(4)

    while (slow.received.length < 18 || waiting.length > 0) {
      waiting.shift()?.()
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const order = slow.received.map(({ headers }) => headers['webhook-id'])
    for (const { calls } of people) {
      const ids = calls.map(({ id }) => id)
      expect(order.filter((id) => ids.includes(String(id)))).toEqual(ids)
    }
    expect(most).toBe(4)
  })
})

describe('the token of a caller', () => {
  const token = 'tok-5f0c9a7e-secret'
  const asking = (url: string) => hook('a', `${url}/?t=@{thirdPartyToken}`, { payload: { auth: '@{thirdPartyToken}' } })

  /** Everything that is stored, and everything that was logged. */
  const written = async (house: Awaited<ReturnType<typeof setup>>) =>
    [await everythingKept(house.db, house.folder), ...house.lines].join()

  it('goes with every attempt and is never stored or logged', async () => {
    let status = 500
    const server = await startWebhookServer(({ body }, response) => void response.writeHead(status).end(body))
    const house = await setup([asking(server.url)])
    const { commit, start } = house.startProcess()
    const call = callOf('a', { thirdPartyToken: token })
    await commit([call])
    await expect.poll(async () => (await house.row(call.id))?.outcome).toBe('status 500')
    expect(await written(house)).toContain(call.event.utterance)
    expect(await written(house)).not.toContain(token)
    status = 200
    house.clock.now += minute
    start()
    await expect.poll(() => statusOf(house, call)).toBe('delivered')
    expect(server.received.map(({ url }) => url)).toEqual([`/?t=${token}`, `/?t=${token}`])
    expect(JSON.parse(server.received[1]!.body).auth).toBe(token)
    expect(await written(house)).not.toContain(token)
  })

  it('is lost with the process that held it, and the call is given up', async () => {
    const server = await startWebhookServer()
    const house = await setup([asking(server.url)])
    const call = callOf('a', { thirdPartyToken: token })
    await house.db.batch(house.startProcess().store.outbox.addSteps('default', undefined, [call]))
    const next = house.startProcess()
    // While the first may still live, its call is its own.
    next.start()
    expect(await next.store.outbox.claim({ agent: 'guide', webhook: 'a' }, house.clock.now + minute)).toBeUndefined()
    await next.store.outbox.takeOver()
    sweep()
    await expect.poll(() => statusOf(house, call)).toBe('dead')
    expect((await house.row(call.id))?.outcome).toMatch(/third-party token was lost/)
    expect(server.received).toEqual([])
    expect((await refusal(house.admin.webhooks.resend(call.id, ann))).code).toBe('third_party_token_gone')
    expect(await house.admin.webhooks.resendDead('guide', ann)).toEqual({ resent: 0, left: 1 })
  })
})
