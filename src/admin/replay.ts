import type { Trace } from '../model/trace.ts'
import type { Actor } from './actor.ts'

/** What is run again, and against what. */
export interface ReplayWish {
  actor: Actor
  agent: string
  /** `live`: what people talk with now; a draft that there is not is what is live. */
  against: 'draft' | 'live'
  /** These turns; without them those of the last `days`. */
  turns?: readonly string[] | undefined
  days: number
  /** Models may be asked what they were not asked then. That is paid for. */
  asks: boolean
  /** Only how many: no turn is told, so that the log of changes has nothing to say of it. */
  countsOnly?: true
}

export interface Answered {
  text: string
  options: readonly string[]
  source: Trace['source']
}

/**
 * `same`: the same answer, to the letter; `model`: a model wrote it, and would write it now; `unplayable`: it cannot be run again, and
 * nobody can say what would be answered.
 */
export type ReplayEnd = 'same' | 'different' | 'model' | 'unplayable'

/** Why a turn cannot be run again. */
export type Unplayable =
  /** Nothing is kept of what its answer was made of: it is from before that was kept, its words are gone, or it was no answer of the agent. */
  | 'unrecorded'
  /** Its message was changed since. */
  | 'reworded'
  /** Too much was read to keep it. */
  | 'large'
  /** What its agent had learned of its phrases was not there yet. */
  | 'learning'
  /** A webhook, or a model on the way to the answer, would be asked that was not asked then: `what` names it. */
  | 'webhook'
  | 'judge'
  /** Nothing at all would answer. */
  | 'failed'

export interface ReplayedTurn {
  id: string
  /** Milliseconds since the epoch. */
  at: number
  /** The version that answered then. */
  version: number
  end: ReplayEnd
  why?: Unplayable
  what?: string
  /** What the agent knows has changed since, and was looked at. */
  knowsOtherwise?: true
  /** What was said before decides on it too, so that it is no test by itself. */
  isAmid: boolean
  said: string
  before: Answered
  /** Absent where it cannot be run again; its text is empty where a model would write it. */
  now?: Answered
}

/** How a test that is kept with the draft went. */
export interface ReplayedTest {
  said: string
  end: ReplayEnd
  says: string
  now?: Answered
}

export interface Replay {
  agent: string
  against: ReplayWish['against']
  /** Of what is live. */
  version: number
  /** False: there is no draft, and this is what is live. */
  isDraft: boolean
  counts: Record<ReplayEnd, number>
  /** Newest first. */
  turns: readonly ReplayedTurn[]
  tests: readonly ReplayedTest[]
  /** There are older ones, which were not run. */
  isCut: boolean
}

/** Runs recorded turns again. Nothing is written, nobody is called, and nobody hears of it but the log of changes, where words are told. */
export type RunReplay = (wish: ReplayWish) => Promise<Replay>

/** Whoever looks waits. */
export const mostReplayed = 1000

/** What is worth a look before publishing: something is answered otherwise, or a test is not as it was kept. */
export const hasDifferences = ({ counts, tests }: Pick<Replay, 'counts' | 'tests'>): boolean =>
  counts.different > 0 || tests.some(({ end }) => end === 'different')

const answered = ({ text, options, source }: Answered) => ({ text, options: [...options], source: `${source}` })

/** As programs read it, through whichever door. */
export function replayTold({ turns, tests, ...replay }: Replay) {
  return {
    ...replay,
    turns: turns.map(({ at, why = null, what = null, knowsOtherwise = false, before, now, ...turn }) => ({
      ...{ ...turn, why, what, knowsOtherwise, at: new Date(at).toISOString() },
      ...{ before: answered(before), now: now ? answered(now) : null },
    })),
    tests: tests.map(({ now, ...test }) => ({ ...test, now: now ? answered(now) : null })),
  }
}
