import { type Engine, stopped } from '../engine/converse.ts'
import { AppError } from '../errors.ts'
import { languageOf } from '../language.ts'
import type { Log } from '../log.ts'
import { type BestResponse, bestResponse, type Final, type State, type Trace } from '../model/conversation.ts'
import type { Door } from '../model/message.ts'
import type { AgentVersion } from '../store/agents.ts'
import type { InboxRow } from '../store/inbox.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import type { TurnRow } from '../store/turns.ts'
import { deleted, shutdown } from './aborts.ts'
import { type Lease, LeaseLost, type Leases } from './lease.ts'
import * as sentences from './sentences.ts'
import type { Answer, Asker, Show } from './show.ts'

/** A turn that is being run. */
export interface Turn {
  readonly id: string
  readonly row: InboxRow
  readonly lease: Lease
  readonly asker: Asker
  readonly show: Show
  /** What an attempt before a crash or a lost lease left behind. */
  readonly earlier: TurnRow | undefined
  readonly controller: AbortController
}

export interface AnswerParts {
  store: Store
  engine: Engine
  leases: Leases
  log: Log
  now: () => number
  /** A chat message that waited longer than this is asked about rather than answered out of the blue. */
  staleAfterMs: number
  /** Called for each answer that was committed, for the metrics. */
  onAnswer?: (turn: { door: Door; source: Trace['source']; ms: number }) => void
}

/** The committed answer of a turn; undefined when its asker was told that there is none, or wants none. */
export type AnswerTurn = (turn: Turn) => Promise<Answer | undefined>

/** A turn that has failed this often without reaching its commit is apologised for. */
const maxAttempts = 3

export function createAnswerTurn({ store, engine, leases, log, now, staleAfterMs, onAnswer }: AnswerParts): AnswerTurn {
  return async (turn) => {
    const { id, row, lease, asker, show, earlier, controller } = turn
    const agent = await agentOf(turn)
    if (!agent) return failed(turn, new AppError('agent_not_found', sentences.agentGone))
    if (earlier) {
      await store.turns.again(id, lease.epoch)
      // A webhook that has fired must not fire twice, and what failed thrice fails again.
      if (earlier.calls > 0 || earlier.attempt >= maxAttempts)
        return apologise(turn, sentences.restarted, earlier.partial)
    } else {
      const { context } = asker
      await store.turns.begin({
        id,
        inbox_id: row.id,
        key: row.key,
        agent: agent.id,
        version: agent.version,
        epoch: lease.epoch,
        context,
      })
      if (row.door !== 'http' && now() - row.received_at > staleAfterMs) return apologise(turn, sentences.stale)
    }

    let text = ''
    try {
      const request = await asker.request(controller.signal)
      for await (const event of engine.converse(request, agent, controller.signal)) {
        if (event.kind === 'final') return await commit(turn, agent, event)
        text = event.text
        show.progress(event)
      }
      throw new Error('the engine ended without a final answer')
    } catch (error) {
      const { reason } = controller.signal
      if (reason === deleted) return undefined
      if (reason === shutdown || reason instanceof LeaseLost) throw reason
      if (error instanceof LeaseLost) throw error
      if (reason === stopped) return persist(turn, bestResponse({ utterance: text || '…' }), {}, 'stopped')
      if (error instanceof AppError) return failed(turn, error)
      log.error({ err: error, turn: id }, 'a turn failed')
      return failed(turn, new AppError('internal_error', sentences.somethingWentWrong, { status: 500 }))
    }
  }

  /** A turn goes on with the version it began with. */
  async function agentOf({ row, earlier }: Turn): Promise<AgentVersion | undefined> {
    if (earlier) return store.agents.version(earlier.agent, earlier.version)
    return store.agents.live(row.key.slice(0, row.key.indexOf('/')))
  }

  /** Everything the turn changes, in one batch. */
  async function commit(turn: Turn, agent: AgentVersion, final: Final): Promise<Answer> {
    const { row } = turn
    const { answer, effects, trace, userState } = final
    const steps = [
      ...(effects.resetMemory ? [store.people.forgetStep(row.key, row.conversation)] : []),
      ...store.people.rememberSteps(row.key, row.conversation, effects.remember),
      ...store.people.setSteps(row.key, effects.set),
    ]
    if (trace.source !== 'none') {
      const { inputTokens = 0, outputTokens = 0 } = trace.model ?? {}
      const account = row.key.split('/', 2)[1]!
      steps.push(
        ...store.usage.countSteps({ account, agent: agent.id, door: row.door as Door, inputTokens, outputTokens }),
      )
    }
    return persist(turn, answer, userState, final.interrupted?.code ?? null, steps, trace)
  }

  /** Nobody could answer. Whoever waits for the call is told so; in a chat the answer itself says so. */
  async function failed(turn: Turn, error: AppError): Promise<Answer | undefined> {
    if (!turn.show.failed) return apologise(turn, error.say)
    turn.show.failed(error)
    return undefined
  }

  /** An answer that says why there is none, or no more than `written`. It can be retried. */
  async function apologise(turn: Turn, say: AppError['say'], written = ''): Promise<Answer> {
    const sentence = typeof say === 'string' ? say : say[languageOf(undefined, turn.row.payload)]
    const utterance = written === '' ? sentence : `${written}\n\n${sentence}`
    return persist(turn, bestResponse({ utterance }), {}, 'failed')
  }

  async function persist(
    { id, row, lease }: Turn,
    response: BestResponse,
    userState: State,
    interrupted: string | null,
    steps: Step[] = [],
    trace: Trace = { source: 'none', ms: 0 },
  ): Promise<Answer> {
    const done = await store.db.batch([
      leases.check(lease),
      ...steps,
      store.turns.commitStep({ id, answer: JSON.stringify(response), trace: JSON.stringify(trace), interrupted }),
    ])
    if (!done) throw new LeaseLost(row.key)
    onAnswer?.({ door: row.door as Door, source: trace.source, ms: trace.ms })
    return { response, userState, interrupted }
  }
}
