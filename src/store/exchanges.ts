import { sql } from 'kysely'
import type { Database } from './database.ts'
import { type Step, statement, step } from './statement.ts'

/** What is remembered of single chat messages and of their answers, by the event that brought them. */
export function exchanges(db: Database) {
  const { query } = db
  type Of = { key: string; event_id: string }
  const forget = statement((p: Of) =>
    query.deleteFrom('memory').where('key', '=', p.key).where('event_id', '=', p.event_id),
  )
  const questionOf = (p: Of) =>
    query
      .updateTable('memory')
      .where('key', '=', p.key)
      .where('event_id', '=', p.event_id)
      .where('role', '=', sql.lit('user'))
  const reword = statement((p: Of & { text: string }) => questionOf(p).set({ text: p.text }))
  const rewordAsEdited = statement((p: Of) => {
    const edited = query.selectFrom('inbox').select('edited').where('event_id', '=', p.event_id)
    return questionOf(p).set((e) => ({ text: sql<string>`coalesce(${edited}, ${e.ref('text')})` }))
  })

  return {
    /** Neither the message nor its answer was ever said. */
    forgetStep: (key: string, event: string): Step => step(forget, { key, event_id: event }),
    /** The message reads so now. */
    async reword(key: string, event: string, text: string): Promise<void> {
      await db.run(reword, { key, event_id: event, text })
    },
    /** It may have been edited while it was answered: what it says since stands in the inbox. */
    rewordAsEditedStep: (key: string, event: string): Step => step(rewordAsEdited, { key, event_id: event }),
  }
}
