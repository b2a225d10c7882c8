import { platforms as allPlatforms } from '../../adapters/registry.ts'
import { prepare } from '../admin/prepare.ts'
import type { Config } from '../config/index.ts'
import type { TelemetrySettings } from '../config/telemetry.ts'
import { createHttpServer } from '../http/server.ts'
import { sleep } from '../lib/clock.ts'
import type { Language } from '../lib/language.ts'
import { createLog, formOf, type Log } from '../lib/log.ts'
import { createWarnings, secretsIn, type Warnings } from '../lib/warnings.ts'
import type { Llm } from '../ports/llm.ts'
import type { Platform } from '../ports/platform.ts'
import type { Finding } from '../ports/setup.ts'
import { firstAccount } from '../store/accounts.ts'
import { backlogOf } from '../store/backlog.ts'
import { newServerWord, removeServer, writeServer } from '../store/server-file.ts'
import { createDuties } from '../turns/duties.ts'
import { watchPauses } from '../turns/gate.ts'
import { startSweeper } from '../turns/recover.ts'
import { createAnswering, type Later } from './answering.ts'
import { brief } from './brief-log.ts'
import { createChatting } from './chatting.ts'
import { freeAt, watchDisk } from './disk.ts'
import { addDuties } from './duties.ts'
import { createFoundation } from './foundation.ts'
import type { Ground } from './ground.ts'
import type { House } from './house.ts'
import { httpParts } from './http-parts.ts'
import { createLivingProcesses } from './living-processes.ts'
import { createStateMetrics } from './metrics/state.ts'
import { createPlayground, playgroundOwners } from './playground.ts'
import type { Summary } from './summary.ts'
import type { Telemetry } from './telemetry/start.ts'
import { createWork } from './work.ts'

export interface App {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly url: string
  /** The address that opens the playground, where there is one. A secret: whoever knows it talks as anybody. */
  readonly playground: string | undefined
  /** What does not work of what was configured, a sentence each, for whoever has just started it. */
  troubles(): readonly string[]
  summary(): Promise<Summary>
  /** Stops receiving, gives running turns their grace, and leaves the rest to the next start. */
  close(): Promise<void>
}

/** What whoever embeds Parley may bring: a model, a log that they read, and other platforms than those of the registry. */
export interface Brought {
  llm?: Llm
  log?: Log
  platforms?: readonly Platform[]
  /** False: nothing listens for HTTP. */
  serves?: boolean
}

const noServer = { url: '', playground: undefined, drain() {}, async close() {} }

/** Chooses the parts and wires them; nothing else does. */
export async function createApp(config: Config, given: Brought = {}): Promise<App> {
  const logForm = given.log ? 'json' : formOf(process.stderr)
  const warnings = createWarnings({ secrets: secretsIn(config.env), now: Date.now })
  const log = warnings.heard(brief(given.log ?? createLog(config.logLevel, logForm)))
  // Before anything else: what is built then asks whether spans are wanted.
  const telemetry = config.telemetry ? await telemetryAt(config.telemetry, log) : undefined
  const foundation = await createFoundation({ config, log, now: Date.now }).catch(async (error) => {
    await telemetry?.close()
    throw error
  })
  try {
    const { platforms = allPlatforms } = given
    return await build({ config, foundation, telemetry, warnings, platforms, log, logForm, now: Date.now }, given)
  } catch (error) {
    await foundation.close()
    await telemetry?.close()
    throw error
  }
}

/** Loaded only where somebody is told. */
async function telemetryAt(settings: TelemetrySettings, log: Log): Promise<Telemetry> {
  const { startTelemetry } = await import('./telemetry/start.ts')
  return startTelemetry(settings, log)
}

async function build(
  { telemetry, warnings, ...ground }: Omit<Ground, 'signal'> & { telemetry: Telemetry | undefined; warnings: Warnings },
  { llm, serves = true }: Brought,
): Promise<App> {
  const { config, foundation, platforms: all, log, now } = ground
  const isGateway = config.roles.has('gateway')
  const isWorker = config.roles.has('worker')
  const closing = new AbortController()
  const later = {} as Later
  const whole = { ...ground, signal: closing.signal }
  const answering = await createAnswering(whole, llm, later)
  const playgroundParts = config.playground ? { owners: playgroundOwners(all) } : undefined
  const { store } = foundation
  const prepared = await prepare({ store, admin: answering.admin, config, playground: playgroundParts, log })
  const chatting = await createChatting(whole, answering, later)
  const { inbox, platforms, owed, listening, running, direct, turns } = chatting
  const playground = config.playground
    ? createPlayground({
        platforms: all,
        dataFolder: config.dataFolder,
        connect: (platform, settings) => platforms.play(inbox, platform, settings),
        log,
      })
    : undefined
  const living = createLivingProcesses({
    ...{ store, holder: foundation.holder, roles: config.roles, hasOthers: config.shared !== undefined, now },
    ...{
      conversations: foundation.leases.conversations,
      platforms: isGateway || isWorker ? platforms.times : () => [],
    },
  })
  const freeOnDisk = watchDisk(() => freeAt(config.dataFolder), now)
  const house: House = { ground: whole, answering, chatting, prepared, living, warnings, freeOnDisk }
  watchState(house)
  telemetry?.watch(answering.metrics.registry)
  // Processes that share a data folder are several, and none of them is the one to ask.
  const operatorWord = serves && !config.shared ? newServerWord() : undefined
  const doctor = createDoctor(house)
  const http = serves
    ? await createHttpServer({ ...httpParts(house, playground, operatorWord), doctor: doctor.look })
    : noServer
  doctor.listensAt(http.url)
  if (operatorWord) writeServer(config.dataFolder, { url: http.url, word: operatorWord })
  const { duties, pauses, queues, ...work } = beginWork(house)

  const app = {
    url: http.url,
    playground: http.playground,
    summary: () => summaryOf(house),
    troubles: () => platforms.degraded().map(({ what, why }) => `${what}: ${why}`),
    async close() {
      http.drain()
      if (operatorWord) removeServer(config.dataFolder)
      await duties.close()
      pauses.stop()
      work.stop()
      owed.stop()
      listening.stop()
      const graceUntil = now() + config.shutdownGraceMs
      await platforms.stop()
      // Calls over HTTP are answered first, or say what they have; then chats have what is left of the grace. Another process,
      // or the next, takes up what does not end in it.
      await http.close(config.shutdownGraceMs)
      turns.leave()
      const grace = setTimeout(running.endAll, Math.max(0, graceUntil - now()))
      await Promise.all([...queues].map((one) => one.close()))
      clearTimeout(grace)
      await platforms.settled()
      await answering.close(Math.max(0, graceUntil - now()))
      closing.abort()
      chatting.pacer.close()
      direct.close()
      running.close()
      await chatting.presence.close()
      await playground?.close()
      await living.close()
      await foundation.close()
      await telemetry?.close()
    },
  }
  try {
    // The HTTP API serves by now, however long a platform lets us wait.
    if (isGateway) await platforms.start(inbox)
    else if (isWorker) await platforms.open()
    await playground?.resume()
    if (isWorker) {
      owed.start()
      listening.start()
      await work.start()
      await addDuties(house, duties)
    }
  } catch (error) {
    await app.close()
    throw error
  }
  return app
}

async function summaryOf({ ground, answering, chatting }: House): Promise<Summary> {
  const { config, foundation, platforms } = ground
  const configured = new Set(chatting.platforms.configured)
  return {
    dataFolder: config.dataFolder,
    database: foundation.store.db.dialect,
    platforms: platforms.filter(({ id }) => configured.has(id)).map(({ words }) => words.name),
    model: answering.byDefault,
    agents: await foundation.store.agents.ids(firstAccount),
  }
}

/** Which platforms this process is connected to, and with which of them something is wrong. */
const platformsOf = ({ chatting: { platforms } }: House) => ({
  configured: platforms.configured,
  degraded: platforms.degraded().map(({ what }) => what),
})

function watchState(house: House): void {
  const { store, checks } = house.ground.foundation
  createStateMetrics({
    registry: house.answering.metrics.registry,
    checks,
    freeOnDisk: house.freeOnDisk,
    backlog: () => backlogOf(store.db),
    platforms: () => platformsOf(house),
    running: house.chatting.running.size,
    lostLeases: house.ground.foundation.leases.lostCount,
    now: house.ground.now,
  })
}

/** The one of `parley doctor`; who asks while it looks, in the same language, is told what it finds. */
function createDoctor({ ground, answering }: House) {
  const { config, platforms, foundation } = ground
  const { admin, secrets } = answering
  let url = ''
  const looking = new Map<Language, Promise<readonly Finding[]>>()
  async function look(language: Language): Promise<readonly Finding[]> {
    const { findings } = await import('./parts/doctor/index.ts')
    const open = async () => ({ store: foundation.store, admin, secrets, close: async () => {} })
    return findings({ config, platforms, url, language, open })
  }
  return {
    listensAt: (address: string) => {
      url = address
    },
    look(language: Language) {
      const before = looking.get(language)
      if (before) return before
      const begun = look(language).finally(() => looking.delete(language))
      looking.set(language, begun)
      return begun
    },
  }
}

/** From here on what is rung for is worked at; `start` also looks for what nobody rang for. */
function beginWork({ ground, answering, chatting }: House) {
  const { config, foundation, log } = ground
  const { store, claims, queue, ownQueue } = foundation
  const { timers, delivery } = answering
  const { turns, running, direct, owners, stuck } = chatting
  const { drain, options } = createWork({ timers, delivery, turns, stuck, log })
  ownQueue.work(drain, options)
  if (config.roles.has('worker') && queue !== ownQueue) queue.work(drain, options)
  delivery.start()
  let sweeper: Awaited<ReturnType<typeof startSweeper>> | undefined
  let looking: Awaited<ReturnType<typeof timers.start>> | undefined
  return {
    queues: new Set([queue, ownQueue]),
    duties: createDuties({ claims, log, sleep }),
    pauses: watchPauses({
      store,
      endPaused: [running.endPaused, direct.endPaused],
      onResumed: () => void Promise.all([sweeper?.sweep(), timers.wake(), owners.goOn()]),
      log,
    }),
    async start(): Promise<void> {
      sweeper = await startSweeper({ store, queue, log })
      looking = await timers.start()
    },
    stop(): void {
      sweeper?.stop()
      looking?.stop()
    },
  }
}
