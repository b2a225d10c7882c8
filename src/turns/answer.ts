import type { Engine } from '../engine/converse.ts'
import { stopped } from '../engine/stopped.ts'
import { AppError } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import {
  type BestResponse,
  bestResponse,
  type Final,
  type Interruption,
  type State,
  type TextFormat,
  type Trace,
} from '../model/conversation.ts'
import { readOrderKey } from '../model/key.ts'
import type { Door } from '../model/message.ts'
import type { InboxRow } from '../store/inbox.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import type { Begun, TurnRow } from '../store/turns.ts'
import { capReached } from './cap.ts'
import { effectSteps, type OnEffects } from './effects.ts'
import { resumedAt } from './gate.ts'
import { type Lease, LeaseLost, type Leases } from './lease.ts'
import * as sentences from './sentences.ts'
import { type Answer, type Asker, type Show, sourcesOf, writeAnswer } from './show.ts'
import { tokensOf } from './tokens.ts'

/** A turn that is being run. */
export interface Turn {
  readonly id: string
  readonly row: InboxRow
  readonly lease: Lease
  readonly asker: Asker
  readonly show: Show
  /** What an attempt before a crash or a lost lease left behind. */
  readonly earlier: TurnRow | undefined
  /** Aborted when no more text is wanted: `stopped` keeps what there is. */
  readonly thinking: AbortSignal
  /** Aborted when the turn must end here, shown or not; `thinking` is then too. */
  readonly ending: AbortSignal
}

export interface AnswerParts {
  store: Store
  engine: Engine
  leases: Leases
  log: Log
  now: () => number
  /** A chat message that waited longer than this for a process, or for the end of a pause, is asked about, not answered out of the blue. */
  staleAfterMs: number
  /** How many conversations a month the account's plan allows; null: any number. */
  capOf(account: string): Promise<number | null>
  /** Called for each answer that was committed, for the metrics. */
  onAnswer?: (turn: { door: Door; source: Trace['source']; ms: number }) => void
  /** Called with what an answer, now that it is stored, has others do. `owner` is the account its agent belongs to. */
  onEffects?: OnEffects
}

/** The committed answer of a turn; undefined when its asker was told that there is none. */
export type AnswerTurn = (turn: Turn) => Promise<Answer | undefined>

/** A turn that has failed this often without reaching its commit is apologised for. */
const maxAttempts = 3

/** An answer as far as it was written. */
interface Written {
  text: string
  format?: TextFormat
}

/** What a turn without an answer leaves behind. */
interface Left {
  written?: Written
  trace?: Trace
}

/** What a turn changes besides its own row. */
interface Commit {
  response: BestResponse
  format?: TextFormat
  interrupted: Interruption | null
  userState?: State
  steps?: Step[]
  trace?: Trace
}

export function createAnswerTurn(parts: AnswerParts): AnswerTurn {
  const { store, engine, leases, log, now, staleAfterMs, capOf, onAnswer, onEffects } = parts
  const startedAt = now()

  return async (turn) => {
    const { row, asker, show, earlier, thinking, ending } = turn
    const { agent: agentId } = readOrderKey(row.key)
    // A turn goes on with the version it began with.
    const agent = await (earlier ? store.agents.version(earlier.agent, earlier.version) : store.agents.live(agentId))
    const { id, lease } = turn
    const begun: Begun = {
      id,
      inbox_id: row.id,
      key: row.key,
      agent: agentId,
      version: agent?.version ?? 0,
      epoch: lease.epoch,
      context: asker.context,
    }
    if (!agent) return failed(turn, begun, new AppError('agent_not_found', sentences.agentGone))
    if (earlier) {
      await store.turns.again(id, lease.epoch)
      // A webhook that has fired must not fire twice, and what failed thrice fails again.
      if (earlier.calls > 0 || earlier.attempt >= maxAttempts)
        return apologise(turn, begun, sentences.restarted, { written: { text: earlier.partial } })
    } else if (!asker.waits && now() - row.received_at > staleAfterMs && (await waited(row))) {
      return apologise(turn, begun, sentences.stale)
    }

    // Stopped before a crash: what the person had read is the answer.
    if (earlier && row.cancelled === 'stopped') {
      return commit(turn, begun, { ...partOf({ text: earlier.partial }, '…'), interrupted: 'stopped' })
    }

    let written: Written = { text: '' }
    let hasRow = earlier !== undefined
    let final: Final | undefined
    let failure: Trace | undefined
    const onFailure = (trace: Trace) => {
      failure = trace
    }
    try {
      const request = await asker.request(thinking)
      const beginRow = async () => {
        if (!hasRow && !asker.waits) await store.turns.begin(begun)
        hasRow = true
      }
      const beforeCall = async () => {
        await beginRow()
        if (!asker.waits && !(await store.turns.called(id, lease.epoch))) throw new LeaseLost(row.key)
      }
      for await (const event of engine.converse(request, agent, { signal: thinking, beforeCall, onFailure })) {
        if (event.kind === 'final') {
          final = event
          break
        }
        // Only an answer that takes a moment can be caught in the middle.
        await beginRow()
        written = event
        show.progress(event)
      }
      if (!final) throw new Error('the engine ended without a final answer')
    } catch (error) {
      if (ending.aborted) throw ending.reason
      if (error instanceof LeaseLost) throw error
      if (thinking.reason === stopped) return commit(turn, begun, { ...partOf(written, '…'), interrupted: 'stopped' })
      const left = { written, ...(failure && { trace: failure }) }
      if (error instanceof AppError) return failed(turn, begun, error, left)
      log.error({ err: error, turn: id }, 'a turn failed')
      const internal = new AppError('internal_error', sentences.somethingWentWrong, { status: 500 })
      return failed(turn, begun, internal, left)
    }
    // Outside: a commit that fails is no failure of the answer, which is tried again.
    return commitFinal(turn, begun, final, agent.account)
  }

  /** Whether it came while nobody could answer: before this process began, or before a pause ended. */
  async function waited({ key, received_at }: InboxRow): Promise<boolean> {
    return received_at < startedAt || received_at < ((await resumedAt(store, key)) ?? 0)
  }

  /** Everything the turn changes, in one batch. */
  async function commitFinal(turn: Turn, begun: Begun, final: Final, owner: string): Promise<Answer | undefined> {
    const { row } = turn
    const { answer: response, format, effects, trace, userState } = final
    const steps = effectSteps(store, row.key, row.conversation, effects)
    const { agent, account } = readOrderKey(row.key)
    const cap = trace.source === 'none' ? null : await capOf(account)
    if (trace.source !== 'none') {
      steps.push(...store.usage.countSteps({ account, agent, door: row.door as Door, ...tokensOf(trace) }, cap))
    }
    const interrupted = final.interrupted?.code ?? null
    const what = { response, ...(format && { format }), interrupted, userState, steps, trace }
    let answer: Answer
    try {
      answer = await commit(turn, begun, what)
    } catch (error) {
      // Somebody else's answer was the last that the plan allows.
      const over = error instanceof LeaseLost && cap !== null && (await store.usage.thisMonth(account)) >= cap
      if (over) return failed(turn, begun, capReached(now()))
      throw error
    }
    onEffects?.(effects, owner)
    return answer
  }

  /** Nobody could answer. Whoever waits for the call is told so; to others the answer itself says it. */
  async function failed(turn: Turn, begun: Begun, error: AppError, left: Left = {}): Promise<Answer | undefined> {
    const trace = left.trace ?? { source: 'none', ms: now() - turn.row.received_at }
    if (!turn.asker.waits) return apologise(turn, begun, error.say, { ...left, trace, retry: mayPass(error) })
    const made = store.turns.madeStep({ ...begun, trace: JSON.stringify(trace), interrupted: 'failed' })
    await store.db.batch([leases.check(turn.lease), made])
    turn.show.failed(error)
    return undefined
  }

  /** What was written, else a sentence that says why there is nothing. It can be retried unless that is no use. */
  function apologise(
    turn: Turn,
    begun: Begun,
    say: AppError['say'],
    { written = { text: '' }, trace, retry = true }: Left & { retry?: boolean } = {},
  ): Promise<Answer> {
    const sentence = typeof say === 'string' ? say : say[turn.asker.language]
    const interrupted = written.text !== '' ? 'model_interrupted' : retry ? 'failed' : 'rejected'
    return commit(turn, begun, { ...partOf(written, sentence), interrupted, ...(trace && { trace }) })
  }

  async function commit({ row, lease, asker, show }: Turn, begun: Begun, what: Commit): Promise<Answer> {
    const { response, format, interrupted, userState = {}, steps = [], trace = { source: 'none', ms: 0 } } = what
    const status = asker.waits ? 'delivered' : 'committed'
    const done = await store.db.batch([
      // Nobody comes back to what somebody waited for.
      asker.waits ? leases.letGo(lease) : leases.check(lease),
      ...steps,
      store.turns.commitStep({
        ...begun,
        status,
        answer: writeAnswer(what),
        trace: JSON.stringify(trace),
        interrupted,
      }),
      ...(asker.waits ? [store.inbox.doneStep(row.id)] : show.ahead()),
    ])
    if (!done) throw new LeaseLost(row.key)
    if (asker.waits) leases.forget(lease)
    onAnswer?.({ door: row.door as Door, source: trace.source, ms: trace.ms })
    return { response, ...(format && { format }), userState, interrupted, ...sourcesOf(trace, response.utterance) }
  }
}

/** Whether it may be otherwise in a minute: what is wrong with the message, or the month's allowance, will not be. */
function mayPass({ status, code }: AppError): boolean {
  return status >= 500 || (status === 429 && code !== 'conversation_cap_reached')
}

/** What was written so far, as an answer; `otherwise` where that is nothing. */
function partOf({ text, format }: Written, otherwise: string): Pick<Commit, 'response' | 'format'> {
  const response = bestResponse({ utterance: text || otherwise })
  return text !== '' && format ? { response, format } : { response }
}
