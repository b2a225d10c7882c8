import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createEmbeddedQueue } from '../../src/drivers/queue-embedded.ts'
import { createWebhookClient } from '../../src/drivers/webhooks/client.ts'
import { createSender } from '../../src/engine/webhooks/send.ts'
import type { DeferredCall } from '../../src/model/webhook.ts'
import { createStore, type Store } from '../../src/store/index.ts'
import type { ClaimedCall } from '../../src/store/outbox.ts'
import { createEventSender } from '../../src/turns/events/send.ts'
import { createDelivery } from '../../src/turns/outbox.ts'
import { ann, guide, openHouse, refusal } from '../admin/support.ts'
import { everythingKept, openDatabase } from '../support/database.ts'
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
  const { clock, secrets, admin, folder } = house
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

  /** Unless it `drains` it is one that only answers callers over HTTP. */
  async function startProcess({ drains = true } = {}) {
    const own = await openDatabase(folder)
    onTestFinished(() => own.close())
    const store = createStore(own, now)
    const client = createWebhookClient({ allow: ['127.0.0.1'], now })
    const send = createSender({ client, store, secrets, now })
    const sendEvent = createEventSender({ client, store, secrets, now })
    const queue = createEmbeddedQueue({ now })
    const delivery = createDelivery({ store, queue, send, sendEvent, log, now, random: () => 0 })
    if (drains) queue.work(delivery.drain, { concurrency: 100, retryMs: 5, onError: (_, err) => log.error({ err }) })
    let closed: Promise<void> | undefined
    const close = (graceMs = 5000) => {
      closed ??= queue
        .close()
        .then(() => delivery.close(graceMs))
        .then(() => client.close())
      return closed
    }
    onTestFinished(() => close(0))
    return {
      store,
      ...delivery,
      close,
      async commit(calls: DeferredCall[], person?: string) {
        await own.batch(store.outbox.addSteps('default', person, calls))
        delivery.committed(calls)
      },
    }
  }
  const startSweeping = async () => (await startProcess()).start()
  return { ...house, startProcess, startSweeping, lines, row: (id: string) => house.store.outboxLog.byId(id), folder }
}

/** All that this store may send of webhook `a`, claimed for half a minute. */
async function claimAll({ outbox }: Store): Promise<ClaimedCall[]> {
  const claimed: ClaimedCall[] = []
  for (const call of await outbox.waiting({ agent: 'guide', webhook: 'a' }, 100)) {
    const one = call.wait <= 0 && (await outbox.claim(call, minute / 2, 4))
    if (one) claimed.push(one)
  }
  return claimed
}

const statusOf = async (house: Awaited<ReturnType<typeof setup>>, { id }: DeferredCall) => (await house.row(id))?.status

describe('a call of a committed turn', () => {
  it('goes out at once, and nothing of what was said is kept once it is delivered', async () => {
    const server = await startWebhookServer()
    const house = await setup([hook('a', server.url, { payload: { extra: 1 } })])
    const { commit } = await house.startProcess()
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
    await house.startSweeping()
    await expect.poll(() => statusOf(house, call)).toBe('delivered')
  })

  it('is made as the webhook is configured when it goes out', async () => {
    const server = await startWebhookServer()
    const house = await setup([hook('a', 'http://127.0.0.1:9/wrong')])
    const { commit, start, store } = await house.startProcess()
    const call = callOf('a', { event: { ...callOf('a').event, state: { floor: '2' } } })
    await commit([call])
    await expect.poll(async () => (await house.row(call.id))?.outcome).toMatch('connection')
    const webhooks = [hook('a', `${server.url}/#{floor}`, { headers: [{ key: 'x-new', value: '1' }] })]
    await house.admin.agents.update({ agent: { id: 'guide' }, webhooks }, ann)
    await expect.poll(async () => (await store.agents.live('guide'))?.version).toBe(2)
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
    await (await house.startProcess()).commit([call])
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

it('an event goes out when the process ended after it was stored, and those behind it wait for it', async () => {
  let status = 500
  const server = await startWebhookServer((_, response) => void response.writeHead(status).end())
  const house = await setup([])
  await house.admin.events.add({ url: server.url, types: ['turn.answered'] }, ann)
  const event = { account: ann.account, type: 'turn.answered', key: `guide/${ann.account}/ann` } as const
  for (const turn of ['one', 'two']) await house.db.batch(await house.store.events.steps({ ...event, data: { turn } }))
  const { start } = await house.startProcess()
  start()
  const settled = house.db.query.selectFrom('outbox').select(['status', 'attempt']).orderBy('n')
  await expect.poll(() => settled.execute()).toMatchObject([{ attempt: 1 }, { attempt: 0 }])
  await expect.poll(() => server.received.length).toBe(1)
  status = 200
  house.clock.now += minute
  sweep()
  await expect.poll(() => settled.execute()).toMatchObject([{ status: 'delivered' }, { status: 'delivered' }])
  expect(server.received.map(({ body }) => JSON.parse(body).data.turn)).toEqual(['one', 'one', 'two'])
})

describe('a call that fails', () => {
  it('is tried again for a day, as the same call, less and less often, and can then be sent again', async () => {
    let status = 500
    const server = await startWebhookServer((_, response) => void response.writeHead(status).end('secret trace'))
    const house = await setup([hook('a', server.url)])
    const { commit, start } = await house.startProcess()
    start()
    const call = callOf('a')
    await commit([call])
    const began = house.clock.now
    const attempts: number[] = []
    for (;;) {
      attempts.push(house.clock.now - began)
      const settled = async () => {
        const { attempt, status, next_at } = (await house.row(call.id))!
        return attempt === attempts.length && (status === 'dead' || next_at > house.clock.now)
      }
      await expect.poll(settled).toBe(true)
      const { status, next_at } = (await house.row(call.id))!
      if (status === 'dead') break
      house.clock.now = next_at - 1
      sweep()
      expect(await house.store.outbox.dueTargets()).toEqual([])
      house.clock.now = next_at
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
    const { commit, start } = await house.startProcess()
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
    await (await house.startProcess()).commit([call])
    await expect.poll(() => statusOf(house, call)).toBe('dead')
    expect(server.received).toHaveLength(1)
  })

  it('because its address is not public was called by nobody', async () => {
    const house = await setup([hook('a', 'http://169.254.169.254/latest/meta-data')])
    const call = callOf('a')
    await (await house.startProcess()).commit([call])
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
    const first = await house.startProcess()
    const call = callOf('a')
    await first.commit([call])
    await expect.poll(() => server.received.length).toBe(1)
    await first.close(0)
    expect(await house.row(call.id)).toMatchObject({ status: 'open', attempt: 0 })
    hangs = false
    await house.startSweeping()
    await expect.poll(() => statusOf(house, call)).toBe('delivered')
    expect(server.received.map(({ headers }) => headers['webhook-id'])).toEqual([call.id, call.id])
  })

  it('without a word leaves it too: what it held is free when it is known to be gone, or after half a minute', async () => {
    const server = await startWebhookServer()
    const house = await setup([hook('a', server.url)])
    const [one, other] = [callOf('a'), callOf('a')]
    const { outbox } = house.store
    await house.db.batch(outbox.addSteps('default', undefined, [one, other]))
    const claimed = await claimAll(house.store)
    expect(claimed).toMatchObject([{ id: one.id }, { id: other.id }])
    await house.startSweeping()
    house.clock.now += minute / 2 - 1
    sweep()
    expect(await claimAll(house.store)).toEqual([])
    house.clock.now += 1
    expect(await claimAll(house.store)).toMatchObject([
      { id: one.id, attempt: 2 },
      { id: other.id, attempt: 2 },
    ])
    // Whoever comes back settles nothing.
    await outbox.delivered(claimed[0]!, 'status 200')
    expect(await statusOf(house, one)).toBe('open')
    await outbox.takeOver()
    sweep()
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
    const { commit, close } = await house.startProcess()
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
    const processes = [await house.startProcess(), await house.startProcess()]
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

describe('several processes that claim at once', () => {
  it('claim a call once, one of each person, and no more than may be sent at once', async () => {
    const house = await setup([hook('a', 'https://example.com')])
    const processes = [await house.startProcess(), await house.startProcess(), await house.startProcess()]
    const { outbox } = house.store
    const people = ['ann', 'ben', 'cleo']
    for (const person of people) {
      await house.db.batch(outbox.addSteps('default', person, [callOf('a'), callOf('a')]))
    }
    await house.db.batch(outbox.addSteps('default', undefined, [callOf('a'), callOf('a'), callOf('a')]))
    for (const _ of people) {
      const rounds = await Promise.all(processes.map(({ store }) => claimAll(store)))
      const claimed = rounds.flat()
      const ids = claimed.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const rows = await house.db.query
        .selectFrom('outbox')
        .select(['lane', 'id'])
        .where('leased_until', '>', house.clock.now)
        .execute()
      expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort())
      expect(new Set(rows.map(({ lane }) => lane)).size).toBe(rows.length)
      expect(rows).toHaveLength(claimed.length)
      expect(claimed.length).toBeGreaterThan(0)
      expect(claimed.length).toBeLessThanOrEqual(4)
      for (const call of claimed) await outbox.delivered(call, 'status 200')
    }
    expect(await house.store.outbox.dueTargets()).toEqual([])
  })

  it('never claim two of one person, nor one too many, though each claims another call', async () => {
    const house = await setup([hook('a', 'https://example.com')])
    const processes = [await house.startProcess(), await house.startProcess(), await house.startProcess()]
    const { outbox } = house.store
    const target = { agent: 'guide', webhook: 'a' }
    const claimTogether = async () => {
      const calls = await outbox.waiting(target, 6)
      const claims = calls.map((call, i) => processes[i % 3]!.store.outbox.claim(call, minute, 4))
      return (await Promise.all(claims)).filter((call) => call !== undefined)
    }
    const lanes = ['ann', undefined] as const
    for (const lane of lanes) {
      for (let round = 0; round < 10; round++) {
        const calls = Array.from({ length: 6 }, () => callOf('a'))
        await house.db.batch(outbox.addSteps('default', lane, calls))
        expect(await claimTogether()).toHaveLength(lane === undefined ? 4 : 1)
        await house.db.query.deleteFrom('outbox').execute()
      }
    }
  })

  it('a call that is due while nobody can be rung is found by the next sweep', async () => {
    const server = await startWebhookServer()
    const house = await setup([hook('a', server.url)])
    const caller = await house.startProcess({ drains: false })
    const call = callOf('a')
    await caller.commit([call])
    caller.start()
    expect(await statusOf(house, call)).toBe('open')
    await house.startSweeping()
    await expect.poll(() => statusOf(house, call)).toBe('delivered')
    expect(server.received).toHaveLength(1)
  })
})

describe('a call whose day was over before it could be sent', () => {
  it('is given up unsent', async () => {
    const server = await startWebhookServer()
    const house = await setup([hook('a', server.url)])
    const call = callOf('a')
    await house.db.batch(house.store.outbox.addSteps('default', undefined, [call]))
    house.clock.now += 24 * hour
    await house.startSweeping()
    await expect.poll(() => statusOf(house, call)).toBe('dead')
    expect((await house.row(call.id))?.outcome).toBe('its time was up before it could be sent')
    expect(server.received).toEqual([])
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
    const { commit } = await house.startProcess()
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
    const { commit, start } = await house.startProcess()
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
    await house.db.batch((await house.startProcess()).store.outbox.addSteps('default', undefined, [call]))
    const next = await house.startProcess()
    // While the first may still live, its call is its own.
    next.start()
    expect(await claimAll(next.store)).toEqual([])
    await next.store.outbox.takeOver()
    sweep()
    await expect.poll(() => statusOf(house, call)).toBe('dead')
    expect((await house.row(call.id))?.outcome).toMatch(/third-party token was lost/)
    expect(server.received).toEqual([])
    expect((await refusal(house.admin.webhooks.resend(call.id, ann))).code).toBe('third_party_token_gone')
    expect(await house.admin.webhooks.resendDead('guide', ann)).toEqual({ resent: 0, left: 1 })
  })

  it('goes out at once from the process that holds it, which sends nothing else', async () => {
    const server = await startWebhookServer()
    const house = await setup([asking(server.url)])
    const others = await house.startProcess()
    others.start()
    const caller = await house.startProcess({ drains: false })
    const call = callOf('a', { thirdPartyToken: token })
    await caller.commit([call])
    others.committed([callOf('a')])
    sweep()
    await expect.poll(() => statusOf(house, call)).toBe('delivered')
    expect(server.received.map(({ url }) => url)).toEqual([`/?t=${token}`])
  })

  it('is told to be lost when the process that holds it ends, and others give the call up at once', async () => {
    const server = await startWebhookServer((_, response) => void response.writeHead(500).end())
    const house = await setup([asking(server.url)])
    const first = await house.startProcess({ drains: false })
    const call = callOf('a', { thirdPartyToken: token })
    await first.commit([call])
    await expect.poll(async () => (await house.row(call.id))?.outcome).toBe('status 500')
    await first.close()
    house.clock.now += minute
    await house.startSweeping()
    await expect.poll(() => statusOf(house, call)).toBe('dead')
    expect((await house.row(call.id))?.outcome).toMatch(/third-party token was lost/)
  })
})
