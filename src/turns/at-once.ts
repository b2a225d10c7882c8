import type { Engine } from '../engine/converse.ts'
import { AppError } from '../lib/errors.ts'
import type { ConversationRequest, Final, Trace } from '../model/conversation.ts'
import { orderKey } from '../model/key.ts'
import type { Door } from '../model/message.ts'
import type { AgentVersion } from '../store/agents.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import type { Made as TurnMade } from '../store/turns.ts'
import { capReached } from './cap.ts'
import type { Asked, DirectFinal } from './direct.ts'
import { effectSteps, type OnEffects } from './effects.ts'
import * as sentences from './sentences.ts'
import { tokensOf } from './tokens.ts'

export interface AtOnceParts {
  store: Store
  engine: Engine
  /** How many conversations a month the account's plan allows; null: any number. */
  capOf(account: string): Promise<number | null>
  now: () => number
  /** Called for each answer that was committed, for the metrics. */
  onAnswer?: (turn: { door: Door; source: Trace['source']; ms: number }) => void
  /** Called with what an answer, now that it is stored, has others do. */
  onEffects?: OnEffects
}

/** A turn about to be committed. */
interface Made {
  asked: Asked
  agent: AgentVersion
  key: string
  /** What was seen of its key's turns when it began; absent where turns have no order. */
  seen?: number
  final: Final
  /** What changes of the person. */
  steps: readonly Step[]
}

/** Turns that need no place in an order, because there is none or nobody is before them. */
export function createAtOnce({ store, engine, capOf, now, onAnswer, onEffects }: AtOnceParts) {
  /** Of somebody without a uid: nothing of them is kept, and nothing has an order. */
  async function alone(asked: Asked): Promise<DirectFinal> {
    const { request, signal, onText } = asked
    const agent = await agentOf(request)
    const key = orderKey(request.account, agent.id, '')
    let final: Final | undefined
    let failure: Trace | undefined
    const onFailure = (trace: Trace) => {
      failure = trace
    }
    try {
      for await (const event of engine.converse(request, agent, { signal, beforeCall: async () => {}, onFailure })) {
        if (event.kind === 'final') final = event
        else if (event.text !== '') onText(event)
      }
    } catch (error) {
      await leaveTrace(asked, agent, key, failure)
      throw error
    }
    const steps = store.outbox.addSteps(request.account, undefined, final!.effects.calls)
    if (!(await commit({ asked, agent, key, final: final!, steps }))) throw capReached(now())
    return final!
  }

  /**
   * Most answers that somebody wrote need nothing from outside. Where nobody is before it, such a turn is made at one stroke:
   * without an inbox row and a lease, and committed only if still nobody is before it. Undefined when somebody is, or when it
   * takes more than that; then nothing has happened. Only where the database is this process's own: what it costs elsewhere is
   * more trips, and somebody else may be before it.
   */
  async function atOnce(asked: Asked, key: string): Promise<DirectFinal | undefined> {
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
    const steps = effectSteps(store, key, request.conversation, final.effects)
    return (await commit({ asked, agent, key, seen, final, steps })) ? final : undefined
  }

  async function agentOf({ agent: id }: ConversationRequest): Promise<AgentVersion> {
    const agent = await store.agents.live(id)
    if (!agent) throw new AppError('agent_not_found', sentences.agentGone)
    return agent
  }

  /** Everything the turn changes, in one batch. False, and nothing done, when somebody came before it or the cap is reached. */
  async function commit({ asked, agent, key, seen, final, steps }: Made): Promise<boolean> {
    const { account, door } = asked.request
    const { trace, interrupted } = final
    const counts = trace.source !== 'none'
    const usage = { account, agent: agent.id, door, ...tokensOf(trace) }
    const row = rowOf(asked, agent, key, trace, interrupted?.code ?? null)
    const done = await store.db.batch([
      seen === undefined ? store.turns.madeStep(row) : store.turns.madeAloneStep(row, seen),
      ...(counts ? store.usage.countSteps(usage, await capOf(account)) : []),
      ...steps,
    ])
    if (!done) return false
    onAnswer?.({ door, source: trace.source, ms: trace.ms })
    onEffects?.(final.effects, agent.account)
    return true
  }

  /** A turn that failed has changed nothing, but can be asked about. */
  async function leaveTrace(
    asked: Asked,
    agent: AgentVersion,
    key: string,
    trace: Trace = { source: 'none', ms: 0 },
  ): Promise<void> {
    await store.db.batch([store.turns.madeStep(rowOf(asked, agent, key, trace, 'failed'))])
  }

  return { alone, atOnce }
}

/** No lease was held, so there is no epoch of one. */
function rowOf(
  { id }: Asked,
  { id: agent, version }: AgentVersion,
  key: string,
  trace: Trace,
  interrupted: TurnMade['interrupted'],
): TurnMade {
  return { id, key, agent, version, epoch: 0, trace: JSON.stringify(trace), interrupted }
}
