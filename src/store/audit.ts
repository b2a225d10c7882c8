import { createHash } from 'node:crypto'
import type { Database } from './database.ts'
import { guard, type Step, statement } from './statement.ts'
import type { AuditTable } from './tables.ts'

export type AuditRow = AuditTable

/** Who changed what: a chain of rows for each account. */
export function auditRows(db: Database) {
  const { query } = db
  const tail = statement((p: { account: string }) =>
    query.selectFrom('audit').select(['n', 'hash']).where('account', '=', p.account).orderBy('n', 'desc').limit(1),
  )
  const byNonce = statement((p: { account: string; nonce: string }) =>
    query.selectFrom('audit').selectAll().where('account', '=', p.account).where('nonce', '=', p.nonce),
  )
  const insert = statement((p: AuditRow) =>
    query
      .insertInto('audit')
      .values({
        account: p.account,
        n: p.n,
        at: p.at,
        actor: p.actor,
        door: p.door,
        action: p.action,
        agent: p.agent,
        summary: p.summary,
        nonce: p.nonce,
        previous: p.previous,
        hash: p.hash,
      })
      .onConflict((c) => c.doNothing()),
  )

  return {
    /** The last row of an account; number 0 where there is none. */
    async tail(account: string): Promise<Pick<AuditRow, 'n' | 'hash'>> {
      return (await db.get(tail, { account })) ?? { n: 0, hash: '' }
    },
    /** A guard: void when the account has a row of that number, or of that nonce. */
    addStep: (row: AuditRow): Step => guard(insert, row),
    async byNonce(account: string, nonce: string): Promise<AuditRow | undefined> {
      return db.get(byNonce, { account, nonce })
    },
    /** Newest first. */
    async list(account: string, which: { agent?: string; limit: number; before?: number }): Promise<AuditRow[]> {
      const { agent, limit, before } = which
      let rows = query.selectFrom('audit').selectAll().where('account', '=', account)
      if (agent !== undefined) rows = rows.where('agent', '=', agent)
      if (before !== undefined) rows = rows.where('n', '<', before)
      return rows.orderBy('n', 'desc').limit(limit).execute()
    },
    /** In the order of their numbers, whatever those are; those behind `after`. */
    async next(account: string, after: number | undefined, limit: number): Promise<AuditRow[]> {
      const rows = query.selectFrom('audit').selectAll().where('account', '=', account)
      const behind = after === undefined ? rows : rows.where('n', '>', after)
      return behind.orderBy('n').limit(limit).execute()
    },
    /** The accounts that have rows. */
    async accounts(): Promise<string[]> {
      const rows = await query.selectFrom('audit').select('account').distinct().orderBy('account').execute()
      return rows.map(({ account }) => account)
    },
  }
}

/** The row with its hash, which carries that of the row before it. */
export function sealed(row: Omit<AuditRow, 'hash'>): AuditRow {
  return { ...row, hash: hashOf(row) }
}

/** Over the hash before and the row as JSON, its keys in alphabetical order. */
export function hashOf({ previous, ...row }: Omit<AuditRow, 'hash'>): string {
  const canonical = JSON.stringify(Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))
  return createHash('sha256')
    .update(previous + canonical)
    .digest('hex')
}
