import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as first from './migrations/0001-first.ts'
import * as engine from './migrations/0002-engine.ts'
import type { Tables } from './tables.ts'

const migrations = { '0001-first': first, '0002-engine': engine }

export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
