import type { Database } from './database.ts'
import { type Step, stepOf } from './statement.ts'
import type { ToolConnectingTable } from './tables.ts'

export type ToolConnectingRow = ToolConnectingTable

/** Those who are on their way to give a server of tools leave: by its page, or signed in by their platform. */
export function toolConnecting(db: Database, now: () => number) {
  const { query } = db
  return {
    connectingStep: (row: ToolConnectingRow): Step => stepOf(query.insertInto('tool_connecting').values(row)),
    /** Also those whose time is over, as long as they are kept. */
    connecting: (hash: string, kind: ToolConnectingRow['kind']): Promise<ToolConnectingRow | undefined> =>
      query
        .selectFrom('tool_connecting')
        .selectAll()
        .where('hash', '=', hash)
        .where('kind', '=', kind)
        .executeTakeFirst(),
    /** What a platform calls a sign-in so, or what somebody was asked last. */
    async signingOn(
      of: Pick<ToolConnectingRow, 'by'> & { hash?: string | undefined },
    ): Promise<ToolConnectingRow | undefined> {
      return query
        .selectFrom('tool_connecting')
        .selectAll()
        .where('by', '=', of.by)
        .where('kind', 'in', ['sso', 'proving'])
        .where('expires_at', '>', now())
        .$if(of.hash !== undefined, (q) => q.where('hash', '=', of.hash!))
        .orderBy('expires_at', 'desc')
        .limit(1)
        .executeTakeFirst()
    },
    /** A guard: void for whoever comes second, from another device. */
    proveStep: (hash: string): Step =>
      stepOf(
        query
          .updateTable('tool_connecting')
          .set({ kind: 'proving' })
          .where('hash', '=', hash)
          .where('kind', '=', 'sso'),
        {
          guard: true,
        },
      ),
    /** It could not be looked at. */
    async unproven(hash: string): Promise<void> {
      await query
        .updateTable('tool_connecting')
        .set({ kind: 'sso' })
        .where('hash', '=', hash)
        .where('kind', '=', 'proving')
        .execute()
    },
    /** A guard: void for whoever comes second. */
    takeStep: (hash: string): Step =>
      stepOf(query.deleteFrom('tool_connecting').where('hash', '=', hash), { guard: true }),
    async prune(): Promise<void> {
      await query.deleteFrom('tool_connecting').where('expires_at', '<=', now()).execute()
    },
  }
}
