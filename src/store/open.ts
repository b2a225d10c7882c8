import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { AppError } from '../lib/errors.ts'
import type { Database, Durability } from './database.ts'
import { identityOf } from './identity.ts'
import { expectFile, expectSameFile, expectSameServer, identityIn, readMarker } from './marker.ts'
import { type MigrationStatus, migrate, migrationStatus } from './migrate.ts'
import { lockFolder, openSqlite } from './sqlite.ts'
import { explainSqlite } from './sqlite-faults.ts'
import type { Tables } from './tables.ts'

/** Where everything is kept: in `parley.db` of the data folder, or in the PostgreSQL database of the URL. */
export interface StoreLocation {
  dataFolder: string
  databaseUrl?: string
  durability?: Durability
  /** Other processes work on it too. */
  shared?: object
}

/** Whoever keeps everything in a file needs nothing of it. */
const postgres = () => import('./postgres.ts')

/** Throws where it is not the database that the data folder remembers, or is emptier or older (`marker.ts`). */
export async function openDatabase(kept: StoreLocation): Promise<Database> {
  const { dataFolder, databaseUrl, durability = 'power' } = kept
  const marker = readMarker(dataFolder)
  if (databaseUrl === undefined) {
    expectFile(dataFolder, marker)
    const path = join(dataFolder, 'parley.db')
    return openSqlite(dataFolder, { durability, verify: (file) => expectSameFile(identityIn(file), marker, path) })
  }
  const { openPostgres } = await postgres()
  const db = await openPostgres(databaseUrl, { durability })
  try {
    await expectCopied(db, dataFolder)
    expectSameServer(await identityOf(db), marker)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Throws `no_database` where the data folder holds none: whoever named the wrong one must not hear that all is well in it. */
export function expectKept({ dataFolder, databaseUrl }: StoreLocation): void {
  if (databaseUrl !== undefined || existsSync(join(dataFolder, 'parley.db'))) return
  throw new AppError(
    'no_database',
    `Nothing is kept in ${resolve(dataFolder)}: there is no parley.db. Name the folder of the server with PARLEY_DATA, or its database with DATABASE_URL.`,
  )
}

/** Throws `database_not_empty` where something is kept already. */
export async function expectEmpty(kept: StoreLocation): Promise<void> {
  if (kept.databaseUrl === undefined) {
    if (!existsSync(join(kept.dataFolder, 'parley.db'))) return
  } else if (!(await holdsAccount(kept))) return
  const where = kept.databaseUrl === undefined ? resolve(kept.dataFolder) : 'the database of DATABASE_URL'
  throw new AppError(
    'database_not_empty',
    `Something is kept in ${where} already, and made-up data does not go beside it. Name an empty folder with PARLEY_DATA, or an empty database with DATABASE_URL.`,
  )
}

async function holdsAccount(kept: StoreLocation): Promise<boolean> {
  const db = await openDatabase(kept)
  try {
    return (await db.query.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined
  } finally {
    await db.close()
  }
}

/**
 * Throws `database_not_copied` where the data folder holds a database and PostgreSQL nothing: whoever has just set the URL would
 * find all their agents gone.
 */
async function expectCopied(db: Database, dataFolder: string): Promise<void> {
  const account = await db.query.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (account || !existsSync(join(dataFolder, 'parley.db'))) return
  throw new AppError(
    'database_not_copied',
    `The data folder ${dataFolder} holds a database, and that of DATABASE_URL is empty: run \`parley db copy\` first, or name another folder with PARLEY_DATA.`,
  )
}

/** Makes the changes of the tables that are due. */
export async function bringUpToDate(kept: StoreLocation): Promise<void> {
  if (kept.databaseUrl === undefined) await (await openDatabase(kept)).close()
  else await (await postgres()).withKysely(kept.databaseUrl, migrate)
}

/**
 * Makes this process the only server on it, or one of those that share it. The folder of one alone has its own lock too: the key
 * of its secrets is there in any case.
 */
export async function lockDatabase({
  dataFolder,
  databaseUrl,
  shared,
}: StoreLocation): Promise<{ release(): Promise<void> }> {
  const folder = shared ? undefined : lockFolder(dataFolder)
  try {
    const database = databaseUrl === undefined ? undefined : await lockServer(databaseUrl, !!shared)
    return {
      async release() {
        await database?.release()
        folder?.release()
      },
    }
  } catch (error) {
    folder?.release()
    throw error
  }
}

async function lockServer(databaseUrl: string, shared: boolean) {
  const { lockPostgres } = await import('./postgres-lock.ts')
  return lockPostgres(databaseUrl, { shared })
}

/** Of every change of the tables, without making any. Of a data folder without a database all are due. */
export async function databaseStatus({ dataFolder, databaseUrl }: StoreLocation): Promise<MigrationStatus[]> {
  if (databaseUrl !== undefined) return (await postgres()).withKysely(databaseUrl, migrationStatus)
  const path = join(dataFolder, 'parley.db')
  const file = new Sqlite(existsSync(path) ? path : ':memory:')
  const query = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) })
  try {
    return await migrationStatus(query)
  } catch (error) {
    throw explainSqlite(error, path)
  } finally {
    await query.destroy()
  }
}
