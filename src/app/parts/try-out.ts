import type { Outside } from '../../admin/commands/outside.ts'
import type { Drafts } from '../../admin/drafts/index.ts'
import { instructions, proposalSchema } from '../../admin/proposals/proposal.ts'
import { webhookNotFound } from '../../admin/webhook-calls.ts'
import type { Config } from '../../config/index.ts'
import { createEngine, type EngineParts } from '../../engine/converse.ts'
import { createJudge } from '../../engine/judge.ts'
import { createModerator } from '../../engine/moderation.ts'
import { thresholdOf } from '../../engine/rules/levels.ts'
import { likelyRules, rulesLearned } from '../../engine/rules/match.ts'
import { createWebhooks } from '../../engine/webhooks/index.ts'
import type { SendWebhook } from '../../engine/webhooks/send.ts'
import { createPriceBook } from '../../lib/price-book.ts'
import { type AgentVersion, defaultModel } from '../../model/agent.ts'
import type { ToolSource } from '../../ports/tools.ts'
import type { Store } from '../../store/index.ts'
import { paused, pauseOf } from '../../turns/gate.ts'
import { meteredLlm, paidBy, payerOf } from '../../turns/spending/meter.ts'
import type { ReserveParts } from '../../turns/spending/reserve.ts'
import { createModels } from './models.ts'
import { createModeration } from './moderation.ts'
import { storeWith, talkAfter } from './talk.ts'
import { webhookTestEvent } from './webhook-test-event.ts'

export interface TryOutParts extends Omit<EngineParts, 'webhooks' | 'store'> {
  store: Store
  drafts: Drafts
  /** Calls webhooks as turns do. */
  send: SendWebhook
}

/** An answer may take as long as in a conversation; a person waits for it. */
const testMs = 120_000
/** An admin waits for it, and there is something without it. */
const proposeMs = 30_000
/** For all servers of one agent, while somebody waits. */
const listMs = 15_000
/** Platforms wait for three seconds for what can be typed. */
const briefMs = 1500
const webhookLimits = { timeoutMs: 15_000, maxBytes: 2000 }

type TryOut = Omit<Outside, 'handOver' | 'decideCall' | 'draw' | 'mayCall' | 'replay'>

/** Drafts tried out: what they would say, and whether their webhooks answer. Of an answer nothing is committed or sent. */
export function createTryOut(parts: TryOutParts): TryOut {
  const { store, drafts, send } = parts
  const proposing = createJudge({ llm: parts.llm, now: parts.now, patience: proposeMs })

  async function drafted(agent: string, account: string): Promise<AgentVersion> {
    const document = await drafts.stored(agent, { account, author: '', door: 'cli' })
    const live = await store.agents.live(agent)
    return { id: agent, account, version: live?.version ?? 0, document }
  }

  return {
    async test({ account, agent, person, utterance, talk, beside, follow }) {
      if (await pauseOf(store, { account, agent })) throw paused()
      const uncalled = new Set<string>()
      const note: SendWebhook = async ({ webhook }) => {
        uncalled.add(webhook.name)
        return { failed: 'refused', detail: 'not called in a test', ms: 0 }
      }
      const tools: ToolSource = {
        tools: async (...given) => (await parts.tools?.tools(...given)) ?? { tools: [], away: [], unconnected: [] },
        async call(_, name) {
          uncalled.add(name)
          return { outcome: 'failed', text: 'not called in a test' }
        },
      }
      const engine = createEngine({
        ...parts,
        store: storeWith(store, talk),
        tools,
        webhooks: createWebhooks({ send: note }),
      })
      // A conversation of its own: without `talk` nothing was said in it, and no scenario is running.
      const own = { account, agent, uid: person, conversation: 'test', door: 'http', utterance } as const
      const request = { ...own, ...beside }
      const limit = AbortSignal.timeout(testMs)
      const signal = follow ? AbortSignal.any([limit, follow.signal]) : limit
      const run = { signal, beforeCall: async () => {} }
      const version = await drafted(agent, account)
      return paidBy(payerOf(request, version), async () => {
        for await (const event of engine.converse(request, version, run)) {
          if (event.kind !== 'final') {
            follow?.onProgress(event)
            continue
          }
          const { webhooks: _, ...trace } = event.trace
          for (const { webhook } of event.effects.calls) uncalled.add(webhook)
          const { answer, userState, interrupted } = event
          const told = { answer, userState, ...(interrupted && { interrupted }) }
          return { ...told, trace, uncalled: [...uncalled], talk: talkAfter(talk, event.effects) }
        }
        throw new Error('the engine ended without a final')
      })
    },

    async alike({ account, agent, utterance, limit }) {
      const version = await drafted(agent, account)
      await rulesLearned(version)
      const threshold = thresholdOf(version.document, parts.levels)
      return { threshold, rules: likelyRules(version, utterance, parts.levels, limit) }
    },

    async propose({ account, person, door, wish, language }) {
      if (await pauseOf(store, { account })) throw paused()
      const isOurs = door === 'cli' || door === 'console' || door === 'folder'
      const payer = { account, agent: '', uid: person, door: isOurs ? 'house' : door } as const
      const question = {
        ...{ name: 'proposal', owner: `${account} ${language}`, model: defaultModel, judgeModel: defaultModel },
        ...{ instructions: instructions(language), data: {}, message: wish, answer: proposalSchema },
      }
      const signal = AbortSignal.timeout(proposeMs)
      const judged = await paidBy(payer, () => proposing.ask(question, { signal }))
      return 'answer' in judged ? judged.answer : undefined
    },

    async toolsOf({ account, agent, person, isBrief = false }) {
      if (await pauseOf(store, { account, agent })) throw paused()
      const version = await drafted(agent, account)
      const away = Object.keys(version.document.tools?.servers ?? {})
      const limit = AbortSignal.timeout(isBrief ? briefMs : listMs)
      const found = parts.tools?.tools(version, limit, { fresh: !isBrief, person })
      const late = new Promise<undefined>((resolve) => limit.addEventListener('abort', () => resolve(undefined)))
      return (await Promise.race([found, late])) ?? { tools: [], away, unconnected: [] }
    },

    async tryWebhook({ account, agent, webhook: name }) {
      if (await pauseOf(store, { account, agent })) throw paused()
      const { document } = await drafted(agent, account)
      const webhook = document.webhooks.find((one) => one.name === name)
      if (!webhook) throw webhookNotFound()
      return send(
        { webhook, event: webhookTestEvent(agent, webhook) },
        { ...webhookLimits, signal: new AbortController().signal },
      )
    },
  }
}

/** The same with the models of a configuration, for commands beside the server. */
export function tryOutOf(
  config: Config,
  parts: Pick<TryOutParts, 'drafts' | 'find' | 'send' | 'tools'> & Beside,
): TryOut {
  return createTryOut({ ...parts, ...engineOf(config, parts) })
}

/** Where an engine beside the server keeps what it has cost, and says what could not be counted. */
export type Beside = Pick<ReserveParts, 'store' | 'log'>

/** What an engine beside the server is made of, by a configuration: its models are paid for as the server's are. */
export function engineOf(config: Config, beside: Beside): Omit<EngineParts, 'webhooks' | 'store' | 'find' | 'tools'> {
  const now = Date.now
  const endpoint = createModeration(config, now)
  const { llm } = createModels(config, { now })
  return {
    llm: meteredLlm(llm, { ...beside, now, holdMs: config.llm.holdMs, prices: createPriceBook(config.models) }),
    moderator: createModerator({ endpoint, now }),
    levels: config.rules.levels,
    memoryItems: config.memory.turns * 2,
    state: config.state,
    now,
    random: Math.random,
  }
}
