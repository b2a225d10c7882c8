import { createHash, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { createRests } from '../lib/slices.ts'
import type { Hit, KnowledgeSource, Passage } from '../model/knowledge.ts'
import type { Database } from './database.ts'
import { passageInserts } from './passages.ts'
import { type Step, statement, stepOf } from './statement.ts'
import { type TermedPassage, termed } from './terms.ts'
import { currentTime } from './time.ts'

/** Passages removed in one batch. */
const removedInBatch = 200
/** What was staged so long ago, by the clock of `currentTime`, was given up. */
const abandonedMs = 3_600_000

export type NewSource = Omit<KnowledgeSource, 'id' | 'passages' | 'createdAt'>

/**
 * What agents know. A source is staged first, a little at a time, and nobody finds it; what makes it live, in place of the
 * one of its name, are a few steps that fit into any batch. What is gone is swept up later.
 */
export function knowledge(db: Database, now: () => number) {
  const { query } = db
  const inserts = passageInserts(db)
  const sources = query
    .selectFrom('knowledge_source')
    .select(['id', 'agent', 'name', 'sha256', 'mimetype', 'bytes', 'passages', 'created_at as createdAt'])
    .where('status', '=', 'live')
  const removeSome = statement((p: { source: string; limit: number }) =>
    query
      .deleteFrom('passage')
      .where('id', 'in', (e) => e.selectFrom('passage').select('id').where('source', '=', p.source).limit(p.limit)),
  )

  return {
    /** By their names. */
    list: (agent: string): Promise<KnowledgeSource[]> => sources.where('agent', '=', agent).orderBy('name').execute(),

    /** Another text as soon as anything else is known. */
    async revision(agent: string): Promise<string> {
      const live = await query
        .selectFrom('knowledge_source')
        .select('id')
        .where('agent', '=', agent)
        .where('status', '=', 'live')
        .orderBy('id')
        .execute()
      const all = live.map(({ id }) => id).join(' ')
      return createHash('sha256').update(all).digest('base64url').slice(0, 22)
    },

    find: (agent: string, name: string): Promise<KnowledgeSource | undefined> =>
      sources.where('agent', '=', agent).where('name', '=', name).executeTakeFirst(),

    /** What a live source was made from. */
    async content(agent: string, name: string): Promise<Uint8Array | undefined> {
      const row = await query
        .selectFrom('knowledge_file')
        .innerJoin('knowledge_source', 'knowledge_source.id', 'knowledge_file.source')
        .select('content')
        .where('agent', '=', agent)
        .where('name', '=', name)
        .where('status', '=', 'live')
        .executeTakeFirst()
      return row?.content
    },

    /** Puts a source and its passages in place; `goLiveSteps` makes it one that is found. Returns its id. */
    async stage(source: NewSource, content: Uint8Array, passages: Iterable<Passage>): Promise<string> {
      const id = randomUUID()
      const counts = { passages: 0, terms: 0 }
      const row = { ...source, ...counts, id, status: 'staged' as const, created_at: currentTime(db, now()) }
      await db.batch([
        stepOf(query.insertInto('knowledge_source').values(row)),
        stepOf(query.insertInto('knowledge_file').values({ source: id, content })),
      ])
      let batch: TermedPassage[] = []
      let inBatch = 0
      const rest = createRests()
      const write = async () => {
        await db.batch(inserts.steps(source.agent, id, batch))
        batch = []
        inBatch = 0
      }
      for (const passage of passages) {
        const one = termed(passage)
        batch.push(one)
        counts.passages++
        counts.terms += one.length
        inBatch += one.length + 1
        if (inBatch >= inserts.termsInBatch) await write()
        // Others' writes come first, and their reads.
        const others = rest()
        if (others) await others
      }
      await write()
      await db.batch([stepOf(query.updateTable('knowledge_source').set(counts).where('id', '=', id))])
      return id
    },

    /** A staged source takes the place of the agent's live one of that name. Void when it is not staged any more. */
    goLiveSteps: (id: string, agent: string, name: string): Step[] => [
      stepOf(
        query
          .updateTable('knowledge_source')
          .set({ status: 'gone' })
          .where('agent', '=', agent)
          .where('name', '=', name)
          .where('status', '=', 'live'),
      ),
      stepOf(
        query
          .updateTable('knowledge_source')
          .set({ status: 'live' })
          .where('id', '=', id)
          .where('status', '=', 'staged'),
        { guard: true },
      ),
    ],

    /** Void when the agent has gone, or is another account's. */
    ownerStep: (agent: string, account: string): Step =>
      stepOf(query.updateTable('agent').set({ account }).where('id', '=', agent).where('account', '=', account), {
        guard: true,
      }),

    /** Void when there is none of that name. */
    removeStep: (agent: string, name: string): Step =>
      stepOf(
        query
          .updateTable('knowledge_source')
          .set({ status: 'gone' })
          .where('agent', '=', agent)
          .where('name', '=', name)
          .where('status', '=', 'live'),
        { guard: true },
      ),

    /** Staged sources that will not go live. */
    async giveUp(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      await query
        .updateTable('knowledge_source')
        .set({ status: 'gone' })
        .where('id', 'in', ids)
        .where('status', '=', 'staged')
        .execute()
    },

    /**
     * Removes for good what is gone or was never finished, a little at a time. Returns how many passages that were. Any process
     * may do so at any time: what another is in the middle of adding is younger.
     */
    async sweep(): Promise<number> {
      // Then it can go live no more.
      await query
        .updateTable('knowledge_source')
        .set({ status: 'gone' })
        .where('status', '=', 'staged')
        .where(sql<number>`${currentTime(db, now())} - created_at`, '>', abandonedMs)
        .execute()
      const dead = await query.selectFrom('knowledge_source').select('id').where('status', '=', 'gone').execute()
      let removed = 0
      for (const { id } of dead) {
        for (let some = -1; some !== 0; removed += some) {
          some = await db.run(removeSome, { source: id, limit: removedInBatch })
          await setImmediate()
        }
        await db.batch([
          stepOf(query.deleteFrom('knowledge_file').where('source', '=', id)),
          // Another process may be removing the rest of its passages at this moment, and not come to an end.
          stepOf(
            query
              .deleteFrom('knowledge_source')
              .where('id', '=', id)
              .where((e) => e.not(e.exists(e.selectFrom('passage').select('id').where('source', '=', id)))),
          ),
        ])
      }
      return removed
    },

    /** Passages by their ids, of live sources only, without their scores. */
    async passages(ids: readonly number[]): Promise<Omit<Hit, 'score'>[]> {
      if (ids.length === 0) return []
      return query
        .selectFrom('passage')
        .innerJoin('knowledge_source', 'knowledge_source.id', 'passage.source')
        .select(['passage.id', 'passage.title', 'passage.text', 'knowledge_source.name as source'])
        .where('passage.id', 'in', ids)
        .where('knowledge_source.status', '=', 'live')
        .execute()
    },
  }
}
