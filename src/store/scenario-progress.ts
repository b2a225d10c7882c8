import type { ScenarioProgress } from '../model/scenario.ts'
import type { Database } from './database.ts'
import { type Step, statement, step, stepOf } from './statement.ts'

/** Where each conversation is in its scenario. */
export function scenarioProgress(db: Database, now: () => number) {
  const { query } = db
  const read = statement((p: { key: string; conversation: string }) =>
    query
      .selectFrom('scenario_progress')
      .select('progress')
      .where('key', '=', p.key)
      .where('conversation', '=', p.conversation),
  )
  const write = statement((p: { key: string; conversation: string; progress: string; at: number }) =>
    query
      .insertInto('scenario_progress')
      .values({ key: p.key, conversation: p.conversation, progress: p.progress, updated_at: p.at })
      .onConflict((c) => c.columns(['key', 'conversation']).doUpdateSet({ progress: p.progress, updated_at: p.at })),
  )
  const remove = statement((p: { key: string; conversation: string }) =>
    query.deleteFrom('scenario_progress').where('key', '=', p.key).where('conversation', '=', p.conversation),
  )
  const prune = statement((p: { before: number }) =>
    query.deleteFrom('scenario_progress').where('updated_at', '<', p.before),
  )

  return {
    async progress(key: string, conversation: string): Promise<ScenarioProgress | undefined> {
      const row = await db.get(read, { key, conversation })
      return row && (JSON.parse(row.progress) as ScenarioProgress)
    },
    /** Null: it is in none any more. */
    moveStep: (key: string, conversation: string, to: ScenarioProgress | null): Step =>
      to
        ? step(write, { key, conversation, progress: JSON.stringify(to), at: now() })
        : step(remove, { key, conversation }),
    /** In all their conversations. */
    clearStep: (key: string): Step => stepOf(query.deleteFrom('scenario_progress').where('key', '=', key)),
    async prune(before: number): Promise<void> {
      await db.run(prune, { before })
    },
  }
}
