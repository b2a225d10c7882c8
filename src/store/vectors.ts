import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { readOrderKey } from '../model/key.ts'
import type { KnowledgeOwner } from '../ports/engine-store.ts'
import { firstAccount } from './accounts.ts'
import type { Database } from './database.ts'
import { statement, step } from './statement.ts'
import { dot, toUnit } from './unit-vectors.ts'

/** Vectors compared before others get a turn: a few milliseconds. */
const comparedInARow = 500

/** What passages mean, as vectors of a model. */
export function passageVectors(db: Database) {
  const { query } = db
  const insert = statement((p: { passage: number; model: string; vector: Uint8Array }) =>
    query
      .insertInto('passage_vector')
      .columns(['passage', 'model', 'vector'])
      .expression((e) =>
        e
          .selectFrom('passage')
          .select(['id', sql<string>`${p.model}`.as('model'), sql<Uint8Array>`${p.vector}`.as('vector')])
          .where('id', '=', p.passage),
      )
      .onConflict((c) => c.columns(['passage', 'model']).doNothing()),
  )
  const ofSource = statement((p: { source: string; model: string; after: number; limit: number }) =>
    query
      .selectFrom('passage')
      .innerJoin('passage_vector', (j) =>
        j.onRef('passage_vector.passage', '=', 'passage.id').on('passage_vector.model', '=', p.model),
      )
      .select(['passage.id', 'passage_vector.vector'])
      .where('passage.source', '=', p.source)
      .where('passage.id', '>', p.after)
      .orderBy('passage.id')
      .limit(p.limit),
  )
  const lacking = (model: string, after: number) =>
    query
      .selectFrom('passage')
      .innerJoin('knowledge_source', 'knowledge_source.id', 'passage.source')
      .leftJoin('passage_vector', (j) =>
        j.onRef('passage_vector.passage', '=', 'passage.id').on('passage_vector.model', '=', model),
      )
      .where('passage.id', '>', after)
      // One that is staged will be found a moment later.
      .where('knowledge_source.status', '<>', sql.lit('gone'))
      .where('passage_vector.passage', 'is', null)

  return {
    /** Passages without a vector of this model, of ids beyond `after`, by their ids. */
    async missing(
      model: string,
      after: number,
      limit: number,
    ): Promise<{ id: number; title: string; text: string; of: KnowledgeOwner }[]> {
      const rows = await lacking(model, after)
        .leftJoin('agent', 'agent.id', 'knowledge_source.agent')
        .leftJoin('conversation_file', 'conversation_file.source', 'knowledge_source.id')
        .select(['passage.id', 'passage.title', 'passage.text', 'agent.account'])
        .select(['knowledge_source.agent', 'conversation_file.key'])
        .orderBy('passage.id')
        .limit(limit)
        .execute()
      return rows.map(({ account, agent, key, ...passage }) => ({
        ...passage,
        of: key === null ? { account: account ?? firstAccount, agent, uid: undefined } : readOrderKey(key),
      }))
    },

    async countMissing(model: string, after: number): Promise<number> {
      const found = await lacking(model, after)
        .select((e) => e.fn.countAll<number>().as('passages'))
        .executeTakeFirstOrThrow()
      // PostgreSQL counts in texts.
      return Number(found.passages)
    },

    /** Leaves out passages that have gone meanwhile. */
    async put(model: string, vectors: readonly { passage: number; vector: Float32Array }[]): Promise<void> {
      await db.batch(
        vectors.map(({ passage, vector }) => {
          const { buffer, byteOffset, byteLength } = toUnit(vector)
          return step(insert, { passage, model, vector: new Uint8Array(buffer, byteOffset, byteLength) })
        }),
      )
    },

    /** The agent's passages that mean most alike, best first, with the cosine of the angle between. */
    async nearest(
      agent: string,
      model: string,
      vector: Float32Array,
      limit: number,
    ): Promise<{ id: number; cosine: number }[]> {
      const asked = toUnit(vector)
      const sources = await query
        .selectFrom('knowledge_source')
        .select('id')
        .where('agent', '=', agent)
        .where('status', '=', 'live')
        .execute()
      let best: { id: number; cosine: number }[] = []
      for (const { id: source } of sources) {
        for (let after = 0, rows = []; ; after = rows.at(-1)!.id) {
          rows = await db.all(ofSource, { source, model, after, limit: comparedInARow })
          const compared = rows.map((row) => ({ id: row.id, cosine: dot(asked, floats(row.vector)) }))
          best = [...best, ...compared].sort((x, y) => y.cosine - x.cosine).slice(0, limit)
          if (rows.length < comparedInARow) break
          await setImmediate()
        }
      }
      return best
    },
  }
}

/** A copy where the bytes do not lie as floats must. */
function floats(bytes: Uint8Array): Float32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4)
}
