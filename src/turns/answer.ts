import type { Engine } from '../engine/converse.ts'
import type { Run } from '../engine/run.ts'
import { stopped } from '../engine/stopped.ts'
import { AppError } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import type { AgentVersion } from '../model/agent.ts'
import type { Final } from '../model/conversation.ts'
import { readOrderKey } from '../model/key.ts'
import type { ToolWho } from '../model/tools.ts'
import type { Trace } from '../model/trace.ts'
import type { InboxRow } from '../store/inbox.ts'
import type { Held } from '../store/roles.ts'
import type { Begun } from '../store/turns.ts'
import { isUnavailable } from '../store/unavailable.ts'
import { createEndings, type EndingsParts, type Remains } from './endings.ts'
import { resumedAt } from './gate.ts'
import { LeaseLost } from './lease.ts'
import type { CommittedAnswer } from './show.ts'
import { paidBy, payerOf } from './spending/meter.ts'
import type { Turn } from './turn.ts'
import { sentences } from './words/index.ts'

export interface AnswerParts extends EndingsParts {
  engine: Engine
  log: Log
  /** A chat message that waited longer than this for a process, or for the end of a pause, is asked about, not answered out of the blue. */
  staleAfterMs: number
  /** A server says something else of a tool than when somebody looked at it. */
  onToolChanged?: ((changed: ChangedTool) => void) | undefined
  onStandingOver?: ((over: StandingOver) => void) | undefined
}

export interface ChangedTool {
  account: string
  agent: string
  tool: string
  /** Of what it says now. */
  pin: string
}

/** All calls of a tool were agreed to there, when it said something else of itself. */
export interface StandingOver {
  key: string
  tool: string
  place: string
  /** Of what it said then. */
  pin: string
}

/** The committed answer of a turn; undefined when its asker was told that there is none. */
export type AnswerTurn = (turn: Turn) => Promise<CommittedAnswer | undefined>

/** A turn that has failed this often without reaching its commit is apologised for. */
const maxAttempts = 3

export function createAnswerTurn(parts: AnswerParts): AnswerTurn {
  const { store, engine, log, now, staleAfterMs } = parts
  const startedAt = now()
  const endings = createEndings(parts)

  async function answerTurn(turn: Turn): Promise<CommittedAnswer | undefined> {
    const { earlier, row } = turn
    const { agent: id } = readOrderKey(row.key)
    // A turn goes on with the version it began with.
    const agent = await (earlier ? store.agents.version(earlier.agent, earlier.version) : store.agents.live(id))
    const begun: Begun = {
      id: turn.id,
      inbox_id: row.id,
      event_id: turn.asker.waits ? null : row.event_id,
      key: row.key,
      agent: id,
      version: agent?.version ?? 0,
      epoch: turn.lease.epoch,
      context: turn.asker.context,
    }
    if (!agent) return endings.failed(turn, begun, new AppError('agent_not_found', sentences.agentGone))
    const instead = await withoutEngine(turn, begun)
    if (instead) return instead

    const remains: Remains = {}
    let final: Final | undefined
    try {
      final = await runEngine(turn, begun, agent, remains)
    } catch (error) {
      return unanswered(turn, begun, error, remains)
    }
    if (!final) {
      await turn.show.discard()
      return undefined
    }
    // Outside: a commit that fails is no failure of the answer, which is tried again.
    return endings.answered(turn, begun, final, agent.account)
  }

  /** What is said where the engine must not be asked, or not again; undefined: it is to be asked. */
  async function withoutEngine(turn: Turn, begun: Begun): Promise<CommittedAnswer | undefined> {
    const { row, asker, earlier } = turn
    if (!earlier) {
      const isStale = !asker.waits && !asker.isTimed && now() - row.received_at > staleAfterMs && (await waited(row))
      return isStale ? endings.apologised(turn, begun, sentences.stale) : undefined
    }
    const written = { text: earlier.partial }
    await store.turns.again(turn.id, turn.lease.epoch)
    // A webhook that has fired must not fire twice, and what failed thrice fails again.
    if (earlier.calls > 0 || earlier.attempt >= maxAttempts)
      return endings.apologised(turn, begun, sentences.restarted, { written })
    // Stopped before a crash: what the person had read is the answer.
    return row.cancelled === 'stopped' ? endings.stopped(turn, begun, written) : undefined
  }

  /** Whether it came while nobody could answer: before this process began, or before a pause ended. */
  async function waited({ key, received_at }: InboxRow): Promise<boolean> {
    return received_at < startedAt || received_at < ((await resumedAt(store, key)) ?? 0)
  }

  /** The engine's answer, shown as it grows. Where it throws, `remains` holds what there was by then. */
  async function runEngine(
    turn: Turn,
    begun: Begun,
    agent: AgentVersion,
    remains: Remains,
  ): Promise<Final | undefined> {
    const { id, lease, asker, show, thinking: signal } = turn
    let hasRow = turn.earlier !== undefined
    const beginRow = async () => {
      if (!hasRow && !asker.waits) await store.turns.begin(begun)
      hasRow = true
    }
    const beforeCall = async () => {
      await beginRow()
      await asker.beforeCall?.()
      if (!asker.waits && !(await store.turns.called(id, lease.epoch))) throw new LeaseLost(turn.row.key)
    }
    const onFailure = (trace: Trace) => {
      remains.trace = trace
    }
    if (asker.written) return asker.written(signal)
    const request = await asker.request(signal)
    if (!request) return undefined
    const speaker = request.speaker ?? request.uid
    const holds = async (who: ToolWho): Promise<boolean | undefined> => {
      if (asker.waits || speaker === undefined) return false
      if (typeof who === 'string') return holdsRole(await store.roles.of(agent.account, speaker), who, agent.id)
      const said = await Promise.all(who.groups.map((group) => asker.isIn?.(group, signal) ?? false))
      return said.includes(true) || (said.includes(undefined) ? undefined : false)
    }
    const approved = asker.waits ? {} : { approved: store.toolApprovals }
    const { id: agentId, account } = agent
    const hasOwner = async () => (await store.roles.list(agent.account)).some(({ role }) => role === 'owner')
    const toolChanged = (tool: string, pin: string) => parts.onToolChanged?.({ account, agent: agentId, tool, pin })
    const { key } = turn.row
    const standingOver = (tool: string, place: string, pin: string) => parts.onStandingOver?.({ key, tool, place, pin })
    const run: Run = { signal, beforeCall, onFailure, holds, hasOwner, toolChanged, standingOver, ...approved }
    return paidBy(payerOf(request, agent), async () => {
      for await (const event of engine.converse(request, agent, run)) {
        if (event.kind === 'final') return event
        // Only an answer that takes a moment can be caught in the middle.
        await beginRow()
        remains.written = event
        show.progress(event)
      }
      throw new Error('the engine ended without a final answer')
    })
  }

  async function unanswered(
    turn: Turn,
    begun: Begun,
    error: unknown,
    remains: Remains,
  ): Promise<CommittedAnswer | undefined> {
    if (turn.ending.aborted) throw turn.ending.reason
    if (error instanceof LeaseLost) throw error
    if (turn.thinking.reason === stopped) return endings.stopped(turn, begun, remains.written ?? { text: '' })
    // It is no answer to anybody who need not be told at once: the turn runs again when the database can be asked.
    if (isUnavailable(error) && !turn.asker.waits) throw error
    if (error instanceof AppError) return endings.failed(turn, begun, error, remains)
    log.error({ err: error, turn: turn.id }, 'a turn failed')
    const internal = new AppError('internal_error', sentences.somethingWentWrong, { status: 500 })
    return endings.failed(turn, begun, internal, remains)
  }

  return answerTurn
}

function holdsRole(held: readonly Held[], role: 'owners' | 'admins', agent: string): boolean {
  if (held.some((one) => one.role === 'blocked')) return false
  return held.some((one) => (role === 'owners' ? one.role === 'owner' : one.role === 'owner' || isAdminOf(one, agent)))
}

const isAdminOf = ({ role, agent }: Held, of: string): boolean => role === 'admin' && (agent === '' || agent === of)
