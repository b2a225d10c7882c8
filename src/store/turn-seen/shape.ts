import type { Delivery } from '../../model/conversation.ts'
import { readOrderKey } from '../../model/key.ts'
import type { Trace } from '../../model/trace.ts'
import type { TurnTable } from '../tables.ts'

/** How a turn ended, as somebody looks for it in a list. */
export const outcomes = [
  'rule',
  'scenario',
  'knowledge',
  'model',
  'tool',
  'opening',
  'unanswered',
  'failed',
  'handed-over',
  'running',
] as const
export type Outcome = (typeof outcomes)[number]

/** A turn in a list: no word of what was said stands in it. */
export interface RecentTurn {
  id: string
  agent: string
  uid: string
  /** `slack`, `discord`, `teams`, `web`; `http` for callers. */
  door: string
  /** The channel or direct conversation; null of callers. */
  place: string | null
  outcome: Outcome
  /** How many people found the answer good and how many did not. */
  good: number
  bad: number
  /** From the beginning of the turn to its answer; null while it runs. */
  ms: number | null
  /** To the first words of a model; null without one. */
  firstTextMs: number | null
  model: string | null
  tokens: number
  startedAt: number
}

export interface TurnFilter {
  account: string
  /** Of these agents only; `all`: of every one. */
  agents: 'all' | readonly string[]
  uid?: string | undefined
  door?: string | undefined
  place?: string | undefined
  outcome?: Outcome | undefined
  /** `bad`: somebody did not find the answer good. */
  rating?: 'good' | 'bad' | undefined
  /** When it began: from then on, and before then. */
  since?: number | undefined
  until?: number | undefined
  /** Words that were said or answered, all of them, as long as they are remembered. */
  words?: string | undefined
}

/** What is read of a turn to show it in a list, and to find it. */
export const turnColumns = [
  ...(['id', 'event_id', 'key', 'status', 'interrupted', 'delivery', 'trace', 'context'] as const),
  ...(['started_at'] as const),
] as const
export type TurnRowSeen = Pick<TurnTable, (typeof turnColumns)[number]>

/** As a list shows it. */
export function seen(row: TurnRowSeen, votes: { good: number; bad: number }): RecentTurn {
  const { agent, uid } = readOrderKey(row.key)
  const trace = row.trace === null ? undefined : (JSON.parse(row.trace) as Trace)
  const { model } = trace ?? {}
  const { platform, channel, conversation } = contextOf(row)
  return {
    ...{ id: row.id, agent, uid, door: platform ?? 'http', place: channel ?? conversation ?? null },
    ...{ outcome: outcomeOf(row, trace), ...votes },
    ms: trace?.ms ?? null,
    firstTextMs: model?.firstTextMs ?? null,
    model: model?.id ?? null,
    tokens: (model?.inputTokens ?? 0) + (model?.outputTokens ?? 0),
    startedAt: row.started_at,
  }
}

function contextOf({ context }: TurnRowSeen): { platform?: string; channel?: string; conversation?: string } {
  return context === null ? {} : JSON.parse(context)
}

/** Whoever asked has not seen the answer. */
const unseenEnds: ReadonlySet<Delivery['end']> = new Set(['apology', 'unsure', 'given_up', 'nobody'])

function outcomeOf({ status, interrupted, delivery }: TurnRowSeen, trace: Trace | undefined): Outcome {
  if (interrupted !== null && interrupted !== 'stopped') return 'failed'
  if (delivery !== null && unseenEnds.has((JSON.parse(delivery) as Delivery).end)) return 'failed'
  if (trace?.modelError !== undefined) return 'failed'
  if (status === 'running' || !trace) return 'running'
  if (trace.handover) return 'handed-over'
  // A look that has brought nothing leaves no question open.
  if (trace.watches && trace.source === 'none') return 'tool'
  if (trace.source === 'fixed' || trace.source === 'none') return 'unanswered'
  return (trace.tools ?? []).length > 0 ? 'tool' : trace.source
}
