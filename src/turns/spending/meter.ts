import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Log } from '../../lib/log.ts'
import { costOf } from '../../lib/price.ts'
import type { PriceBook } from '../../lib/price-book.ts'
import type { AgentVersion } from '../../model/agent.ts'
import type { Payer } from '../../model/budget.ts'
import type { Llm, LlmEvent, Prompt } from '../../ports/llm.ts'
import { OverBudget } from '../../ports/spending.ts'
import { firstAccount } from '../../store/accounts.ts'
import type { Store } from '../../store/index.ts'
import type { CallCost, Hold } from '../../store/spending/index.ts'
import { sentences } from '../words/index.ts'
import { type AppliedBudget, budgetsOf, cappedCounters, countersOf, endOf, standingOf } from './counters.ts'
import { reachedText } from './refusal.ts'

/** Who pays for what is asked meanwhile, and what model may be asked in place of one that there is no room for. */
export interface Paying extends Payer {
  cheaper?: string | undefined
}

/**
 * Who pays goes along with whatever is done for them: an answer, a judgement on the way to it, a search query. What is asked outside
 * of it is nobody's, and the account of the deployment pays.
 */
const paying = new AsyncLocalStorage<Paying>()

export const paidBy = <Result>(payer: Paying, run: () => Promise<Result>): Promise<Result> => paying.run(payer, run)

/** Who pays for a turn, and what its agent's author would rather have asked than nothing. */
export function payerOf(
  { account, uid, door, origin }: Omit<Payer, 'agent'>,
  { id, document }: Pick<AgentVersion, 'id' | 'document'>,
): Paying {
  return { account, agent: id, uid, door, origin, cheaper: document.agent.llmSettings?.cheaperLlm }
}

/** Pays where nobody else does: for what is computed of knowledge, in the background. */
const house: Payer = { account: firstAccount, agent: '', uid: undefined, door: 'house' }

export interface MeterParts {
  store: Store
  prices: PriceBook
  /** After so long a call that has not come to its end was that of a process that died. */
  holdMs: number
  now: () => number
  log: Log
  /** Called with the budgets that a call has used of. */
  onSpent?: (payer: Payer, budgets: readonly AppliedBudget[]) => void
}

/** A call as it was reserved, or, where nothing limits it, only as it is to be counted. */
interface Reserved {
  payer: Payer
  prompt: Prompt
  hold: Hold
  isHeld: boolean
  budgets: readonly AppliedBudget[]
}

/** Of an image, in tokens: vendors count it by its size. */
const perImage = 1_500
/** What frames a message, in tokens: generously. */
const perMessage = 8
/** Of ordinary text there are at least so many bytes in a token, where nobody says how many tokens there were. */
const bytesPerToken = 3
/** Of the tries to reserve: whoever was refused finds room that somebody gave back meanwhile. */
const maxTries = 3

/**
 * A model of which every call is paid for. Before each call the most that it can cost is reserved of every budget that it is held
 * to, in one batch; afterwards what it did cost is counted. Throws `OverBudget` where there is no room.
 */
export function meteredLlm(llm: Llm, parts: MeterParts): Llm {
  const { store, prices, holdMs, now, log, onSpent } = parts

  async function reserve(payer: Payer, prompt: Prompt): Promise<Reserved> {
    const model = llm.model(prompt.model)?.upstream ?? prompt.model
    const standing = await standingOf(store, payer)
    const budgets = await budgetsOf(store, payer.account, standing, ['tokens', 'money'])
    const caps = cappedCounters(budgets)
    const input = mostInput(prompt)
    const output = prices.mostOutput(model)
    const money = prices.mostCost(model, { input, cached: 0, output })
    const hold: Hold = {
      id: randomUUID(),
      account: payer.account,
      agent: payer.agent,
      model,
      tokens: input + output,
      money: money ?? 0,
      held: caps.map(({ scope, subject, start }) => ({ scope, subject, start })),
      counted: countersOf(standing, store.spending.starts(), budgets),
    }
    const reserved = { payer, hold, budgets }
    if (budgets.length === 0 || standing.isExempt) return { ...reserved, prompt, isHeld: false }
    if (money === undefined && budgets.some(({ unit }) => unit === 'money')) {
      log.warn({ model }, 'a model was not asked: a limit in money holds, and models.yaml does not say what it costs')
      throw new OverBudget(sentences.priceUnknown(model), 60_000)
    }
    for (let left = maxTries; left > 0; left--) {
      if (await store.spending.reserve(hold, caps, now() + holdMs)) {
        return { ...reserved, prompt: { ...prompt, maxOutputTokens: output }, isHeld: true }
      }
      const full = await reachedOf(hold, budgets)
      if (full) throw new OverBudget(reachedText(full, now()), endOf(full.period, full.counter.start) - now())
    }
    const [narrowest] = budgets as [AppliedBudget]
    throw new OverBudget(reachedText(narrowest, now()), 1000)
  }

  /** The narrowest budget that has no room for it. */
  async function reachedOf({ tokens, money, account }: Hold, budgets: readonly AppliedBudget[]) {
    for (const budget of budgets) {
      const row = await store.spending.at(account, budget.counter)
      const used =
        budget.unit === 'tokens'
          ? (row?.tokens ?? 0) + (row?.held_tokens ?? 0)
          : (row?.money ?? 0) + (row?.held_money ?? 0)
      if (used + (budget.unit === 'tokens' ? tokens : money) > budget.most) return budget
    }
    return undefined
  }

  /** What there is room for: the call itself, or that of the cheaper model which may stand in for it. */
  async function admitted(payer: Paying, prompt: Prompt): Promise<Reserved> {
    try {
      return await reserve(payer, prompt)
    } catch (error) {
      const cheaper = payer.cheaper
      if (!(error instanceof OverBudget) || cheaper === undefined || cheaper === prompt.model) throw error
      const info = llm.model(cheaper)
      const hasImages = prompt.messages.some((message) => message.role === 'user' && message.images?.length)
      if (!info || (prompt.tools?.length && !info.tools) || (hasImages && !info.vision)) throw error
      return await reserve(payer, { ...prompt, model: cheaper })
    }
  }

  async function settle({ payer, hold, isHeld, budgets }: Reserved, cost: CallCost | undefined): Promise<void> {
    try {
      if (isHeld) await (cost ? store.spending.settle(hold, cost) : store.spending.release(hold))
      else if (cost) await store.spending.charge(hold, cost)
      if (cost && budgets.length > 0) onSpent?.(payer, budgets)
    } catch (err) {
      // What is held stays so until it is put away as that of a process that died: nothing is spent twice.
      log.error({ err, model: hold.model }, 'what a call of a model has cost could not be counted')
    }
  }

  return {
    ...llm,
    async *stream(prompt, signal) {
      const payer = paying.getStore() ?? house
      const reserved = await admitted(payer, prompt)
      const seen = createSeen(prices, reserved.hold.model)
      let isBegun = false
      let isEnded = false
      try {
        if (reserved.prompt.model !== prompt.model) {
          yield { type: 'fallback', upstream: reserved.hold.model, reason: 'a budget has no room for the other' }
        }
        for await (const event of llm.stream(reserved.prompt, signal)) {
          isBegun = true
          seen.on(event)
          isEnded = event.type === 'end' && event.reason !== 'interrupted'
          yield event
        }
      } catch (error) {
        // Aborted: whoever asked has left, but the vendor may have begun.
        isBegun ||= signal.aborted
        throw error
      } finally {
        await settle(reserved, isBegun ? seen.cost(reserved, isEnded) : undefined)
      }
    },
  }
}

/** What is known of a call's cost while its answer comes. */
function createSeen(prices: PriceBook, asked: string) {
  let model = asked
  let bytes = 0
  let usage: { input: number; cached: number; output: number } | undefined
  return {
    on(event: LlmEvent): void {
      if (event.type === 'fallback') model = event.upstream
      if (event.type === 'text') bytes += Buffer.byteLength(event.text)
      if (event.type === 'call') bytes += Buffer.byteLength(event.call.name + event.call.arguments)
      if (event.type !== 'usage') return
      const { inputTokens: input, outputTokens: output, cachedTokens: cached = 0 } = event
      usage = { input, cached, output }
    },
    /** As the vendor says; else as much as it can have been, where budgets count it, and about as much where none does. */
    cost({ hold, isHeld, prompt }: Reserved, isEnded: boolean): CallCost {
      const { agent } = hold
      if (!usage && isHeld && !isEnded) {
        return { agent, model, input: hold.tokens, cached: 0, output: 0, money: hold.money }
      }
      const divisor = isHeld ? 1 : bytesPerToken
      const estimate = {
        input: Math.ceil(mostInput(prompt) / divisor),
        cached: 0,
        output: Math.ceil(bytes / divisor),
      }
      const used = usage ?? estimate
      const price = prices.of(model)
      return { agent, model, ...used, money: price && costOf(price, used) }
    },
  }
}

/** In tokens, each of which is at least one byte. */
function mostInput({ messages, tools = [] }: Prompt): number {
  const texts = messages.map((message) => {
    const calls = message.role === 'assistant' && message.calls ? JSON.stringify(message.calls) : ''
    const images = message.role === 'user' ? (message.images?.length ?? 0) : 0
    return Buffer.byteLength(message.text) + Buffer.byteLength(calls) + images * perImage + perMessage
  })
  const offered = tools.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(tools))
  return texts.reduce((sum, one) => sum + one, offered)
}
