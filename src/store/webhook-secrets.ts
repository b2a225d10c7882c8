import type { Database } from './database.ts'
import { type Step, stepOf } from './statement.ts'

/** The signing secrets of webhooks, encrypted: one row for each webhook of each agent's live version. */
export function webhookSecretRows(db: Database) {
  const { query } = db
  return {
    addStep: (agent: string, name: string, secret: string): Step =>
      stepOf(query.insertInto('webhook_secret').values({ agent, name, secret })),
    dropStep: (agent: string, name: string): Step =>
      stepOf(query.deleteFrom('webhook_secret').where('agent', '=', agent).where('name', '=', name)),
  }
}
