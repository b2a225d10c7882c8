import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { EventRef } from '../model/event.ts'
import type { DeferredCall, WebhookEvent } from '../model/webhook.ts'
import type { Database } from './database.ts'
import { locks } from './locks.ts'
import { guard, type Step, statement, step } from './statement.ts'
import type { OutboxTable } from './tables.ts'
import { currentTime } from './time.ts'

export type OutboxRow = Omit<OutboxTable, 'n'> & { n: number }

/** A call that has yet to be sent. */
export type WaitingCall = Pick<
  OutboxRow,
  'n' | 'id' | 'account' | 'agent' | 'webhook' | 'lane' | 'attempt' | 'wants_token' | 'event'
> & {
  /** Milliseconds until it is due; not above 0: it is. */
  wait: number
  /** Milliseconds for which it is still tried. */
  left: number
}

/** A call of the outbox that an attempt is being made of. */
export type ClaimedCall = Pick<WaitingCall, 'n' | 'id' | 'account' | 'agent' | 'webhook' | 'attempt' | 'left'> & {
  event: WebhookEvent | EventRef
  thirdPartyToken: string | undefined
  /** It had a token, which has gone with the process that held it. */
  isTokenLost: boolean
}

/** Where calls go: one webhook of one agent. */
export type Target = Pick<OutboxTable, 'agent' | 'webhook'>

/** How long a call is tried. */
export const tryForMs = 86_400_000
/** An event that cannot be delivered holds up those behind it for so long. */
const heldMs = 600_000
/** The process that keeps a call's token is taken for dead when the call is overdue for so long. */
const orphanedMs = 600_000

/**
 * Webhook calls that go out after the commit of their turn, whichever process finds them; all times are those of `currentTime`.
 * Their callers' tokens are held in this process and nowhere else.
 */
export function outboxRows(db: Database, now: () => number) {
  const { query } = db
  const lock = locks(db)
  /** This process, among those that share the tables. */
  const holder = randomUUID()
  /** By call. */
  const tokens = new Map<string, { token: string; until: number }>()
  const time = (at: number) => currentTime(db, at)
  const later = (at: number, ms: number) => sql<number>`${time(at)} + cast(${ms} as bigint)`
  type New = Pick<OutboxTable, 'id' | 'account' | 'agent' | 'version' | 'webhook' | 'lane' | 'event' | 'keeper'>
  const insert = statement((p: New & { wants_token: number; now: number; tryFor: number }) =>
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
      next_at: time(p.now),
      until: later(p.now, p.tryFor),
      leased_until: null,
      outcome: null,
      created_at: time(p.now),
      settled_at: null,
    }),
  )
  const isFree = (at: number) => sql<boolean>`(leased_until is null or leased_until <= ${time(at)})`
  const isOrphaned = (p: { now: number; orphaned: number }) =>
    sql<boolean>`next_at <= ${time(p.now)} - cast(${p.orphaned} as bigint)`
  type Who = { now: number; holder: string; orphaned: number }
  const targets = statement((p: Who) =>
    query
      .selectFrom('outbox')
      .select(['agent', 'webhook'])
      .select([
        sql<number>`max(case when keeper = ${p.holder} then 1 else 0 end)`.as('kept'),
        sql<number>`max(case when keeper is null or ${isOrphaned(p)} then 1 else 0 end)`.as('anybodys'),
      ])
      .where('status', '=', sql.lit('open'))
      .where('next_at', '<=', time(p.now))
      .where(isFree(p.now))
      .groupBy(['agent', 'webhook']),
  )
  // A bare placeholder on a partial index makes SQLite prepare the query anew at every run.
  const text = (value: string) => sql<string>`cast(${value} as text)`
  const leased = (p: Target & { now: number }) =>
    query
      .selectFrom('outbox')
      .where('agent', '=', text(p.agent))
      .where('webhook', '=', text(p.webhook))
      .where('leased_until', '>', time(p.now))
  /** An event waits for those before it in its lane, which may be tried again; but for none of them longer than this. */
  const inItsTurn = (at: number) => sql<boolean>`not (agent = '' and exists (select 1 from outbox as earlier
    where earlier.agent = '' and earlier.webhook = outbox.webhook and earlier.lane = outbox.lane and earlier.n < outbox.n
    and earlier.status = 'open' and earlier.created_at > ${time(at)} - cast(${heldMs} as bigint)))`
  const waiting = statement((p: Target & Who & { limit: number }) =>
    query
      .selectFrom('outbox')
      .select(['n', 'id', 'account', 'agent', 'webhook', 'lane', 'attempt', 'wants_token', 'event'])
      .select([
        sql<number>`next_at - ${time(p.now)}`.as('wait'),
        sql<number>`${sql.ref('until')} - ${time(p.now)}`.as('left'),
      ])
      .where('agent', '=', text(p.agent))
      .where('webhook', '=', text(p.webhook))
      .where('status', '=', sql.lit('open'))
      .where(isFree(p.now))
      .where((e) => e.or([e('keeper', 'is', null), e('keeper', '=', p.holder), isOrphaned(p)]))
      .where('lane', 'not in', leased(p).select('lane'))
      .where(inItsTurn(p.now))
      .orderBy('next_at')
      .orderBy('n')
      .limit(p.limit),
  )
  type Claim = Target & { n: number; attempt: number; now: number; lease: number; atOnce: number }
  const claim = statement((p: Claim) =>
    query
      .updateTable('outbox')
      .set({ attempt: sql<number>`attempt + 1`, leased_until: later(p.now, p.lease) })
      .where('n', '=', p.n)
      .where('attempt', '=', p.attempt)
      .where('status', '=', sql.lit('open'))
      .where('next_at', '<=', time(p.now))
      .where(isFree(p.now))
      .where('lane', 'not in', leased(p).select('lane'))
      .where((e) => e(leased(p).select(e.fn.countAll<number>().as('n')), '<', p.atOnce)),
  )
  // The attempt's number fences: whoever's lease ran out settles nothing.
  type Mine = { n: number; attempt: number }
  const ours = (p: Mine) =>
    query
      .updateTable('outbox')
      .set({ leased_until: null })
      .where('n', '=', p.n)
      .where('attempt', '=', p.attempt)
      .where('status', '=', sql.lit('open'))
  const delivered = statement((p: Mine & { outcome: string; now: number }) =>
    ours(p).set({
      status: 'delivered',
      outcome: p.outcome,
      // Of an event it names the event alone, which may be sent there again.
      event: sql<string>`case when agent = '' then event else '' end`,
      keeper: null,
      settled_at: time(p.now),
    }),
  )
  const dead = statement((p: Mine & { outcome: string; now: number }) =>
    ours(p).set({ status: 'dead', outcome: p.outcome, keeper: null, settled_at: time(p.now) }),
  )
  const again = statement((p: Mine & { outcome: string; now: number; wait: number }) =>
    ours(p).set({ outcome: p.outcome, next_at: later(p.now, p.wait) }),
  )
  const release = statement((p: Mine) => ours(p).set({ attempt: sql<number>`attempt - 1` }))
  const leave = statement((p: { holder: string }) =>
    query
      .updateTable('outbox')
      .set({ keeper: null })
      .where('status', '=', sql.lit('open'))
      .where('keeper', '=', p.holder),
  )
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
  const who = () => ({ now: now(), holder, orphaned: orphanedMs })

  /** Those of commits that failed are never claimed. */
  function forgetTokens(): void {
    for (const [id, { until }] of tokens) {
      if (until > now()) return
      tokens.delete(id)
    }
  }

  function settle(statement: typeof delivered, { n, id, attempt }: Mine & { id: string }, outcome: string) {
    tokens.delete(id)
    return db.run(statement, { n, attempt, outcome, now: now() })
  }

  return {
    /** Part of a turn's commit. `lane` names the person; calls for nobody in particular have a lane of their own each. */
    addSteps(account: string, lane: string | undefined, calls: readonly DeferredCall[]): Step[] {
      const at = now()
      return calls.map(({ id, agent, version, webhook, event, thirdPartyToken: token }) => {
        if (token !== undefined) tokens.set(id, { token, until: at + tryForMs })
        const kept = token === undefined ? { keeper: null, wants_token: 0 } : { keeper: holder, wants_token: 1 }
        const row = { id, account, agent, version, webhook, lane: lane ?? id, event: JSON.stringify(event), ...kept }
        return step(insert, { ...row, now: at, tryFor: tryForMs })
      })
    },
    /** An event for an endpoint, which is the webhook of no agent. Those of one lane go out in their order. */
    addEventStep(account: string, lane: string, endpoint: string, event: EventRef): Step {
      const of = { account, agent: '', version: 0, webhook: endpoint, lane, keeper: null, wants_token: 0 }
      const id = `msg_${randomUUID().replaceAll('-', '')}`
      return step(insert, { ...of, id, event: JSON.stringify(event), now: now(), tryFor: tryForMs })
    },
    /** The webhooks for which something is due: `kept` by this process, or `anybodys`. */
    async dueTargets(): Promise<(Target & { kept: boolean; anybodys: boolean })[]> {
      forgetTokens()
      const found = await db.all(targets, who())
      return found.map((row) => ({ ...row, kept: row.kept === 1, anybodys: row.anybodys === 1 }))
    },
    /** The calls of a target that this process may send, now or later; the soonest first, and none of a lane that is at work. */
    async waiting(target: Target, limit: number): Promise<WaitingCall[]> {
      return db.all(waiting, { ...target, ...who(), limit })
    },
    /**
     * The call, for this process alone for `leaseMs`; undefined: it may not be sent now, because somebody else has claimed it,
     * or one of its lane, or `atOnce` of its target.
     */
    async claim(call: WaitingCall, leaseMs: number, atOnce: number): Promise<ClaimedCall | undefined> {
      const { n, id, account, agent, webhook, attempt, left, wants_token, event } = call
      const claimed = await db.batch([
        // Whoever claims a webhook's calls does it alone: it sees all that were claimed before.
        ...lock('webhook', `${agent}/${webhook}`),
        guard(claim, { n, agent, webhook, attempt, now: now(), lease: leaseMs, atOnce }),
      ])
      if (!claimed) return undefined
      const thirdPartyToken = tokens.get(id)?.token
      const isTokenLost = wants_token === 1 && thirdPartyToken === undefined
      const told = { event: JSON.parse(event) as ClaimedCall['event'], thirdPartyToken, isTokenLost }
      return { n, id, account, agent, webhook, attempt: attempt + 1, left, ...told }
    },
    async delivered(call: ClaimedCall, outcome: string): Promise<void> {
      await settle(delivered, call, outcome)
    },
    /** Given up; an admin may have it sent again. */
    async bury(call: ClaimedCall, outcome: string): Promise<void> {
      await settle(dead, call, outcome)
    },
    /** Not before `wait` milliseconds from now. */
    async retry({ n, attempt }: ClaimedCall, outcome: string, wait: number): Promise<void> {
      await db.run(again, { n, attempt, outcome, now: now(), wait })
    },
    /** The attempt was broken off by us: it does not count, though it may have arrived. */
    async release({ n, attempt }: ClaimedCall): Promise<void> {
      await db.run(release, { n, attempt })
    },
    /** The end of this process: the tokens it kept are lost, and whoever finds their calls knows it at once. */
    async leave(): Promise<void> {
      await db.run(leave, { holder })
    },
    /** Only when this process is known to be alone on the database: what was leased or kept, was by the dead. */
    async takeOver(): Promise<void> {
      await db.run(takeOver, {})
    },
    async prune(before: { delivered: number; dead: number }): Promise<void> {
      await db.run(prune, { status: 'delivered', before: before.delivered })
      await db.run(prune, { status: 'dead', before: before.dead })
    },
  }
}
