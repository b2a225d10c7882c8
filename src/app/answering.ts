import { type AdminParts, agreeOnKey, createAdmin, createSecrets } from '../admin/index.ts'
import { starterIn } from '../admin/prepare.ts'
import type { ChannelOf } from '../bridge/context.ts'
import { createOpenFired } from '../bridge/fired.ts'
import { createSmtpMailer } from '../drivers/mail-smtp.ts'
import { createEngine } from '../engine/converse.ts'
import { createMailDelivery } from '../engine/knowledge/mail.ts'
import { createModerator } from '../engine/moderation.ts'
import { createRuleMeanings } from '../engine/rules/meanings.ts'
import { exceedsTokens } from '../engine/tokens.ts'
import { createToolSource } from '../engine/tools/servers.ts'
import { createWebhooks } from '../engine/webhooks/index.ts'
import { sleep } from '../lib/clock.ts'
import { createPriceBook } from '../lib/price-book.ts'
import { defaultModel } from '../model/agent.ts'
import type { Payer } from '../model/budget.ts'
import type { Embeddings } from '../ports/embeddings.ts'
import type { Llm } from '../ports/llm.ts'
import { type AnswerParts, createAnswerTurn } from '../turns/answer.ts'
import type { OnEffects } from '../turns/effects.ts'
import type { EndedTurn } from '../turns/events/of-turn.ts'
import { createDelivery } from '../turns/outbox.ts'
import type { AppliedBudget } from '../turns/spending/counters.ts'
import { meteredEmbeddings } from '../turns/spending/embedding.ts'
import { meteredLlm } from '../turns/spending/meter.ts'
import { createToolPayment } from '../turns/spending/tools.ts'
import { createTimers } from '../turns/timers.ts'
import type { Ground } from './ground.ts'
import { countingBudget } from './metrics/budget.ts'
import { countingDocuments } from './metrics/documents.ts'
import { createMetrics } from './metrics/index.ts'
import { houseDestinations } from './parts/destinations.ts'
import { createIdentities } from './parts/identities.ts'
import { createKnowledgeParts } from './parts/knowledge.ts'
import { createModels } from './parts/models.ts'
import { createModeration } from './parts/moderation.ts'
import { createServerTools, createToolAuth, programsOf } from './parts/server-tools.ts'
import { createTranscriber } from './parts/transcriber.ts'
import { createWebhookCaller } from './parts/webhook-caller.ts'
import { spannedFind, spannedLlm, spannedSend, spannedTools } from './telemetry/parts.ts'
import { createTurnLines } from './turn-line.ts'

/** What answering needs of what talks with people, which stands on it: set once that is there. */
export interface Later {
  cancel(eventId: string): Promise<void>
  channelOf: ChannelOf
  nearBudget(account: string, budgets: readonly AppliedBudget[]): void
  toolChanged: NonNullable<AnswerParts['onToolChanged']>
  standingOver: NonNullable<AnswerParts['onStandingOver']>
  leaveLost: NonNullable<AdminParts['onLeaveLost']>
  askOwners(): Promise<void>
  /** What nobody waits for any more no longer looks as if somebody did. */
  withdrawn(ids: readonly string[]): Promise<void>
}

/** What is paid for: models, as their budgets allow, and who hears voices. */
function createPaid({ config, foundation, now, log }: Ground, brought: Llm | undefined, later: Later) {
  const { store } = foundation
  const prices = createPriceBook(config.models)
  const onSpent = ({ account }: Payer, budgets: readonly AppliedBudget[]) => later.nearBudget(account, budgets)
  const { llm: unmetered, modelNames } = createModels(config, { llm: brought, now })
  const metrics = createMetrics(unmetered.breakers, prices)
  const budget = countingBudget(foundation.budget, metrics.registry, now)
  const hearing = { store, now, log, holdMs: config.llm.holdMs, onSpent }
  const llm = spannedLlm(meteredLlm(unmetered, { ...hearing, prices }))
  const transcriber = config.transcription && createTranscriber(config.transcription, hearing)
  const byDefault = llm.model(defaultModel)
  const { breakers = () => [] } = unmetered
  return { prices, onSpent, modelNames, byDefault, metrics, breakers, budget, hearing, llm, transcriber }
}

/** Agents, and all that makes an answer of an utterance, up to its commit and what goes out after it. */
export async function createAnswering(ground: Ground, brought: Llm | undefined, later: Later) {
  const { config, foundation, platforms, log, now } = ground
  const { store, queue, leases } = foundation
  const paid = createPaid(ground, brought, later)
  const { prices, onSpent, modelNames, metrics, hearing, llm } = paid
  const secrets = createSecrets({ dataFolder: config.dataFolder, keys: config.secretKeys })
  await agreeOnKey({ store, keys: secrets.keys, alone: !config.shared })
  const meter = (one: Embeddings) => meteredEmbeddings(one, { ...hearing, prices })
  const { pages, search, embeddings, ...readers } = createKnowledgeParts(store, config, [], meter)
  const documents = countingDocuments(readers.documents, metrics.registry)
  const find = spannedFind(readers.find)
  const toolAuth = createToolAuth({ allow: config.webhooks.allow, now })
  const admin = createAdmin({
    toolAuth,
    ...{ store, secrets, documents, search, prices, exceedsTokens, platforms, modelNames, now, sleep },
    plans: config.plans,
    pagesOf: (agent) => platforms.flatMap(({ id, pagesOf }) => pagesOf?.(config.platforms[id], agent) ?? []),
    keepMemoryMs: config.memory.keepMs,
    stateLimits: config.state,
    models: llm.model,
    offered: llm.offered,
    env: config.env,
    starter: starterIn(config),
    endTurn: (eventId) => later.cancel(eventId),
    signOnOf: (of) => later.channelOf(of)?.signOn,
    onLeaveLost: (lost) => later.leaveLost(lost),
    wakeTimers: () => timers.wake(),
    onEvents: (account) => delivery.happened(account),
    dataFolder: config.dataFolder,
    console: { url: config.publicUrl, ...config.console },
    issuers: config.console.issuers,
    identities: createIdentities({ now }),
    destinations: houseDestinations(config),
    mayCall: (url) => caller.mayCall(url),
  })
  const { capOf } = admin.plans

  const caller = createWebhookCaller({ store, secrets, allow: config.webhooks.allow, now })
  const servers = spannedTools(createServerTools({ allow: config.webhooks.allow, log, now }))
  const moderation = createModeration(config, now)
  const required = async (account: string) => (await admin.plans.of(account)).moderation
  const { sendEvent } = caller
  const send = spannedSend(caller.send)
  const delivery = createDelivery({ store, queue, send, sendEvent, log, now, random: Math.random })
  const engineParts = {
    tools: createToolSource({ servers, secrets, grants: admin.toolGrants, programs: programsOf(config) }),
    pay: createToolPayment(hearing),
    store,
    moderator: createModerator({ endpoint: moderation, required, onJudged: metrics.judged, now }),
    llm,
    find,
    meanings: embeddings && createRuleMeanings({ embeddings, now }),
    levels: config.rules.levels,
    memoryItems: config.memory.turns * 2,
    state: config.state,
    now,
    random: Math.random,
  }
  const engine = createEngine({ ...engineParts, webhooks: createWebhooks({ send }) })
  const mails = createMailDelivery({ store, mailer: config.smtp && createSmtpMailer(config.smtp), log })
  const open = createOpenFired({ store, channelOf: (of) => later.channelOf(of) })
  const timers = createTimers({ store, queue, open, log, now })
  const onEffects: OnEffects = ({ calls, mail, timers: changed, asks, withdrawn }, owner) => {
    if (withdrawn)
      void later.withdrawn(withdrawn).catch((err) => log.warn({ err }, 'a question that is over still looks open'))
    if (asks && asks.asks !== 'ask')
      void later.askOwners().catch((err) => log.warn({ err }, 'those who have to agree could not be asked'))
    delivery.committed(calls)
    for (const { due } of changed?.add ?? []) timers.set(due)
    if (mail) mails.send(owner, mail)
  }
  const noted = createTurnLines(log, ground.logForm)
  const onTurn = (ended: EndedTurn) => {
    metrics.turnEnded(ended)
    noted(ended)
  }
  const ends = { capOf, onTurn, onEffects, onEvents: delivery.happened, onSpent }
  const answerTurn = createAnswerTurn({
    ...{ store, engine, leases, log, now, ...ends },
    onToolChanged: (changed) => later.toolChanged(changed),
    onStandingOver: (over) => later.standingOver(over),
    staleAfterMs: config.chat.staleAfterMs,
  })

  return {
    ...paid,
    ...{ secrets, documents, pages, find, embeddings, admin, caller, delivery, engine, engineParts, timers },
    ...{ answerTurn, ends },
    async close(graceMs: number): Promise<void> {
      await delivery.close(graceMs)
      await caller.close()
      await moderation?.close()
      await servers.close()
      await toolAuth.close()
      readers.close()
      await mails.settled()
    },
  }
}

export type Answering = Awaited<ReturnType<typeof createAnswering>>
