import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { isClean } from '../sqlite-pragmas.ts'

/** In bytes: written anew in less than half a second on two slow cores, and nobody can write meanwhile. */
const atOnce = 32 * 2 ** 20

/**
 * Notes in the file that rows were deleted of which copies can stand in its free room. `secure_delete` overwrites a row where it stands;
 * where SQLite had to lay out a page anew before (`rebuildPage` of its btree.c) the row was moved, and where it stood it stays as it is
 * until something else comes there.
 */
export async function owesRewrite(db: Database): Promise<void> {
  // Another number each time: what is owed while somebody else writes the file anew stays owed.
  await sql`pragma user_version = ${sql.lit(randomInt(isClean + 1, 2 ** 31))}`.execute(db.query)
}

/** That nothing can stand in the free room. */
export const isRewritten = async (db: Database): Promise<boolean> => (await pragma(db, 'user_version')) === isClean

/** Writes the file anew where that is owed and it has no more than `atMost` bytes. False where it is still owed. */
export async function rewriteOwed(db: Database, atMost = atOnce): Promise<boolean> {
  const version = await pragma(db, 'user_version')
  if (version === isClean) return true
  const bytes = (await pragma(db, 'page_count')) * (await pragma(db, 'page_size'))
  if (bytes > atMost) return false
  try {
    await sql`vacuum`.execute(db.query)
  } catch (error) {
    // No room on the disk for a second one, or somebody writes all the time: it stays owed.
    if (/SQLITE_(FULL|BUSY|IOERR)/.test(String((error as { code?: unknown }).code))) return false
    throw error
  }
  if ((await pragma(db, 'user_version')) !== version) return false
  await sql`pragma user_version = ${sql.lit(isClean)}`.execute(db.query)
  return true
}

async function pragma(db: Database, name: 'user_version' | 'page_count' | 'page_size'): Promise<number> {
  const { rows } = await sql<Record<string, number>>`select * from ${sql.table(`pragma_${name}`)}`.execute(db.query)
  return Number(rows[0]![name])
}
