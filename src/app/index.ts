import { join } from 'node:path'
import { platforms as allPlatforms } from '../../adapters/registry.ts'
import { createCommands } from '../admin/commands/index.ts'
import { agreeOnKey, createAdmin, createSecrets } from '../admin/index.ts'
import { prepare, starterIn } from '../admin/prepare.ts'
import { createActivities } from '../bridge/activity.ts'
import { createAskingOwners } from '../bridge/asking-owners.ts'
import { createChangedTools } from '../bridge/changed-tools.ts'
import { createChatDoor } from '../bridge/chat.ts'
import { createChatCommands } from '../bridge/commands.ts'
import { concerns } from '../bridge/context.ts'
import { createOpenFired } from '../bridge/fired.ts'
import { createHandovers } from '../bridge/handover/index.ts'
import { createIntake } from '../bridge/intake.ts'
import { createListening } from '../bridge/listening.ts'
import { createNearBudgets } from '../bridge/near-budgets.ts'
import { createNewcomers } from '../bridge/newcomers.ts'
import { createOwed } from '../bridge/owed.ts'
import { createOwnerNotes } from '../bridge/owners.ts'
import { createPacer } from '../bridge/pace.ts'
import { createPrivateNotes } from '../bridge/private-notes.ts'
import { createRaidWatch } from '../bridge/raid.ts'
import { createRefusals } from '../bridge/refusals.ts'
import { createToolApprovals } from '../bridge/tool-approvals.ts'
import { createUnkept } from '../bridge/unkept.ts'
import { createWitness } from '../bridge/witness.ts'
import type { Config } from '../config/index.ts'
import { createSmtpMailer } from '../drivers/mail-smtp.ts'
import { createEngine } from '../engine/converse.ts'
import { startEmbedder } from '../engine/knowledge/embedder.ts'
import { createMailDelivery } from '../engine/knowledge/mail.ts'
import { createModerator } from '../engine/moderation.ts'
import { createRuleMeanings } from '../engine/rules/meanings.ts'
import { exceedsTokens } from '../engine/tokens.ts'
import { createToolSource } from '../engine/tools/servers.ts'
import { createWebhooks } from '../engine/webhooks/index.ts'
import { createHttpServer, type HttpParts } from '../http/server.ts'
import { sleep } from '../lib/clock.ts'
import { createLog, type Log } from '../lib/log.ts'
import { createPriceBook } from '../lib/price-book.ts'
import { version } from '../lib/version.ts'
import { defaultModel } from '../model/agent.ts'
import type { Payer } from '../model/budget.ts'
import { waitingDoors } from '../model/message.ts'
import type { Llm } from '../ports/llm.ts'
import type { Platform } from '../ports/platform.ts'
import { backlogOf } from '../store/backlog.ts'
import type { InboxRow } from '../store/inbox.ts'
import { isUnavailable } from '../store/unavailable.ts'
import { createAnswerTurn } from '../turns/answer.ts'
import { createDirectTurns } from '../turns/direct.ts'
import { createDuties, repeated } from '../turns/duties.ts'
import type { OnEffects } from '../turns/effects.ts'
import { degradedByPause, watchPauses } from '../turns/gate.ts'
import { createDelivery } from '../turns/outbox.ts'
import { readOutboxKey } from '../turns/outbox-key.ts'
import { alone, createPresence } from '../turns/presence.ts'
import { prune } from '../turns/prune.ts'
import { startSweeper } from '../turns/recover.ts'
import { createTurns, type Way } from '../turns/run.ts'
import { createRunning } from '../turns/running.ts'
import type { AppliedBudget } from '../turns/spending/counters.ts'
import { meteredEmbeddings } from '../turns/spending/embedding.ts'
import { meteredLlm } from '../turns/spending/meter.ts'
import { createTimers, timersKey } from '../turns/timers.ts'
import { createFoundation, type Foundation } from './foundation.ts'
import { countingBudget } from './metrics/budget.ts'
import { createMetrics } from './metrics/index.ts'
import { createStateMetrics } from './metrics/state.ts'
import { createKnowledgeParts } from './parts/knowledge.ts'
import { createModels } from './parts/models.ts'
import { createModeration } from './parts/moderation.ts'
import { createServerTools, programsOf } from './parts/server-tools.ts'
import { createTranscriber } from './parts/transcriber.ts'
import { createTryOut } from './parts/try-out.ts'
import { createWebhookCaller } from './parts/webhook-caller.ts'
import { createPlatforms } from './platforms.ts'
import { createPlayground, playgroundOwners } from './playground.ts'

/** Turns that may run at once; they mostly wait for a model. */
const concurrency = 10_000
/** What is old, or was left half done, is put away so often. */
const tidyEveryMs = 3_600_000
/** How soon it is gone on with whom a process that died was forgetting. */
const resumeEveryMs = 60_000
/** How soon owners hear of what waits for them, and what they refuse is left. */
const lookEveryMs = 1000
/** A streaming client that takes nothing for so long is cut off. */
const stallMs = 60_000

export interface App {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly url: string
  /** The address that opens the playground, where there is one. A secret: whoever knows it talks as anybody. */
  readonly playground: string | undefined
  /** What does not work of what was configured, a sentence each, for whoever has just started it. */
  troubles(): readonly string[]
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
  const { log = createLog(config.logLevel) } = given
  const foundation = await createFoundation({ config, log, now: Date.now })
  try {
    return await build({ config, foundation, log, now: Date.now, ...given })
  } catch (error) {
    await foundation.close()
    throw error
  }
}

interface Ground extends Omit<Brought, 'log'> {
  config: Config
  foundation: Foundation
  log: Log
  now: () => number
}

async function build({
  config,
  foundation,
  log,
  now,
  platforms: all = allPlatforms,
  serves = true,
  ...given
}: Ground): Promise<App> {
  const [isGateway, isWorker] = [config.roles.has('gateway'), config.roles.has('worker')]
  const closing = new AbortController()
  const { store, holder, leases, claims, notices, queue, ownQueue } = foundation

  const prices = createPriceBook(config.models)
  let near: ReturnType<typeof createNearBudgets> | undefined
  const onSpent = ({ account }: Payer, budgets: readonly AppliedBudget[]) => near?.(account, budgets)
  const { llm: unmetered, modelNames } = createModels(config, { llm: given.llm, now })
  const metrics = createMetrics(unmetered.breakers)
  const budget = countingBudget(foundation.budget, metrics.registry)
  const llm = meteredLlm(unmetered, {
    ...{ store, prices, now, log },
    holdMs: config.llm.holdMs,
    onSpent,
  })
  const hearing = { store, now, log, holdMs: config.llm.holdMs, onSpent }
  const transcriber = config.transcription && createTranscriber(config.transcription, hearing)
  const byDefault = llm.model(defaultModel)
  if (byDefault)
    log.info({ model: byDefault.upstream, provider: byDefault.provider }, 'the model of agents that name none')
  else log.info('no model is connected: agents say what is written for them, and what they know')
  const secrets = createSecrets({
    dataFolder: config.dataFolder,
    keys: config.secretKeys,
  })
  await agreeOnKey({ store, keys: secrets.keys, alone: !config.shared })
  const {
    documents,
    pages,
    search,
    find,
    embeddings,
    close: closeReaders,
  } = createKnowledgeParts(store, config, [], (one) => meteredEmbeddings(one, { ...hearing, prices }))
  const admin = createAdmin({
    store,
    secrets,
    documents,
    search,
    plans: config.plans,
    models: llm.model,
    modelNames,
    offered: llm.offered,
    prices,
    exceedsTokens,
    platforms: all,
    env: config.env,
    starter: starterIn(config),
    endTurn: (eventId) => running.cancel(eventId, 'deleted'),
    wakeTimers: () => timers.wake(),
    dataFolder: config.dataFolder,
    console: { url: config.publicUrl, ...config.console },
    now,
    sleep,
  })
  const playgroundParts = config.playground ? { owners: playgroundOwners(all) } : undefined
  const prepared = await prepare({ store, admin, config, playground: playgroundParts, log })

  const caller = createWebhookCaller({ store, secrets, allow: config.webhooks.allow, now })
  const servers = createServerTools({ allow: config.webhooks.allow, log, now })
  const delivery = createDelivery({
    store,
    queue,
    send: caller.send,
    sendEvent: caller.sendEvent,
    log,
    now,
    random: Math.random,
  })
  const webhooks = createWebhooks(caller)
  const moderation = createModeration(config, now)
  const moderator = createModerator({
    endpoint: moderation,
    required: async (account) => (await admin.plans.of(account)).moderation,
    onJudged: metrics.judged,
    now,
  })
  const engineParts = {
    tools: createToolSource({ servers, secrets, programs: programsOf(config) }),
    store,
    moderator,
    llm,
    find,
    meanings: embeddings && createRuleMeanings({ embeddings, now }),
    levels: config.rules.levels,
    memoryItems: config.memory.turns * 2,
    state: config.state,
    now,
    random: Math.random,
  }
  const engine = createEngine({ ...engineParts, webhooks })
  const mails = createMailDelivery({ store, mailer: config.smtp && createSmtpMailer(config.smtp), log })
  const timers = createTimers({
    store,
    queue,
    open: createOpenFired({ store, channelOf: (of) => platforms.channelOf(of) }),
    log,
    now,
  })
  let askOwners: ReturnType<typeof createAskingOwners> | undefined
  const onEffects: OnEffects = ({ calls, mail, timers: changed, asks }, owner) => {
    if (asks?.asks === 'ask owner') void askOwners?.().catch((err) => log.warn({ err }, 'owners could not be asked'))
    delivery.committed(calls)
    for (const { due } of changed?.add ?? []) timers.set(due)
    if (mail) mails.send(owner, mail)
  }
  const { capOf } = admin.plans
  let changedTools: ReturnType<typeof createChangedTools> | undefined
  const answerTurn = createAnswerTurn({
    onToolChanged: (changed) => changedTools?.(changed),
    store,
    engine,
    leases,
    log,
    now,
    staleAfterMs: config.chat.staleAfterMs,
    capOf,
    onTurn: metrics.turnEnded,
    onEffects,
    onEvents: delivery.happened,
  })

  const pacer = createPacer({ budget, now })
  const platforms = await createPlatforms({
    platforms: all,
    config,
    admin,
    store,
    secrets,
    budget,
    claims: config.shared && claims,
    log,
    now,
    signal: closing.signal,
  })
  const { channelOf } = platforms
  const refusals = createRefusals({ store, onChange: metrics.refusing, log, now })
  const activities = createActivities({ store, channelOf, signal: closing.signal })
  const handovers = createHandovers({
    ...{ store, queue, audit: admin.audit, channelOf, platforms: all, now, log },
    owners: { tell: (...told) => owners.tell(...told) },
    pay: (turnId) => void owed.pay(turnId),
    onChange: metrics.handedOver,
  })
  const chat = createChatDoor({
    onCard: handovers.shown,
    store,
    documents,
    pages,
    transcriber,
    find,
    channelOf,
    activities,
    pacer,
    budget,
    refusals,
    onEnd: metrics.delivered,
    feedback: config.chat.feedback,
    log,
    now,
    sleep,
    maxLength: config.utterance.maxLength,
    onSpent,
    capOf,
  })
  const running = createRunning({ store, notices, concerns, log })
  const onPresumedDead = () => direct.giveUp()
  const presence = config.shared ? await createPresence({ claims, leases, holder, onPresumedDead, log }) : alone
  const direct = createDirectTurns({
    store,
    engine,
    queue: ownQueue,
    holder,
    isAlive: presence.isAlive,
    isSeen: presence.isSeen,
    notices,
    cancel: running.cancel,
    perUid: config.queue.perUid,
    capOf,
    now,
    onTurn: metrics.turnEnded,
    onEffects,
    onEvents: delivery.happened,
  })
  const doors = { http: direct.open, chat: isWorker ? chat : () => 'elsewhere' as const }
  const wayTo = async (row: InboxRow): Promise<Way | undefined> => {
    if (waitingDoors.includes(row.door)) return direct.wayTo(row)
    if (!isWorker) return () => queue.ring(row.key)
    return async () => log.warn({ door: row.door, key: row.key }, 'a message waits for its platform')
  }
  const owed = createOwed({
    store,
    claims,
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
  const turns = createTurns({ store, queue, leases, running, doors, wayTo, answerTurn, onGivenUp, log, now })

  const listening = createListening({
    store,
    claims,
    channelOf,
    pacer,
    budget,
    channelMode: config.chat.channelMode,
    log,
    now,
    signal: closing.signal,
  })
  const owners = createOwnerNotes({ store, admin, channelOf, log })
  near = createNearBudgets({ store, admin, owners, log })
  askOwners = createAskingOwners({ store, admin, owners })
  changedTools = createChangedTools({ audit: admin.audit, owners, log })
  const pay = (turnId: string) => void owed.pay(turnId)
  const approvals = createToolApprovals({ store, queue, audit: admin.audit, pay, now })
  const intake = createIntake({
    store,
    channelOf,
    queue,
    running,
    leases,
    listening,
    activities,
    tellAlone: createPrivateNotes({ store, channelOf, now, log, sleep, signal: closing.signal }),
    pay,
    approvals,
    handovers,
    channelMode: config.chat.channelMode,
    limits: config.chat.limits,
    admit: config.chat.admit,
    raids: createRaidWatch({ store, admin, owners, limits: config.chat.limits, now, log }),
    staleAfterMs: config.chat.staleAfterMs,
    aheadOf: platforms.aheadOf,
    now,
    log,
  })
  const chatCommands = createChatCommands({
    store,
    commands: createCommands({
      now,
      wakeTimers: () => timers.wake(),
      admin,
      store,
      stateLimits: config.state,
      decideCall: approvals.decidedByOwner,
      mayCall: caller.mayCall,
      ...createTryOut({ ...engineParts, drafts: admin.drafts, send: caller.send }),
      handOver: handovers.handOver,
    }),
    channelOf,
    listening,
    channelMode: config.chat.channelMode,
    log,
  })
  const unkept = createUnkept({ store, channelOf, log, now })
  const inbox = { ...intake, message: unkept.watching(intake.message), ...chatCommands }
  const playground = config.playground
    ? createPlayground({
        platforms: all,
        dataFolder: config.dataFolder,
        connect: (platform, settings) => platforms.play(inbox, platform, settings),
        log,
      })
    : undefined

  createStateMetrics({
    registry: metrics.registry,
    backlog: () => backlogOf(store.db),
    platforms: () => ({
      configured: platforms.configured,
      degraded: platforms.degraded().map(({ what }) => what),
    }),
    running: running.size,
    now,
  })
  const httpParts: HttpParts = {
    conversations: direct,
    admin,
    store,
    secrets,
    llm,
    cors: config.http.cors.origins,
    trustProxies: config.http.trustProxies,
    pages: config.http,
    api: config.roles.has('http'),
    routes: isGateway ? platforms.routes : [],
    platforms: all.map(({ id }) => id),
    checks: foundation.checks,
    degraded: async () => [
      ...(await degradedByPause(store)),
      ...(await foundation.degraded()),
      ...(isGateway || isWorker ? platforms.degraded() : []),
      ...(llm.degraded?.() ?? []).map((why) => ({ what: 'model', why })),
    ],
    metrics: metrics.registry,
    playground: playground && { panes: playground, folder: join(import.meta.dirname, '../../page') },
    consolePage: join(import.meta.dirname, '../../console-page'),
    help: join(import.meta.dirname, '../../help'),
    listen: { host: config.host, port: config.port },
    limits: { utterance: config.utterance.maxLength, stallMs },
    version,
    log,
    now,
  }
  const http = serves ? await createHttpServer(httpParts) : noServer
  const workOptions = {
    concurrency,
    retryMs: 1000,
    onError(key: string, err: unknown) {
      log.error({ err, key }, 'a turn could not be run; it is tried again')
      if (isUnavailable(err)) void unkept.stuck(key)
    },
  }
  const queues = new Set([queue, ownQueue])
  const drain = (key: string) =>
    key === timersKey ? timers.fire() : readOutboxKey(key) ? delivery.drain(key) : turns.drain(key)
  ownQueue.work(drain, workOptions)
  if (isWorker && queue !== ownQueue) queue.work(drain, workOptions)
  delivery.start()
  let sweeper: Awaited<ReturnType<typeof startSweeper>> | undefined
  let looking: Awaited<ReturnType<typeof timers.start>> | undefined
  const duties = createDuties({ claims, log, sleep })
  const pauses = watchPauses({
    store,
    endPaused: [running.endPaused, direct.endPaused],
    onResumed: () => void Promise.all([sweeper?.sweep(), timers.wake()]),
    log,
  })
  const app = {
    url: http.url,
    playground: http.playground,
    troubles: () => platforms.degraded().map(({ what, why }) => `${what}: ${why}`),
    async close() {
      http.drain()
      await duties.close()
      pauses.stop()
      sweeper?.stop()
      looking?.stop()
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
      await delivery.close(Math.max(0, graceUntil - now()))
      await caller.close()
      await moderation?.close()
      await servers.close()
      closeReaders()
      await mails.settled()
      closing.abort()
      pacer.close()
      direct.close()
      running.close()
      await presence.close()
      await playground?.close()
      await foundation.close()
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
      sweeper = await startSweeper({ store, queue, log })
      looking = await timers.start()
      const forget = () => prune({ store, keepMemoryMs: config.memory.keepMs, now })
      const onError = (err: unknown) => log.error({ err }, 'tidying up failed; it is tried again')
      await duties.add('forgetting', repeated(tidyEveryMs, forget, onError))
      const forgetting = async () => {
        for (const { person, rows } of await admin.people.resume()) log.info({ person, rows }, 'a person was forgotten')
      }
      // What a process that died was in the middle of.
      await duties.add('forgetting people', repeated(resumeEveryMs, forgetting, onError))
      await duties.add('tidying knowledge', repeated(tidyEveryMs, admin.knowledge.tidy, onError))
      await duties.add(
        'tool approvals',
        repeated(lookEveryMs, () => approvals.expire().then(askOwners), onError),
      )
      await duties.add('handovers', repeated(lookEveryMs, handovers.remind, onError))
      await duties.add('agent folders', prepared.watch)
      const newcomers = createNewcomers({ store, admin, channelOf, running, now, log })
      await duties.add('installations', (signal) => newcomers.watch(lookEveryMs, signal))
      if (config.auditWitness) {
        const witness = createWitness({ store, owners, now, log })
        await duties.add('witness of the log of changes', repeated(tidyEveryMs, witness, onError))
      }
      if (embeddings) await duties.add('embedding', async () => startEmbedder({ store, embeddings, log, sleep }))
    }
  } catch (error) {
    await app.close()
    throw error
  }
  return app
}
