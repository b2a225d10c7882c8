import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { DiscordOptions } from '../../../adapters/discord/index.ts'
import { agreedCount, shardClaim } from '../../../adapters/discord/shard-count.ts'
import { createTurns } from '../../../adapters/discord/turns.ts'
import { createLog } from '../../../src/lib/log.ts'
import type { InboundMessage } from '../../../src/model/message.ts'
import type { Adapter } from '../../../src/ports/channel.ts'
import type { Claims } from '../../../src/ports/claims.ts'
import { createStore, type Store } from '../../../src/store/index.ts'
import { createClaims } from '../../../src/turns/claims.ts'
import { createLeases } from '../../../src/turns/lease.ts'
import { inboxWith, memoryClaims } from '../../support/adapter-parts.ts'
import { openDatabase } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { ANN, APP, createHarness, type DiscordHarness, GENERAL, GUILD } from './harness.ts'

const log = createLog('silent')
const signal = new AbortController().signal
let harness: DiscordHarness
let store: Store
const adapters: Adapter[] = []
/** What the processes wrote down, by its id: as the inbox does, each once. */
const said = new Map<string, { message: InboundMessage; times: number; by: number }>()

async function open(options: Parameters<typeof createHarness>[0] = {}): Promise<void> {
  said.clear()
  harness = await createHarness(options)
  store = createStore(await openDatabase(tempFolder(onTestFinished)), Date.now)
}

afterEach(async () => {
  for (const adapter of adapters.splice(0)) await adapter.stop()
  await harness.adapter.stop()
  await harness.close()
  await store.db.close()
})

/** The shards that somebody has. */
async function held() {
  const rows = await store.db.query.selectFrom('lease').selectAll().execute()
  return rows.filter(({ key, expires_at }) => /:\d+\/\d+$/.test(key) && Number(expires_at) > Date.now())
}

/** A process of its own, as far as claims go. */
function startProcess(options: Partial<DiscordOptions> = {}) {
  let shift = 0
  const leases = createLeases({ store, holder: crypto.randomUUID(), log, now: () => Date.now() + shift })
  onTestFinished(() => leases.close())
  const all = createClaims(leases)
  const claims: Claims = { claim: async (name) => (shift > 0 ? undefined : all.claim(name)) }
  const adapter = harness.another({ claims, ...options })
  const by = adapters.push(adapter)
  const inbox = inboxWith({
    async message(message) {
      const known = said.get(message.eventId)
      said.set(message.eventId, { message, times: (known?.times ?? 0) + 1, by })
    },
  })
  return {
    adapter,
    started: adapter.start(inbox),
    /** Its leases have run out in the meantime, and it finds out. */
    lose(): void {
      shift = 60_000
    },
  }
}

const mention = (words: string, channel = GENERAL): string =>
  harness.simulator.say({ user: ANN, channel, content: `<@${APP}> ${words}` })
const texts = (): string[] => [...said.values()].map(({ message }) => message.text)
const ops = (op: number): number =>
  harness.simulator.frames.filter((one) => one.direction === 'in' && one.op === op).length
const IDENTIFY = 2
const RESUME = 6

describe('one shard and two processes', () => {
  it('is received by one of them, and by the other within a moment when that stops: nothing is lost or doubled', async () => {
    await open()
    const first = startProcess()
    await first.started
    const second = startProcess()
    await second.started
    expect(ops(IDENTIFY)).toBe(1)
    // Whoever stands by is ready to take over.
    expect([first.adapter.connected(), second.adapter.connected()]).toEqual([true, true])
    // And may be asked about what only the other one is told of, which knows all there is.
    const elsewhere = '1200000000000009999'
    expect([first.adapter.channel(elsewhere), second.adapter.channel(elsewhere)]).toEqual([
      undefined,
      expect.anything(),
    ])
    mention('one')
    await expect.poll(texts).toEqual(['one'])
    await first.adapter.stop()
    mention('two')
    await expect.poll(texts).toEqual(['one', 'two'])
    expect([ops(IDENTIFY), ops(RESUME)]).toEqual([1, 1])
    expect([...said.values()]).toMatchObject([
      { times: 1, by: 1 },
      { times: 1, by: 2 },
    ])
    expect(second.adapter.connected()).toBe(true)
  })

  it('is left at once by a process whose claim ran out, and gone on with by the other', async () => {
    await open()
    const first = startProcess()
    await first.started
    const second = startProcess()
    await second.started
    mention('one')
    await expect.poll(texts).toEqual(['one'])
    first.lose()
    mention('two')
    await expect.poll(() => harness.simulator.gateway.connected()).toBe(false)
    mention('three')
    await store.leases.takeOver()
    await expect.poll(texts).toEqual(['one', 'two', 'three'])
    expect([ops(IDENTIFY), ops(RESUME)]).toEqual([1, 1])
    expect(said.get([...said.keys()].at(-1)!)).toMatchObject({ by: 2 })
    expect(second.adapter.connected()).toBe(true)
  })

  it('has its commands written once', async () => {
    await open()
    const both = [startProcess(), startProcess()]
    await Promise.all(both.map(({ started }) => started))
    await expect.poll(() => harness.simulator.commands({ user: ANN, channel: GENERAL })).not.toEqual([])
    expect(harness.simulator.calls.filter(({ route }) => route.startsWith('PUT /applications'))).toHaveLength(1)
  })
})

describe('several shards', () => {
  const shares = async (): Promise<number[]> =>
    [...Map.groupBy(await held(), ({ holder }) => holder).values()].map((rows) => rows.length)

  it('are shared by processes that start together, and are all with the last one that is left', async () => {
    const guilds = [0, 1, 2, 3].map((n) => ({
      // One on each shard.
      id: String(1_200_000_000_000_000_100n + (BigInt(n) << 22n)),
      name: `Server ${n}`,
      channels: [{ id: `12000000000000001${n}1`, name: 'general' }],
    }))
    await open({ simulator: { guilds, limits: { maxConcurrency: 16, guildsPerShard: 3 } } })
    const both = [startProcess(), startProcess()]
    await Promise.all(both.map(({ started }) => started))
    await expect.poll(() => harness.simulator.gateway.sessions.size).toBe(4)
    expect(await shares()).toEqual([2, 2])
    await both[0]!.adapter.stop()
    await expect.poll(shares).toEqual([4])
    await expect.poll(() => both[1]!.adapter.connected()).toBe(true)
    expect(ops(IDENTIFY)).toBe(4)
  })

  it('are left alone where they are for other processes', async () => {
    await open({ simulator: { limits: { maxConcurrency: 16 } } })
    const one = startProcess({ shards: { from: 2, to: 3, count: 4 } })
    await one.started
    expect(harness.simulator.gateway.sessions.size).toBe(2)
    expect(one.adapter.connected()).toBe(true)
  })
})

it('processes go by one number of shards, whatever Discord recommends to those that start later', async () => {
  await open()
  const claims = memoryClaims()
  const given = { claims, notes: harness.notes, application: APP }
  expect(await agreedCount({ ...given, recommended: 2 })).toBe(2)
  const running = await claims.claim(shardClaim(APP, 1, 2))
  expect(await agreedCount({ ...given, recommended: 3 })).toBe(2)
  await running!.release()
  expect(await agreedCount({ ...given, recommended: 3 })).toBe(3)
})

it('shards that share a turn identify one after the other, in whichever process they are', async () => {
  const claims = memoryClaims()
  const turn = createTurns({ claims, application: APP, concurrency: 2, log })
  await Promise.all([turn(0, signal), turn(1, signal)])
  const giveUp = AbortSignal.timeout(700)
  await expect(turn(2, giveUp)).rejects.toThrow()
  expect(await claims.claim(`discord:${APP}:identify:0`)).toBeUndefined()
})

describe('a process that only shows', () => {
  it('writes to people and servers that it was never told of', async () => {
    await open()
    const worker = harness.another({ claims: memoryClaims() })
    expect([worker.ready(), worker.channel(GUILD)]).toEqual([false, undefined])
    await worker.open()
    expect(worker.ready()).toBe(true)
    expect(worker.connected()).toBe(false)
    await startProcess().started
    harness.simulator.say({ user: ANN, channel: harness.direct, content: 'hello' })
    mention('hello there')
    await expect.poll(texts).toHaveLength(2)
    for (const { message } of said.values()) {
      const { installation, replyTo, eventId } = message
      expect(await worker.channel(installation)!.post(replyTo, { text: 'hi' }, eventId, signal)).toHaveProperty('ok')
    }
    expect(harness.shown().map(({ text }) => text)).toEqual(['hi', 'hi'])
  })

  it('waits until the other one has acknowledged an interaction', async () => {
    await open()
    const worker = harness.another({ claims: memoryClaims() })
    await worker.open()
    let posted: Promise<unknown> | undefined
    await harness.adapter.start(
      inboxWith({
        async message({ installation, replyTo }) {
          posted = worker.channel(installation)!.post(replyTo, { text: 'quick' }, 'k1', signal)
          await sleep(300)
        },
      }),
    )
    await expect.poll(() => harness.simulator.commands({ user: ANN, channel: GENERAL })).not.toEqual([])
    harness.simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'hm?' } })
    await expect.poll(() => posted).toBeDefined()
    expect(await posted).toHaveProperty('ok')
    expect(harness.shown()).toMatchObject([{ text: 'quick', streaming: false }])
    expect(harness.simulator.calls.map(({ route }) => route)).not.toContain('POST /channels/{channel}/messages')
  })

  it('calls a thread by what was asked', async () => {
    await open({ discord: { autoThread: true } })
    const worker = harness.another({ claims: memoryClaims() })
    await worker.open()
    await startProcess().started
    mention('How is the weather?')
    await expect.poll(texts).toEqual(['How is the weather?'])
    const { message } = [...said.values()][0]!
    expect(await worker.channel(GUILD)!.post(message.replyTo, { text: 'Fine' }, 'k1', signal)).toHaveProperty('ok')
    expect(harness.simulator.channels().map(({ name }) => name)).toContain('How is the weather?')
  })
})
