import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as first from './migrations/0001-first.ts'
import type { Tables } from './tables.ts'

const migrations = { '0001-first': first }

export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
