import { AsyncLocalStorage } from 'node:async_hooks'
import { costOf } from '../../lib/price.ts'
import type { PriceBook } from '../../lib/price-book.ts'
import type { AgentVersion } from '../../model/agent.ts'
import type { Payer } from '../../model/budget.ts'
import type { Llm, LlmEvent, Prompt } from '../../ports/llm.ts'
import { OverBudget } from '../../ports/spending.ts'
import { firstAccount } from '../../store/accounts.ts'
import type { CallCost } from '../../store/spending/index.ts'
import { createReserve, type Reserved as ReservedCall, type ReserveParts } from './reserve.ts'

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

/** Who pays for what is asked now. */
export const payerNow = (): Paying => paying.getStore() ?? house

export interface MeterParts extends ReserveParts {
  prices: PriceBook
}

interface Reserved extends ReservedCall {
  prompt: Prompt
}

/** Of an image, in tokens: vendors count it by its size. */
const perImage = 1_500
/** What frames a message, in tokens: generously. */
const perMessage = 8
/** Of ordinary text there are at least so many bytes in a token, where nobody says how many tokens there were. */
const bytesPerToken = 3

/**
 * A model of which every call is paid for. Before each call the most that it can cost is reserved of every budget that it is held
 * to, in one batch; afterwards what it did cost is counted. Throws `OverBudget` where there is no room.
 */
export function meteredLlm(llm: Llm, parts: MeterParts): Llm {
  const { prices } = parts
  const { reserve: reserveCall, settle } = createReserve(parts)

  async function reserve(payer: Payer, prompt: Prompt): Promise<Reserved> {
    const model = llm.model(prompt.model)?.upstream ?? prompt.model
    const input = mostInput(prompt)
    const output = prices.mostOutput(model)
    const money = prices.mostCost(model, { input, cached: 0, output })
    const reserved = await reserveCall(payer, { model, tokens: input + output, money })
    return { ...reserved, prompt: reserved.isHeld ? { ...prompt, maxOutputTokens: output } : prompt }
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

  return {
    ...llm,
    async *stream(prompt, signal) {
      const reserved = await admitted(payerNow(), prompt)
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
