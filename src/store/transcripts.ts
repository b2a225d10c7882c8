import { sql } from 'kysely'
import { keysOfAgent, orderKey } from '../model/key.ts'
import type { Entry, Transcript } from '../ports/transcript.ts'
import type { Database } from './database.ts'
import { guard, type Step, statement, step, stepOf } from './statement.ts'

/** What is told at once of what was changed, and of what stands there. */
const most = 300
/** How soon it is seen what other processes have changed. */
const lookEveryMs = 250

const tables = ['transcript', 'transcript_head', 'transcript_file'] as const

/**
 * Conversations that are kept nowhere else. The head of each is written first in every change: so changes of one come one after the
 * other, whichever processes they come from, and none is seen before one with a lower number. Numbers go on with the clock where all
 * of a conversation was forgotten, so that whoever still knows an old one misses nothing.
 */
export function transcripts(db: Database, now: () => number): Transcript & Housekeeping {
  const { query } = db
  const account = statement((p: { agent: string }) =>
    query.selectFrom('agent').select('account').where('id', '=', p.agent),
  )
  const begin = statement((p: { key: string; at: number }) =>
    query
      .insertInto('transcript_head')
      .values({ key: p.key, rev: p.at })
      .onConflict((c) =>
        c.column('key').doUpdateSet({
          rev: sql`case when transcript_head.rev < excluded.rev then excluded.rev else transcript_head.rev + 1 end`,
        }),
      ),
  )
  const head = (key: string) => sql<number>`(select rev from transcript_head where key = ${key})`
  const insert = statement((p: { key: string; id: string; body: string; at: number }) =>
    query
      .insertInto('transcript')
      .values({ key: p.key, id: p.id, position: head(p.key), rev: head(p.key), body: p.body, at: p.at })
      .onConflict((c) => c.columns(['key', 'id']).doNothing()),
  )
  const update = statement((p: { key: string; id: string; body: string }) =>
    query
      .updateTable('transcript')
      .set({ body: p.body, rev: head(p.key) })
      .where('key', '=', p.key)
      .where('id', '=', p.id)
      .where('body', '!=', sql.lit('')),
  )
  const one = statement((p: { key: string; id: string }) =>
    query
      .selectFrom('transcript')
      .select(['id', 'position as n', 'rev', 'at', 'body'])
      .where('key', '=', p.key)
      .where('id', '=', p.id),
  )
  const after = statement((p: { key: string; rev: number }) =>
    query
      .selectFrom('transcript')
      .select(['id', 'position as n', 'rev', 'at', 'body'])
      .where('key', '=', p.key)
      .where('rev', '>', p.rev)
      .orderBy('rev')
      .limit(sql.lit(most)),
  )
  const last = statement((p: { key: string }) =>
    query
      .selectFrom('transcript')
      .select(['id', 'position as n', 'rev', 'at', 'body'])
      .where('key', '=', p.key)
      .where('body', '!=', sql.lit(''))
      .orderBy('rev', 'desc')
      .limit(sql.lit(most)),
  )
  const heard = createWatch(db)

  async function changed(key: string, what: Step): Promise<boolean> {
    const isDone = await db.batch([step(begin, { key, at: now() }), what])
    if (isDone) heard.tell(key)
    return isDone
  }

  const get = (key: string, id: string): Promise<Entry | undefined> => db.get(one, { key, id })

  return {
    async keyOf(agent, uid) {
      const row = await db.get(account, { agent })
      return row && orderKey(row.account, agent, uid)
    },
    async add(key, id, body) {
      const known = await get(key, id)
      if (known) return known
      await changed(key, guard(insert, { key, id, body, at: now() }))
      return (await get(key, id))!
    },
    change: (key, id, body) => changed(key, guard(update, { key, id, body })),
    get,
    since: (key, rev) => db.all(after, { key, rev }),
    latest: async (key) => (await db.all(last, { key })).sort((a, b) => a.rev - b.rev),
    watch: heard.watch,
    async addFile(key, id, { name, mimetype, bytes }) {
      const row = { key, id, name, mimetype, content: bytes, at: now() }
      await db.batch([
        stepOf(
          query
            .insertInto('transcript_file')
            .values(row)
            .onConflict((c) => c.columns(['key', 'id']).doNothing()),
        ),
      ])
    },
    async file(key, id) {
      const row = await query
        .selectFrom('transcript_file')
        .select(['name', 'mimetype', 'content'])
        .where('key', '=', key)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && { name: row.name, mimetype: row.mimetype, bytes: row.content }
    },
    async removeFile(key, id) {
      await db.batch([stepOf(query.deleteFrom('transcript_file').where('key', '=', key).where('id', '=', id))])
    },

    forgetAgentSteps(agent) {
      const { from, to } = keysOfAgent(agent)
      return tables.map((table) => stepOf(query.deleteFrom(table).where('key', '>=', from).where('key', '<', to)))
    },
    async prune(before) {
      await db.batch([
        stepOf(query.deleteFrom('transcript').where('at', '<', before)),
        stepOf(query.deleteFrom('transcript_file').where('at', '<', before)),
        stepOf(query.deleteFrom('transcript_head').where('rev', '<', before)),
      ])
    },
  }
}

export interface Housekeeping {
  forgetAgentSteps(agent: string): Step[]
  /** What was put there before that time is forgotten. */
  prune(before: number): Promise<void>
}

/** What this process changes is heard at once; where others share the database, it is looked at as long as somebody watches. */
function createWatch(db: Database) {
  const watched = new Map<string, Set<() => void>>()
  const seen = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  const tell = (key: string): void => {
    for (const heard of watched.get(key) ?? []) heard()
  }

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      const keys = [...watched.keys()]
      const heads = await db.query.selectFrom('transcript_head').selectAll().where('key', 'in', keys).execute()
      for (const { key, rev } of heads) {
        if (seen.get(key) !== rev && watched.has(key)) tell(key)
        seen.set(key, rev)
      }
    } catch {
      // What cannot be seen now is seen the next time.
    } finally {
      isLooking = false
    }
  }

  return {
    tell,
    watch(key: string, heard: () => void): () => void {
      const all = watched.get(key) ?? new Set()
      watched.set(key, all.add(heard))
      if (db.dialect === 'postgres') timer ??= setInterval(() => void look(), lookEveryMs).unref()
      return () => {
        all.delete(heard)
        if (all.size > 0) return
        watched.delete(key)
        seen.delete(key)
        if (watched.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
