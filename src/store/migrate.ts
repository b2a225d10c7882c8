import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import { AppError } from '../lib/errors.ts'
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
import * as notices from './migrations/0011-notices.ts'
import * as rings from './migrations/0012-rings.ts'
import * as history from './migrations/0013-history.ts'
import * as listening from './migrations/0014-listening.ts'
import * as draftChanges from './migrations/0015-draft-changes.ts'
import * as playground from './migrations/0016-playground.ts'
import * as approval from './migrations/0017-approval.ts'
import * as stateWriters from './migrations/0018-state-writers.ts'
import * as pause from './migrations/0019-pause.ts'
import * as delivery from './migrations/0020-delivery.ts'
import * as inboxInstallation from './migrations/0021-inbox-installation.ts'
import * as forgetting from './migrations/0022-forgetting.ts'
import * as spending from './migrations/0023-spending.ts'
import * as limits from './migrations/0024-limits.ts'
import * as reading from './migrations/0025-reading.ts'
import * as lasting from './migrations/0026-lasting.ts'
import * as raids from './migrations/0027-raids.ts'
import * as conversationFiles from './migrations/0028-conversation-files.ts'
import * as toolApprovals from './migrations/0029-tool-approvals.ts'
import * as timers from './migrations/0030-timers.ts'
import * as personal from './migrations/0031-personal.ts'
import * as handovers from './migrations/0032-handovers.ts'
import * as transcripts from './migrations/0033-transcripts.ts'
import * as consoleSessions from './migrations/0034-console.ts'
import * as api from './migrations/0035-api.ts'
import * as events from './migrations/0036-events.ts'
import * as personLinks from './migrations/0037-person-links.ts'
import * as orderSaid from './migrations/0038-order-said.ts'
import * as requestRates from './migrations/0039-request-rates.ts'
import * as approvers from './migrations/0040-approvers.ts'
import * as tapes from './migrations/0041-tapes.ts'
import * as turnSearch from './migrations/0042-turn-search.ts'
import * as feedbackWords from './migrations/0043-feedback-words.ts'
import * as toolGrants from './migrations/0044-tool-grants.ts'
import * as followedTurns from './migrations/0045-followed-turns.ts'
import * as standingApprovals from './migrations/0046-standing-approvals.ts'
import * as turnWire from './migrations/0047-turn-wire.ts'
import * as widerLeave from './migrations/0048-wider-leave.ts'
import * as saidAgent from './migrations/0049-said-agent.ts'
import * as idempotentPerson from './migrations/0050-idempotent-person.ts'
import * as bindingReads from './migrations/0051-binding-reads.ts'
import * as eventDeliveries from './migrations/0052-event-deliveries.ts'
import * as memoryTurn from './migrations/0053-memory-turn.ts'
import * as turnPressed from './migrations/0054-turn-pressed.ts'
import * as processes from './migrations/0055-processes.ts'
import * as usageBehind from './migrations/0056-usage-behind.ts'
import * as partCalls from './migrations/0057-part-calls.ts'
import * as partRefs from './migrations/0058-part-refs.ts'
import { isPostgres, postgresColumns } from './migrations/portable.ts'
import type { Tables } from './tables.ts'

const migrations: Record<string, Migration> = {
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
  '0011-notices': notices,
  '0012-rings': rings,
  '0013-history': history,
  '0014-listening': listening,
  '0015-draft-changes': draftChanges,
  '0016-playground': playground,
  '0017-approval': approval,
  '0018-state-writers': stateWriters,
  '0019-pause': pause,
  '0020-delivery': delivery,
  '0021-inbox-installation': inboxInstallation,
  '0022-forgetting': forgetting,
  '0023-spending': spending,
  '0024-limits': limits,
  '0025-reading': reading,
  '0026-lasting': lasting,
  '0027-raids': raids,
  '0028-conversation-files': conversationFiles,
  '0029-tool-approvals': toolApprovals,
  '0030-timers': timers,
  '0031-personal': personal,
  '0032-handovers': handovers,
  '0033-transcripts': transcripts,
  '0034-console': consoleSessions,
  '0035-api': api,
  '0036-events': events,
  '0037-person-links': personLinks,
  '0038-order-said': orderSaid,
  '0039-request-rates': requestRates,
  '0040-approvers': approvers,
  '0041-tapes': tapes,
  '0042-turn-search': turnSearch,
  '0043-feedback-words': feedbackWords,
  '0044-tool-grants': toolGrants,
  '0045-followed-turns': followedTurns,
  '0046-standing-approvals': standingApprovals,
  '0047-turn-wire': turnWire,
  '0048-wider-leave': widerLeave,
  '0049-said-agent': saidAgent,
  '0050-idempotent-person': idempotentPerson,
  '0051-binding-reads': bindingReads,
  '0052-event-deliveries': eventDeliveries,
  '0053-memory-turn': memoryTurn,
  '0054-turn-pressed': turnPressed,
  '0055-processes': processes,
  '0056-usage-behind': usageBehind,
  '0057-part-calls': partCalls,
  '0058-part-refs': partRefs,
}

/** One source for every dialect. */
function migratorOf(db: Kysely<Tables>): Migrator {
  const columns = isPostgres(db) ? db.withPlugin(postgresColumns) : db
  return new Migrator({ db: columns, provider: { getMigrations: async () => migrations } })
}

/** In their order. */
export const migrationNames: readonly string[] = Object.keys(migrations)
/** After it the tables are those of this version. */
export const lastMigration = migrationNames.at(-1)!

/**
 * On SQLite the migrator commits each of its two hundred statements, and waits for the disk each time; whoever died among them would
 * leave tables that no start can bring further. So all is one commit here, as it is on PostgreSQL by the migrator itself.
 */
async function migrateAtOnce(db: Kysely<Tables>, until: string): Promise<MigrationResultSet> {
  const all = await migrationStatus(db)
  // Who has nothing to write waits for nobody who writes.
  if (!all.some(({ name, at }) => at === undefined && name <= until)) return migratorOf(db).migrateTo(until)
  return db.connection().execute(async (connection) => {
    // From here on no other process writes; what one has done since the look above is seen.
    await sql`begin immediate`.execute(connection)
    const done = await migratorOf(connection).migrateTo(until)
    if (!done.error) await sql`commit`.execute(connection)
    // A full disk has undone it already.
    else await sql`rollback`.execute(connection).catch(() => undefined)
    return done
  })
}

/** Told without the migrator, which reads how every table is made before it finds that there is nothing to do. */
async function isAt(db: Kysely<Tables>, until: string): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    const done = rows.map(({ name }) => name)
    return done.at(-1) === until && done.join() === migrationNames.slice(0, done.length).join()
  } catch {
    // There is no such table yet; whatever else is wrong is told by the migrator.
    return false
  }
}

/**
 * Brings the tables up to date, or to what they were after the migration `until`: wholly, or not at all. Throws `database_newer` when
 * a later version of them is there.
 */
export async function migrate(db: Kysely<Tables>, until = lastMigration): Promise<void> {
  if (await isAt(db, until)) return
  const { error } = isPostgres(db) ? await migratorOf(db).migrateTo(until) : await migrateAtOnce(db, until)
  if (!error) return
  if (!/^corrupted migrations: previously executed migration/.test((error as Error).message)) throw error
  throw new AppError(
    'database_newer',
    'A newer Parley has worked on this database. Start that one, or restore a backup from before it.',
    { cause: error },
  )
}

export interface MigrationStatus {
  name: string
  /** When it was run; undefined: it has yet to be. */
  at: Date | undefined
}

/** Of every migration, in their order. Changes nothing. */
export async function migrationStatus(db: Kysely<Tables>): Promise<MigrationStatus[]> {
  const all = await migratorOf(db).getMigrations()
  return all.map(({ name, executedAt }) => ({ name, at: executedAt }))
}
