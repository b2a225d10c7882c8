import type { Origin, Payer } from '../model/budget.ts'
import type { Final } from '../model/conversation.ts'
import { readOrderKey } from '../model/key.ts'
import type { Door } from '../model/message.ts'
import type { Step } from '../store/statement.ts'
import { effectSteps, type OnEffects } from './effects.ts'
import type { EndedTurn } from './events/of-turn.ts'
import { type AnswerBudgetParts, answerSteps, type HeldAnswer } from './spending/answers.ts'
import type { AppliedBudget } from './spending/counters.ts'
import { tokensOf } from './tokens.ts'

/** What a commit needs to know, and whom it tells. */
export interface CommitParts extends AnswerBudgetParts {
  /** Called for each turn that has ended, with an answer or without, for metrics and log. */
  onTurn?: (ended: EndedTurn) => void
  /** Called with what an answer, now that it is stored, has others do. `owner` is the account its agent belongs to. */
  onEffects?: OnEffects
  /** Called with the account in which something happened that others may be told of. */
  onEvents?: (account: string) => void
  /** Called with the budgets in which an answer, now that it is stored, counts. */
  onSpent?: (payer: Payer, budgets: readonly AppliedBudget[]) => void
}

/** Where a turn belongs: the order key of its person, their conversation, and the door they came through. */
export interface CommitOrigin {
  key: string
  conversation: string
  /** The turn that is committed. */
  turn: string
  door: Door
  /** Of the chat message that it answers. */
  event?: string
  /** What budgets know of it besides. */
  origin?: Origin | undefined
  /** What is kept of where it came from, where it can be written to again. */
  context?: string | null
  /** When it is committed: the turn and what was said in it bear the same moment, and are found by it. */
  at: number
}

/** Everything a final answer changes besides the row of its turn. */
export interface FinalSteps {
  /** Of somebody without a uid nothing is kept: only the calls that the answer leaves behind. */
  steps: Step[]
  /** Undefined where it is not counted, or where nothing limits how many there are. */
  held: HeldAnswer | undefined
}

/** The steps of a final answer, the same for every way in which a turn is run. The batch is void where a budget of answers is reached. */
export async function finalSteps(
  parts: AnswerBudgetParts,
  from: CommitOrigin,
  { effects, trace, tape }: Pick<Final, 'effects' | 'trace' | 'tape'>,
): Promise<FinalSteps> {
  const { store } = parts
  const { key, door, origin } = from
  const { account, agent, uid } = readOrderKey(key)
  const steps =
    uid === ''
      ? store.outbox.addSteps(account, undefined, effects.calls)
      : effectSteps(store, { ...from, tape: tape && { turn: from.turn, ...tape } }, effects)
  // "I have no answer to that" costs nobody a conversation.
  if (trace.source === 'none') return { steps: [...steps], held: undefined }
  const payer = { account, agent, uid: uid === '' ? undefined : uid, door, origin }
  const counted = await answerSteps(parts, payer, { account, agent, door, ...tokensOf(trace) })
  return { steps: [...steps, ...counted.steps], held: counted.held }
}
