import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Removed } from './remove.ts'
import { owesRewrite, rewriteOwed } from './rewrite.ts'

/** What is left of rows that are gone, and whether it could be reached. */
export interface Scrubbed {
  /** Whether the log of SQLite begins anew, or PostgreSQL has cleared the tables. */
  log: 'emptied' | 'in use' | 'vacuumed'
  /** That SQLite's file is too big to be written anew at once: until the night copies of what is gone can stand in its free room. */
  isOwed: boolean
}

export interface Waits {
  /** Between two steps, so that others get their turn. */
  pause: () => Promise<void>
  sleep: (ms: number) => Promise<void>
}

/** A server that answers people reads for moments, again and again: it is waited for so often, for two seconds in all. */
const tries = 100
const tryEveryMs = 20
const mergesAtMost = 10_000

/**
 * For rows that were deleted, before it is written down that they are gone. SQLite overwrites with zeros what it deletes
 * (`secure_delete`); the terms of the search index stay until its parts are merged. PostgreSQL frees the room of dead rows by VACUUM;
 * its own log, archives and replicas are its operator's.
 */
export async function scrubRows(db: Database, removed: Removed, { pause }: Waits): Promise<void> {
  if (db.dialect === 'sqlite') {
    // From here on a process that dies leaves it to the next night.
    await owesRewrite(db)
    if (removed['passage']) await mergeIndex(db, 'passage_fts', pause)
    if (removed['turn']) await mergeIndex(db, 'turn_fts', pause)
    return
  }
  for (const table of Object.keys(removed)) await sql`vacuum ${sql.table(table)}`.execute(db.query)
  if (removed['turn']) await sql`vacuum turn_seen`.execute(db.query)
  if (!removed['passage']) return
  for (const table of ['posting', 'posting_block', 'passage_vector']) {
    await sql`vacuum ${sql.table(table)}`.execute(db.query)
  }
}

/** For the files of SQLite, once all that names them is gone: its free room, up to a size, and its log, which is copied and cut. */
export async function scrubFiles(db: Database, { pause, sleep }: Waits, atMost?: number): Promise<Scrubbed> {
  if (db.dialect === 'postgres') return { log: 'vacuumed', isOwed: false }
  const isOwed = !(await rewriteOwed(db, atMost))
  for (let tried = 1; tried <= tries; tried++) {
    const { pages } = db.checkpoints!.empty()
    if (pages === 0) return { log: 'emptied', isOwed }
    await pause()
    // On a slow disk a copy that was begun before can take longer than all the tries.
    await db.checkpoints!.copy()
    await sleep(tryEveryMs)
  }
  return { log: 'in use', isOwed }
}

/** Until nothing is left to merge: a term of what is gone goes with the parts that it stood in. */
export async function mergeIndex(db: Database, index: 'passage_fts' | 'turn_fts', pause: () => Promise<void>) {
  const merge = (pages: number) =>
    sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('merge', ${sql.lit(pages)})`
  await merge(-500).execute(db.query)
  for (let n = 1; n < mergesAtMost; n++) {
    const before = await changes(db)
    await merge(500).execute(db.query)
    await pause()
    // A merge that had nothing to do changes no more than one row.
    if ((await changes(db)) - before < 2) return
  }
}

async function changes(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(db.query)
  return rows[0]!.n
}
