import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { overwrites } from '../sqlite-pragmas.ts'
import type { Removed } from './remove.ts'

/** What is left of rows that are gone, and whether it could be reached. */
export interface Scrubbed {
  /** Whether the log of SQLite begins anew, or PostgreSQL has cleared the tables. */
  log: 'emptied' | 'in use' | 'vacuumed'
  /** That all free room of the database was written anew, which is needed once where it is older than this version. */
  rewritten: boolean
}

/** Somebody may be reading at the moment. */
const tries = 20
const mergesAtMost = 10_000

/**
 * Takes away what SQLite and PostgreSQL keep of rows that are deleted. SQLite overwrites with zeros what it deletes (`secure_delete`);
 * left are the log, which is copied and cut, and the search index, whose terms stay until its parts are merged. PostgreSQL frees the room
 * of dead rows by VACUUM; its own log, archives and replicas are its operator's.
 */
export async function scrub(db: Database, removed: Removed, pause: () => Promise<void>): Promise<Scrubbed> {
  if (db.dialect === 'postgres') {
    for (const table of Object.keys(removed)) await sql`vacuum ${sql.table(table)}`.execute(db.query)
    if (removed['passage'])
      for (const table of ['posting', 'posting_block', 'passage_vector']) {
        await sql`vacuum ${sql.table(table)}`.execute(db.query)
      }
    return { log: 'vacuumed', rewritten: false }
  }
  if (removed['passage']) await mergeIndex(db, pause)
  const rewritten = await overwriteOnce(db)
  for (let tried = 1; tried <= tries; tried++) {
    const { pages } = db.checkpoints!.empty()
    if (pages === 0) return { log: 'emptied', rewritten }
    await pause()
  }
  return { log: 'in use', rewritten }
}

/** Until nothing is left to merge: a term of a passage that is gone goes with the parts that it stood in. */
async function mergeIndex(db: Database, pause: () => Promise<void>): Promise<void> {
  await sql`insert into passage_fts (passage_fts, rank) values ('merge', -500)`.execute(db.query)
  for (let n = 1; n < mergesAtMost; n++) {
    const before = await changes(db)
    await sql`insert into passage_fts (passage_fts, rank) values ('merge', 500)`.execute(db.query)
    await pause()
    // A merge that had nothing to do changes no more than one row.
    if ((await changes(db)) - before < 2) return
  }
}

async function changes(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(db.query)
  return rows[0]!.n
}

/** What was deleted before deletions were overwritten may still stand in free pages: all of it is written anew, once. */
async function overwriteOnce(db: Database): Promise<boolean> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db.query)
  if (rows[0]!.user_version >= overwrites) return false
  await sql`vacuum`.execute(db.query)
  await sql`pragma user_version = ${sql.lit(overwrites)}`.execute(db.query)
  return true
}
