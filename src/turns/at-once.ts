import type { Engine } from '../engine/converse.ts'
import { AppError } from '../lib/errors.ts'
import type { AgentVersion } from '../model/agent.ts'
import type { ConversationRequest, Final, Progress } from '../model/conversation.ts'
import { orderKey } from '../model/key.ts'
import type { Trace } from '../model/trace.ts'
import type { Made as TurnMade } from '../store/turns.ts'
import { type CommitParts, finalSteps } from './commit.ts'
import { turnEventSteps } from './events/of-turn.ts'
import { answerRefusal } from './spending/answers.ts'
import { paidBy, payerOf } from './spending/meter.ts'
import { sentences } from './words/index.ts'

export interface Follow {
  signal: AbortSignal
  /** The answer so far; only the latest matters. Empty ones say that it takes a moment, and whether something is being searched. */
  onProgress(progress: Progress): void
  /** Something outside is about to be called. Rejects where it must not be. */
  beforeCall?: (() => Promise<void>) | undefined
}

/** A request and whoever waits for its answer. */
export interface DirectRequest extends Follow {
  id: string
  request: ConversationRequest
}

export type DirectFinal = Pick<Final, 'answer' | 'userState' | 'interrupted'>

export interface AtOnceParts extends CommitParts {
  engine: Engine
  now: () => number
}

/** A turn about to be committed. */
interface FastPathAnswer {
  asked: DirectRequest
  agent: AgentVersion
  key: string
  /** What was seen of its key's turns when it began; absent where turns have no order. */
  seen?: number
  final: Final
}

/** Turns that need no place in an order, because there is none or nobody is before them. */
export function createAtOnce(parts: AtOnceParts) {
  const { store, engine, now, onTurn, onEffects, onEvents, onSpent } = parts

  /** Of somebody without a uid: nothing of them is kept, and nothing has an order. */
  async function alone(asked: DirectRequest): Promise<DirectFinal> {
    const { request, signal, onProgress, beforeCall = async () => {} } = asked
    const agent = await agentOf(request)
    const key = orderKey(request.account, agent.id, '')
    let final: Final | undefined
    let failure: Trace | undefined
    const onFailure = (trace: Trace) => {
      failure = trace
    }
    try {
      await paidBy(payerOf(request, agent), async () => {
        for await (const event of engine.converse(request, agent, { signal, beforeCall, onFailure })) {
          if (event.kind === 'final') final = event
          else onProgress(event)
        }
      })
    } catch (error) {
      await leaveTrace(asked, agent, key, failure)
      throw error
    }
    if (!(await commit({ asked, agent, key, final: final! }))) throw await overBudget(asked.request)
    return final!
  }

  /**
   * Most answers that somebody wrote need nothing from outside. Where nobody is before it, such a turn is made at one stroke:
   * without an inbox row and a lease, and committed only if still nobody is before it. Undefined when somebody is, or when it
   * takes more than that; then nothing has happened. Only where the database is this process's own: what it costs elsewhere is
   * more trips, and somebody else may be before it.
   */
  async function atOnce(asked: DirectRequest, key: string): Promise<DirectFinal | undefined> {
    if (store.db.dialect !== 'sqlite') return undefined
    const { request, signal } = asked
    const { free, seen } = await store.turns.sight(key)
    if (!free) return undefined
    const agent = await agentOf(request)
    let takesMore = false
    const beforeCall = async () => {
      takesMore = true
      throw new Error('a turn that calls or asks somebody is not made at once')
    }
    let final: Final | undefined
    let failure: Trace | undefined
    const onFailure = (trace: Trace) => {
      failure = trace
    }
    try {
      for await (const event of engine.converse(request, agent, {
        signal,
        beforeCall,
        beforeAsking: beforeCall,
        onFailure,
      })) {
        if (event.kind === 'progress') return undefined
        final = event
      }
    } catch (error) {
      // In its order it runs again, and what went wrong is told there.
      if (takesMore || !(error instanceof AppError)) return undefined
      await leaveTrace(asked, agent, key, failure)
      throw error
    }
    if (takesMore || !final) return undefined
    return (await commit({ asked, agent, key, seen, final })) ? final : undefined
  }

  /** Nothing else makes a commit of somebody void who has no order. */
  async function overBudget(request: ConversationRequest): Promise<Error> {
    const why = await answerRefusal(parts, request, now())
    return why ?? new Error('an answer could not be committed')
  }

  async function agentOf({ agent: id }: ConversationRequest): Promise<AgentVersion> {
    const agent = await store.agents.live(id)
    if (!agent) throw new AppError('agent_not_found', sentences.agentGone)
    return agent
  }

  /** Everything the turn changes, in one batch. False, and nothing done, when somebody came before it or a budget is reached. */
  async function commit({ asked, agent, key, seen, final }: FastPathAnswer): Promise<boolean> {
    const { conversation, door, origin } = asked.request
    const { trace, interrupted, effects } = final
    const row = rowOf(asked, agent, key, trace, interrupted?.code ?? null)
    const at = now()
    const { steps, held } = await finalSteps(parts, { key, conversation, turn: asked.id, door, origin, at }, final)
    const turn = seen === undefined ? store.turns.madeStep(row, at) : store.turns.madeAloneStep(row, seen, at)
    const ended = { key, turn: asked.id, conversation, door, trace, interrupted: interrupted?.code ?? null, effects }
    const told = await turnEventSteps(store, ended)
    if (!(await store.db.batch([turn, ...steps, ...told]))) return false
    onEvents?.(asked.request.account)
    onTurn?.(ended)
    onEffects?.(effects, agent.account)
    if (held) onSpent?.(held.payer, held.budgets)
    return true
  }

  /** A turn that failed has changed nothing, but can be asked about. */
  async function leaveTrace(
    asked: DirectRequest,
    agent: AgentVersion,
    key: string,
    trace: Trace = { source: 'none', ms: 0 },
  ): Promise<void> {
    const { conversation, door, account } = asked.request
    const ended = { key, turn: asked.id, conversation, door, trace, interrupted: 'failed' } as const
    const told = await turnEventSteps(store, ended)
    await store.db.batch([store.turns.madeStep(rowOf(asked, agent, key, trace, 'failed')), ...told])
    onEvents?.(account)
    onTurn?.(ended)
  }

  return { alone, atOnce }
}

/** No lease was held, so there is no epoch of one. */
function rowOf(
  { id }: DirectRequest,
  { id: agent, version }: AgentVersion,
  key: string,
  trace: Trace,
  interrupted: TurnMade['interrupted'],
): TurnMade {
  return { id, key, agent, version, epoch: 0, trace: JSON.stringify(trace), interrupted }
}
