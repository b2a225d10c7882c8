import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { DeferredCall, WebhookEvent } from '../model/webhook.ts'
import type { Database } from './database.ts'
import { type Step, statement, step } from './statement.ts'
import type { OutboxTable } from './tables.ts'

export type OutboxRow = Omit<OutboxTable, 'n'> & { n: number }

/** A call of the outbox that an attempt is being made of. */
export type ClaimedCall = Pick<OutboxRow, 'n' | 'id' | 'agent' | 'webhook' | 'attempt' | 'until'> & {
  event: WebhookEvent
  thirdPartyToken: string | undefined
  /** It had a token, which has gone with the process that held it. */
  isTokenLost: boolean
}

/** Where calls go: one webhook of one agent. */
export type Target = Pick<OutboxTable, 'agent' | 'webhook'>

/** How long a call is tried. */
export const tryForMs = 86_400_000
/** The process that keeps a call's token is taken for dead when the call is overdue for so long. */
const orphanedMs = 600_000

/** Webhook calls that go out after the commit of their turn. Their callers' tokens are held in this process and nowhere else. */
export function outboxRows(db: Database, now: () => number) {
  const { query } = db
  /** This process, among those that share the tables. */
  const holder = randomUUID()
  /** By call. */
  const tokens = new Map<string, { token: string; until: number }>()
  type New = Pick<OutboxTable, 'id' | 'account' | 'agent' | 'version' | 'webhook' | 'lane' | 'event' | 'keeper'>
  const insert = statement((p: New & { wants_token: number; at: number; until: number }) =>
    query.insertInto('outbox').values({
      id: p.id,
      account: p.account,
      agent: p.agent,
      version: p.version,
      webhook: p.webhook,
      lane: p.lane,
      event: p.event,
      keeper: p.keeper,
      wants_token: p.wants_token,
      status: 'open',
      attempt: 0,
      next_at: p.at,
      until: p.until,
      leased_until: null,
      outcome: null,
      created_at: p.at,
      settled_at: null,
    }),
  )
  const targets = statement((p: { now: number }) =>
    query
      .selectFrom('outbox')
      .select(['agent', 'webhook'])
      .distinct()
      .where('status', '=', sql.lit('open'))
      .where('next_at', '<=', p.now),
  )
  type Claim = Target & { now: number; until: number; holder: string; orphaned: number }
  const claim = statement((p: Claim) => {
    const free = sql<boolean>`(leased_until is null or leased_until <= ${p.now})`
    // A bare placeholder on a partial index makes SQLite prepare the query anew at every run.
    const [agent, webhook] = [sql<string>`cast(${p.agent} as text)`, sql<string>`cast(${p.webhook} as text)`]
    return query
      .updateTable('outbox')
      .set({ attempt: sql<number>`attempt + 1`, leased_until: p.until })
      .where(free)
      .where('n', '=', (e) =>
        e
          .selectFrom('outbox')
          .select('n')
          .where('agent', '=', agent)
          .where('webhook', '=', webhook)
          .where('status', '=', sql.lit('open'))
          .where('next_at', '<=', p.now)
          .where(free)
          .where((o) => o.or([o('keeper', 'is', null), o('keeper', '=', p.holder), o('next_at', '<=', p.orphaned)]))
          .where('lane', 'not in', (l) =>
            l
              .selectFrom('outbox')
              .select('lane')
              .where('agent', '=', agent)
              .where('webhook', '=', webhook)
              .where('leased_until', '>', p.now),
          )
          .orderBy('next_at')
          .orderBy('n')
          .limit(sql.lit(1)),
      )
      .returning(['n', 'id', 'agent', 'webhook', 'attempt', 'until', 'wants_token', 'event'])
  })
  // The attempt's number fences: whoever's lease ran out settles nothing.
  type Mine = { n: number; attempt: number }
  const ours = (p: Mine) =>
    query
      .updateTable('outbox')
      .set({ leased_until: null })
      .where('n', '=', p.n)
      .where('attempt', '=', p.attempt)
      .where('status', '=', sql.lit('open'))
  const delivered = statement((p: Mine & { outcome: string; at: number }) =>
    ours(p).set({ status: 'delivered', outcome: p.outcome, event: '', keeper: null, settled_at: p.at }),
  )
  const dead = statement((p: Mine & { outcome: string; at: number }) =>
    ours(p).set({ status: 'dead', outcome: p.outcome, keeper: null, settled_at: p.at }),
  )
  const again = statement((p: Mine & { outcome: string; next_at: number }) =>
    ours(p).set({ outcome: p.outcome, next_at: p.next_at }),
  )
  const release = statement((p: Mine) => ours(p).set({ attempt: sql<number>`attempt - 1` }))
  const takeOver = statement((_: object) =>
    query
      .updateTable('outbox')
      .set({ leased_until: null, keeper: null })
      .where('status', '=', sql.lit('open'))
      .where((e) => e.or([e('leased_until', 'is not', null), e('keeper', 'is not', null)])),
  )
  const prune = statement((p: { status: 'delivered' | 'dead'; before: number }) =>
    query.deleteFrom('outbox').where('settled_at', '<', p.before).where('status', '=', p.status),
  )

  function settle(statement: typeof delivered, { n, id, attempt }: Mine & { id: string }, outcome: string) {
    tokens.delete(id)
    return db.run(statement, { n, attempt, outcome, at: now() })
  }

  return {
    /** Part of a turn's commit. `lane` names the person; calls for nobody in particular have a lane of their own each. */
    addSteps(account: string, lane: string | undefined, calls: readonly DeferredCall[]): Step[] {
      const at = now()
      const until = at + tryForMs
      return calls.map(({ id, agent, version, webhook, event, thirdPartyToken: token }) => {
        if (token !== undefined) tokens.set(id, { token, until })
        const kept = token === undefined ? { keeper: null, wants_token: 0 } : { keeper: holder, wants_token: 1 }
        const row = { id, account, agent, version, webhook, lane: lane ?? id, event: JSON.stringify(event), ...kept }
        return step(insert, { ...row, at, until })
      })
    },
    /** The webhooks for which something is due. */
    async dueTargets(): Promise<Target[]> {
      return db.all(targets, { now: now() })
    },
    /** The next call that is due for a target, for this process alone until `until`; undefined: none that may go now. */
    async claim(target: Target, until: number): Promise<ClaimedCall | undefined> {
      const at = now()
      const row = await db.get(claim, { ...target, now: at, until, holder, orphaned: at - orphanedMs })
      if (!row) return undefined
      const { wants_token, event, ...rest } = row
      const thirdPartyToken = tokens.get(row.id)?.token
      const isTokenLost = wants_token === 1 && thirdPartyToken === undefined
      return { ...rest, event: JSON.parse(event) as WebhookEvent, thirdPartyToken, isTokenLost }
    },
    async delivered(call: ClaimedCall, outcome: string): Promise<void> {
      await settle(delivered, call, outcome)
    },
    /** Given up; an admin may have it sent again. */
    async bury(call: ClaimedCall, outcome: string): Promise<void> {
      await settle(dead, call, outcome)
    },
    async retry({ n, attempt }: ClaimedCall, outcome: string, nextAt: number): Promise<void> {
      await db.run(again, { n, attempt, outcome, next_at: nextAt })
    },
    /** The attempt was broken off by us: it does not count, though it may have arrived. */
    async release({ n, attempt }: ClaimedCall): Promise<void> {
      await db.run(release, { n, attempt })
    },
    /** Only when this process is known to be alone on the database: what was leased or kept, was by the dead. */
    async takeOver(): Promise<void> {
      await db.run(takeOver, {})
    },
    async prune(before: { delivered: number; dead: number }): Promise<void> {
      // Those of commits that failed are never claimed.
      for (const [id, { until }] of tokens) if (until <= now()) tokens.delete(id)
      await db.run(prune, { status: 'delivered', before: before.delivered })
      await db.run(prune, { status: 'dead', before: before.dead })
    },
  }
}
