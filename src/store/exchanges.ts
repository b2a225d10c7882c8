import { sql } from 'kysely'
import type { Database } from './database.ts'
import { history } from './history.ts'
import { type Step, statement, step } from './statement.ts'

/** What is remembered of single chat messages and of their answers, by the event that brought them. */
export function exchanges(db: Database) {
  const { query } = db
  type Of = { key: string; event_id: string }
  const forget = statement((p: Of) =>
    query.deleteFrom('memory').where('key', '=', p.key).where('event_id', '=', p.event_id),
  )
  const since = history(db).since('memory')
  const question = statement((p: Of) =>
    query
      .selectFrom('memory')
      .select('text')
      .where('key', '=', p.key)
      .where('event_id', '=', p.event_id)
      .where('role', '=', sql.lit('user'))
      .$if(since !== undefined, (q) => q.where('at', '>=', since!))
      .orderBy('id')
      .limit(sql.lit(1)),
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
    // Of the many that nobody has edited no page is written.
    return questionOf(p)
      .set({ text: sql<string>`${edited}` })
      .where((e) => e.exists(edited.where('edited', 'is not', null)))
  })

  return {
    /** What the message said, as long as it is remembered. */
    async question(key: string, event: string): Promise<string | undefined> {
      return (await db.get(question, { key, event_id: event }))?.text
    },
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
