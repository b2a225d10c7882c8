import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { AppError } from '../lib/errors.ts'
import { identityOf } from './identity.ts'
import { expectFile, expectSameFile, expectSameServer, identityIn, readMarker } from './marker.ts'
import type { StoreLocation } from './open.ts'
import { withKysely } from './postgres.ts'
import { settingsOf, warningsOf } from './postgres-settings.ts'
import { explainSqlite } from './sqlite-faults.ts'

/** What was looked at, and what is wrong with it: nothing, where all is well. */
export interface Checked {
  what: string
  faults: string[]
}

/** Of what is damaged, so many places are named. */
const mostFaults = 20

/** Looks at everything that can be wrong with a database. Changes nothing, and may be run beside a server. */
export async function checkDatabase(kept: StoreLocation): Promise<Checked[]> {
  return kept.databaseUrl === undefined ? checkFile(kept.dataFolder) : checkServer(kept.databaseUrl, kept.dataFolder)
}

function checkFile(folder: string): Checked[] {
  const path = join(folder, 'parley.db')
  const marker = checked('the marker', () => readMarker(folder))
  const file = checked('the file', () => {
    expectFile(folder, marker.value)
    if (!existsSync(path)) throw new AppError('no_database', `There is no ${path} yet: the first start makes it.`)
  })
  if (file.faults.length > 0) return [marker, file].map(told)
  let db: Sqlite.Database | undefined
  try {
    const open = new Sqlite(path, { fileMustExist: true, timeout: 5000 })
    db = open
    const same = checked('the right one', () => expectSameFile(identityIn(open), marker.value, path))
    return [...[marker, file, same].map(told), ...pragmas(open)]
  } catch (error) {
    const { message } = explainSqlite(error, path) as Error
    return [...[marker, file].map(told), { what: 'whole', faults: [message] }]
  } finally {
    db?.close()
  }
}

/**
 * What is damaged in the file of a database, without the time that everything takes that `checkDatabase` looks at. It is read in a thread
 * of its own: a large file takes seconds, and a server that looks at itself answers meanwhile.
 */
export async function damageOf(folder: string): Promise<string | undefined> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const thread = new Worker(new URL(`./damage-thread.${extension}`, import.meta.url), {
    workerData: join(folder, 'parley.db'),
  })
  const [line] = (await once(thread, 'message')) as [string | undefined]
  return line === 'ok' ? undefined : line?.replace(/\s+/g, ' ')
}

function pragmas(db: Sqlite.Database): Checked[] {
  const damage = db.prepare<[], string>(`pragma integrity_check(${mostFaults})`).pluck().all()
  const foreign = db.prepare<[], { table: string; parent: string }>('pragma foreign_key_check').all()
  return [
    { what: 'whole', faults: damage.filter((line) => line !== 'ok') },
    {
      what: 'what rows refer to',
      faults: foreign
        .slice(0, mostFaults)
        .map(({ table, parent }) => `a row of ${table} refers to no row of ${parent}`),
    },
  ]
}

async function checkServer(url: string, folder: string): Promise<Checked[]> {
  const marker = checked('the marker', () => readMarker(folder))
  return withKysely(url, async (query) => {
    const hasNotes = (await query.introspection.getTables()).some(({ name }) => name === 'note')
    const found = hasNotes ? await identityOf({ query }) : undefined
    const same = checked('the right one', () => expectSameServer(found, marker.value))
    return [...[marker, same].map(told), { what: 'what the server keeps', faults: warningsOf(await settingsOf(query)) }]
  })
}

interface Looked<T> extends Checked {
  value: T | undefined
}

function checked<T>(what: string, look: () => T): Looked<T> {
  try {
    return { what, faults: [], value: look() }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { what, faults: [error.message], value: undefined }
  }
}

const told = ({ what, faults }: Checked): Checked => ({ what, faults })
