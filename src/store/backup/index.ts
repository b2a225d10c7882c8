import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { makeFolder, syncFolder } from '../durable-file.ts'
import { forgetMarker } from '../marker.ts'
import { migrationNames } from '../migrate.ts'
import { databaseStatus, lockDatabase, openDatabase, type StoreLocation } from '../open.ts'
import { forgetAgain, newestIn, restoredSql } from '../personal/after-restore.ts'
import { noteTombstones, readTombstones, tombstoneFile } from '../personal/tombstones.ts'
import { told } from '../postgres-errors.ts'
import { lockPostgres } from '../postgres-lock.ts'
import { lockFolder } from '../sqlite.ts'
import { type BackupHead, type DumpedTable, dump, headOf, load, readHead } from './dump.ts'
import { type RowSink, type RowSource, tablesAfter } from './rows.ts'
import { postgresSink, postgresSource } from './rows-postgres.ts'
import { sqliteSink, sqliteSource } from './rows-sqlite.ts'
import { readSealed, writeSealed } from './sealed-file.ts'
import { settled, settledSteps } from './settled.ts'

/** What is in a backup, or was restored from one. */
export interface BackupContents extends Pick<BackupHead, 'at' | 'database' | 'migration'> {
  tables: readonly DumpedTable[]
  /** The key of the data folder is in it too. */
  hasKey: boolean
}

/**
 * Writes everything that is kept into a new encrypted file, as it is at one moment, beside servers that go on meanwhile. Throws
 * `nothing_to_back_up`, `file_exists` and `backup_recipient`; then there is no file.
 */
export async function backUp(
  kept: StoreLocation,
  { path, recipient, now }: { path: string; recipient: string; now: () => number },
): Promise<BackupContents> {
  const at = now()
  const migration = (await databaseStatus(kept)).findLast(({ at }) => at !== undefined)?.name
  if (migration === undefined) throw nothing(kept)
  const from = await sourceOf(kept)
  try {
    const tables = await tablesAfter(migration)
    const keyFile = join(kept.dataFolder, 'parley.key')
    const head = headOf({
      at,
      migration,
      database: await identityIn(from, tables),
      oldest: await from.oldest(),
      tables,
      keyFile: existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : undefined,
    })
    const dumped: DumpedTable[] = []
    await writeSealed(path, recipient, dump(head, from, dumped))
    return contents(head, dumped)
  } catch (error) {
    throw kept.databaseUrl === undefined || error instanceof AppError ? error : told(error)
  } finally {
    await from.close()
  }
}

/** Reads a backup from beginning to end and changes nothing. Throws as `restore` does where it cannot be restored. */
export async function lookInto(path: string, keyFile: string): Promise<BackupContents> {
  const { head, lines } = await opened(path, keyFile)
  return contents(head, await load(head, lines))
}

/**
 * Fills an empty data folder, or the empty database of its URL, with what is in a backup, whichever of both it was made of. What
 * was waiting in it to be answered, shown or called is at its end: the world has gone on since. Who was forgotten since it was made, by the
 * list in the data folder and the one that is named, is forgotten in it too; `isListed`: there was one. Throws `backup_damaged`,
 * `backup_key`, `backup_newer`, `folder_not_empty`, `database_not_empty` and what locking throws; then nothing has changed.
 */
export async function restore(
  kept: StoreLocation,
  path: string,
  keyFile: string,
  forgotten?: string,
): Promise<BackupContents & { forgotten: number; isListed: boolean }> {
  const { dataFolder, databaseUrl } = kept
  makeFolder(dataFolder)
  const folder = lockFolder(dataFolder)
  const database = databaseUrl === undefined ? undefined : await lockPostgres(databaseUrl, { shared: false })
  try {
    const { head, lines } = await opened(path, keyFile)
    refuseFullFolder(kept, head)
    const isListed = forgotten !== undefined || existsSync(tombstoneFile(dataFolder))
    if (forgotten !== undefined) noteTombstones(dataFolder, readTombstones(existing(forgotten)))
    const draft = join(dataFolder, 'parley.db.restoring')
    rmSync(draft, { force: true })
    const to: RowSink =
      databaseUrl === undefined
        ? await sqliteSink(draft, head.migration)
        : await postgresSink(databaseUrl, head.tables, { migration: head.migration, oldest: head.oldest })
    try {
      const tables = await load(head, lines, to)
      await to.run([...settled(head.tables), ...restoredSql(head.at, head.tables)])
      await to.commit()
      placeKey(dataFolder, head)
      forgetMarker(dataFolder)
      if (databaseUrl === undefined) renameSync(draft, join(dataFolder, 'parley.db'))
      syncFolder(dataFolder)
      return { ...contents(head, tables), forgotten: await forgetIn(kept), isListed }
    } finally {
      await to.close()
      rmSync(draft, { force: true })
    }
  } catch (error) {
    throw databaseUrl === undefined || error instanceof AppError ? error : told(error)
  } finally {
    await database?.release()
    folder.release()
  }
}

/**
 * The same for a database that was restored by its own means, and which is taken for the right one from then on: who was forgotten after
 * the newest that is in it is forgotten again. Nobody may be at work on it. Throws what locking and opening it throw, having changed nothing.
 */
export async function acceptRestored({ shared: _, ...kept }: StoreLocation): Promise<void> {
  const lock = await lockDatabase(kept)
  try {
    forgetMarker(kept.dataFolder)
    const db = await openDatabase(kept)
    try {
      await db.batch(settledSteps())
      await forgetAgain(db, kept.dataFolder, await newestIn(db))
    } finally {
      await db.close()
    }
  } finally {
    await lock.release()
  }
}

/** People who were forgotten since then are forgotten in what was restored too. */
async function forgetIn(kept: StoreLocation): Promise<number> {
  const db = await openDatabase(kept)
  try {
    return await forgetAgain(db, kept.dataFolder)
  } finally {
    await db.close()
  }
}

function existing(path: string): string {
  if (existsSync(path)) return path
  throw new AppError('file_unreadable', `${path} cannot be read: there is no such file.`)
}

async function opened(path: string, keyFile: string) {
  const lines = readSealed(path, keyFile)[Symbol.asyncIterator]()
  const first = await lines.next()
  const head = readHead(first.done ? undefined : first.value, (name) => migrationNames.includes(name))
  return { head, lines: { [Symbol.asyncIterator]: () => lines } }
}

function contents(head: BackupHead, tables: readonly DumpedTable[]): BackupContents {
  const { at, database, migration, keyFile } = head
  return { at, database, migration, tables, hasKey: keyFile !== undefined }
}

async function sourceOf({ dataFolder, databaseUrl }: StoreLocation): Promise<RowSource> {
  return databaseUrl === undefined ? sqliteSource(join(dataFolder, 'parley.db')) : postgresSource(databaseUrl)
}

/** Its id and generation, of the very moment the backup is of. */
async function identityIn(from: RowSource, tables: BackupHead['tables']): Promise<string | undefined> {
  const notes = tables.find(({ name }) => name === 'note')
  if (!notes) return undefined
  const place = (column: string) => notes.columns.indexOf(column)
  for await (const row of from.rows(notes)) {
    if (row[place('platform')] === '' && row[place('name')] === 'database') return String(row[place('value')])
  }
  return undefined
}

function nothing({ dataFolder, databaseUrl }: StoreLocation): AppError {
  const where = databaseUrl === undefined ? `in the data folder ${dataFolder}` : 'of DATABASE_URL'
  const mend = databaseUrl === undefined ? ' Name another folder with PARLEY_DATA.' : ''
  return new AppError('nothing_to_back_up', `The database ${where} holds nothing yet.${mend}`)
}

function refuseFullFolder({ dataFolder, databaseUrl }: StoreLocation, { keyFile }: BackupHead): void {
  const found = ['parley.db', 'parley.db-wal'].find((name) => existsSync(join(dataFolder, name)))
  if (databaseUrl === undefined && found !== undefined) {
    throw new AppError(
      'folder_not_empty',
      `The data folder ${dataFolder} holds a ${found} already. Restore into an empty one, named by PARLEY_DATA, or move that away first.`,
    )
  }
  const path = join(dataFolder, 'parley.key')
  if (keyFile === undefined || !existsSync(path) || readFileSync(path, 'utf8').trim() === keyFile.trim()) return
  throw new AppError(
    'folder_not_empty',
    `${path} is another key than the one that the secrets in this backup are encrypted with. Restore into an empty folder, or move that file away first.`,
  )
}

function placeKey(dataFolder: string, { keyFile }: BackupHead): void {
  const path = join(dataFolder, 'parley.key')
  if (keyFile === undefined || existsSync(path)) return
  writeFileSync(path, keyFile, { mode: 0o600, flag: 'wx', flush: true })
}
