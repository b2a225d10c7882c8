import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { createEmbeddedQueue } from '../../src/drivers/queue-embedded.ts'
import { createWebhookClient } from '../../src/drivers/webhooks/client.ts'
import { createEngine } from '../../src/engine/converse.ts'
import { createWebhooks } from '../../src/engine/webhooks/index.ts'
import { createSender } from '../../src/engine/webhooks/send.ts'
import { createLog } from '../../src/lib/log.ts'
import { usualStateLimits } from '../../src/lib/person-state.ts'
import { orderKey } from '../../src/model/key.ts'
import type { Database } from '../../src/store/database.ts'
import { createStore } from '../../src/store/index.ts'
import { createAnswerTurn } from '../../src/turns/answer.ts'
import { createLeases } from '../../src/turns/lease.ts'
import { createNotices } from '../../src/turns/notices.ts'
import { createDelivery } from '../../src/turns/outbox.ts'
import { readOutboxKey } from '../../src/turns/outbox-key.ts'
import { startSweeper } from '../../src/turns/recover.ts'
import { createTurns } from '../../src/turns/run.ts'
import { createRunning } from '../../src/turns/running.ts'
import type { OpenDoor } from '../../src/turns/show.ts'
import { ann as annsDesk, guide, openHouse } from '../admin/support.ts'
import { openDatabase } from '../support/database.ts'
import { readModels } from '../support/models.ts'
import { openKeys } from '../support/open-keys.ts'
import { startWebhookServer } from '../support/webhook-server.ts'

const ann = orderKey('default', 'guide', 'ann')
const log = createLog('silent')

function stream(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const chunks = [{ delta: { content: text } }, { delta: {}, finish_reason: 'stop' }]
  for (const choice of chunks) response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`)
  response.end('data: [DONE]\n\n')
}

/** A process's way to the database, which ends with the process: what is asked for then is never answered. */
function mortal(db: Database, lastWords: { left: number; isHeard: boolean }) {
  const never = new Promise<never>(() => {})
  let isDead = false
  const through = <T>(ask: () => Promise<T>): Promise<T> => {
    if (isDead) return never
    if (lastWords.left-- > 0) return ask()
    isDead = true
    if (lastWords.isHeard) void ask()
    return never
  }
  const own: Database = {
    ...db,
    get: (statement, params) => through(() => db.get(statement, params)),
    all: (statement, params) => through(() => db.all(statement, params)),
    run: (statement, params) => through(() => db.run(statement, params)),
    batch: (steps) => through(() => db.batch(steps)),
  }
  return {
    db: own,
    get isDead() {
      return isDead
    },
  }
}

/** An agent whose turns call one webhook before the model and one after the turn. */
async function openWorld() {
  const called: { url: string; id: string }[] = []
  const server = await startWebhookServer(({ url, headers }, response) => {
    if (url.startsWith('/v1')) return stream(response, 'There is.')
    called.push({ url, id: headers['webhook-id'] as string })
    response.end('a room')
  })
  const { folder, admin, secrets, db } = await openHouse()
  const outside = createStore(db, Date.now)
  /** Asked in this order: once no row is open no turn commits any more, so every call it owes is in the outbox by then. */
  const isDone = async () => {
    if ((await openKeys(outside)).length > 0) return false
    const calls = await outside.db.query.selectFrom('outbox').select('id').where('status', '=', 'open').execute()
    return calls.length === 0
  }
  const hook = (name: string, more: object) => {
    return { name, method: 'POST', url: `${server.url}/${name}`, trigger: { triggerType: 0, condition: 0 }, ...more }
  }
  const webhooks = [hook('before', { useResponseInPrompt: true }), hook('after', {})]
  const llmSettings = { llm: 'gpt-4o-mini', prompt: 'You are a guide.' }
  await admin.agents.create({ agent: { ...guide, id: 'guide', llmSettings }, webhooks }, annsDesk)
  const client = createWebhookClient({ allow: ['127.0.0.1'], now: Date.now })
  onTestFinished(() => client.close())
  /** What the platform shows of each message: one answer a turn, however often it is shown. */
  const shown = new Map<string, string>()

  /** Runs turns until it dies. */
  async function startProcess(lastWords = { left: Number.POSITIVE_INFINITY, isHeard: false }) {
    const opened = await openDatabase(folder)
    onTestFinished(() => opened.close())
    const life = mortal(opened, lastWords)
    const store = createStore(life.db, Date.now)
    const send = createSender({ client, store, secrets, now: Date.now })
    const engine = createEngine({
      state: usualStateLimits,
      store,
      llm: createOpenAiLlm({
        models: readModels(),
        endpoints: { all: { baseUrl: `${server.url}/v1` }, providers: {} },
      }),
      find: async () => ({ hits: [] }),
      webhooks: createWebhooks({ send }),
      levels: [35, 50, 65, 80],
      memoryItems: 4,
      now: Date.now,
      random: () => 0,
    })
    const queue = createEmbeddedQueue()
    const leases = createLeases({ store, holder: crypto.randomUUID(), log, now: Date.now })
    const delivery = createDelivery({
      store,
      queue,
      send,
      sendEvent: async () => undefined,
      log,
      now: Date.now,
      random: () => 0,
    })
    const door: OpenDoor = (row) => ({
      waits: false,
      language: 'en',
      context: '{}',
      request: async () => ({
        account: 'default',
        agent: 'guide',
        uid: 'ann',
        conversation: 'dm',
        door: 'slack',
        utterance: row.payload,
      }),
      show: ({ id }) => ({
        progress: () => {},
        ahead: () => [],
        async answer(answer) {
          shown.set(id, answer.response.utterance)
          return { missing: 'nothing', steps: [] }
        },
        failed: () => {},
        leave: async () => {},
        discard: async () => {},
      }),
    })
    const answerTurn = createAnswerTurn({
      store,
      engine,
      leases,
      log,
      now: Date.now,
      staleAfterMs: 900_000,
      capOf: async () => null,
      onEffects: ({ calls }) => delivery.committed(calls),
    })
    const turns = createTurns({
      store,
      queue,
      leases,
      running: createRunning({ store, notices: createNotices(store.db), concerns: () => false, log }),
      wayTo: async () => undefined,
      doors: { http: () => 'gone', chat: door },
      answerTurn,
      onGivenUp: () => {},
      log,
      now: Date.now,
    })
    queue.work((key) => (readOutboxKey(key) ? delivery : turns).drain(key), {
      concurrency: 10,
      retryMs: 5,
      onError: () => {},
    })
    return { store, queue, delivery, life }
  }

  return {
    called,
    shown,
    /** Says something to a process that may die of it; true if it did. */
    async say(utterance: string, lastWords: { left: number; isHeard: boolean }): Promise<boolean> {
      await outside.inbox.add({ event_id: 'e', key: ann, door: 'slack', conversation: 'dm', payload: utterance })
      const { queue, life } = await startProcess(lastWords)
      await queue.ring(ann)
      await expect.poll(async () => life.isDead || (await isDone()), { interval: 2 }).toBe(true)
      return life.isDead
    },
    /** As at every start. */
    async recover() {
      const { store, queue, delivery } = await startProcess()
      await store.leases.takeOver()
      await store.outbox.takeOver()
      delivery.start()
      const sweeper = await startSweeper({ store, queue, log })
      await expect.poll(isDone, { interval: 2 }).toBe(true)
      sweeper.stop()
      await delivery.close(0)
      return store
    },
  }
}

// Each step to the database is the last one once: as it is asked for, and when it was carried out but nobody heard of it.
it.each([true, false])(
  'a message is answered once or apologised for, wherever its process dies (heard: %s)',
  { timeout: 120_000 },
  async (isHeard) => {
    let apologies = 0
    for (let left = 0; ; left++) {
      const world = await openWorld()
      const hasDied = await world.say('is there a room?', { left, isHeard })
      const store = await world.recover()

      const at = `after ${left} steps`
      expect(world.shown.size, at).toBe(1)
      const [answer] = world.shown.values()
      const memory = await store.people.memory(ann, 'dm', 10)
      const calls = (url: string) => world.called.filter((one) => one.url === url)
      expect(calls('/before').length, at).toBeLessThanOrEqual(1)
      if (answer === 'There is.') {
        expect(
          memory.map(({ text }) => text),
          at,
        ).toEqual(['is there a room?', 'There is.'])
        expect(await store.usage.thisMonth('default'), at).toBe(1)
        expect(calls('/after').length, at).toBeGreaterThanOrEqual(1)
        expect(new Set(calls('/after').map(({ id }) => id)).size, at).toBe(1)
      } else {
        apologies++
        expect(answer, at).toMatch(/restarted/)
        expect(memory, at).toEqual([])
        expect(await store.usage.thisMonth('default'), at).toBe(0)
        expect(calls('/after'), at).toEqual([])
      }
      if (!hasDied) break
    }
    expect(apologies).toBeGreaterThan(0)
  },
)
