import { createReadStream, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { personal } from './declaration.ts'
import type { Person } from './person.ts'
import { readPerson } from './read.ts'

/** What was looked for after somebody was forgotten, where, and what was found of it. */
export interface Proof {
  /** Texts of theirs, as they stood before. */
  words: number
  searched: Searched
  /** Where a text of theirs still stands: others may have said the same. */
  found: readonly string[]
  /** Where their uid still stands, and why: see docs/privacy.md. */
  named: readonly { column: string; why: string }[]
}

/** Every byte of these files, or every row of these tables. */
export interface Searched {
  files: number
  bytes: number
  tables: number
}

export interface Words {
  uids: readonly string[]
  texts: readonly string[]
}

/** What is shorter others say too. */
const shortest = 16
const longest = 80
const textsAtMost = 100

/** What names a place, a thing or a kind says nothing of theirs, and stands in rows of others too. */
const names = new Set(['talk', 'conversation', 'id', 'turn', 'agent', 'webhook', 'event', 'type', 'mimetype', 'status'])

/** Some of what they said and were told, cut to what can be told apart from what others say. */
export async function wordsOf(db: Database, person: Person): Promise<Words> {
  const texts = new Set<string>()
  for await (const { values } of readPerson(db, person)) {
    for (const [column, value] of Object.entries(values)) {
      if (names.has(column) || typeof value !== 'string' || value.length < shortest || texts.size >= textsAtMost)
        continue
      texts.add(value.slice(-longest).replaceAll(/[\n"\\].*$/gs, ''))
    }
  }
  return { uids: person.uids, texts: [...texts].filter((one) => one.length >= shortest) }
}

export async function search(db: Database, { uids, texts }: Words, folder: string | undefined): Promise<Proof> {
  const found: string[] = []
  const searched = { files: 0, bytes: 0, tables: 0 }
  if (folder !== undefined) {
    for (const path of filesIn(folder)) {
      const { bytes, has } = await lookedThrough(path, texts)
      searched.files++
      searched.bytes += bytes
      if (has) found.push(relative(folder, path))
    }
  }
  const named: { column: string; why: string }[] = []
  for (const [table, { stays = {} }] of Object.entries(personal)) {
    if (!(await isThere(db, table))) continue
    searched.tables++
    if (await hasAny(db, table, texts)) found.push(table)
    for (const [column, why] of Object.entries(stays)) {
      if (why !== undefined && (await isNamed(db, table, column, uids)))
        named.push({ column: `${table}.${column}`, why })
    }
  }
  return { words: texts.length, searched, found, named }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
}

/** Piece by piece: a text that lies across two pieces is found as well. */
async function lookedThrough(path: string, texts: readonly string[]): Promise<{ bytes: number; has: boolean }> {
  const wanted = texts.map((text) => Buffer.from(text))
  const overlap = Math.max(1, ...wanted.map((one) => one.length))
  let bytes = 0
  let rest = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 4_194_304 }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    const piece = Buffer.concat([rest, chunk])
    if (wanted.some((one) => piece.includes(one))) return { bytes, has: true }
    rest = piece.subarray(Math.max(0, piece.length - overlap))
  }
  return { bytes, has: false }
}

async function isThere(db: Database, table: string): Promise<boolean> {
  const { rows } = await (db.dialect === 'postgres'
    ? sql<{ there: number }>`select count(*) as there from pg_class where oid = to_regclass(${table})`
    : sql<{ there: number }>`select count(*) as there from sqlite_master where type = 'table' and name = ${table}`
  ).execute(db.query)
  return Number(rows[0]!.there) > 0
}

/** On SQLite the file has been looked through. */
async function hasAny(db: Database, table: string, texts: readonly string[]): Promise<boolean> {
  if (db.dialect === 'sqlite' || texts.length === 0) return false
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} as t
    where exists (select from jsonb_array_elements_text(cast(${JSON.stringify(texts)} as jsonb)) as w(word)
      where position(w.word in t::text) > 0)`.execute(db.query)
  return Number(rows[0]!.n) > 0
}

async function isNamed(db: Database, table: string, column: string, uids: readonly string[]): Promise<boolean> {
  for (const uid of uids) {
    const text = sql`cast(${sql.ref(column)} as text)`
    const at = db.dialect === 'postgres' ? sql`position(${uid} in ${text})` : sql`instr(${text}, ${uid})`
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${at} > 0 limit 1`.execute(db.query)
    if (rows.length > 0) return true
  }
  return false
}
