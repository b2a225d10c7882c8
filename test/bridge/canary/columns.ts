import { sql } from 'kysely'
import type { Database } from '../../../src/store/database.ts'

/** By why nobody’s words, names or places can stand in these columns: `table.column`. */
const wordless: Readonly<Record<string, readonly string[]>> = {
  'the id of an account, which its operator chose and the planted one has by birth': [
    'account.id',
    'agent.account',
    'api_key.account',
    'idempotent_call.account',
    'audit.account',
    'binding.account',
    'console_session.account',
    'tool_connecting.account',
    'installation.account',
    'link_code.account',
    'listening.account',
    'offer.account',
    'outbox.account',
    'person_link.account',
    'event.account',
    'event_endpoint.account',
    'pause.scope',
    'raid.account',
    'role.account',
    'unasked.account',
    'usage.account',
    'usage_first_text.account',
    'usage_person.account',
    'usage_place.account',
    'budget.account',
    'budget_hold.account',
    'model_cost.account',
    'spending.account',
  ],
  'an id that is drawn at random, or names what somebody did': [
    'agent.made',
    'api_key.id',
    'audit.nonce',
    'budget_hold.id',
    'console_session.id',
    'feedback.turn',
    'followed_turn.id',
    'followed_turn.asker',
    'followed_turn.holder',
    'idempotent_call.holder',
    'conversation_file.source',
    'knowledge_file.source',
    'knowledge_source.id',
    'lease.holder',
    'listening.key',
    'offer.id',
    'tool_approval.id',
    'tool_approval.turn',
    'tool_connecting.approval',
    'handover.card',
    'handover.id',
    'handover.turn',
    'outbox.id',
    'event.id',
    'event_endpoint.id',
    'outbox.keeper',
    'part.turn',
    'process.holder',
    'passage.source',
    'passage.scope',
    'pause.id',
    'pause_told.pause',
    'posting_block.source',
    'request_rate.key',
    'ring.taker',
    'ring_worker.id',
    'timer.id',
    'turn.id',
    'turn_seen.turn',
  ],
  'a hash, the last characters of a key that is drawn at random, or what only our key opens': [
    'agent.bundle_hash',
    'api_key.hash',
    'api_key.hint',
    'followed_turn.name',
    'followed_turn.request',
    'followed_turn.told',
    'followed_turn.outcome',
    'idempotent_call.key',
    'idempotent_call.request',
    'idempotent_call.answer',
    'audit.hash',
    'console_session.hash',
    'link_code.hash',
    'tool_client.sealed',
    'tool_connecting.browser',
    'tool_connecting.hash',
    'tool_connecting.sealed',
    'tool_grant.sealed',
    'tool_approval.standing',
    'standing_approval.pin',
    'audit.previous',
    'knowledge_source.sha256',
  ],
  'one of a few words of ours, or of a file of the operator’s': [
    'account.plan',
    'api_key.kind',
    'api_key.scopes',
    'audit.action',
    'audit.door',
    'binding.context',
    'binding.mode',
    'binding.reads',
    'budget.period',
    'budget.scope',
    'budget.unit',
    'budget_hold.model',
    'horizon.what',
    'inbox.cancelled',
    'inbox.door',
    'console_session.kind',
    'inbox.status',
    'installation.platform',
    'installation.status',
    'knowledge_source.mimetype',
    'knowledge_source.status',
    'lasting.section',
    'listening.language',
    'listening.mode',
    'listening.platform',
    'listening.state',
    'memory.role',
    'model_cost.model',
    'note.platform',
    'offer.command',
    'outbox.status',
    'event.type',
    'event_endpoint.types',
    'passage_vector.model',
    'process.name',
    'process.platforms',
    'process.roles',
    'process.version',
    'refused_call.call',
    'refused_call.code',
    'refused_call.platform',
    'refusing_place.code',
    'refusing_place.platform',
    'role.role',
    'said.kind',
    'spending.scope',
    'tool_approval.asks',
    'tool_connecting.kind',
    'tool_client.redirect',
    'tool_approval.state',
    'handover.ended',
    'handover.state',
    'handover.why',
    'timer.kind',
    'timer.rule',
    'timer.state',
    'timer.wall',
    'timer.zone',
    'turn.interrupted',
    'turn.owed',
    'turn.status',
    'usage.door',
    'user_state.writer',
  ],
  'the key of an inbox row until somebody has taken it, where several processes ring for each other': ['ring.key'],
  'of who is being forgotten, was forgotten, or has paused: no door reads it, and none is of another account': [
    'forgetting.account',
    'forgetting.agent',
    'forgetting.author',
    'forgetting.door',
    'forgetting.id',
    'forgetting.people',
    'forgetting.removed',
    'person_pause.account',
    'person_pause.person',
    'tombstone.hash',
  ],
  'a minute, an hour, a day or a month': ['model_cost.day', 'spending.start', 'tool_call.hour', 'usage.day'],
  'a minute, a day or a month': ['model_cost.day', 'spending.start', 'unasked.day', 'usage.day'],
  'sealed, which is looked at besides': [
    'installation.secret',
    'event_endpoint.secret',
    'webhook_secret.previous',
    'webhook_secret.secret',
  ],
  'numbers that a model of embeddings makes of a passage': ['passage_vector.vector'],
  'the search index’s own, made of passage.terms': [
    'passage_fts.passage_fts',
    'passage_fts.rank',
    'passage_fts.terms',
    'passage_fts_config.k',
    'passage_fts_config.v',
    'passage_fts_docsize.sz',
    'passage_fts_idx.pgno',
    'passage_fts_idx.segid',
    'passage_fts_idx.term',
    'passage_term.cnt',
    'passage_term.doc',
    'posting.entries',
    'turn_fts.terms',
    'turn_fts.turn_fts',
    'turn_fts.rank',
    'turn_fts_config.k',
    'turn_fts_config.v',
    'turn_fts_docsize.sz',
    'turn_fts_idx.pgno',
    'turn_fts_idx.segid',
    'turn_fts_idx.term',
  ],
  'the migrations’ own': ['kysely_migration.name', 'kysely_migration.timestamp', 'kysely_migration_lock.id'],
}

/** Why nobody’s words stand in a column; undefined: they may. */
export function whyWordless(column: string): string | undefined {
  return Object.keys(wordless).find((why) => wordless[why]!.includes(column))
}

interface Column {
  table: string
  column: string
  type: string
}

/** Everything that is no number, as the database itself tells of its tables: `table.column`. */
export async function columnsOf(db: Database): Promise<string[]> {
  const { rows } = await (db.dialect === 'sqlite' ? ofSqlite : ofPostgres).execute(db.query)
  return rows.filter(({ type }) => !/int|real|bool/i.test(type)).map(({ table, column }) => `${table}.${column}`)
}

const ofSqlite = sql<Column>`select m.name as "table", c.name as "column", c.type as "type"
  from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table' and m.name not like 'sqlite%'`

// A partition has the columns of its table.
const ofPostgres = sql<Column>`select c.table_name as "table", c.column_name as "column", c.data_type as "type"
  from information_schema.columns c join pg_class t on t.oid = quote_ident(c.table_name)::regclass
  where c.table_schema = current_schema and not t.relispartition`

/** What stands in each of these columns, all rows together. */
export async function contentsOf(db: Database, columns: readonly string[]): Promise<Map<string, string>> {
  const contents = new Map<string, string>()
  for (const table of new Set(columns.map((one) => one.split('.')[0]!))) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db.query)
    for (const one of columns.filter((column) => column.startsWith(`${table}.`))) {
      contents.set(one, rows.map((row) => textOf(row[one.slice(table.length + 1)])).join('\n'))
    }
    if (table.endsWith('_fts_data')) contents.set(`${table}.block`, await termsIn(db, table.slice(0, -5)))
  }
  return contents
}

/** A page of an index of words holds of each term only what it does not share with the one before. */
async function termsIn(db: Database, index: string): Promise<string> {
  const terms = sql.table(`terms_of_${index}`)
  await sql`create virtual table if not exists temp.${terms} using fts5vocab(main, ${sql.table(index)}, row)`.execute(
    db.query,
  )
  const { rows } = await sql<{ term: string }>`select term from ${terms}`.execute(db.query)
  return rows.map(({ term }) => term).join('\n')
}

function textOf(value: unknown): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value ?? '')
}
