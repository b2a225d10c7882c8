import type { Database } from './database.ts'

/** The history of agents: who published what, when. Versions never change. */
export function versions(db: Database) {
  return {
    /** Newest first. */
    async list(agent: string): Promise<{ version: number; author: string; createdAt: number }[]> {
      return db.query
        .selectFrom('agent_version')
        .select(['n as version', 'author', 'created_at as createdAt'])
        .where('agent', '=', agent)
        .orderBy('n', 'desc')
        .execute()
    },
  }
}
