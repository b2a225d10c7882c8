import { describe, expect, it, onTestFinished } from 'vitest'
import { createEmbeddedQueue } from '../../../src/drivers/queue-embedded.ts'
import type { Engine } from '../../../src/engine/converse.ts'
import { createLog } from '../../../src/lib/log.ts'
import { bestResponse } from '../../../src/model/conversation.ts'
import { orderKey } from '../../../src/model/key.ts'
import type { Place } from '../../../src/model/message.ts'
import { createStore } from '../../../src/store/index.ts'
import { openPostgres } from '../../../src/store/postgres.ts'
import { createAnswerTurn } from '../../../src/turns/answer.ts'
import { createClaims } from '../../../src/turns/claims.ts'
import { createDirectTurns } from '../../../src/turns/direct.ts'
import { createLeases } from '../../../src/turns/lease.ts'
import { createNotices } from '../../../src/turns/notices.ts'
import { createPresence } from '../../../src/turns/presence.ts'
import { startSweeper } from '../../../src/turns/recover.ts'
import { createTurns } from '../../../src/turns/run.ts'
import { createRunning } from '../../../src/turns/running.ts'
import type { OpenDoor } from '../../../src/turns/show.ts'
import { minimalAgent } from '../../support/agent.ts'
import { urlOf } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const ann = orderKey('default', 'test', 'ann')
const log = createLog('silent')

interface World {
  url: string
  /** What was said and shown, by which process. */
  shown: string[]
  discarded: string[]
  /** What is being answered slowly, its first words written down. */
  halfway: string[]
  /** Resolves what `slow: …` waits for. */
  gate: PromiseWithResolvers<void>
}

async function makeWorld(): Promise<World> {
  const url = await urlOf(tempFolder())
  const db = await openPostgres(url)
  const store = createStore(db, Date.now)
  await store.accounts.ensureFirst()
  await db.batch(store.agents.createSteps({ id: 'test', account: 'default', document: minimalAgent(), author: 'test' }))
  await db.close()
  return { url, shown: [], discarded: [], halfway: [], gate: Promise.withResolvers() }
}

/** One of several on the world's database, wired as the app wires them. `name` stands before what it shows. */
async function startProcess(world: World, name: string, { elapsed = () => Math.floor(performance.now()) } = {}) {
  const db = await openPostgres(world.url)
  const store = createStore(db, Date.now)
  const holder = crypto.randomUUID()
  const leases = createLeases({ store, holder, log, now: elapsed })
  const claims = createClaims(leases)
  const notices = createNotices(db)
  const running = createRunning({ store, notices, concerns: () => true, log })
  const queue = createEmbeddedQueue()
  const engine: Engine = {
    async *converse({ utterance }, _agent, { signal }) {
      yield { kind: 'progress', text: 're', searching: false }
      if (utterance.startsWith('slow')) {
        const { promise, reject } = Promise.withResolvers<never>()
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        if (signal.aborted) reject(signal.reason)
        world.halfway.push(utterance)
        await Promise.race([world.gate.promise, promise])
      }
      yield {
        kind: 'final',
        answer: bestResponse({ utterance: `re: ${utterance}` }),
        userState: {},
        effects: { resetMemory: false, remember: [], set: {}, unset: [], calls: [] },
        trace: { source: 'rule', ms: 0 },
      }
    },
  }
  const presence = await createPresence({
    claims,
    leases,
    holder,
    onPresumedDead: () => direct.giveUp(),
    log,
  })
  const parts = { store, engine, capOf: async () => null, now: Date.now }
  const direct = createDirectTurns({
    ...parts,
    queue,
    holder,
    isAlive: presence.isAlive,
    isSeen: presence.isSeen,
    notices,
    cancel: running.cancel,
    perUid: 100,
  })
  const chat: OpenDoor = (row) => ({
    waits: false,
    language: 'en',
    context: '{}',
    request: async () => ({
      account: 'default',
      agent: 'test',
      uid: 'ann',
      conversation: 'dm',
      door: 'slack',
      utterance: row.payload,
    }),
    show: () => ({
      progress: () => {},
      ahead: () => [],
      async answer({ response, interrupted }) {
        world.shown.push(`${name} ${row.payload}${interrupted ? ` (${interrupted})` : ''}: ${response.utterance}`)
        return { missing: 'nothing', steps: [] }
      },
      failed: () => {},
      leave: async () => {},
      discard: async () => void world.discarded.push(row.payload),
    }),
  })
  const turns = createTurns({
    store,
    queue,
    leases,
    running,
    doors: { http: direct.open, chat },
    wayTo: async (row) => direct.wayTo(row),
    answerTurn: createAnswerTurn({ ...parts, leases, log, staleAfterMs: 900_000 }),
    onGivenUp: () => {},
    log,
    now: Date.now,
  })
  queue.work(turns.drain, { concurrency: 10, retryMs: 5, onError: () => {} })
  /** As a kill does: it leaves everything as it is. */
  const die = async () => {
    running.endAll()
    running.close()
    direct.close()
    await leases.close()
  }
  onTestFinished(async () => {
    await die()
    await queue.close()
    await db.close()
  })
  const say = async (utterance: string) => {
    await store.inbox.add({ event_id: utterance, key: ann, door: 'slack', conversation: 'dm', payload: utterance })
    await queue.ring(ann)
  }
  const ask = (utterance: string) =>
    direct.converse(
      { account: 'default', agent: 'test', uid: 'ann', conversation: 'dm', door: 'http', utterance },
      { signal: new AbortController().signal, onProgress: () => {} },
    ).final
  const isOpen = async () => (await store.inbox.openCount(ann)) > 0
  return { db, store, holder, leases, claims, presence, running, queue, turns, direct, say, ask, isOpen, die }
}

const isBegun = (process: Awaited<ReturnType<typeof startProcess>>) => () => process.leases.isHeld(ann)

describe('of two processes', () => {
  it('one stops what the other is answering', async () => {
    const world = await makeWorld()
    const [one, other] = [await startProcess(world, 'one'), await startProcess(world, 'other')]
    await one.say('slow')
    await expect.poll(() => world.halfway).toEqual(['slow'])
    await other.running.cancel('slow', 'stopped')
    await expect.poll(() => world.shown).toEqual(['one slow (stopped): re'])
  })

  it('one stops what a person has pressed Stop for, wherever it runs', async () => {
    const world = await makeWorld()
    const [one, other] = [await startProcess(world, 'one'), await startProcess(world, 'other')]
    await one.say('slow')
    await expect.poll(() => world.halfway).toEqual(['slow'])
    // Who has just begun to listen may not hear of it, and finds it in the store.
    await other.running.stopAll({ kind: 'stopped', platform: 'slack', place: 'here' as Place, person: 'U1' })
    await expect.poll(() => world.shown).toEqual(['one slow (stopped): re'])
  })

  it('one takes back what the other is answering when its message is deleted', async () => {
    const world = await makeWorld()
    const [one, other] = [await startProcess(world, 'one'), await startProcess(world, 'other')]
    await one.say('slow')
    await expect.poll(() => world.halfway).toEqual(['slow'])
    await other.running.cancel('slow', 'deleted')
    await expect.poll(() => world.discarded).toEqual(['slow'])
    expect(world.shown).toEqual([])
  })

  it('one has the key at a time, and the other goes on with it', async () => {
    const world = await makeWorld()
    const [one, other] = [await startProcess(world, 'one'), await startProcess(world, 'other')]
    await one.say('slow')
    await expect.poll(isBegun(one)).toBe(true)
    await other.say('quick')
    world.gate.resolve()
    await expect.poll(() => world.shown.length).toBe(2)
    expect(world.shown.map((line) => line.replace(/^\w+ /, ''))).toEqual(['slow: re: slow', 'quick: re: quick'])
    await expect.poll(one.isOpen).toBe(false)
  })

  it('each answers those who wait in it, in the order of all', async () => {
    const world = await makeWorld()
    const [one, other] = [await startProcess(world, 'one'), await startProcess(world, 'other')]
    await one.say('slow')
    await expect.poll(isBegun(one)).toBe(true)
    const asked = other.ask('hello')
    // Whoever has the key next meets a row that is not theirs.
    await expect.poll(() => one.store.inbox.openCount(ann)).toBe(2)
    await one.say('afterwards')
    world.gate.resolve()
    expect((await asked).answer.utterance).toBe('re: hello')
    await expect.poll(() => world.shown.length).toBe(2)
    expect(world.shown[1]).toMatch(/afterwards: re: afterwards$/)
    await expect.poll(one.isOpen).toBe(false)
  })

  it('one that has answered leaves what came meanwhile to whoever is rung for it', async () => {
    const world = await makeWorld()
    const [one, other] = [await startProcess(world, 'one'), await startProcess(world, 'other')]
    const add = (event: string) =>
      one.store.inbox.add({ event_id: event, key: ann, door: 'slack', conversation: 'dm', payload: event })
    await add('slow')
    const drained = one.turns.drain(ann)
    await expect.poll(() => world.halfway).toEqual(['slow'])
    await add('quick')
    world.gate.resolve()
    await drained
    await other.turns.drain(ann)
    expect(world.shown).toEqual(['one slow: re: slow', 'other quick: re: quick'])
  })

  it('one that is gone keeps nobody waiting with those who waited in it', async () => {
    const world = await makeWorld()
    const [one, other] = [await startProcess(world, 'one'), await startProcess(world, 'other')]
    const dead = crypto.randomUUID()
    const left = { event_id: `http:${dead}:1`, key: ann, door: 'http' as const, conversation: 'dm', payload: '' }
    await one.store.inbox.add(left)
    await other.say('hello')
    await expect.poll(() => world.shown).toEqual(['other hello: re: hello'])
  })

  it('one that was stopped for longer than its lease commits nothing, and tells those who wait in it to ask again', async () => {
    const world = await makeWorld()
    let skipped = 0
    const one = await startProcess(world, 'one', { elapsed: () => Math.floor(performance.now()) + skipped })
    const other = await startProcess(world, 'other')
    const asked = one.ask('slow').catch((error) => error.code)
    await expect.poll(isBegun(one)).toBe(true)
    // As far as the other sees, its lease has run out; as far as it knows itself, no time has passed.
    await other.store.leases.takeOver()
    await other.say('hello')
    await expect.poll(() => other.presence.isAlive(one.holder)).toBe(false)
    await expect.poll(() => world.shown).toEqual(['other hello: re: hello'])
    skipped = 60_000
    world.gate.resolve()
    expect(['shutting_down', 'internal_error']).toContain(await asked)
    expect(await one.store.people.memory(ann, 'dm', 10)).toEqual([])
    await expect.poll(one.presence.isSeen).toBe(false)
    // Until others see that it is there again, they would put away the rows of those who come.
    expect(await one.ask('too soon').catch((error) => error.code)).toBe('shutting_down')
    await expect.poll(one.presence.isSeen).toBe(true)
    await expect.poll(() => other.presence.isAlive(one.holder)).toBe(true)
  })

  it('a sweep rings for what nobody is at, and leaves alone what somebody is', async () => {
    const world = await makeWorld()
    const one = await startProcess(world, 'one')
    await one.say('slow')
    await expect.poll(isBegun(one)).toBe(true)
    const idle = {
      event_id: 'e',
      key: orderKey('default', 'test', 'ben'),
      door: 'slack',
      conversation: 'dm',
      payload: 'x',
    }
    await one.store.inbox.add(idle)
    const rung: string[] = []
    const sweeper = await startSweeper({ store: one.store, queue: { ring: async (key) => void rung.push(key) }, log })
    sweeper.stop()
    expect(rung).toEqual([idle.key])
  })
})

describe('a claim', () => {
  it('that was lost takes nothing from the next of the same process when it is released', async () => {
    const world = await makeWorld()
    let skipped = 0
    const one = await startProcess(world, 'one', { elapsed: () => Math.floor(performance.now()) + skipped })
    const other = await startProcess(world, 'other')
    const lost = (await one.claims.claim('shard'))!
    skipped = 60_000
    await expect.poll(() => lost.signal.aborted).toBe(true)
    const next = (await one.claims.claim('shard'))!
    await lost.release()
    expect(await one.claims.claim('shard')).toBeUndefined()
    await one.store.leases.takeOver()
    expect(await other.claims.claim('shard')).toBeDefined()
    // It is renewed, so it hears that it was lost.
    await expect.poll(() => next.signal.aborted).toBe(true)
  })

  it('is held by one process at a time, once in each, and free when it is given back or its holder is gone', async () => {
    const world = await makeWorld()
    const [one, other] = [await startProcess(world, 'one'), await startProcess(world, 'other')]
    const claim = (await one.claims.claim('shard'))!
    expect(await one.claims.claim('shard')).toBeUndefined()
    expect(await other.claims.claim('shard')).toBeUndefined()
    await claim.release()
    const next = (await other.claims.claim('shard'))!
    await one.store.leases.takeOver()
    expect(await one.claims.claim('shard')).toBeDefined()
    // Whoever lost it hears of it at its next renewal.
    await expect.poll(() => next.signal.aborted).toBe(true)
    expect(await other.claims.claim('shard')).toBeUndefined()
  })
})
