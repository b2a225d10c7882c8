import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type Sqlite from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '../lib/errors.ts'
import type { Database } from './database.ts'
import { syncFolder, writeDurably } from './durable-file.ts'
import { advance, type Identity, identify, identityQuery, readIdentity } from './identity.ts'

const fileName = 'parley.marker'

const markerSchema = z.object({
  dialect: z.enum(['sqlite', 'postgres']),
  database: z.string(),
  generation: z.int(),
  at: z.string(),
})

/**
 * What a data folder remembers of its database: an empty or older one in its place is not taken for it in silence. Never ahead
 * of what the disk has.
 */
export type Marker = z.infer<typeof markerSchema>

/** Throws `marker_damaged`. */
export function readMarker(folder: string): Marker | undefined {
  const path = join(folder, fileName)
  if (!existsSync(path)) return undefined
  try {
    return markerSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (cause) {
    throw refusal(
      'marker_damaged',
      `${path}, which tells which database belongs there, cannot be read.`,
      'See that the database is the right one.',
      cause,
    )
  }
}

function writeMarker(folder: string, dialect: Marker['dialect'], { id, generation }: Identity, now: number): void {
  const marker: Marker = { dialect, database: id, generation, at: new Date(now).toISOString() }
  writeDurably(join(folder, fileName), `${JSON.stringify(marker)}\n`)
}

/** From now on whatever database is there is the right one. False: none was remembered. */
export function forgetMarker(folder: string): boolean {
  const path = join(folder, fileName)
  if (!existsSync(path)) return false
  rmSync(path)
  syncFolder(folder)
  return true
}

/** Throws `database_missing` where a file was and is not any more: it would be made anew, empty. */
export function expectFile(folder: string, marker: Marker | undefined): void {
  const path = join(folder, 'parley.db')
  const size = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (marker?.dialect === 'postgres') {
    throw refusal(
      'database_other',
      `Parley worked on a PostgreSQL database here until ${marker.at}, and DATABASE_URL is not set.`,
      'Set it.',
    )
  }
  if (size(path) > 0) return
  if (marker) {
    throw refusal(
      'database_missing',
      `${path} is missing: the database that Parley worked on there until ${marker.at}.`,
      'Put it back together with its parley.db-wal, or restore a backup.',
    )
  }
  if (size(`${path}-wal`) > 0) {
    throw new AppError(
      'database_missing',
      `${path} is missing, and the log that belongs to it, ${path}-wal, is there. Put it back, or move the log away to begin with an empty database.`,
      { status: 500 },
    )
  }
}

/** Throws `database_emptier`, `database_other` or `database_older` where the file is not the one, or not as it was. */
export function expectSameFile(found: Identity | undefined, marker: Marker | undefined, path: string): void {
  if (!marker) return
  const { at } = marker
  if (!found) {
    throw refusal(
      'database_emptier',
      `${path} holds less than it did on ${at}. Most likely it was copied without its parley.db-wal, which holds what is not in it yet.`,
      'Copy both, or the folder of a Parley that was stopped; or restore a backup.',
    )
  }
  if (found.id !== marker.database) {
    throw refusal(
      'database_other',
      `${path} is another database than the one that Parley worked on there until ${at}.`,
      'Put that one back, or name the right data folder with PARLEY_DATA.',
    )
  }
  if (found.generation < marker.generation) {
    throw refusal(
      'database_older',
      `${path} is older than it was on ${at}: what came since is not in it. Perhaps its parley.db-wal was left behind, or a backup was restored.`,
      'Put the newer one back, with its parley.db-wal; or, if it was restored on purpose, run `parley db accept --restored`, so that nothing is answered twice and whoever was forgotten stays so.',
    )
  }
}

/**
 * Of PostgreSQL only which database it is counts: what other processes and standbys do to it is their affair, and a process whose
 * folder is new remembers nothing. Throws `database_emptier` and `database_other`.
 */
export function expectSameServer(found: Identity | undefined, marker: Marker | undefined): void {
  if (!marker || found?.id === marker.database) return
  throw refusal(
    found ? 'database_other' : 'database_emptier',
    `The database of DATABASE_URL is ${found ? 'another one than' : 'empty, and not'} the one that Parley worked on until ${marker.at}, as its data folder remembers.`,
    'See that DATABASE_URL names the right one.',
  )
}

/** Of a file that is open; undefined in one that nobody has given an identity yet. */
export function identityIn(db: Sqlite.Database): Identity | undefined {
  const hasNotes = db.prepare("select 1 from sqlite_master where type = 'table' and name = 'note'").get()
  const value = hasNotes && db.prepare(identityQuery).pluck().get()
  return typeof value === 'string' ? readIdentity(value) : undefined
}

function refusal(code: string, what: string, mend: string, cause?: unknown): AppError {
  const say = `${what} ${mend} To go on with what is there now, run \`parley db accept\`.`
  return new AppError(code, say, { status: 500, cause })
}

/**
 * Keeps the marker of a data folder up with its database. On SQLite, where this process has it alone, `advance` makes it a little
 * newer than it was, and `write` remembers that once it is safe on the disk.
 */
export async function createMarking(db: Database, folder: string, now: () => number) {
  let identity = await identify(db)
  return {
    async advance(): Promise<void> {
      identity = await advance(db, identity)
    },
    write: (): void => writeMarker(folder, db.dialect, identity, now()),
  }
}
