import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import type { Outside } from '../admin/commands/outside.ts'
import type { Admin } from '../admin/index.ts'
import type { RunReplay } from '../admin/replay.ts'
import type { ReadCoverage } from '../admin/scenario-coverage.ts'
import type { Connected } from '../admin/tool-grants.ts'
import type { Served } from '../config/index.ts'
import type { Language } from '../lib/language.ts'
import type { Log } from '../lib/log.ts'
import type { PlatformId } from '../model/message.ts'
import type { Llm } from '../ports/llm.ts'
import type { Route } from '../ports/route.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Finding } from '../ports/setup.ts'
import { playgroundAccount } from '../store/apart.ts'
import type { Store } from '../store/index.ts'
import { latest } from '../store/latest.ts'
import type { DirectTurns } from '../turns/direct.ts'
import type { StreamLimits } from './answer-telling.ts'
import { createAnswers } from './answers.ts'
import { createAsides } from './asides.ts'
import { bareServer } from './bare-server.ts'
import { createCallers } from './callers.ts'
import { type Calls, createCalls } from './calls.ts'
import { createCancelling } from './cancelling.ts'
import { connectRoutes } from './connect-routes.ts'
import { createLive } from './console-door/live.ts'
import { consoleRoutes } from './console-door/routes.ts'
import { type ConsoleSessions, createConsoleSessions } from './console-door/session.ts'
import { conversationRoutes } from './conversation.ts'
import type { BodyLimits } from './conversation-body.ts'
import { crossOrigin } from './cors.ts'
import { documentRoutes } from './document-routes.ts'
import { createDraftConversation } from './draft-conversation.ts'
import { allowOnly } from './endpoints.ts'
import { errorPages } from './error-pages.ts'
import { createFollowedTurns } from './followed/running.ts'
import { type Degraded, type HealthChecks, healthRoutes } from './health.ts'
import { helpPages } from './help.ts'
import { createIdempotent } from './idempotency.ts'
import { cannotListen } from './listening.ts'
import { managementRoutes } from './management.ts'
import { type McpTokens, mcpRoutes } from './mcp/index.ts'
import { metricsRoutes } from './metrics-routes.ts'
import { observeRequests } from './observe.ts'
import { openAiMethods, openAiRoutes } from './openai/index.ts'
import { operatorRoutes } from './operator-routes.ts'
import { createOwed } from './owed.ts'
import { createPlaygroundGate } from './playground-gate.ts'
import { type Playground, playgroundRoutes } from './playground-routes.ts'
import type { Processes } from './processes.ts'
import { createRateLimit, createSharedRateLimit } from './rate-limit.ts'
import { sharedRoutes } from './shared-routes.ts'
import type { HouseState } from './v1/house-state.ts'
import type { HandoverDoor } from './v1/operation.ts'
import { v1Methods, v1Routes } from './v1/routes.ts'
import { welcome } from './welcome.ts'
import { createWrongKeys, type WrongKeys } from './wrong-keys.ts'

export interface HttpParts {
  conversations: DirectTurns
  processes: Processes
  /** Drafts answer with it, and nothing comes of that. */
  test: Outside['test']
  alike: Outside['alike']
  /** What a model would make of a sentence about an agent. */
  propose: Outside['propose']
  replay: RunReplay
  /** What the tests of an agent go through of its draft. */
  coverage: ReadCoverage
  handovers: HandoverDoor
  /** What commands on the same data folder come with; undefined where none do. */
  operatorWord?: string | undefined
  admin: Admin
  store: Store
  secrets: Secrets
  llm: Pick<Llm, 'model'>
  /** Origins whose pages may use the API; `*` for any, none for none. Undefined: any may talk to agents, none may manage them. */
  cors: readonly string[] | undefined
  /** Whose tokens open `/mcp`; undefined: nobody's, only keys do. */
  mcpTokens?: McpTokens | undefined
  /** Addresses and networks of proxies, whose `X-Forwarded-For` says where a request comes from. */
  trustProxies: readonly string[]
  /** Whether the conversation and management API are served here. */
  api: boolean
  /** Somebody has given a server of tools leave, or not: what waits for that goes on. */
  onConnected(done: Connected): Promise<void>
  /** Paths the chat platforms call. */
  routes: readonly Route[]
  /** All there are, whether or not they are configured. */
  platforms: readonly PlatformId[]
  /** What readiness depends on besides not draining. */
  checks: HealthChecks
  /** What else is to be known of how things are. */
  degraded: () => Promise<readonly Degraded[]>
  /** Others add their own metrics to it. */
  metrics: Registry
  /** How everything is at the moment. */
  state: () => Promise<HouseState>
  /** Another text as soon as something of it is otherwise that is to be seen at once. */
  standing: () => Promise<string>
  /** Looks at everything that can be wrong, as `parley doctor` does. */
  doctor: (language: Language) => Promise<readonly Finding[]>
  /** Where metrics are told, and where the API is described. */
  pages: { metrics: Served; docs: Served }
  /** Only where somebody may play; `folder` holds its built page, and it is the `owner`’s, a uid. */
  playground?: { panes: Playground; folder: string; owner: string } | undefined
  /** The folder of the console's built page; without one it is not served. */
  consolePage?: string
  /** The folder of the built documentation; where it was not built, it is not served. */
  help?: string
  /** Port 0 takes any free one. */
  listen: { host: string; port: number }
  limits: BodyLimits & StreamLimits
  version: string
  log: Log
  now: () => number
}

export interface HttpServer {
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly url: string
  /** The address that opens the playground. A secret: whoever knows it talks as anybody. */
  readonly playground: string | undefined
  /** From now on `/readyz` says that it is to be given nothing more. */
  drain(): void
  /**
   * Accepts nothing new and lets what is running finish. After `graceMs` answers are stopped and say what they have, and soon
   * after that connections are cut. May be called again with a shorter grace.
   */
  close(graceMs: number): Promise<void>
}

/** What may be done where. */
const everywhere: Record<string, readonly string[]> = { '/healthz': ['GET'], '/readyz': ['GET'] }
const ofApi: Record<string, readonly string[]> = {
  '/api': ['POST'],
  '/admin/:uid/agent': ['GET', 'POST', 'PUT'],
  '/admin/:uid/agent/:agentId': ['GET', 'DELETE'],
  '/admin/:uid/people/:person/forget': ['POST'],
  '/admin/:uid/usage': ['GET'],
  '/mcp': ['POST'],
}

/** How long stopped answers may take to reach their readers before connections are cut, in milliseconds. */
const lastWordsMs = 3000

export async function createHttpServer(parts: HttpParts): Promise<HttpServer> {
  const { metrics, log } = parts
  const calls = createCalls()
  const open = createOpenCount()
  let draining = false

  const app = bareServer(parts)
  collectDefaultMetrics({ register: metrics })
  observeRequests(app, {
    log,
    metrics,
    onBegin: open.begin,
    onEnd(request) {
      open.end()
      // Node closes only those connections that were idle when it stopped listening.
      if (draining) request.raw.socket.destroySoon()
    },
  })

  crossOrigin(app, parts.cors, log)

  const wrongKeys = createWrongKeys(parts)
  const sessions = parts.consolePage ? createConsoleSessions(parts.admin.console, wrongKeys) : undefined
  if (parts.api) await apiRoutes(app, parts, calls, { wrongKeys, sessions })
  const { checks, degraded, version, now } = parts
  healthRoutes(app, { checks, degraded, version, draining: () => draining, now })
  for (const [url, methods] of Object.entries({
    ...everywhere,
    ...(parts.api && { ...ofApi, ...openAiMethods, ...v1Methods() }),
  }))
    allowOnly(app, url, methods)
  if (parts.operatorWord) await operatorRoutes(app, { word: parts.operatorWord, test: parts.test, wrongKeys })
  await connectRoutes(app, { grants: parts.admin.toolGrants, wrongKeys, onConnected: parts.onConnected })
  await sharedRoutes(app, parts.routes, wrongKeys)
  const gate = parts.playground && createPlaygroundGate(wrongKeys)
  const closePanes =
    parts.playground && gate
      ? await playgroundRoutes(app, {
          ...parts.playground,
          gate,
          enterConsole: parts.api
            ? sessions?.admits(playgroundAccount, parts.playground.owner, 'playground')
            : undefined,
          log,
        })
      : () => {}

  const live = createLive({ latest: latest(parts.store.db), standing: parts.standing, log })
  if (parts.consolePage && sessions && parts.api) {
    await consoleRoutes(app, { admin: parts.admin, sessions, wrongKeys, live, folder: parts.consolePage, log })
  }
  if (!parts.playground) welcome(app, parts.admin.signIn.ways.length > 0)
  errorPages(app)

  const asides = createAsides(() => bareServer(parts))
  const { pages } = parts
  const metricsAt = pages.metrics === 'here' ? app : asides.at(pages.metrics)
  if (metricsAt) metricsRoutes(metricsAt, metrics)
  const docsAt = pages.docs === 'here' ? app : asides.at(pages.docs)
  if (docsAt && parts.api)
    documentRoutes(
      docsAt,
      { version, utterance: parts.limits.utterance, platforms: parts.platforms },
      { tries: docsAt === app },
    )
  if (docsAt && parts.help) await helpPages(docsAt, parts.help)

  await asides.listen()
  await app.listen(parts.listen).catch(async (error) => {
    await asides.close()
    throw cannotListen(error, parts.listen)
  })
  const url = addressOf(app)
  let closed: Promise<undefined> | undefined

  return {
    url,
    playground: gate?.address(url),
    drain() {
      draining = true
    },
    async close(graceMs) {
      draining = true
      closePanes()
      live.close()
      closed ??= app.close()
      await Promise.race([open.none(), sleep(graceMs, undefined, { ref: false })])
      calls.stopAll()
      await Promise.race([open.none(), sleep(lastWordsMs, undefined, { ref: false })])
      app.server.closeAllConnections()
      await asides.close()
      await closed
    },
  }
}

async function apiRoutes(
  app: FastifyInstance,
  parts: HttpParts,
  calls: Calls,
  { wrongKeys, sessions }: { wrongKeys: WrongKeys; sessions: ConsoleSessions | undefined },
): Promise<void> {
  const { conversations, admin, store, llm, log, now, limits } = parts
  const callers = createCallers({ admin, db: store.db, wrongKeys, now })
  // A database on SQLite has one process that answers requests.
  const rateLimit = store.db.dialect === 'postgres' ? createSharedRateLimit(store) : createRateLimit({ now })
  const { processes, secrets } = parts
  const owed = createOwed()
  const turns = createFollowedTurns({ conversations, processes, calls, store, secrets, owed, log, now })
  const cancelling = createCancelling({ calls, store, secrets, processes })
  app.addHook('onClose', async () => {
    turns.close()
    cancelling.close()
    owed.close()
  })
  const answers = createAnswers({ conversations, turns, calls, store, limits, log, now })
  const idempotent = createIdempotent({ store, secrets, processes, owed })
  const { capOf } = admin.plans
  const { test, alike, propose, replay, coverage, handovers, state, doctor } = parts
  const toDraft = createDraftConversation({
    ...{ callers, admin, test, secrets, idempotent, rateLimit, llm, calls, store, limits, log, now },
  })
  await conversationRoutes(app, { answers, toDraft, callers, idempotent, store, llm, rateLimit, limits, capOf, now })
  await managementRoutes(app, { admin, callers, idempotent, rateLimit })
  const { cancel } = cancelling
  await v1Routes(app, {
    house: {
      admin,
      store,
      secrets,
      now,
      test,
      alike,
      propose,
      replay,
      coverage,
      handovers,
      state,
      doctor,
      cancel,
      limits,
    },
    callers,
    sessions,
    idempotent,
    rateLimit,
  })
  const budgets = { rateLimit, capOf }
  const { utterance } = limits
  const { rest } = answers
  await openAiRoutes(app, { ...budgets, turns, rest, callers, idempotent, store, llm, limits, log, now })
  const { version, cors: origins = [], mcpTokens: tokens } = parts
  await mcpRoutes(app, {
    ...budgets,
    conversations,
    calls,
    callers,
    wrongKeys,
    tokens,
    admin,
    store,
    origins,
    utterance,
    version,
    log,
    now,
  })
}

/** Requests that have no answer yet. */
function createOpenCount() {
  let count = 0
  let waiting: (() => void)[] = []
  return {
    begin() {
      count++
    },
    end() {
      if (--count > 0) return
      for (const resolve of waiting) resolve()
      waiting = []
    },
    /** Resolves when there are none. */
    async none(): Promise<void> {
      if (count > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}

function addressOf(app: FastifyInstance): string {
  const { address, port, family } = app.server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
