import type { Texts } from '../lib/language.ts'
import { LlmError } from './llm.ts'

/** A call that was not made, because a budget has no room for it. `say` tells whose, and when it goes on. */
export class OverBudget extends LlmError {
  readonly say: Texts
  constructor(say: Texts, retryAfterMs: number) {
    super('over_budget', say.en, retryAfterMs)
    this.name = 'OverBudget'
    this.say = say
  }
}
