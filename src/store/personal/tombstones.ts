import { createHmac, randomBytes } from 'node:crypto'
import { appendFileSync, chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readOrderKey } from '../../model/key.ts'
import type { Database } from '../database.ts'
import { type Step, stepOf } from '../statement.ts'
import { tablesBy } from './declaration.ts'
import { installationIn, type Person } from './person.ts'

/**
 * A backup is not written anew when somebody is forgotten: what a restore brings back is taken away again, by the hash of whoever was
 * forgotten. The hashes stand in the database, so that later backups have them, and in a file beside it, line by line with their key, so
 * that a backup from before can be restored where the database is lost. No uid stands in either.
 */
export interface Tombstone {
  /** Which the hashes of one deployment are made with. */
  key: string
  hash: string
  at: number
}

const fileName = 'parley.forgotten'
const note = { platform: '', name: 'tombstones' }

export const tombstoneFile = (folder: string): string => join(folder, fileName)

/** Which the hashes of this database are made with; made when it is first asked for. */
export async function tombstoneKey({ query }: Pick<Database, 'query'>): Promise<string> {
  await query
    .insertInto('note')
    .values({ ...note, value: randomBytes(32).toString('base64') })
    .onConflict((c) => c.doNothing())
    .execute()
  const mine = query
    .selectFrom('note')
    .select('value')
    .where('platform', '=', note.platform)
    .where('name', '=', note.name)
  return (await mine.executeTakeFirstOrThrow()).value
}

/** Of somebody in an account: of all of them, or of what one agent keeps. */
export function hashOf(key: string, { account, agent = '' }: Omit<Person, 'uids'>, uid: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64'))
    .update(JSON.stringify([account, agent, uid]))
    .digest('hex')
}

export function addSteps({ query }: Pick<Database, 'query'>, stones: readonly Tombstone[]): Step[] {
  return stones.map(({ hash, at }) =>
    stepOf(
      query
        .insertInto('tombstone')
        .values({ hash, at })
        .onConflict((c) => c.column('hash').doUpdateSet({ at })),
    ),
  )
}

/** As the file has them. */
export const tombstoneLines = (stones: readonly Tombstone[]): string =>
  stones.map((one) => `${JSON.stringify(one)}\n`).join('')

/** Beside the database, for restores of backups that were made before. */
export function noteTombstones(folder: string, stones: readonly Tombstone[]): void {
  if (stones.length === 0) return
  const path = tombstoneFile(folder)
  appendFileSync(path, tombstoneLines(stones), { mode: 0o600, flush: true })
  chmodSync(path, 0o600)
}

/** A line that a crash has torn is none. */
export function readTombstones(path: string): Tombstone[] {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const { key, hash, at } = JSON.parse(line) as Tombstone
        return [{ key, hash, at }]
      } catch {
        return []
      }
    })
}

/** Those that stand in a database itself. */
export async function tombstonesIn(db: Database): Promise<Tombstone[]> {
  const rows = await db.query.selectFrom('tombstone').selectAll().execute()
  if (rows.length === 0) return []
  const key = await tombstoneKey(db)
  return rows.map(({ hash, at }) => ({ key, hash, at: Number(at) }))
}

/** Everybody of whom a database keeps anything, by account. */
async function peopleIn(db: Database): Promise<{ account: string; agent: string; uid: string }[]> {
  const people = new Map<string, { account: string; agent: string; uid: string }>()
  for (const { table, rows } of tablesBy('key', db.dialect)) {
    const found = await sql<{
      key: string
    }>`select distinct ${sql.ref(rows.column)} as key from ${sql.table(table)}
      where ${sql.ref(rows.column)} is not null`.execute(db.query)
    for (const { key } of found.rows) if (key.includes('/')) people.set(key, readOrderKey(key))
  }
  const accounts = await db.query.selectFrom('account').select('id').execute()
  const add = (uid: string) => {
    for (const { id } of accounts) people.set(`/${id}/${uid}`, { account: id, agent: '', uid })
  }
  for (const { table, rows } of tablesBy('uid', db.dialect)) {
    if (table === 'said') continue
    const found = await sql<{
      uid: string
    }>`select distinct ${sql.ref(rows.column)} as uid from ${sql.table(table)}`.execute(db.query)
    for (const { uid } of found.rows) add(uid)
  }
  for (const uid of [...(await speakersIn(db)), ...(await notedIn(db))]) add(uid)
  return [...people.values()]
}

/** Whoever said something in a talk: many of their messages were read without their uid, which the platform's id of theirs makes then. */
async function speakersIn({ query }: Database): Promise<string[]> {
  const named = await query.selectFrom('said').select('uid').distinct().where('uid', '!=', '').execute()
  const unnamed = await query.selectFrom('said').select(['talk', 'author']).distinct().where('uid', '=', '').execute()
  return [
    ...named.map(({ uid }) => uid),
    ...unnamed.flatMap(({ talk, author }) => {
      const [platform = '', installation = ''] = installationIn(talk).split(':')
      return uidsOf(platform, installation, author)
    }),
  ]
}

/** Whoever a platform's adapter noted something of: such a note's name ends in what the platform calls them. */
async function notedIn({ query }: Database): Promise<string[]> {
  const notes = await query.selectFrom('note').select(['platform', 'name']).where('platform', '!=', '').execute()
  return notes.flatMap(({ platform, name }) => {
    const [, within = '', id] = /(?:([^/:]*)[/:])?([^/:]+)$/.exec(name) ?? []
    return id === undefined ? [] : uidsOf(platform, within, id)
  })
}

/** Uids that a platform may give to somebody: people of some belong to an installation, those of others to the whole platform. */
const uidsOf = (platform: string, installation: string, id: string): string[] => [
  `${platform}_${installation}_${id}`,
  `${platform}_${id}`,
]

/** Whoever a database that was restored keeps something of although they were forgotten since: `made` is when the backup was. */
export async function forgottenSince(db: Database, stones: readonly Tombstone[], made: number): Promise<Person[]> {
  const later = [...stones, ...(await tombstonesIn(db))].filter(({ at }) => at >= made)
  const keys = [...new Set(later.map(({ key }) => key))]
  const hashes = new Set(later.map(({ hash }) => hash))
  if (hashes.size === 0) return []
  const found = new Map<string, Person>()
  for (const { account, agent, uid } of await peopleIn(db)) {
    for (const only of agent === '' ? [undefined] : [undefined, agent]) {
      if (!keys.some((key) => hashes.has(hashOf(key, { account, agent: only }, uid)))) continue
      found.set(JSON.stringify([account, only, uid]), { account, uids: [uid], agent: only })
    }
  }
  return [...found.values()]
}
