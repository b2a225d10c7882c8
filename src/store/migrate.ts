import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as first from './migrations/0001-first.ts'
import * as engine from './migrations/0002-engine.ts'
import * as knowledge from './migrations/0003-knowledge.ts'
import * as outbox from './migrations/0004-outbox.ts'
import * as chat from './migrations/0005-chat.ts'
import * as feedback from './migrations/0006-feedback.ts'
import * as discord from './migrations/0007-discord.ts'
import * as bundles from './migrations/0008-bundles.ts'
import * as fewerIndexes from './migrations/0009-fewer-indexes.ts'
import * as admin from './migrations/0010-admin.ts'
import type { Tables } from './tables.ts'

const migrations = {
  '0001-first': first,
  '0002-engine': engine,
  '0003-knowledge': knowledge,
  '0004-outbox': outbox,
  '0005-chat': chat,
  '0006-feedback': feedback,
  '0007-discord': discord,
  '0008-bundles': bundles,
  '0009-fewer-indexes': fewerIndexes,
  '0010-admin': admin,
}

export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
