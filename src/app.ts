import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createCommands } from './admin/commands/index.ts'
import { createAdmin, createSecrets, prepare, watchAgentFolders } from './admin/index.ts'
import { createChatDoor } from './bridge/chat.ts'
import { createChatCommands } from './bridge/commands.ts'
import { createIntake } from './bridge/intake.ts'
import { createOwed } from './bridge/owed.ts'
import { createPacer } from './bridge/pace.ts'
import { sleep } from './clock.ts'
import type { Config } from './config.ts'
import { createLocalBudget } from './drivers/budget-local.ts'
import { createOpenAiLlm } from './drivers/llm-openai.ts'
import { createSmtpMailer } from './drivers/mail-smtp.ts'
import { createEmbeddedQueue } from './drivers/queue-embedded.ts'
import { createEngine } from './engine/converse.ts'
import { startEmbedder } from './engine/knowledge/embedder.ts'
import { createMailDelivery } from './engine/knowledge/mail.ts'
import { exceedsTokens } from './engine/tokens.ts'
import { createWebhooks } from './engine/webhooks/index.ts'
import { createHttpServer } from './http/server.ts'
import { createKnowledgeParts } from './knowledge-parts.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import { createPlatforms } from './platforms.ts'
import { createPlayground } from './playground.ts'
import type { Llm } from './ports/llm.ts'
import { firstAccount } from './store/accounts.ts'
import { startCheckpoints } from './store/checkpoints.ts'
import { createStore } from './store/index.ts'
import { lockDatabase, openDatabase } from './store/open.ts'
import { createTryOut } from './try-out.ts'
import { createAnswerTurn } from './turns/answer.ts'
import { createDirectTurns } from './turns/direct.ts'
import type { OnEffects } from './turns/effects.ts'
import { createLeases } from './turns/lease.ts'
import { createDelivery } from './turns/outbox.ts'
import { startSweeper } from './turns/recover.ts'
import { createTurns } from './turns/run.ts'
import { version } from './version.ts'
import { createWebhookCaller } from './webhook-caller.ts'

/** Turns that may run at once; they mostly wait for a model. */
const concurrency = 10_000
/** A streaming client that takes nothing for so long is cut off. */
const stallMs = 60_000

export interface App {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly url: string
  /** Stops receiving, gives running turns their grace, and leaves the rest to the next start. */
  close(): Promise<void>
}

/** Chooses the parts and wires them; nothing else does. The benchmarks bring a model of their own. */
export async function createApp(config: Config, given: { llm?: Llm } = {}): Promise<App> {
  const now = Date.now
  const log = createLog(config.logLevel)
  const metrics = createMetrics()
  const closing = new AbortController()

  const lock = await lockDatabase(config)
  const db = await openDatabase(config)
  const checkpoints = db.dialect === 'sqlite' ? startCheckpoints(config.dataFolder) : undefined
  const store = createStore(db, now)
  // This process is alone on the database: what was running there was running in one that has died.
  await store.leases.takeOver()
  await store.inbox.dropAbandonedHttp()
  await store.outbox.takeOver()

  const llm = given.llm ?? createOpenAiLlm({ models: config.models, ...config.llm, now })
  const secrets = createSecrets({
    dataFolder: config.dataFolder,
    ...(config.secretKey ? { key: config.secretKey } : {}),
  })
  const { documents, search, find, embeddings } = createKnowledgeParts(store, config)
  const admin = createAdmin({
    store,
    secrets,
    documents,
    search,
    plans: config.plans,
    models: llm.model,
    exceedsTokens,
    env: config.env,
    now,
    sleep,
  })
  await prepare({ store, admin, config, log })
  // What a process that died was in the middle of.
  await admin.knowledge.tidy()

  const queue = createEmbeddedQueue({ now })
  const leases = createLeases({ store, holder: randomUUID(), log, now })
  const caller = createWebhookCaller({ store, secrets, allow: config.webhooks.allow, now })
  const delivery = createDelivery({ store, send: caller.send, log, now, random: Math.random })
  const webhooks = createWebhooks(caller)
  const engineParts = {
    store,
    llm,
    find,
    levels: config.rules.levels,
    memoryItems: config.memory.turns * 2,
    now,
    random: Math.random,
  }
  const engine = createEngine({ ...engineParts, webhooks })
  const mails = createMailDelivery({ store, mailer: config.smtp && createSmtpMailer(config.smtp), log })
  const onEffects: OnEffects = ({ calls, mail }, owner) => {
    delivery.committed(calls)
    if (mail) mails.send(owner, mail)
  }
  const capOf = async (account: string) => (await admin.plans.of(account)).conversationsPerMonth
  const answerTurn = createAnswerTurn({
    store,
    engine,
    leases,
    log,
    now,
    staleAfterMs: config.chat.staleAfterMs,
    capOf,
    onAnswer: metrics.answered,
    onEffects,
  })

  const budget = createLocalBudget({ now })
  const pacer = createPacer({ budget, now })
  const platforms = await createPlatforms({ config, store, secrets, budget, log, now, signal: closing.signal })
  const { channelOf } = platforms
  const chat = createChatDoor({
    store,
    channelOf,
    pacer,
    budget,
    feedback: config.chat.feedback,
    log,
    now,
    sleep,
    maxLength: config.utterance.maxLength,
    hasRoom: admin.plans.hasRoom,
  })
  const direct = createDirectTurns({
    store,
    engine,
    queue,
    cancel: (eventId, why) => turns.cancel(eventId, why),
    perUid: config.queue.perUid,
    capOf,
    now,
    onAnswer: metrics.answered,
    onEffects,
  })
  const doors = { http: direct.open, slack: chat, discord: chat, teams: chat }
  const owed = createOwed({
    store,
    channelOf,
    pacer,
    budget,
    feedback: config.chat.feedback,
    log,
    now,
    sleep,
    signal: closing.signal,
  })
  const onGivenUp = (turnId: string) => void owed.pay(turnId)
  const turns = createTurns({ store, queue, leases, doors, answerTurn, onGivenUp, log, now })

  const intake = createIntake({
    store,
    queue,
    turns,
    markChosen: (turnId) => void owed.pay(turnId),
    channelMode: config.chat.channelMode,
    staleAfterMs: config.chat.staleAfterMs,
    now,
    log,
  })
  const chatCommands = createChatCommands({
    store,
    commands: createCommands({
      admin,
      store,
      ...createTryOut({ ...engineParts, drafts: admin.drafts, send: caller.send }),
    }),
    channelOf,
    channelMode: config.chat.channelMode,
    log,
  })
  const inbox = { ...intake, ...chatCommands }
  const playground = config.playground
    ? createPlayground({ dataFolder: config.dataFolder, ...platforms.playground(inbox), log })
    : undefined

  const http = await createHttpServer({
    conversations: direct,
    admin,
    store,
    llm,
    cors: config.http.cors.origins,
    routes: platforms.routes,
    checks: {
      database: async () => (await store.accounts.get(firstAccount)) !== undefined,
      ...platforms.checks,
    },
    metrics: metrics.registry,
    playground,
    consoleFolder: config.playground ? join(import.meta.dirname, '../console') : undefined,
    listen: { host: config.host, port: config.port },
    limits: { utterance: config.utterance.maxLength, stallMs },
    version,
    log,
    now,
  })
  queue.work(turns.drain, {
    concurrency,
    retryMs: 1000,
    onError: (key, err) => log.error({ err, key }, 'a turn could not be run; it is tried again'),
  })
  delivery.start()
  const embedder = embeddings && startEmbedder({ store, embeddings, log, sleep })
  let sweeper: Awaited<ReturnType<typeof startSweeper>> | undefined
  const watch = await watchAgentFolders({ admin, config, log })
  const app = {
    url: http.url,
    async close() {
      watch.stop()
      sweeper?.stop()
      owed.stop()
      const graceUntil = now() + config.shutdownGraceMs
      await platforms.stop()
      // Calls over HTTP are answered first, or say what they have; then chats have what is left of the grace. The next
      // process takes up what does not end in it.
      await http.close(config.shutdownGraceMs)
      turns.leave()
      const grace = setTimeout(turns.endAll, Math.max(0, graceUntil - now()))
      await queue.close()
      clearTimeout(grace)
      await delivery.close(Math.max(0, graceUntil - now()))
      await caller.close()
      await mails.settled()
      closing.abort()
      pacer.close()
      await leases.close()
      await playground?.close()
      await embedder?.stop()
      await checkpoints?.stop()
      await db.close()
      await lock.release()
    },
  }
  try {
    // The HTTP API serves by now, however long a platform lets us wait.
    await platforms.start(inbox)
    await playground?.resume()
    owed.start()
    sweeper = await startSweeper({ store, queue, keepMemoryMs: config.memory.keepMs, now, log })
  } catch (error) {
    await app.close()
    throw error
  }
  return app
}
