import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Slack, SlackOptions } from '../adapters/slack/index.ts'
import { createAdmin, createSecrets, prepare } from './admin/index.ts'
import { createChatDoor } from './bridge/chat.ts'
import type { ChannelOf } from './bridge/context.ts'
import { createIntake } from './bridge/intake.ts'
import { createMarkChosen } from './bridge/mark-chosen.ts'
import { createPacer } from './bridge/pace.ts'
import { sleep } from './clock.ts'
import type { Config } from './config.ts'
import { type Connection, keepConnecting } from './connect.ts'
import { createLocalBudget } from './drivers/budget-local.ts'
import { createOpenAiLlm } from './drivers/llm-openai.ts'
import { createEmbeddedQueue } from './drivers/queue-embedded.ts'
import { createEngine } from './engine/converse.ts'
import { exceedsTokens } from './engine/tokens.ts'
import { createHttpServer } from './http/server.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'
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
const concurrency = 10_000
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
  const leases = createLeases({ store, holder: randomUUID(), log, now })
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
  const channels = new Map<string, Channel>()
  const channelOf: ChannelOf = ({ platform, installation }) => channels.get(`${platform}:${installation}`)
  const chat = createChatDoor({
    store,
    channelOf,
    pacer,
    budget,
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
  })
  const doors = { http: direct.open, slack: chat, discord: chat, teams: chat }
  const turns = createTurns({ store, queue, leases, doors, answerTurn, log, now })

  const markChosen = createMarkChosen({ store, channelOf, pacer, log, now, sleep, signal: closing.signal })
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
  const loadSlack = async (options: Omit<SlackOptions, 'log' | 'now'>): Promise<Slack> => {
    const { createSlack } = await import('../adapters/slack/index.ts')
    return createSlack({ ...options, log, now })
  }
  const connect = async ({ identify, channel }: Slack, signal: AbortSignal) => {
    const installation = await identify(signal)
    await store.places.install('slack', installation, firstAccount)
    const key = `slack:${installation}`
    // What the first event asks is answered through it.
    channels.set(key, channel)
    try {
      await channel.start(intake)
    } catch (error) {
      channels.delete(key)
      throw error
    }
    if (signal.aborted) await channel.stop()
  }
  const slack = config.slack && (await loadSlack(config.slack))
  let slackConnection: Connection | undefined
  const playground = config.playground
    ? createPlayground({
        dataFolder: config.dataFolder,
        connectSlack: async (options) => connect(await loadSlack(options), closing.signal),
        log,
      })
    : undefined

  const http = await createHttpServer({
    conversations: direct,
    admin,
    store,
    llm,
    routes: slack?.routes ?? [],
    checks: {
      database: async () => (await store.accounts.get(firstAccount)) !== undefined,
      ...(slack && { slack: () => slackConnection?.connected() ?? false }),
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
  let sweeper: Awaited<ReturnType<typeof startSweeper>> | undefined
  const app = {
    url: http.url,
    async close() {
      sweeper?.stop()
      const graceUntil = now() + config.shutdownGraceMs
      await Promise.all([slackConnection?.stop(), ...[...channels.values()].map((channel) => channel.stop())])
      // Calls over HTTP are answered first, or say what they have; then chats have what is left of the grace. The next
      // process takes up what does not end in it.
      await http.close(config.shutdownGraceMs)
      turns.leave()
      const grace = setTimeout(turns.endAll, Math.max(0, graceUntil - now()))
      await queue.close()
      clearTimeout(grace)
      closing.abort()
      pacer.close()
      await leases.close()
      await playground?.close()
      await db.close()
      lock.release()
    },
  }
  try {
    // The HTTP API serves by now, however long a platform lets us wait.
    slackConnection = slack && (await keepConnecting((signal) => connect(slack, signal), { sleep, log }))
    await playground?.resume()
    sweeper = await startSweeper({ store, queue, keepMemoryMs: config.memory.keepMs, now, log })
  } catch (error) {
    await app.close()
    throw error
  }
  return app
}
