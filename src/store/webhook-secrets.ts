import type { Database } from './database.ts'
import { type Step, statement, stepOf } from './statement.ts'

/** After a rotation the secret before signs too for so long, so that receivers can change over. */
const overlapMs = 86_400_000

/** The signing secrets of webhooks, encrypted: one row for each webhook of each agent's live version and of its draft. */
export function webhookSecretRows(db: Database) {
  const { query } = db
  const read = statement((p: { agent: string; name: string }) =>
    query
      .selectFrom('webhook_secret')
      .select(['secret', 'previous', 'rotated_at'])
      .where('agent', '=', p.agent)
      .where('name', '=', p.name),
  )
  return {
    /** Those that sign at this moment, the newest first; none of an unknown webhook. */
    async of(agent: string, name: string, now: number): Promise<string[]> {
      const row = await db.get(read, { agent, name })
      if (!row) return []
      const overlaps = row.previous !== null && now - (row.rotated_at ?? 0) < overlapMs
      return overlaps ? [row.secret, row.previous!] : [row.secret]
    },
    /** Where there is one already, of a draft's webhook of that name, both sign for a while. */
    addStep: (agent: string, name: string, secret: string, now: number): Step =>
      stepOf(
        query
          .insertInto('webhook_secret')
          .values({ agent, name, secret, previous: null, rotated_at: null })
          .onConflict((c) =>
            c.columns(['agent', 'name']).doUpdateSet((e) => ({
              secret,
              previous: e.ref('webhook_secret.secret'),
              rotated_at: now,
            })),
          ),
      ),
    dropStep: (agent: string, name: string): Step =>
      stepOf(query.deleteFrom('webhook_secret').where('agent', '=', agent).where('name', '=', name)),
    /** A guard: void without such a webhook. */
    rotateStep: (agent: string, name: string, secret: string, now: number): Step =>
      stepOf(
        query
          .updateTable('webhook_secret')
          .set((e) => ({ secret, previous: e.ref('secret'), rotated_at: now }))
          .where('agent', '=', agent)
          .where('name', '=', name),
        { guard: true },
      ),
  }
}
