import type { Delivery } from '../model/conversation.ts'
import { readOrderKey } from '../model/key.ts'
import type { Trace } from '../model/trace.ts'
import type { Database } from './database.ts'
import type { TurnTable } from './tables.ts'

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
  outcome?: Outcome | undefined
  /** `bad`: somebody did not find the answer good. */
  rating?: 'good' | 'bad' | undefined
}

export interface RecentTurns {
  turns: RecentTurn[]
  /** Where to look on; undefined where nothing older is left. */
  before: { at: number; id: string } | undefined
}

/** Rows that one page looks through at most, so that a rare outcome among a million turns takes no longer than a common one. */
const mostLookedThrough = 2000
const rowsAtOnce = 500

/** The last turns of an account, newest first, by the index of when they began. */
export function recentTurns(db: Database) {
  async function rowsBefore(before: { at: number; id: string } | undefined, limit: number) {
    const rows = await db.query
      .selectFrom('turn')
      .select(['id', 'key', 'status', 'interrupted', 'delivery', 'trace', 'context', 'started_at', 'committed_at'])
      .$if(before !== undefined, (q) =>
        q
          .where('started_at', '<=', before!.at)
          .where((e) => e.or([e('started_at', '<', before!.at), e('id', '<', before!.id)])),
      )
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows
  }

  async function votesOf(ids: readonly string[]): Promise<Map<string, { good: number; bad: number }>> {
    const votes = new Map<string, { good: number; bad: number }>()
    if (ids.length === 0) return votes
    const rows = await db.query.selectFrom('feedback').select(['turn', 'good']).where('turn', 'in', ids).execute()
    for (const { turn, good } of rows) {
      const of = votes.get(turn) ?? { good: 0, bad: 0 }
      votes.set(turn, good === 1 ? { ...of, good: of.good + 1 } : { ...of, bad: of.bad + 1 })
    }
    return votes
  }

  return async function page(
    filter: TurnFilter,
    { limit, before }: { limit: number; before?: { at: number; id: string } | undefined },
  ): Promise<RecentTurns> {
    const turns: RecentTurn[] = []
    let at = before
    for (let looked = 0; looked < mostLookedThrough; looked += rowsAtOnce) {
      const rows = await rowsBefore(at, rowsAtOnce)
      const own = rows.filter((row) => isOwn(row, filter))
      const votes = await votesOf(own.map(({ id }) => id))
      for (const row of own) {
        const turn = seen(row, votes.get(row.id) ?? { good: 0, bad: 0 })
        if (matches(turn, filter)) turns.push(turn)
        if (turns.length === limit) return { turns, before: { at: row.started_at, id: row.id } }
      }
      const last = rows.at(-1)
      if (rows.length < rowsAtOnce || !last) return { turns, before: undefined }
      at = { at: last.started_at, id: last.id }
    }
    return { turns, before: at }
  }
}

type Row = Pick<
  TurnTable,
  'id' | 'key' | 'status' | 'interrupted' | 'delivery' | 'trace' | 'context' | 'started_at' | 'committed_at'
>

function isOwn({ key }: Row, { account, agents, uid }: TurnFilter): boolean {
  const of = readOrderKey(key)
  return (
    of.account === account && (agents === 'all' || agents.includes(of.agent)) && (uid === undefined || of.uid === uid)
  )
}

function matches({ door, outcome, good, bad }: RecentTurn, filter: TurnFilter): boolean {
  if (filter.door !== undefined && filter.door !== door) return false
  if (filter.outcome !== undefined && filter.outcome !== outcome) return false
  return filter.rating === undefined || (filter.rating === 'good' ? good : bad) > 0
}

function seen(row: Row, votes: { good: number; bad: number }): RecentTurn {
  const { agent, uid } = readOrderKey(row.key)
  const trace = row.trace === null ? undefined : (JSON.parse(row.trace) as Trace)
  const { model } = trace ?? {}
  return {
    ...{ id: row.id, agent, uid, door: doorOf(row), outcome: outcomeOf(row, trace), ...votes },
    ms: trace?.ms ?? null,
    firstTextMs: model?.firstTextMs ?? null,
    model: model?.id ?? null,
    tokens: (model?.inputTokens ?? 0) + (model?.outputTokens ?? 0),
    startedAt: row.started_at,
  }
}

function doorOf({ context }: Row): string {
  const known = context === null ? undefined : (JSON.parse(context) as { platform?: string }).platform
  return known ?? 'http'
}

/** Whoever asked has not seen the answer. */
const unseen: ReadonlySet<Delivery['end']> = new Set(['apology', 'unsure', 'given_up', 'nobody'])

function outcomeOf({ status, interrupted, delivery }: Row, trace: Trace | undefined): Outcome {
  if (interrupted !== null && interrupted !== 'stopped') return 'failed'
  if (delivery !== null && unseen.has((JSON.parse(delivery) as Delivery).end)) return 'failed'
  if (trace?.modelError !== undefined) return 'failed'
  if (status === 'running' || !trace) return 'running'
  if (trace.handover) return 'handed-over'
  if (trace.source === 'fixed' || trace.source === 'none') return 'unanswered'
  return (trace.tools ?? []).length > 0 ? 'tool' : trace.source
}
