import type { Texts } from '../lib/language.ts'
import { LlmError } from './llm.ts'
import type { ToolOutcome } from './tools.ts'

/** A call that was not made, because a budget has no room for it. `say` tells whose, and when it goes on. */
export class OverBudget extends LlmError {
  readonly say: Texts
  constructor(say: Texts, retryAfterMs: number) {
    super('over_budget', say.en, retryAfterMs)
    this.name = 'OverBudget'
    this.say = say
  }
}

/**
 * Pays for a call of a tool that costs so much, in the currency of all prices, before it is made. Throws `OverBudget`, and makes none,
 * where there is no room.
 */
export type PayForTool = (tool: string, price: number, call: () => Promise<ToolOutcome>) => Promise<ToolOutcome>
