import { createHash } from 'node:crypto'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { keysOfAgent } from '../model/key.ts'
import type { Hit } from '../model/knowledge.ts'
import type { Database } from './database.ts'
import { type Step, statement, step, stepOf } from './statement.ts'
import type { ConversationFileTable, Tables } from './tables.ts'

/** Where somebody talks with an agent: of its files only that conversation knows. */
export interface OfConversation {
  key: string
  conversation: string
}

export interface KeptFile {
  name: string
  sha256: string
  passages: number
}

/**
 * What stands for a conversation where sources of knowledge say whose they are. No agent can be called so, so that what is found of
 * an agent is never somebody's file.
 */
export function scopeOfConversation({ key, conversation }: OfConversation): string {
  return `~${createHash('sha256').update(`${key}\0${conversation}`).digest('hex').slice(0, 32)}`
}

/**
 * Files that people brought into conversations, as sources of knowledge: their passages are found as those of agents are, by any
 * process. They go with the message they came with, with the conversation's memory, and with the agent.
 */
export function conversationFiles(db: Database) {
  const { query } = db
  const ofConversation = statement((p: { scope: string }) =>
    query
      .selectFrom('knowledge_source')
      .select(['name', 'sha256', 'passages'])
      .where('agent', '=', p.scope)
      .where('status', '=', sql.lit('live'))
      .orderBy('created_at', 'desc')
      .limit(sql.lit(20)),
  )
  const add = statement((p: ConversationFileTable) =>
    query
      .insertInto('conversation_file')
      .columns(['source', 'key', 'conversation', 'event_id', 'at'])
      .expression(
        query
          .selectNoFrom((e) => [
            e.val(p.source).as('source'),
            e.val(p.key).as('key'),
            e.val(p.conversation).as('conversation'),
            e.val(p.event_id).as('event_id'),
            sql<number>`cast(${p.at} as bigint)`.as('at'),
          ])
          // What was deleted while its files were read stays away.
          .where((e) =>
            e.not(
              e.exists(
                e
                  .selectFrom('inbox')
                  .select('id')
                  .where('event_id', '=', p.event_id)
                  .where('cancelled', '=', sql.lit('deleted')),
              ),
            ),
          ),
      ),
  )
  type Which = (e: ExpressionBuilder<Tables, 'conversation_file'>) => ReturnType<typeof e.and>
  /** They are found no more at once; their passages are swept up later. */
  const removeSteps = (which: Which): Step[] => [
    stepOf(
      query
        .updateTable('knowledge_source')
        .set({ status: 'gone' })
        .where('id', 'in', (e) => e.selectFrom('conversation_file').select('source').where(which)),
    ),
    stepOf(query.deleteFrom('conversation_file').where(which)),
  ]

  return {
    /** Those that can be searched, the newest first. */
    list: (of: OfConversation): Promise<KeptFile[]> => db.all(ofConversation, { scope: scopeOfConversation(of) }),

    /** For the batch in which a source goes live. A guard: void where the message it came with was deleted. */
    addStep: (of: OfConversation, source: string, eventId: string, at: number): Step => ({
      ...step(add, { source, key: of.key, conversation: of.conversation, event_id: eventId, at }),
      guard: true,
    }),

    /** Passages whose title names that part of a file: `p. 80`. */
    async titled(of: OfConversation, titles: readonly string[], limit: number): Promise<Omit<Hit, 'score'>[]> {
      return query
        .selectFrom('passage')
        .innerJoin('knowledge_source', 'knowledge_source.id', 'passage.source')
        .select(['passage.id', 'passage.title', 'passage.text', 'knowledge_source.name as source'])
        .where('knowledge_source.agent', '=', scopeOfConversation(of))
        .where('knowledge_source.status', '=', 'live')
        .where((e) =>
          e.or(
            titles.flatMap((title): ReturnType<typeof e>[] => [
              e('passage.title', '=', title),
              sql<SqlBool>`passage.title like ${`${title} ›%`}` as never,
              sql<SqlBool>`passage.title like ${`${title}:%`}` as never,
              sql<SqlBool>`passage.title like ${`%› ${title}`}` as never,
            ]),
          ),
        )
        .orderBy('passage.id')
        .limit(limit)
        .execute()
    },

    forgetSteps: ({ key, conversation }: OfConversation): Step[] =>
      removeSteps((e) => e.and([e('key', '=', key), e('conversation', '=', conversation)])),
    /** Of all conversations of a person with an agent. */
    forgetPersonSteps: (key: string): Step[] => removeSteps((e) => e.and([e('key', '=', key)])),
    forgetMessageSteps: (eventId: string): Step[] => removeSteps((e) => e.and([e('event_id', '=', eventId)])),
    forgetAgentSteps(agent: string): Step[] {
      const { from, to } = keysOfAgent(agent)
      return removeSteps((e) => e.and([e('key', '>=', from), e('key', '<', to)]))
    },
    /** Those that came before that time. */
    async prune(before: number): Promise<void> {
      await db.batch(removeSteps((e) => e.and([e('at', '<', before)])))
    },
  }
}
