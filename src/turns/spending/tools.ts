import { millionths } from '../../lib/price.ts'
import type { PayForTool } from '../../ports/spending.ts'
import type { CallCost } from '../../store/spending/index.ts'
import { payerNow } from './meter.ts'
import { createReserve, type ReserveParts } from './reserve.ts'

/** Has calls of tools paid for like those of models: reserved before, and counted whatever came of them. */
export function createToolPayment(parts: ReserveParts): PayForTool {
  const { reserve, settle } = createReserve(parts)
  return async (tool, price, call) => {
    const payer = { ...payerNow(), tool }
    const money = millionths(price)
    const model = `tool:${tool}`
    const reserved = await reserve(payer, { model, tokens: 0, money })
    let cost: CallCost | undefined = { agent: payer.agent, model, input: 0, cached: 0, output: 0, money }
    try {
      const came = await call()
      // Whoever was not let in has had nothing done.
      if (came.outcome === 'unauthorized') cost = undefined
      return came
    } finally {
      await settle(reserved, cost)
    }
  }
}
