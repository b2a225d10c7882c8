import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { SlackOptions } from '../adapters/slack/index.ts'
import { createAdmin, createSecrets, prepare } from './admin/index.ts'
import { createChatDoor } from './bridge/chat.ts'
import { createIntake } from './bridge/intake.ts'
import { createMarkChosen } from './bridge/mark-chosen.ts'
import { createPacer } from './bridge/pace.ts'
import { sleep } from './clock.ts'
import type { Config } from './config.ts'
import { createLocalBudget } from './drivers/budget-local.ts'
import { createOpenAiLlm } from './drivers/llm-openai.ts'
import { createEmbeddedQueue } from './drivers/queue-embedded.ts'
import { createEngine } from './engine/converse.ts'
import { exceedsTokens } from './engine/tokens.ts'
import { createHttpServer } from './http/server.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
import type { Platform } from './model/message.ts'
import { createPlayground } from './playground.ts'
import type { Channel } from './ports/channel.ts'
import { firstAccount } from './store/accounts.ts'
import { createStore } from './store/index.ts'
import { lockFolder, openSqlite } from './store/sqlite.ts'
import { createAnswerTurn } from './turns/answer.ts'
import { createDirectTurns } from './turns/direct.ts'
import { createLeases } from './turns/lease.ts'
import { startSweeper } from './turns/recover.ts'
import { createTurns } from './turns/run.ts'
import { version } from './version.ts'

/** Turns that may run at once; they mostly wait for a model. */
const concurrency = 2000
/** A streaming client that takes nothing for so long is cut off. */
const stallMs = 60_000

export interface App {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly url: string
  /** Stops receiving, gives running turns their grace, and leaves the rest to the next start. */
  close(): Promise<void>
}

/** Chooses the parts and wires them; nothing else does. */
export async function createApp(config: Config): Promise<App> {
  const now = Date.now
  const log = createLog(config.logLevel)
  const metrics = createMetrics()
  const closing = new AbortController()

  const lock = lockFolder(config.dataFolder)
  const db = await openSqlite(config.dataFolder)
  const store = createStore(db, now)
  // This process is alone on the folder: what was running there was running in one that has died.
  await store.leases.takeOver()
  await store.inbox.dropAbandonedHttp()

  const llm = createOpenAiLlm({ models: config.models, ...config.llm, now })
  const secrets = createSecrets({
    dataFolder: config.dataFolder,
    ...(config.secretKey ? { key: config.secretKey } : {}),
  })
  const admin = createAdmin({ store, secrets, plans: config.plans, models: llm.model, exceedsTokens, now, sleep })
  await prepare({ store, admin, config, log })

  const queue = createEmbeddedQueue({ now })
  const leases = createLeases({ store, holder: randomUUID(), now })
  const engine = createEngine({ store, llm, memoryItems: config.memory.turns * 2, now, random: Math.random })
  const answerTurn = createAnswerTurn({
    store,
    engine,
    leases,
    log,
    now,
    staleAfterMs: config.chat.staleAfterMs,
    onAnswer: metrics.answered,
  })

  const budget = createLocalBudget({ now })
  const pacer = createPacer({ budget, now })
  const channels: Partial<Record<Platform, Channel>> = {}
  const chat = createChatDoor({ store, channels, pacer, budget, log, now, sleep })
  const direct = createDirectTurns({
    store,
    engine,
    queue,
    cancel: (eventId, why) => turns.cancel(eventId, why),
    perUid: config.queue.perUid,
  })
  const doors = { http: direct.open, slack: chat, discord: chat, teams: chat }
  const turns = createTurns({ store, queue, leases, doors, answerTurn, log, now })

  const markChosen = createMarkChosen({ store, channels, pacer, log, now, sleep, signal: closing.signal })
  const intake = createIntake({
    store,
    queue,
    turns,
    markChosen: (turnId) => void markChosen(turnId).catch((err) => log.warn({ err }, 'a choice was not marked')),
    channelMode: config.chat.channelMode,
    staleAfterMs: config.chat.staleAfterMs,
    now,
    log,
  })
  const connectSlack = async (options: Omit<SlackOptions, 'log' | 'now'>) => {
    const { createSlack } = await import('../adapters/slack/index.ts')
    const slack = createSlack({ ...options, log, now })
    await store.places.install('slack', await slack.identify(), firstAccount)
    await slack.channel.start(intake)
    channels.slack = slack.channel
    return slack
  }
  const slack = config.slack && (await connectSlack(config.slack))
  const playground = config.playground
    ? createPlayground({ dataFolder: config.dataFolder, connectSlack, log })
    : undefined
  await playground?.resume()

  const http = await createHttpServer({
    conversations: direct,
    admin,
    store,
    llm,
    routes: slack?.routes ?? [],
    checks: { database: async () => (await store.accounts.get(firstAccount)) !== undefined },
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
  const sweeper = await startSweeper({ store, queue, keepMemoryMs: config.memory.keepMs, now, log })

  return {
    url: http.url,
    async close() {
      sweeper.stop()
      await Promise.all(Object.values(channels).map((channel) => channel.stop()))
      // Nothing new begins; what runs may finish, until its grace is over.
      const served = Promise.all([http.close(config.shutdownGraceMs), queue.close()])
      const grace = setTimeout(turns.abortAll, config.shutdownGraceMs)
      await served
      clearTimeout(grace)
      closing.abort()
      pacer.close()
      await leases.close()
      await playground?.close()
      await db.close()
      lock.release()
    },
  }
}
