import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from './database.ts'
import { type Step, stepOf } from './statement.ts'
import type { TimerTable } from './tables.ts'

export interface WaitingThere {
  open: readonly { event_id: string; key: string }[]
  timers: readonly Pick<TimerTable, 'id' | 'key' | 'kind'>[]
  asked: readonly { id: string; key: string }[]
}

/** What is kept of a channel or thread and of what lies in it: its places begin with its own, and go on behind a colon or semicolon. */
export function gonePlaces(db: Database) {
  const { query } = db
  const isIn = (column: Expression<string>, place: string) =>
    sql<SqlBool>`(${column} = ${place} or substr(${column}, 1, ${sql.lit(place.length + 1)}) in (${`${place}:`}, ${`${place};`}))`

  /** By what is kept of a turn, as JSON. */
  const isAnsweredIn = (context: Expression<string | null>, place: string) => {
    const begins = `%"conversation":"${place.replaceAll(/[\\%_]/g, '\\$&')}`
    const [itself, within, thread] = [`${begins}"%`, `${begins}:%`, `${begins};%`]
    const isLike = (pattern: string) => sql<SqlBool>`${context} like ${pattern} escape ${sql.lit('\\')}`
    return sql<SqlBool>`(${isLike(itself)} or ${isLike(within)} or ${isLike(thread)})`
  }

  return {
    /** What waits there, and whose it is: messages to be answered, oldest first, what is to come by itself, and calls that somebody is asked about. */
    async waitingIn(place: string): Promise<WaitingThere> {
      const messages = query.selectFrom('inbox').select(['event_id', 'key']).where('status', '=', 'open')
      const calls = query.selectFrom('tool_approval').select(['id', 'key']).where('state', '=', 'asked')
      const [open, timers, asked] = await Promise.all([
        messages
          .where((e) => isIn(e.ref('conversation'), place))
          .orderBy('id')
          .execute(),
        query
          .selectFrom('timer')
          .select(['id', 'key', 'kind'])
          .where((e) => isIn(e.ref('conversation'), place))
          .execute(),
        calls.where((e) => isIn(e.ref('conversation'), place)).execute(),
      ])
      return { open, timers, asked }
    },
    /** Nobody takes part there any more. */
    leaveStep: (place: string): Step => stepOf(query.deleteFrom('thread').where((e) => isIn(e.ref('place'), place))),
    /** The messages there that were answered or are to be, oldest first. */
    async eventsIn(place: string): Promise<string[]> {
      const [answered, remembered, open] = await Promise.all([
        query
          .selectFrom('turn')
          .select('event_id')
          .where('event_id', 'is not', null)
          .where('answer', 'is not', null)
          .where((e) => isAnsweredIn(e.ref('context'), place))
          .orderBy('id')
          .execute(),
        query
          .selectFrom('memory')
          .select('event_id')
          .where('event_id', 'is not', null)
          .where((e) => isIn(e.ref('conversation'), place))
          .orderBy('id')
          .execute(),
        query
          .selectFrom('inbox')
          .select('event_id')
          .where('status', '=', 'open')
          .where((e) => isIn(e.ref('conversation'), place))
          .orderBy('id')
          .execute(),
      ])
      return [...new Set([...answered, ...remembered, ...open].map((row) => row.event_id!))]
    },
    /** What others said there, how far it was read, and that an agent took part. */
    forgetSteps: (place: string): Step[] => [
      stepOf(query.deleteFrom('said').where((e) => isIn(e.ref('talk'), place))),
      stepOf(query.deleteFrom('talk_read').where((e) => isIn(e.ref('talk'), place))),
      stepOf(query.deleteFrom('thread').where((e) => isIn(e.ref('place'), place))),
    ],
  }
}
