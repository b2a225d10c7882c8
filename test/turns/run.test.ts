import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createEmbeddedQueue } from '../../src/drivers/queue-embedded.ts'
import type { Engine } from '../../src/engine/converse.ts'
import { AppError } from '../../src/lib/errors.ts'
import { createLog } from '../../src/lib/log.ts'
import { writtenBy } from '../../src/lib/person-state.ts'
import { bestResponse, type ConversationRequest } from '../../src/model/conversation.ts'
import { orderKey } from '../../src/model/key.ts'
import type { Place } from '../../src/model/message.ts'
import { createStore, type Store } from '../../src/store/index.ts'
import { createAnswerTurn } from '../../src/turns/answer.ts'
import { createLeases } from '../../src/turns/lease.ts'
import { createNotices } from '../../src/turns/notices.ts'
import { startSweeper } from '../../src/turns/recover.ts'
import { createTurns } from '../../src/turns/run.ts'
import { createRunning } from '../../src/turns/running.ts'
import type { CommittedAnswer, OpenDoor } from '../../src/turns/show.ts'
import { minimalAgent } from '../support/agent.ts'
import { commitsIn } from '../support/commits.ts'
import { dialect, openDatabase } from '../support/database.ts'
import { openKeys } from '../support/open-keys.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { untilAborted } from '../support/until-aborted.ts'

const ann = orderKey('default', 'test', 'ann')
const log = createLog('silent')

/** A turn of the first row. */
const firstTurn = { id: 't', inbox_id: 1, key: ann, agent: 'test', version: 1, epoch: 1, context: null }

interface Shown {
  utterance: string
  answer: CommittedAnswer
  partsBefore: number
}

/** Turns over a real store, with a door that notes what it was told to show. */
async function setup(
  folder: string,
  options: {
    now?: () => number
    think?: (utterance: string) => Promise<string>
    cap?: number
    /** Nothing is shown before the whole answer is. */
    isAtOnce?: boolean
    /** Whether the platform of the messages is there; it always is, unless it says otherwise. */
    isConnected?: () => boolean
  } = {},
) {
  const { now = Date.now, think = async (utterance) => `re: ${utterance}`, isConnected = () => true } = options
  const db = await openDatabase(folder)
  const store = createStore(db, now)
  await store.accounts.ensureFirst()
  await db.batch(store.agents.createSteps({ id: 'test', account: 'default', document: minimalAgent(), author: 'test' }))
  const shown: Shown[] = []
  const discarded: string[] = []
  const begun: string[] = []
  const called: string[] = []
  const engine: Engine = {
    async *converse(request, _agent, { signal, beforeCall }) {
      begun.push(request.utterance)
      if (!options.isAtOnce) yield { kind: 'progress', text: 're', searching: false }
      const text = await Promise.race([think(request.utterance), untilAborted(signal)])
      if (text === 'a webhook') {
        await beforeCall()
        called.push(request.utterance)
      }
      yield {
        kind: 'final',
        answer: bestResponse({ utterance: text }),
        userState: {},
        effects: {
          resetMemory: false,
          remember: [{ role: 'user', text: request.utterance }],
          set: writtenBy('caller', { last: request.utterance }),
          unset: [],
          calls: [],
        },
        trace: { source: 'rule', ms: 0 },
      }
    },
  }
  const door: OpenDoor = (row) => ({
    waits: false,
    language: 'en',
    context: '{}',
    request: async () =>
      ({
        account: 'default',
        agent: 'test',
        uid: 'ann',
        conversation: 'dm',
        door: 'slack',
        utterance: row.payload,
      }) satisfies ConversationRequest,
    show: ({ parts }) => ({
      progress: () => {},
      ahead: () => [],
      async answer(answer) {
        shown.push({ utterance: row.payload, answer, partsBefore: parts.length })
        return { missing: 'nothing', steps: [] }
      },
      failed: () => {},
      leave: async () => {},
      discard: async () => void discarded.push(row.payload),
    }),
  })
  const queue = createEmbeddedQueue()
  const leases = createLeases({ store, holder: crypto.randomUUID(), log, now })
  const answerTurn = createAnswerTurn({
    store,
    engine,
    leases,
    log,
    now,
    staleAfterMs: 900_000,
    capOf: async () => options.cap ?? null,
  })
  const running = createRunning({ store, notices: createNotices(store.db), concerns: () => true, log })
  const turns = createTurns({
    store,
    queue,
    leases,
    running,
    wayTo: async () => async () => {},
    doors: {
      chat: (row) => (row.door !== 'slack' || isConnected() ? door(row) : 'elsewhere'),
      http: () => 'gone',
    },
    answerTurn,
    onGivenUp: () => {},
    log,
    now,
  })
  const work = () => queue.work(turns.drain, { concurrency: 10, retryMs: 5, onError: () => {} })
  const say = async (utterance: string, key = ann) => {
    const row = { event_id: `e:${utterance}`, key, door: 'slack', conversation: 'dm', payload: utterance }
    const id = await store.inbox.add(row)
    await queue.ring(key)
    return id
  }
  /** As a platform's message is taken in. */
  const tell = async (utterance: string, key = ann) => {
    const row = { event_id: `e:${utterance}`, key, door: 'slack', conversation: 'dm', payload: utterance }
    await db.batch([store.inbox.addStep(row), ...leases.ahead(key)])
    await queue.ring(key)
  }
  return { db, store, queue, leases, running, turns, shown, discarded, begun, called, work, say, tell }
}

const open = (store: Store) => openKeys(store)
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 2))
}

const stopped = { kind: 'stopped', platform: 'slack', place: 'here' as Place, person: 'U1' } as const

describe('a turn', () => {
  it('runs once whatever is rung, in the order the messages came', async () => {
    const { work, say, shown, store } = await setup(tempFolder())
    for (const n of [1, 2, 3, 4, 5]) await say(`m${n}`)
    work()
    await say('m3')
    await until(async () => (await open(store)).length === 0)
    expect(shown.map((one) => one.utterance)).toEqual(['m1', 'm2', 'm3', 'm4', 'm5'])
    expect(await store.people.state(ann)).toEqual({ last: 'm5' })
    expect(await store.usage.thisMonth('default')).toBe(5)
  })

  it.runIf(dialect === 'sqlite')(
    'that is answered at once is two commits, and shares the first with the end of the last',
    async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
      onTestFinished(() => void vi.useRealTimers())
      const folder = tempFolder()
      const { work, tell, shown, store } = await setup(folder, { isAtOnce: true })
      work()
      const turns = async () => new Promise((resolve) => setImmediate(resolve))
      const before = commitsIn(folder)
      for (const n of [1, 2, 3, 4, 5]) {
        await tell(`m${n}`, orderKey('default', 'test', `person ${n % 2}`))
        while (shown.length < n) await turns()
      }
      expect(commitsIn(folder) - before).toBe(10)
      expect(await open(store)).toHaveLength(1)
      vi.runOnlyPendingTimers()
      while ((await open(store)).length > 0) await turns()
      expect(commitsIn(folder) - before).toBe(11)
    },
  )

  it('whose answer would be one more than the plan allows says so in its place, and is not counted', async () => {
    const { work, say, shown, store } = await setup(tempFolder(), { cap: 2 })
    work()
    for (const who of ['ann', 'ben', 'cat', 'dan']) await say(`from ${who}`, orderKey('default', 'test', who))
    await until(() => shown.length === 4)
    const answers = shown.map(({ answer }) => answer.response.utterance)
    expect(answers.filter((text) => text.startsWith('re: '))).toHaveLength(2)
    expect(answers.filter((text) => text.startsWith("This month's conversations"))).toHaveLength(2)
    expect(await store.usage.thisMonth('default')).toBe(2)
  })

  it('of one person does not wait for another’s', async () => {
    const slow = Promise.withResolvers<string>()
    const { work, say, shown } = await setup(tempFolder(), {
      think: async (said) => (said === 'slow' ? slow.promise : 'quick'),
    })
    work()
    await say('slow')
    await say('quick', orderKey('default', 'test', 'ben'))
    await until(() => shown.length === 1)
    expect(shown[0]!.utterance).toBe('quick')
    slow.resolve('done')
    await until(() => shown.length === 2)
  })

  it('whose message is deleted shows nothing and takes back what was shown', async () => {
    const never = new Promise<string>(() => {})
    const { work, say, running, discarded, shown, store, begun } = await setup(tempFolder(), { think: () => never })
    work()
    await say('oops')
    await until(() => begun.length === 1)
    await running.cancel('e:oops', 'deleted')
    await until(async () => (await open(store)).length === 0)
    expect(discarded).toEqual(['oops'])
    expect(shown).toEqual([])
    expect(await store.usage.thisMonth('default')).toBe(0)
  })

  it('whose platform was taken away waits for it for a day, and is then put away', async () => {
    let time = 1_000_000
    let isConnected = false
    const { say, turns, store, begun } = await setup(tempFolder(), { now: () => time, isConnected: () => isConnected })
    await say('hello?')
    const day = 86_400_000
    time += day
    await turns.drain(ann)
    expect(await open(store)).toHaveLength(1)
    time += 1
    await turns.drain(ann)
    expect(await open(store)).toEqual([])
    isConnected = true
    await turns.drain(ann)
    expect(begun).toEqual([])
  })

  it('whose message is deleted before it began is never begun', async () => {
    const { work, say, running, begun, store } = await setup(tempFolder())
    await say('oops')
    await running.cancel('e:oops', 'deleted')
    work()
    await until(async () => (await open(store)).length === 0)
    expect(begun).toEqual([])
  })

  it('that is stopped keeps what was written', async () => {
    const never = new Promise<string>(() => {})
    const { work, say, running, shown, store } = await setup(tempFolder(), { think: () => never })
    work()
    await say('long')
    await expect.poll(() => store.turns.byInbox(1)).toBeDefined()
    await running.stopAll(stopped)
    await until(() => shown.length === 1)
    expect(shown[0]!.answer).toMatchObject({ interrupted: 'stopped', response: { utterance: 're' } })
  })

  it('that fails is apologised for, and can be retried', async () => {
    const { work, say, shown, store } = await setup(tempFolder(), {
      think: async () => Promise.reject(new Error('boom')),
    })
    const id = await say('hello')
    work()
    await until(() => shown.length === 1)
    expect(shown[0]!.answer).toMatchObject({ interrupted: 'model_interrupted', response: { utterance: 're' } })
    await until(async () => (await open(store)).length === 0)
    expect((await store.inbox.byId(id!))?.payload).toBe('hello')
  })
})

describe('a turn in whose middle the database goes away', () => {
  it('says nothing of it, and runs again when it is there', async () => {
    let attempts = 0
    const { work, say, shown, store } = await setup(tempFolder(), {
      think: async () => {
        attempts += 1
        if (attempts === 1) throw new AppError('database_unreachable', 'The database cannot be reached.')
        return 'here I am'
      },
    })
    await say('hello')
    work()
    await until(async () => (await open(store)).length === 0)
    expect(shown.map(({ answer }) => answer.response.utterance)).toEqual(['here I am'])
  })
})

describe('after a restart', () => {
  it('a turn that was running runs again, knowing the messages it had posted', async () => {
    const folder = tempFolder()
    const never = new Promise<string>(() => {})
    const before = await setup(folder, { think: () => never })
    before.work()
    await before.say('hello')
    await expect.poll(() => before.store.turns.byInbox(1)).toBeDefined()
    const turn = (await before.store.turns.byInbox(1))!
    await before.store.turns.intend(turn.id, 0)

    const after = await setup(folder)
    await after.store.leases.takeOver()
    const sweeper = await startSweeper({
      store: after.store,
      queue: after.queue,
      log,
    })
    after.work()
    await until(() => after.shown.length === 1)
    sweeper.stop()
    expect(after.shown[0]).toMatchObject({ utterance: 'hello', partsBefore: 1, answer: { interrupted: null } })
    expect((await after.store.turns.byInbox(1))!.attempt).toBe(2)
  })

  it('a turn that somebody has stopped while no process ran it is not begun again', async () => {
    const folder = tempFolder()
    const never = new Promise<string>(() => {})
    const before = await setup(folder, { think: () => never })
    before.work()
    await before.say('hello')
    await before.say('and then?')
    await expect.poll(() => before.store.turns.byInbox(1)).toBeDefined()
    before.running.endAll()
    before.running.close()
    await before.queue.close()
    await before.leases.close()

    const after = await setup(folder)
    await after.store.leases.takeOver()
    await after.running.stopAll({ ...stopped, platform: 'teams' })
    expect((await after.store.inbox.byEvent('e:hello'))!.cancelled).toBeNull()
    await after.running.stopAll(stopped)
    expect((await after.store.inbox.byEvent('e:hello'))!.cancelled).toBe('stopped')
    const sweeper = await startSweeper({ store: after.store, queue: after.queue, log })
    after.work()
    await until(() => after.shown.length === 2)
    sweeper.stop()
    expect(after.shown).toMatchObject([
      { utterance: 'hello', answer: { interrupted: 'stopped' } },
      { utterance: 'and then?', answer: { interrupted: null } },
    ])
    expect(after.begun).toEqual(['and then?'])
  })

  it('a committed answer is shown again, not made again', async () => {
    const folder = tempFolder()
    const before = await setup(folder)
    await before.say('hello')
    await before.store.turns.begin(firstTurn)
    const answer = JSON.stringify(bestResponse({ utterance: 'made before' }))
    await before.db.batch([
      before.store.turns.commitStep({ ...firstTurn, status: 'committed', answer, trace: '{}', interrupted: null }),
    ])
    before.work()
    await until(() => before.shown.length === 1)
    expect(before.begun).toEqual([])
    expect(before.shown[0]!.answer.response.utterance).toBe('made before')
  })

  it.each([
    ['whose webhook had fired', { calls: 1, attempt: 1 }],
    ['that failed three times', { calls: 0, attempt: 3 }],
  ])('a turn %s is apologised for, keeping its text', async (_, fields) => {
    const { say, store, db, work, shown, begun } = await setup(tempFolder())
    await say('hello')
    await store.turns.begin(firstTurn)
    await db.query
      .updateTable('turn')
      .set({ ...fields, partial: 'The answer is' })
      .execute()
    work()
    await until(() => shown.length === 1)
    expect(begun).toEqual([])
    expect(shown[0]!.answer).toMatchObject({
      interrupted: 'model_interrupted',
      response: { utterance: 'The answer is' },
    })
  })
})

describe('a lease', () => {
  it('that was lost calls no webhook of a turn that another process has begun again', async () => {
    const thinking = Promise.withResolvers<string>()
    const { work, say, db, store, called, begun } = await setup(tempFolder(), { think: () => thinking.promise })
    work()
    await say('hello')
    await until(async () => begun.length === 1 && (await store.turns.byInbox(1)) !== undefined)
    await db.query
      .updateTable('lease')
      .set({ epoch: 99, holder: 'another', expires_at: Date.now() + 60_000 })
      .execute()
    await store.turns.again((await store.turns.byInbox(1))!.id, 99)
    thinking.resolve('a webhook')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(called).toEqual([])
    expect((await store.turns.byInbox(1))!).toMatchObject({ calls: 0, epoch: 99 })
  })

  it('that was lost lets nothing be committed', async () => {
    const thinking = Promise.withResolvers<string>()
    const { work, say, db, store, queue, shown, begun } = await setup(tempFolder(), { think: () => thinking.promise })
    work()
    await say('hello')
    await until(async () => begun.length === 1 && (await store.turns.byInbox(1)) !== undefined)
    // Another process has taken the key over, as it may when this one was stopped for long.
    const another = { epoch: 99, holder: 'another', expires_at: Date.now() + 60_000 }
    await db.query.updateTable('lease').set(another).execute()
    thinking.resolve('too late')
    await queue.close()
    expect(shown).toEqual([])
    expect(await store.people.state(ann)).toEqual({})
    expect((await store.turns.byInbox(1))!.status).toBe('running')
  })
})
