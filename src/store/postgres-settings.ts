import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Those that work; besides them one listens for changes, and one holds a lock. */
export const connectionCount = 16
const heldByProcess = connectionCount + 2

const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'max_connections'] as const
/** Connections that a server keeps for others than Parley; the second is of PostgreSQL 16 and later. */
const reserves = ['superuser_reserved_connections', 'reserved_connections'] as const

export type PostgresSettings = Readonly<
  Record<(typeof names)[number], string> & Partial<Record<(typeof reserves)[number], string>>
>

/** What decides whether the server keeps what it has acknowledged, and how many it lets in, as it is for this user and database. */
export async function settingsOf(db: Kysely<Tables>): Promise<PostgresSettings> {
  const found = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${sql.join([...names, ...reserves])})`.execute(db)
  return Object.fromEntries(found.rows.map(({ name, setting }) => [name, setting])) as PostgresSettings
}

/** What no connection can set for itself. */
export function warningsOf(settings: PostgresSettings): string[] {
  return (['fsync', 'full_page_writes'] as const)
    .filter((name) => settings[name] === 'off')
    .map((name) => `the PostgreSQL server runs with ${name} = off: if its machine loses power, the database is damaged`)
}

/** Where not even one process gets all the connections that it holds when there is much to do. */
export function scarcityOf(settings: PostgresSettings): string[] {
  const most = Number(settings.max_connections)
  const reserved = reserves.reduce((sum, name) => sum + Number(settings[name] ?? 0), 0)
  if (most - reserved >= heldByProcess) return []
  return [
    `the PostgreSQL server takes ${most - reserved} connections (max_connections = ${most}, ${reserved} of them reserved), and a process of Parley holds up to ${heldByProcess}: set max_connections = ${heldByProcess + reserved} or more, and ${heldByProcess} more for each further process`,
  ]
}
