import type { AppError } from '../lib/errors.ts'
import {
  type AnswerFile,
  type BestResponse,
  bestResponse,
  type Effects,
  type Final,
  type Interruption,
  type State,
  type TextFormat,
} from '../model/conversation.ts'
import type { HandoverButtons } from '../model/handover.ts'
import { readOrderKey } from '../model/key.ts'
import type { Door } from '../model/message.ts'
import type { Trace } from '../model/trace.ts'
import type { Step } from '../store/statement.ts'
import type { Begun } from '../store/turns.ts'
import { type CommitParts, finalSteps } from './commit.ts'
import { type EndedTurn, turnEventSteps } from './events/of-turn.ts'
import { LeaseLost, type Leases } from './lease.ts'
import { type CommittedAnswer, sourcesOf, writeAnswer } from './show.ts'
import { answerRefusal } from './spending/answers.ts'
import type { Turn } from './turn.ts'

/** An answer as far as it was written. */
export interface Written {
  text: string
  format?: TextFormat
}

/** What a turn without an answer leaves behind. */
export interface Remains {
  written?: Written
  trace?: Trace
}

/** What a turn changes besides its own row. */
interface Commit {
  response: BestResponse
  format?: TextFormat
  files?: readonly AnswerFile[]
  approval?: string
  handover?: HandoverButtons
  interrupted: Interruption | null
  userState?: State
  steps?: Step[]
  trace?: Trace
  /** Of an answer of the engine. */
  effects?: Effects
  /** As its effects have it. */
  at?: number
}

export interface EndingsParts extends CommitParts {
  leases: Leases
  now: () => number
}

/** The ways in which a turn that holds a lease comes to its end, each of them one batch. */
export interface Endings {
  /** The answer of the engine, with everything it changes. `owner` is the account that the agent belongs to. */
  answered(turn: Turn, begun: Begun, final: Final, owner: string): Promise<CommittedAnswer | undefined>
  /** The person stopped it: what was written is the answer. */
  stopped(turn: Turn, begun: Begun, written: Written): Promise<CommittedAnswer>
  /** Nobody could answer. Whoever waits for the call is told so; to others the answer itself says it. */
  failed(turn: Turn, begun: Begun, error: AppError, remains?: Remains): Promise<CommittedAnswer | undefined>
  /** What was written, else a sentence that says why there is nothing. It can be retried unless that is no use. */
  apologised(
    turn: Turn,
    begun: Begun,
    say: AppError['say'],
    remains?: Remains & { retry?: boolean },
  ): Promise<CommittedAnswer>
}

export function createEndings(parts: EndingsParts): Endings {
  const { store, leases, now, onTurn, onEffects, onEvents, onSpent } = parts

  async function answered(turn: Turn, begun: Begun, final: Final, owner: string): Promise<CommittedAnswer | undefined> {
    const { key, conversation, door } = turn.row
    const { answer: response, format, files, trace, userState } = final
    const event = begun.event_id ?? undefined
    const { origin } = turn.asker
    const at = now()
    const from = {
      key,
      conversation,
      turn: begun.id,
      door: door as Door,
      origin,
      context: begun.context,
      at,
      ...(event !== undefined && { event }),
    }
    const { steps, held } = await finalSteps(parts, from, final)
    const interrupted = final.interrupted?.code ?? null
    const shown = { response, ...(format && { format }), ...(files && { files }), ...decidesOf(final) }
    const what = { ...shown, interrupted, userState, steps, trace, effects: final.effects, at }
    let answer: CommittedAnswer
    try {
      answer = await commit(turn, begun, what)
    } catch (error) {
      // Somebody else's answer was the last that there was room for.
      const over = error instanceof LeaseLost && held && (await answerRefusal(parts, held.payer, now()))
      if (over) return failed(turn, begun, over)
      throw error
    }
    onEffects?.(final.effects, owner)
    if (held) onSpent?.(held.payer, held.budgets)
    return answer
  }

  function stopped(turn: Turn, begun: Begun, written: Written): Promise<CommittedAnswer> {
    return commit(turn, begun, { ...partOf(written, '…'), interrupted: 'stopped' })
  }

  async function failed(
    turn: Turn,
    begun: Begun,
    error: AppError,
    remains: Remains = {},
  ): Promise<CommittedAnswer | undefined> {
    const trace = remains.trace ?? { source: 'none', ms: now() - turn.row.received_at }
    if (!turn.asker.waits) return apologised(turn, begun, error.say, { ...remains, trace, retry: mayPass(error) })
    const made = store.turns.madeStep({ ...begun, trace: JSON.stringify(trace), interrupted: 'failed' })
    const ended = endOf(turn, begun, { trace, interrupted: 'failed' })
    const told = await turnEventSteps(store, ended)
    await store.db.batch([leases.check(turn.lease), made, ...told])
    onEvents?.(readOrderKey(turn.row.key).account)
    onTurn?.(ended)
    turn.show.failed(error)
    return undefined
  }

  function apologised(
    turn: Turn,
    begun: Begun,
    say: AppError['say'],
    { written = { text: '' }, trace, retry = true }: Remains & { retry?: boolean } = {},
  ): Promise<CommittedAnswer> {
    const sentence = typeof say === 'string' ? say : say[turn.asker.language]
    const interrupted = written.text !== '' ? 'model_interrupted' : retry ? 'failed' : 'rejected'
    return commit(turn, begun, { ...partOf(written, sentence), interrupted, ...(trace && { trace }) })
  }

  async function commit(turn: Turn, begun: Begun, what: Commit): Promise<CommittedAnswer> {
    const { row, lease, asker, show } = turn
    const { response, format, interrupted, userState = {}, steps = [], trace = { source: 'none', ms: 0 } } = what
    const ended = endOf(turn, begun, { trace, interrupted, effects: what.effects })
    const told = await turnEventSteps(store, ended)
    const status = asker.waits ? 'delivered' : 'committed'
    const done = await store.db.batch([
      // Nobody comes back to what somebody waited for.
      asker.waits ? leases.letGo(lease) : leases.check(lease),
      ...steps,
      ...told,
      store.turns.commitStep(
        { ...begun, status, answer: writeAnswer(what), trace: JSON.stringify(trace), interrupted },
        what.at,
      ),
      ...(asker.waits ? [store.inbox.doneStep(row.id)] : show.ahead()),
    ])
    if (!done) throw new LeaseLost(row.key)
    if (asker.waits) leases.forget(lease)
    onEvents?.(readOrderKey(row.key).account)
    onTurn?.(ended)
    const rests = sourcesOf(trace, response.utterance)
    const shown = { response, ...(format && { format }), ...(what.files && { files: what.files }), ...decidesOf(what) }
    return { ...shown, userState, interrupted, ...rests }
  }

  return { answered, stopped, failed, apologised }
}

function endOf(
  { row }: Turn,
  { id: turn, event_id: event }: Begun,
  ended: Pick<EndedTurn, 'trace' | 'interrupted' | 'effects'>,
): EndedTurn {
  const { key, conversation } = row
  return { key, turn, conversation, door: row.door as Door, event, ...ended }
}

/** Whether it may be otherwise in a minute: what is wrong with the message, or the month's allowance, will not be. */
function mayPass({ status, code }: AppError): boolean {
  return status >= 500 || (status === 429 && code !== 'conversation_cap_reached' && code !== 'budget_reached')
}

/** What was written so far, as an answer; `otherwise` where that is nothing. */
function partOf({ text, format }: Written, otherwise: string): Pick<Commit, 'response' | 'format'> {
  const response = bestResponse({ utterance: text || otherwise })
  return text !== '' && format ? { response, format } : { response }
}

/** What its quick replies decide on, where that is something. */
const decidesOf = ({ approval, handover }: Pick<Final, 'approval' | 'handover'>) => ({
  ...(approval && { approval }),
  ...(handover && { handover }),
})
