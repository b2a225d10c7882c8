import type { Final, Trace } from '../model/conversation.ts'
import { readOrderKey } from '../model/key.ts'
import type { Door } from '../model/message.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import { effectSteps, type OnEffects } from './effects.ts'
import { tokensOf } from './tokens.ts'

/** What a commit needs to know, and whom it tells. */
export interface CommitParts {
  store: Store
  /** How many conversations a month the account's plan allows; null: any number. */
  capOf(account: string): Promise<number | null>
  /** Called for each answer that was committed, for the metrics. */
  onAnswer?: (turn: { door: Door; source: Trace['source']; ms: number }) => void
  /** Called with what an answer, now that it is stored, has others do. `owner` is the account its agent belongs to. */
  onEffects?: OnEffects
}

/** Where a turn belongs: the order key of its person, their conversation, and the door they came through. */
export interface CommitOrigin {
  key: string
  conversation: string
  door: Door
  /** Of the chat message that it answers. */
  event?: string
}

/** Everything a final answer changes besides the row of its turn. */
export interface FinalSteps {
  /** Of somebody without a uid nothing is kept: only the calls that the answer leaves behind. */
  steps: Step[]
  /** What the month's conversations are counted against; null where nothing limits them, or this one is not counted. */
  cap: number | null
}

/** The steps of a final answer, the same for every way in which a turn is run. The batch is void when the cap is reached. */
export async function finalSteps(
  { store, capOf }: Pick<CommitParts, 'store' | 'capOf'>,
  origin: CommitOrigin,
  { effects, trace }: Pick<Final, 'effects' | 'trace'>,
): Promise<FinalSteps> {
  const { key, door } = origin
  const { account, agent, uid } = readOrderKey(key)
  const steps =
    uid === '' ? store.outbox.addSteps(account, undefined, effects.calls) : effectSteps(store, origin, effects)
  // "I have no answer to that" costs nobody a conversation.
  if (trace.source === 'none') return { steps: [...steps], cap: null }
  const cap = await capOf(account)
  const usage = { account, agent, door, ...tokensOf(trace) }
  return { steps: [...steps, ...store.usage.countSteps(usage, cap)], cap }
}
