import { platforms } from '../../adapters/registry.ts'
import { createSlack, type SlackOptions } from '../../adapters/slack/index.ts'
import type { SlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { createCommands } from '../../src/admin/commands/index.ts'
import { type AdminParts, createAdmin, createSecrets } from '../../src/admin/index.ts'
import type { InstallationPolicy } from '../../src/admin/installations.ts'
import { createMetrics } from '../../src/app/metrics/index.ts'
import { createKnowledgeParts } from '../../src/app/parts/knowledge.ts'
import { createTranscriber } from '../../src/app/parts/transcriber.ts'
import { createWebhookCaller } from '../../src/app/parts/webhook-caller.ts'
import { createActivities } from '../../src/bridge/activity.ts'
import { createAskingOwners } from '../../src/bridge/asking-owners.ts'
import { createChangedTools } from '../../src/bridge/changed-tools.ts'
import { createChatDoor } from '../../src/bridge/chat.ts'
import { createChatCommands } from '../../src/bridge/commands.ts'
import { type ChannelOf, concerns } from '../../src/bridge/context.ts'
import { createOpenFired } from '../../src/bridge/fired.ts'
import { createHandovers, type Handovers } from '../../src/bridge/handover/index.ts'
import { createIntake } from '../../src/bridge/intake.ts'
import { createListening } from '../../src/bridge/listening.ts'
import { createLostLeave } from '../../src/bridge/lost-leave.ts'
import { createNearBudgets } from '../../src/bridge/near-budgets.ts'
import { createOwed } from '../../src/bridge/owed.ts'
import { createOwnerNotes } from '../../src/bridge/owners.ts'
import { createPacer } from '../../src/bridge/pace.ts'
import { createPrivateNotes } from '../../src/bridge/private-notes.ts'
import { createRaidWatch } from '../../src/bridge/raid.ts'
import { createRefusals } from '../../src/bridge/refusals.ts'
import { notingRefusals } from '../../src/bridge/refused-calls.ts'
import { createSigningOn } from '../../src/bridge/signing-on.ts'
import { createSpelling } from '../../src/bridge/spelling.ts'
import { createStandingOver } from '../../src/bridge/standing-over.ts'
import { createToolApprovals, type OwnersDecision } from '../../src/bridge/tool-approvals.ts'
import type { Config, Transcription } from '../../src/config/index.ts'
import { createLocalBudget } from '../../src/drivers/budget-local.ts'
import { createDrawings } from '../../src/drivers/drawing/index.ts'
import { createEmbeddedQueue } from '../../src/drivers/queue-embedded.ts'
import { createReach } from '../../src/drivers/webhooks/reach.ts'
import type { Engine } from '../../src/engine/converse.ts'
import { createAhead } from '../../src/lib/ahead.ts'
import * as really from '../../src/lib/clock.ts'
import { createLog } from '../../src/lib/log.ts'
import { createPriceBook } from '../../src/lib/price-book.ts'
import type { AgentDocument } from '../../src/model/agent.ts'
import {
  bestResponse,
  type ConversationContext,
  type ConversationRequest,
  type QuotedMessage,
} from '../../src/model/conversation.ts'
import type { Admission, ChatLimits } from '../../src/model/limits.ts'
import type { PlatformId } from '../../src/model/message.ts'
import { emptyTalk } from '../../src/model/talk.ts'
import type { Trace } from '../../src/model/trace.ts'
import type { Adapter } from '../../src/ports/channel.ts'
import type { ToolSource } from '../../src/ports/tools.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import type { Database } from '../../src/store/database.ts'
import { createStore, type Store } from '../../src/store/index.ts'
import type { Binding } from '../../src/store/places.ts'
import { createAnswerTurn } from '../../src/turns/answer.ts'
import { createClaims } from '../../src/turns/claims.ts'
import { watchPauses } from '../../src/turns/gate.ts'
import { createLeases } from '../../src/turns/lease.ts'
import { createLookUp } from '../../src/turns/look-up.ts'
import { createNotices } from '../../src/turns/notices.ts'
import { createDelivery } from '../../src/turns/outbox.ts'
import { readOutboxKey } from '../../src/turns/outbox-key.ts'
import { createTurns } from '../../src/turns/run.ts'
import { createRunning } from '../../src/turns/running.ts'
import { meteredEmbeddings } from '../../src/turns/spending/embedding.ts'
import { createSuggest } from '../../src/turns/suggest.ts'
import { createTimers, timersKey } from '../../src/turns/timers.ts'
import { minimalAgent } from './agent.ts'
import { installationsOf } from './installing.ts'
import { openKeys } from './open-keys.ts'

export interface HouseOptions {
  folder: string
  /** Where it is no test that opens it: what a test is run on only a test can know. */
  open?: (folder: string) => Promise<Database>
  onFinished: (end: () => Promise<void>) => void
  channelMode?: Binding['mode']
  now?: () => number
  /** Rejects with the signal's reason when it is aborted. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** What the agent says. */
  think?: (request: ConversationRequest, signal: AbortSignal) => Promise<string>
  /** The same, growing: each time all that was said so far. */
  speak?: (request: ConversationRequest, signal: AbortSignal) => AsyncIterable<string>
  /** What is offered with an answer. */
  offer?: (request: ConversationRequest) => string[]
  /** What its answers are said to come from. */
  source?: Trace['source']
  /** What messages owe once their turn is over is left to whoever sweeps. */
  paysLate?: true | undefined
  /** What becomes of those who install the app by themselves. */
  policy?: InstallationPolicy
  /** How much anybody may write. */
  limits?: ChatLimits
  /** Who may write, and where; anybody may, unless it says otherwise. */
  admit?: Partial<Admission>
  /** An agent and an engine that answers as it says, in place of all that. */
  /** The test puts the agent's clock forward by days: leases and platforms keep the real one. */
  skipsDays?: true
  agent?: { document: AgentDocument; engine(store: Store): Engine; tools?: ToolSource }
  /** How servers of tools are asked for leave, and where people come back to. */
  connecting?: Pick<AdminParts, 'toolAuth' | 'console'>
  /** What pages may be read of besides the public Internet. */
  readsPagesOf?: readonly string[]
  /** What computes what passages mean; nothing, without. */
  embeddings?: Config['embeddings']
  /** Who writes down voice messages; nobody, without. */
  transcription?: Transcription
}

const noLimits = { agents: null, scenarios: null, webhooks: null, conversationsPerMonth: null, requests: null }

const anybody: Admission = {
  ...{ accountAgeDays: 0, memberDays: 0, pending: true, strangers: true, guests: true, ageRestricted: false },
  ...{ servers: [], channels: [], notChannels: [], roles: [] },
}
const noChatLimits: ChatLimits = { messagesPerMinute: null, waiting: null, files: null, raid: null }

/** What the engine was asked. */
type Heard = Omit<ConversationRequest, 'context'> & {
  title?: string
  others?: readonly QuotedMessage[]
} & Pick<ConversationContext, 'files' | 'notes'>

/**
 * Everything between a platform and the engine as it ships; the engine writes down what it is asked and says `think`, with two
 * options where a conversation starts.
 */
export async function chatHouse(options: HouseOptions) {
  const { folder, onFinished, channelMode = 'mention', now = Date.now, think, policy = 'approve' } = options
  const { sleep = really.sleep } = options
  // A clock that a test has stopped is the agent's; what platforms allow goes by the real one, unless waits are moved on too.
  const clock = options.sleep ? now : Date.now
  // A lease is not to run out because a test has moved the time on.
  const steady = options.sleep || options.skipsDays ? Date.now : now
  const staleAfterMs = options.skipsDays ? Number.POSITIVE_INFINITY : 900_000
  const log = createLog('silent')
  const open = options.open ?? (await import('./database.ts')).openDatabase
  const db = await open(folder)
  const store = createStore(db, now)
  const secrets = createSecrets({ dataFolder: folder })
  await store.accounts.ensureFirst()
  const openingOptions = ['What can you do?', 'Call me #{name}', 'Tell me a joke']
  const document = options.agent?.document ?? { ...minimalAgent(), replies: { opening: 'Welcome', openingOptions } }
  if (!(await store.agents.live('test'))) {
    await db.batch(store.agents.createSteps({ id: 'test', account: firstAccount, document, author: 'test' }))
  }
  await store.db.batch([store.accounts.updateStep(firstAccount, { default_agent: 'test' })])

  const requests: Heard[] = []
  const engine: Engine = options.agent?.engine(store) ?? {
    async *converse(request, _agent, { signal }) {
      const { context, ...rest } = request
      const { title, messages: others = [], images = [], files = [], notes = [] } = (await context?.()) ?? {}
      requests.push({
        ...rest,
        ...(title !== undefined && { title }),
        ...(others.length > 0 && { others }),
        ...(images.length > 0 && { images: [...images] }),
        ...(files.length > 0 && { files }),
        ...(notes.length > 0 && { notes }),
      })
      yield { kind: 'progress', text: '', searching: false }
      let said = ''
      for await (said of options.speak?.(request, signal) ?? [])
        yield { kind: 'progress', text: said, searching: false }
      const thought = async () => said || (await (think?.(request, signal) ?? `re: ${request.utterance}`))
      const text = request.disableAiResponse ? '' : await thought()
      const effects = { resetMemory: false, remember: [], set: {}, unset: [], calls: [] }
      const source = request.disableAiResponse ? 'none' : (options.source ?? 'rule')
      yield {
        kind: 'final',
        answer: bestResponse({
          utterance: text,
          options: options.offer?.(request) ?? (request.utterance === '' ? ['Yes', 'No'] : []),
        }),
        userState: {},
        effects,
        trace: { source, ms: 0 },
      }
    },
  }
  const queue = createEmbeddedQueue()
  const caller = createWebhookCaller({ store, secrets, allow: ['127.0.0.1'], now })
  const { send, sendEvent } = caller
  const delivery = createDelivery({ store, queue, send, sendEvent, log, now, random: () => 0 })
  const onEvents = delivery.happened
  const leases = createLeases({ store, holder: crypto.randomUUID(), log, now: steady })
  const timers = createTimers({
    store,
    queue,
    open: createOpenFired({ store, channelOf: (of) => channelOf(of) }),
    log,
    now,
  })
  let askOwners: ReturnType<typeof createAskingOwners> | undefined
  let changedTools: ReturnType<typeof createChangedTools> | undefined
  const answerTurn = createAnswerTurn({
    onSpent: ({ account }, budgets) => near?.(account, budgets),
    onEvents,
    onToolChanged: (changed) => changedTools?.(changed),
    onStandingOver: (over) => createStandingOver({ store, audit: admin.audit, log })(over),
    onEffects: ({ asks, withdrawn }) => {
      if (asks && asks.asks !== 'ask') void askOwners?.()
      if (withdrawn) void approvals.withdrawn(withdrawn)
    },
    store,
    engine,
    leases,
    log,
    now,
    staleAfterMs,
    capOf: async () => null,
  })
  const budget = createLocalBudget({ now: clock })
  const pacer = createPacer({ budget, now: clock })
  const adapters = new Set<Adapter>()
  const bare: ChannelOf = ({ platform, installation }) =>
    [...adapters]
      .filter((adapter) => adapter.platform === platform)
      .map((adapter) => adapter.channel(installation))
      .find((channel) => channel !== undefined)
  const channelOf = notingRefusals(bare, { store, log })
  const metrics = createMetrics()
  const closing = new AbortController()
  const activities = createActivities({ store, channelOf, signal: closing.signal })
  let near: ReturnType<typeof createNearBudgets> | undefined
  const knowledge = createKnowledgeParts(
    store,
    options.embeddings ? { embeddings: options.embeddings } : {},
    options.readsPagesOf,
    (one) =>
      meteredEmbeddings(one, {
        store,
        prices: createPriceBook({ currency: 'USD', providers: {} }),
        now,
        log,
        holdMs: 60_000,
      }),
  )
  let handovers: Handovers | undefined
  const tellAlone = createPrivateNotes({ store, channelOf, now, log, sleep, signal: closing.signal })
  const chat = createChatDoor({
    tellAlone,
    onCard: async ({ handover, asksFor }, turn, shown) =>
      handover ? handovers!.shown(handover.id, turn, shown) : approvals.cardShown(asksFor!, shown),
    store,
    documents: knowledge.documents,
    pages: knowledge.pages,
    transcriber: options.transcription && createTranscriber(options.transcription, { store, holdMs: 60_000, log, now }),
    find: knowledge.find,
    channelOf,
    activities,
    pacer,
    budget,
    refusals: createRefusals({ store, onChange: metrics.refusing, log, now: clock }),
    onEnd: metrics.delivered,
    feedback: true,
    log,
    now,
    sleep,
    maxLength: 8000,
    capOf: async () => null,
  })
  const doors = { http: () => 'gone' as const, chat }
  const running = createRunning({ store, notices: createNotices(store.db), concerns, log })
  const wayTo = async () => async () => {}
  const claims = createClaims(leases)
  const owedParts = { store, claims, pacer, budget, feedback: true, log, now: clock, sleep }
  const owed = createOwed({ ...owedParts, channelOf, signal: closing.signal })
  const onGivenUp = (turnId: string) => void owed.pay(turnId)
  const turns = createTurns({
    ...{ store, queue, leases, running, doors, wayTo, answerTurn, onGivenUp, log },
    now: steady,
  })
  const spelledAt = createSpelling(platforms, channelOf)
  const listening = createListening({
    ...{ store, claims, channelOf, spelledAt, pacer, budget, channelMode, log, now },
    signal: closing.signal,
  })
  const shared = { store, queue, running, listening, channelOf, spelledAt, channelMode, log }
  const serverClock = createAhead({ now })
  const aheadOf = serverClock.ms
  const { limits = noChatLimits, admit } = options
  const parts = {
    ...shared,
    limits,
    admit: { ...anybody, ...admit },
    activities,
    tellAlone,
    lookUp: createLookUp({ store, find: knowledge.find }),
    aheadOf,
    publicUrl: options.connecting?.console?.url,
    pay: options.paysLate ? () => {} : onGivenUp,
    staleAfterMs,
    onEvents,
    now,
  }
  const admin = createAdmin({
    store,
    secrets,
    ...knowledge,
    plans: { default: noLimits },
    exceedsTokens: async (text, max) => text.split(' ').length > max,
    ...options.connecting,
    signOnOf: (of) => channelOf(of)?.signOn,
    onLeaveLost: (lost) => createLostLeave({ owners, log })(lost),
    onEvents,
    platforms,
    env: {},
    now,
    sleep: really.sleep,
  })
  const tryOut = {
    test: async ({ utterance }: { utterance: string }) => ({
      answer: bestResponse({ utterance: `re: ${utterance}` }),
      userState: {},
      trace: { source: 'rule', ms: 0 } as const,
      uncalled: [],
      talk: emptyTalk,
    }),
    alike: async () => ({ threshold: 100, rules: [] }),
    draw: createDrawings({ log, patienceMs: 100_000 }).png,
    mayCall: createReach([]),
    tryWebhook: async () => ({ status: 200, body: 'ok', ms: 0 }),
    decideCall: (what: OwnersDecision) => approvals.decidedByOwner(what),
    propose: async () => undefined,
    async toolsOf({ account, agent: id, person }: { account: string; agent: string; person: string }) {
      const document = await admin.drafts.stored(id, { account, author: '', door: 'cli' })
      const found = options.agent?.tools?.tools({ id, account, version: 0, document }, closing.signal, {
        fresh: true,
        person,
      })
      return (await found) ?? { tools: [], away: [], unconnected: [] }
    },
  }
  const commands = createChatCommands({
    ...parts,
    commands: createCommands({
      ...{ admin, store, now, ...tryOut },
      replay: () => Promise.reject(new Error('nothing is run again here')),
      handOver: async (what) => handovers!.handOver(what),
    }),
    channelOf,
  })
  const owners = createOwnerNotes({ store, admin, channelOf, log })
  near = createNearBudgets({ store, admin, owners, onEvents, log })
  changedTools = createChangedTools({ audit: admin.audit, owners, log })
  const raids = createRaidWatch({ store, admin, owners, limits, now, log })
  const approvals = createToolApprovals({
    ...{
      store,
      queue,
      audit: admin.audit,
      grants: admin.toolGrants,
      channelOf,
      owners,
      platforms,
      pay: parts.pay,
      now,
    },
  })
  askOwners = createAskingOwners({ store, approvals, admin, owners })
  handovers = createHandovers({
    ...{ store, queue, audit: admin.audit, channelOf, owners, platforms, pay: parts.pay, now, log },
    suggest: createSuggest({ store, engine }),
    onChange: metrics.handedOver,
  })
  const signingOn = createSigningOn({ store, grants: admin.toolGrants, approvals })
  const inbox = { ...createIntake({ ...parts, leases, raids, approvals, handovers }), ...signingOn, ...commands }

  let pauses: ReturnType<typeof watchPauses> | undefined
  onFinished(async () => {
    pauses?.stop()
    for (const adapter of adapters) await adapter.stop()
    closing.abort()
    running.endAll()
    knowledge.close()
    await queue.close()
    await delivery.close(0)
    await caller.close()
    pacer.close()
    await leases.close()
    await db.close()
  })
  async function ringAll(): Promise<void> {
    for (const key of await openKeys(store)) await queue.ring(key)
  }
  return {
    store,
    timers,
    /** For an adapter that is to tell what time it is there. */
    serverClock,
    admin,
    running,
    log,
    metrics: metrics.registry,
    owed,
    approvals,
    handovers,
    owedParts,
    listening,
    owners,
    requests,
    inbox,
    ring: queue.ring,
    utterances: () => requests.map(({ utterance }) => utterance),
    /** Begins to answer, also what an earlier process has left; until then messages wait. */
    async work() {
      pauses = watchPauses({
        ...{ store, endPaused: [running.endPaused], log },
        onResumed: () => Promise.all([ringAll(), owners.goOn()]),
      })
      queue.work((key) => (key === timersKey ? timers.fire() : (readOutboxKey(key) ? delivery : turns).drain(key)), {
        concurrency: 10,
        retryMs: 5,
        onError: (_, error) => console.error(error),
      })
      await ringAll()
    },
    /** Connects an adapter of any platform. */
    async join(adapter: Adapter) {
      adapters.add(adapter)
      await adapter.start(inbox)
    },
    budget,
    installationsOf: (platform: PlatformId) => installationsOf({ store, secrets, admin }, platform, policy),
    /** Connects the adapter to a simulated workspace, by Socket Mode unless told otherwise. */
    async connect(simulator: SlackSimulator, options: Partial<SlackOptions> = {}) {
      const { botToken, appToken, url } = simulator
      const installations = installationsOf({ store, secrets, admin }, 'slack', policy)
      const slack = createSlack({
        ...(options.oauth ? {} : { botToken }),
        appToken,
        apiUrl: `${url}/api/`,
        installations,
        secrets,
        budget,
        notes: store.notes('slack'),
        log,
        unlimited: true,
        ...options,
      })
      adapters.add(slack)
      await slack.start(inbox)
      return slack
    },
  }
}
export type ChatHouse = Awaited<ReturnType<typeof chatHouse>>
