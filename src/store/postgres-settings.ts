import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

const names = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

export type PostgresSettings = Readonly<Record<(typeof names)[number], string>>

/** What decides whether the server keeps what it has acknowledged, as it is for this user and database. */
export async function settingsOf(db: Kysely<Tables>): Promise<PostgresSettings> {
  const found = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${sql.join(names)})`.execute(db)
  return Object.fromEntries(found.rows.map(({ name, setting }) => [name, setting])) as PostgresSettings
}

/** What no connection can set for itself. */
export function warningsOf(settings: PostgresSettings): string[] {
  return (['fsync', 'full_page_writes'] as const)
    .filter((name) => settings[name] === 'off')
    .map((name) => `the PostgreSQL server runs with ${name} = off: if its machine loses power, the database is damaged`)
}
