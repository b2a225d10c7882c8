import { AsyncLocalStorage } from 'node:async_hooks'
import { costOf } from '../../lib/price.ts'
import type { PriceBook } from '../../lib/price-book.ts'
import type { AgentVersion } from '../../model/agent.ts'
import type { Payer } from '../../model/budget.ts'
import type { CountRequest, Llm, LlmEvent, Prompt } from '../../ports/llm.ts'
import type { RequestEnd } from '../../ports/request-end.ts'
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

/** What is computed of knowledge, in the background: whoever's it is pays. */
export const paidByOwner = (owner: Pick<Payer, 'account' | 'agent' | 'uid'>, run: () => Promise<void>): Promise<void> =>
  paidBy({ ...owner, door: 'house' }, run)

/** Pays where nobody else does. */
const house: Payer = { account: firstAccount, agent: '', uid: undefined, door: 'house' }

/** Who pays for what is asked now. */
export const payerNow = (): Paying => paying.getStore() ?? house

export interface MeterParts extends ReserveParts {
  prices: PriceBook
}

interface Reserved extends ReservedCall {
  prompt: Prompt
}

/** What frames a message, in tokens: generously. */
const perMessage = 8
/** Of ordinary text there are at least so many bytes in a token, where nobody says how many tokens there were. */
const bytesPerToken = 3

/**
 * A model of which every request is paid for. Before each the most that it can cost is reserved of every budget that it is held to,
 * in one batch; afterwards what it did cost is counted. Throws `OverBudget` where there is no room.
 */
export function meteredLlm(llm: Llm, parts: MeterParts): Llm {
  const { prices } = parts
  const { reserve: reserveCall, settle } = createReserve(parts)

  async function reserve(payer: Payer, prompt: Prompt): Promise<Reserved> {
    const model = llm.model(prompt.model)?.upstream ?? prompt.model
    const input = mostInput(prompt, prices.mostOfImage(model))
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
      const payer = payerNow()
      const first = await admitted(payer, prompt)
      const seen = createSeen(first.hold.model)
      const requests = createRequests(first, {
        reserve: () => reserve(payer, first.prompt),
        settle: (reserved, model, end) => settle(reserved, costAt(prices, reserved, { model, end, bytes: seen.bytes })),
      })
      let isBegun = false
      try {
        if (first.prompt.model !== prompt.model) {
          yield { type: 'fallback', upstream: first.hold.model, reason: 'a budget has no room for the other' }
        }
        for await (const event of llm.stream(first.prompt, signal, requests.counted)) {
          isBegun = true
          seen.on(event)
          yield event
        }
      } catch (error) {
        // Aborted: whoever asked has left, but the vendor may have begun.
        isBegun ||= signal.aborted
        throw error
      } finally {
        await requests.over(seen.model, isBegun ? seen.usage : 'refused')
      }
    },
  }
}

interface RequestsParts {
  reserve(): Promise<Reserved>
  settle(reserved: Reserved, model: string, end: RequestEnd): Promise<void>
}

/** The requests of one answer. The first has what was reserved before; a model that does not tell of its requests makes no other. */
function createRequests(first: Reserved, { reserve, settle }: RequestsParts) {
  let untold: Reserved | undefined = first
  const counted: CountRequest = async (upstream) => {
    const reserved = untold ?? (await reserve())
    untold = undefined
    return (end) => settle(reserved, upstream, end)
  }
  return {
    counted,
    async over(model: string, end: RequestEnd): Promise<void> {
      if (untold) await settle(untold, model, end)
    },
  }
}

/** What is known of an answer while it comes. */
function createSeen(asked: string) {
  const seen = {
    model: asked,
    bytes: 0,
    usage: 'unknown' as RequestEnd,
    on(event: LlmEvent): void {
      if (event.type === 'fallback') seen.model = event.upstream
      if (event.type === 'text') seen.bytes += Buffer.byteLength(event.text)
      if (event.type === 'call') seen.bytes += Buffer.byteLength(event.call.name + event.call.arguments)
      if (event.type === 'usage') seen.usage = event
    },
  }
  return seen
}

interface Ended {
  model: string
  end: RequestEnd
  /** Of the answer that came, as far as anybody has seen it. */
  bytes: number
}

/** As the vendor says; else as much as it can have been, where budgets count it, and about as much where none does. */
function costAt(
  prices: PriceBook,
  { hold, isHeld, prompt }: Reserved,
  { model, end, bytes }: Ended,
): CallCost | undefined {
  if (end === 'refused') return undefined
  const { agent } = hold
  if (end === 'unknown' && isHeld) {
    return { agent, model, input: hold.tokens, cached: 0, output: 0, money: hold.money }
  }
  const used =
    end === 'unknown'
      ? {
          input: Math.ceil(mostInput(prompt, prices.mostOfImage(model)) / bytesPerToken),
          cached: 0,
          output: Math.ceil(bytes / bytesPerToken),
        }
      : { input: end.inputTokens, cached: end.cachedTokens ?? 0, output: end.outputTokens }
  const price = prices.of(model)
  return { agent, model, ...used, money: price && costOf(price, used) }
}

/** In tokens, each of which is at least one byte. */
function mostInput({ messages, tools = [], schema }: Prompt, perImage: number): number {
  const texts = messages.map((message) => {
    const calls = message.role === 'assistant' && message.calls ? JSON.stringify(message.calls) : ''
    const images = message.role === 'user' ? (message.images?.length ?? 0) : 0
    return Buffer.byteLength(message.text) + Buffer.byteLength(calls) + images * perImage + perMessage
  })
  const offered = tools.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(tools))
  const shape = schema ? Buffer.byteLength(JSON.stringify(schema)) : 0
  return texts.reduce((sum, one) => sum + one, offered + shape)
}
