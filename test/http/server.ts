import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'
import { platforms as known } from '../../adapters/registry.ts'
import { atTerminal } from '../../src/admin/actor.ts'
import { type AdminParts, createAdmin, createSecrets } from '../../src/admin/index.ts'
import { createReplay } from '../../src/app/parts/replay.ts'
import { createCoverage } from '../../src/app/parts/scenario-test/of-draft.ts'
import { createTryOut } from '../../src/app/parts/try-out.ts'
import { createWebhookCaller } from '../../src/app/parts/webhook-caller.ts'
import { createState } from '../../src/app/state.ts'
import { createNearBudgets } from '../../src/bridge/near-budgets.ts'
import { createOwnerNotes } from '../../src/bridge/owners.ts'
import { createDocuments } from '../../src/drivers/documents/index.ts'
import { createEmbeddedQueue } from '../../src/drivers/queue-embedded.ts'
import { createEngine } from '../../src/engine/converse.ts'
import { createFind } from '../../src/engine/knowledge/find.ts'
import { createWebhooks } from '../../src/engine/webhooks/index.ts'
import { createHttpServer, type HttpParts } from '../../src/http/server.ts'
import { usualStateLimits } from '../../src/lib/person-state.ts'
import type { AgentDocument } from '../../src/model/agent.ts'
import type { BestResponse, ConversationRequest, Progress } from '../../src/model/conversation.ts'
import type { Plan } from '../../src/model/plan.ts'
import type { Llm, ModelInfo } from '../../src/ports/llm.ts'
import { fault, ok } from '../../src/ports/setup.ts'
import type { Database } from '../../src/store/database.ts'
import { createStore } from '../../src/store/index.ts'
import { createSearch } from '../../src/store/search.ts'
import { createAnswerTurn } from '../../src/turns/answer.ts'
import type { DirectFinal } from '../../src/turns/at-once.ts'
import type { CommitParts } from '../../src/turns/commit.ts'
import { createDirectTurns, type DirectTurns } from '../../src/turns/direct.ts'
import { watchPauses } from '../../src/turns/gate.ts'
import { createLeases } from '../../src/turns/lease.ts'
import { createNotices } from '../../src/turns/notices.ts'
import { createDelivery } from '../../src/turns/outbox.ts'
import { readOutboxKey } from '../../src/turns/outbox-key.ts'
import { createTurns } from '../../src/turns/run.ts'
import { createRunning } from '../../src/turns/running.ts'
import { minimalAgent } from '../support/agent.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { createScriptedModel } from './model.ts'

export interface ServerOptions
  extends Partial<Omit<HttpParts, 'limits' | 'platforms'>>,
    Pick<AdminParts, 'issuers' | 'identities'> {
  plan?: Partial<Plan>
  model?: Partial<ModelInfo>
  /** Asked in place of the model whose words a test chooses. */
  answering?: Llm
  limits?: Partial<HttpParts['limits']>
  exceedsTokens?: (text: string, max: number) => Promise<boolean>
  sleep?: (ms: number) => Promise<void>
  /** Picks among variants; the first of them without it. */
  random?: () => number
  /** Gets the lines of the log, which are not kept then. */
  onLine?: (line: string) => void
  /** Where people reach it; without it nobody knows. */
  publicUrl?: string
  /** How long what people said is kept. */
  keepMemoryMs?: number
  /** Those that there are; without it our own. */
  platforms?: AdminParts['platforms']
  /** Turns of a uid that may be open at once. */
  perUid?: number
  /** By id, of the first account; without it there is one, `guide`, which has a model and some rules. */
  agents?: Record<string, AgentDocument>
  /** In place of one that the test has for itself. */
  database?: Database
  /** Where the folders of agents are. */
  configFolder?: string
}

export const guide = minimalAgent({
  agent: { llmSettings: { llm: 'gpt-4o-mini' }, scope: 'public' },
  replies: { opening: 'Welcome!', noAnswer: undefined },
  rules: [
    { when: ['hello'], say: 'Hello there', options: ['More'], topic: 'greeting', url: 'https://example.com/hello' },
  ],
})

export type TestServer = Awaited<ReturnType<typeof startServer>>

/** The whole service behind a real socket; only the model is the test's to write. */
export async function startServer(options: ServerOptions = {}) {
  const {
    plan,
    model: modelInfo,
    answering,
    limits,
    agents = { guide },
    now = Date.now,
    exceedsTokens,
    sleep,
    random = () => 0,
    perUid = 3,
    publicUrl,
    platforms = known,
    issuers = [],
    identities,
    onLine,
    keepMemoryMs,
    database,
    configFolder = tempFolder(),
    ...parts
  } = options
  const folder = tempFolder()
  const db = database ?? (await openDatabase(folder))
  const store = createStore(db, now)
  await store.accounts.ensureFirst()
  const account = 'default'
  for (const [id, document] of Object.entries(agents)) {
    await db.batch(store.agents.createSteps({ id, account, document, author: 'test' }))
  }
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      if (onLine) onLine(String(chunk))
      else lines.push(String(chunk))
      done()
    },
  })
  const log = pino({ level: 'debug', base: null }, sink)
  const model = createScriptedModel(modelInfo)
  const llm = answering ?? model.llm
  const unlimited = { agents: null, scenarios: null, webhooks: null, conversationsPerMonth: null, requests: null }
  const secrets = createSecrets({ dataFolder: folder })
  const search = createSearch(db)
  const admin = createAdmin({
    store,
    secrets,
    documents: createDocuments(),
    search,
    plans: { default: { ...unlimited, ...plan }, unlimited },
    exceedsTokens: exceedsTokens ?? (async (text, max) => text.length > max * 8),
    platforms,
    pagesOf: () => ['https://shop.example.com'],
    ...(keepMemoryMs !== undefined && { keepMemoryMs }),
    env: {},
    console: { url: publicUrl, idleMs: 43_200_000, maxMs: 604_800_000 },
    issuers,
    ...(identities && { identities }),
    onEvents: (of) => delivery.happened(of),
    now,
    sleep: sleep ?? (async () => {}),
  })

  const queue = createEmbeddedQueue()
  const leases = createLeases({ store, holder: randomUUID(), log, now })
  const caller = createWebhookCaller({ store, secrets, allow: ['127.0.0.1'], now })
  const delivery = createDelivery({
    store,
    queue,
    send: caller.send,
    sendEvent: caller.sendEvent,
    log,
    now,
    random: () => 0,
  })
  const engineParts = {
    state: usualStateLimits,
    store,
    llm,
    find: createFind({ store, search }),
    webhooks: createWebhooks(caller),
    levels: [35, 50, 65, 80] as const,
    memoryItems: 20,
    now,
    random,
  }
  const engine = createEngine(engineParts)
  const owners = createOwnerNotes({ store, admin, channelOf: () => undefined, log })
  const near = createNearBudgets({ store, admin, owners, onEvents: (of) => delivery.happened(of), log })
  const capOf = async (account: string) => (await admin.plans.of(account)).conversationsPerMonth
  const ends: Omit<CommitParts, 'store'> = {
    capOf,
    onEffects: ({ calls }) => delivery.committed(calls),
    onEvents: delivery.happened,
    onSpent: ({ account }, budgets) => near(account, budgets),
  }
  const notices = createNotices(store.db)
  const running = createRunning({ store, notices, concerns: () => false, log })
  const conversations = createDirectTurns({
    store,
    engine,
    queue,
    holder: 'here',
    isAlive: async () => false,
    isSeen: () => true,
    notices,
    cancel: running.cancel,
    perUid,
    now,
    ...ends,
  })
  const nobody = () => 'gone' as const
  const turns = createTurns({
    store,
    queue,
    leases,
    running,
    wayTo: conversations.wayTo,
    doors: { http: conversations.open, chat: nobody },
    onGivenUp: () => {},
    answerTurn: createAnswerTurn({
      store,
      engine,
      leases,
      log,
      now,
      staleAfterMs: 900_000,
      ...ends,
    }),
    log,
    now,
  })
  queue.work((key) => (readOutboxKey(key) ? delivery : turns).drain(key), {
    concurrency: 100,
    retryMs: 5,
    onError: (_key, err) => log.error({ err }, 'a drain failed'),
  })

  const endPaused = [running.endPaused, conversations.endPaused]
  const pauses = watchPauses({ store, endPaused, onResumed: async () => {}, log })
  const tryOut = createTryOut({ ...engineParts, drafts: admin.drafts, send: caller.send })
  const http = await createHttpServer({
    processes: { holder: 'here', isAlive: async (holder) => holder === 'here', notices },
    onConnected: async () => {},
    conversations,
    test: tryOut.test,
    alike: tryOut.alike,
    propose: tryOut.propose,
    replay: createReplay({ ...engineParts, drafts: admin.drafts, admin }),
    coverage: createCoverage({ ...engineParts, drafts: admin.drafts, agents: admin.agents, configFolder }),
    handovers: { act: async () => undefined, say: async () => 'over' },
    admin,
    store,
    secrets,
    llm,
    state: createState({
      ...{ db, dataFolder: folder, now, checks: {}, degraded: async () => [], breakers: () => [] },
      running: running.size,
      processes: async () => [
        {
          ...{ name: 'here/1', version: '0.0.0-test', roles: ['http'], startedAt: 0, conversations: 2, isAsked: true },
          platforms: [{ id: 'slack', up: true, connectedSince: 0, lastEventAt: null }],
        },
      ],
      warnings: () => [
        {
          ...{ level: 'warn', text: 'a place refuses answers', why: 'not_in_channel', of: { platform: 'slack' } },
          ...{ since: 0, lastAt: 60_000, count: 3 },
        },
      ],
    }),
    standing: async () => 'as ever',
    doctor: async () => [ok('database', 'It takes what is written.'), fault('disk', 'Make room.')],
    cors: undefined,
    trustProxies: [],
    api: true,
    routes: [],
    platforms: ['slack', 'discord', 'teams'],
    checks: { database: store.canWrite },
    degraded: async () => [],
    metrics: new Registry(),
    pages: { metrics: 'here', docs: 'here' },
    listen: { host: '127.0.0.1', port: 0 },
    limits: { utterance: 8000, stallMs: 30_000, ...limits },
    version: '0.0.0-test',
    log,
    now,
    ...parts,
  })
  onTestFinished(async () => {
    pauses.stop()
    await http.close(0)
    running.endAll()
    await queue.close()
    await delivery.close(0)
    await leases.close()
    await db.close()
  })

  const [conversationKey, managementKey] = await Promise.all(
    (['conversation', 'management'] as const).map(
      async (kind) => (await admin.keys.issue({ account, kind, name: 'test' }, atTerminal)).key,
    ),
  )
  const request = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(http.url + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })

  return {
    http,
    notices,
    secrets,
    drain: http.drain,
    url: http.url,
    store,
    conversations,
    admin,
    model,
    account,
    conversationKey: conversationKey!,
    managementKey: managementKey!,
    /** Lines of the log, each as JSON. */
    lines,
    /** Lines of the access log. */
    accessLog: () => lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request'),
    request,
    /** `POST /api` with a good key and agent unless told otherwise. */
    say: (body: Record<string, unknown>, headers?: Record<string, string>) =>
      request('POST', '/api', { api_key: conversationKey, agent_id: 'guide', ...body }, headers),
    manage: (method: string, path: string, body?: unknown) =>
      request(method, `/admin/${account}/agent${path}`, body, { 'x-api-key': managementKey! }),
  }
}

/** Turns that a test makes up: what it yields is progress, what it returns is the final. */
export function madeUp(run: (request: ConversationRequest) => AsyncIterator<Progress, DirectFinal>): DirectTurns {
  const follow = async (request: ConversationRequest, onProgress: (progress: Progress) => void) => {
    const turn = run(request)
    for (;;) {
      const { done, value } = await turn.next()
      if (done) return value
      onProgress(value)
    }
  }
  return { converse: (request, { onProgress }) => ({ id: 'a-turn', final: follow(request, onProgress) }) }
}

export interface AnswerBody {
  utterance: string
  bestResponse: BestResponse
  userState: Record<string, string>
  avatarIconUrl: string
  error?: { code: string; detail: string }
}

export async function answerOf(response: Response): Promise<AnswerBody> {
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as AnswerBody
}

/** The problem a response holds, checked for what every problem has. */
export async function problemOf(response: Response): Promise<Record<string, unknown>> {
  const type = response.headers.get('content-type')
  if (!type?.startsWith('application/problem+json')) throw new Error(`no problem but ${type}: ${await response.text()}`)
  const problem = (await response.json()) as Record<string, unknown>
  if (problem['status'] !== response.status) throw new Error(`the problem says ${problem['status']}`)
  for (const name of ['type', 'title', 'detail', 'code']) {
    if (typeof problem[name] !== 'string') throw new Error(`the problem has no ${name}`)
  }
  return problem
}
