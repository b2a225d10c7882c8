import { sql } from 'kysely'
import type { DatedItem, Lasting, LastingChange, LastingLine, LastingSection } from '../model/lasting.ts'
import type { Database } from './database.ts'
import { history } from './history.ts'
import { type Step, statement, step, stepOf } from './statement.ts'

/** Marks up to when a summary holds its conversation. */
const untilMark = 'until'
/** The conversation of what is kept of the person. */
const everywhere = ''

/**
 * What lasts of conversations: the lines of their summaries, and what is known of people across them. Each line knows its messages, and
 * goes with the first of them.
 */
export function lasting(db: Database, now: () => number) {
  const { query } = db
  const since = history(db).since('memory')
  const lines = statement((p: { key: string; conversation: string }) =>
    query
      .selectFrom('lasting')
      .select(['id', 'section', 'text', 'sources', 'at'])
      .where('key', '=', p.key)
      .where('conversation', 'in', [p.conversation, sql.lit(everywhere)])
      .orderBy('id'),
  )
  const items = statement((p: { key: string; conversation: string; after: number; limit: number }) =>
    query
      .selectFrom('memory')
      .select(['role', 'text', 'at', 'event_id'])
      .where('key', '=', p.key)
      .where('conversation', '=', p.conversation)
      .where('at', '>', p.after)
      .$if(since !== undefined, (q) => q.where('at', '>=', since!))
      .orderBy('id')
      .limit(sql<number>`cast(${p.limit} as integer)`),
  )
  type Row = { key: string; conversation: string; section: string; text: string; sources: string; at: number }
  const add = statement((p: Row) =>
    query.insertInto('lasting').values({
      key: p.key,
      conversation: p.conversation,
      section: p.section,
      text: p.text,
      sources: p.sources,
      at: p.at,
    }),
  )
  const drop = statement((p: { key: string; id: number }) =>
    query.deleteFrom('lasting').where('key', '=', p.key).where('id', '=', p.id),
  )
  const unmark = statement((p: { key: string; conversation: string }) =>
    query
      .deleteFrom('lasting')
      .where('key', '=', p.key)
      .where('conversation', '=', p.conversation)
      .where('section', '=', sql.lit(untilMark)),
  )
  const forgetEvent = statement((p: { key: string; mark: string }) =>
    query
      .deleteFrom('lasting')
      .where('key', '=', p.key)
      // The same on both databases, and without a letter that means something.
      .where(sql<boolean>`replace(sources, ${p.mark}, '') <> sources`),
  )
  const forgetConversation = statement((p: { key: string; conversation: string }) =>
    query.deleteFrom('lasting').where('key', '=', p.key).where('conversation', '=', p.conversation),
  )

  return {
    async of(key: string, conversation: string): Promise<Lasting> {
      const rows = await db.all(lines, { key, conversation })
      const kept = rows.flatMap(({ id, section, text, sources }): LastingLine[] =>
        section === untilMark ? [] : [{ id, section: section as LastingSection, text, sources: eventsOf(sources) }],
      )
      return {
        summary: kept.filter(({ section }) => section !== 'about'),
        about: kept.filter(({ section }) => section === 'about'),
        until: Math.max(0, ...rows.filter(({ section }) => section === untilMark).map(({ at }) => at)),
      }
    },
    /** What of the conversation is newer than that, the oldest first. */
    async items(key: string, conversation: string, after: number, limit: number): Promise<DatedItem[]> {
      const rows = await db.all(items, { key, conversation, after, limit })
      return rows.map(({ role, text, at, event_id }) => ({
        role,
        text,
        at,
        ...(event_id !== null && { event: event_id }),
      }))
    },
    /** `event`: of the chat message that was answered. */
    changeSteps(key: string, conversation: string, change: LastingChange, event?: string): Step[] {
      const of = (section: LastingSection): string => (section === 'about' ? everywhere : conversation)
      return [
        ...change.drop.map((id) => step(drop, { key, id })),
        ...change.add.map(({ section, text, sources = event === undefined ? [] : [event], at = now() }) =>
          step(add, { key, conversation: of(section), section, text, sources: markOf(sources), at }),
        ),
        ...(change.until === undefined
          ? []
          : [
              step(unmark, { key, conversation }),
              step(add, { key, conversation, section: untilMark, text: '', sources: '', at: change.until }),
            ]),
      ]
    },
    forgetEventStep: (key: string, event: string): Step => step(forgetEvent, { key, mark: markOf([event]) }),
    /** The summary of a conversation; what is known of the person stays. */
    forgetStep: (key: string, conversation: string): Step => step(forgetConversation, { key, conversation }),
    /** One of the lines that are kept of a person. */
    dropStep: (key: string, id: number): Step => step(drop, { key, id }),
    /** All that lasts of a person with an agent. */
    clearStep: (key: string): Step => stepOf(query.deleteFrom('lasting').where('key', '=', key)),
    /** Forgets what was made of what was said before that time. */
    async prune(before: number): Promise<void> {
      await query.deleteFrom('lasting').where('at', '<', before).execute()
    },
  }
}

/** Ids hold no line breaks. */
const markOf = (events: readonly string[]): string => (events.length === 0 ? '' : `\n${events.join('\n\n')}\n`)
const eventsOf = (marks: string): string[] => marks.split('\n').filter((event) => event !== '')
