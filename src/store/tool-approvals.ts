import { sql } from 'kysely'
import { keysOfAgent } from '../model/key.ts'
import type { Approval, ApprovalState, AskedCall } from '../model/tools.ts'
import type { Database } from './database.ts'
import { standingApprovals } from './standing-approvals.ts'
import { guard, type Step, statement, step, stepOf } from './statement.ts'
import type { ToolApprovalTable } from './tables.ts'

export type ToolApprovalRow = ToolApprovalTable

/** Where the answer stands that asks. */
export interface AskedAt {
  key: string
  conversation: string
  turn: string
}

/** Whoever is to tell somebody has died after so long. */
const tellMs = 120_000

/** Calls of tools that somebody has to agree to. A row goes from one state to the next by a guarded write, so that one press wins and a call is made once. */
export function toolApprovals(db: Database, now: () => number) {
  const { query } = db
  const byId = statement((p: { id: string }) => query.selectFrom('tool_approval').selectAll().where('id', '=', p.id))
  const insert = statement((p: ToolApprovalTable) =>
    query.insertInto('tool_approval').values({
      id: p.id,
      key: p.key,
      conversation: p.conversation,
      turn: p.turn,
      version: p.version,
      tool: p.tool,
      arguments: p.arguments,
      hash: p.hash,
      asks: p.asks,
      approvers: p.approvers,
      rounds: p.rounds,
      state: p.state,
      decided_by: p.decided_by,
      result: p.result,
      asked_at: p.asked_at,
      expires_at: p.expires_at,
      standing: p.standing,
      told_at: p.told_at,
    }),
  )
  const decide = statement((p: { id: string; hash: string; state: ApprovalState; by: string | null }) =>
    query
      .updateTable('tool_approval')
      .set({ state: p.state, decided_by: p.by })
      .where('id', '=', p.id)
      .where('hash', '=', p.hash)
      .where('state', '=', sql.lit('asked')),
  )
  const begin = statement((p: { id: string; hash: string }) =>
    query
      .updateTable('tool_approval')
      .set({ state: 'executing' })
      .where('id', '=', p.id)
      .where('hash', '=', p.hash)
      .where('state', '=', sql.lit('approved')),
  )
  const end = statement((p: { id: string; state: ApprovalState; result: string }) =>
    query
      .updateTable('tool_approval')
      .set({ state: p.state, result: p.result })
      .where('id', '=', p.id)
      .where('state', 'in', [sql.lit<ApprovalState>('approved'), sql.lit<ApprovalState>('executing')]),
  )

  return {
    byId: async (id: string): Promise<ToolApprovalRow | undefined> => db.get(byId, { id }),
    /** As the engine reads it. */
    async of(key: string, id: string): Promise<Approval | undefined> {
      const row = await db.get(byId, { id })
      return row?.key === key ? row : undefined
    },
    /** What the tool said when the person of this key agreed to all its calls there. */
    standing: standingApprovals(db, now).pinOf,
    askStep({ expiresAt, approvers, standing, ...call }: AskedCall, at: AskedAt): Step {
      const open = { state: 'asked', decided_by: null, result: null, told_at: null } as const
      const those = { approvers: approvers ? JSON.stringify(approvers) : null, standing: standing ?? null }
      return step(insert, { ...call, ...those, ...at, ...open, asked_at: now(), expires_at: expiresAt })
    },
    /** A guard: void unless nobody has decided yet, and about exactly this call. `by` is null where nobody did in time. */
    decideStep: (id: string, hash: string, state: ApprovalState, by: string | null): Step =>
      guard(decide, { id, hash, state, by }),
    /** Before the call is made: from now on it may have been. False where it may have been before. */
    async begin(id: string, hash: string): Promise<boolean> {
      return (await db.run(begin, { id, hash })) > 0
    },
    /** What came of it. */
    async end(id: string, state: Extract<ApprovalState, 'done' | 'failed' | 'unknown'>, result: string): Promise<void> {
      await db.run(end, { id, state, result })
    },
    ...withdrawing(db),
    /** Those that nobody has decided in time. */
    overdue: (limit: number): Promise<ToolApprovalRow[]> =>
      query
        .selectFrom('tool_approval')
        .selectAll()
        .where('state', '=', 'asked')
        .where('expires_at', '<=', now())
        .orderBy('expires_at')
        .limit(limit)
        .execute(),
    /** Those that others have to agree to, and have not been told of; also where whoever was to tell them has died. */
    untold: (limit: number): Promise<ToolApprovalRow[]> =>
      query
        .selectFrom('tool_approval')
        .selectAll()
        .where('state', '=', 'asked')
        .where('asks', 'in', ['ask owner', 'ask channel'])
        .where('expires_at', '>', now())
        .where((e) =>
          e.or([e('told_at', 'is', null), e.and([e('told_at', '<', 0), e('told_at', '>', -(now() - tellMs))])]),
        )
        .orderBy('asked_at')
        .limit(limit)
        .execute(),
    /** Whoever is to tell them: false where somebody else does. Until it is told, the time stands with a minus. */
    async claimTelling({ id, told_at }: ToolApprovalRow): Promise<boolean> {
      const { numUpdatedRows } = await query
        .updateTable('tool_approval')
        .set({ told_at: -now() })
        .where('id', '=', id)
        .where('told_at', told_at === null ? 'is' : '=', told_at)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async told(id: string): Promise<void> {
      await query.updateTable('tool_approval').set({ told_at: now() }).where('id', '=', id).execute()
    },
    /** Of one person with an agent. */
    forgetStep: (key: string): Step => stepOf(query.deleteFrom('tool_approval').where('key', '=', key)),
    forgetAgentStep(agent: string): Step {
      const keys = keysOfAgent(agent)
      return stepOf(query.deleteFrom('tool_approval').where('key', '>=', keys.from).where('key', '<', keys.to))
    },
    /** What was asked so long ago is decided, or nobody is asked any more. */
    async prune(before: number): Promise<void> {
      await query.deleteFrom('tool_approval').where('asked_at', '<', before).where('state', '<>', 'asked').execute()
    },
  }
}

/** What nobody is asked any more. */
function withdrawing({ query }: Database) {
  return {
    /** The ids of those that an answer asks for and nobody has decided. */
    async askedBy(key: string, turn: string): Promise<string[]> {
      const asked = query.selectFrom('tool_approval').select('id').where('key', '=', key).where('turn', '=', turn)
      return (await asked.where('state', '=', 'asked').execute()).map(({ id }) => id)
    },
    /** Nobody waits for it any more. */
    withdrawStep: (id: string): Step =>
      stepOf(
        query
          .updateTable('tool_approval')
          .set({ state: 'withdrawn' })
          .where('id', '=', id)
          .where('state', '=', 'asked'),
      ),
  }
}
