import type { Tables } from '../tables.ts'

/** How the rows of a person are found in a table. */
export type Finder =
  /** By the order keys of a person with their agents; `scanned`: no index has them, and rows are numbered. */
  | { by: 'key'; column: string; scanned?: true; at?: string }
  /** By their uid, `within` one account; `chat`: uids of people on platforms alone stand there. */
  | { by: 'uid'; column: string; account?: string; chat?: true; at?: string }
  /** By the turns, sources of files and direct conversations that were found to be theirs. */
  | { by: 'turn'; column: string }
  | { by: 'source'; column: string }
  | { by: 'place'; column: string }
  /** By what a platform calls them, at the end of a note's name. */
  | { by: 'note' }
  /** Made of another table by the database: it goes with that, as far as `scrub.ts` sees to it. */
  | { by: 'index' }

/** What a part of an export is called. */
export type Section =
  | 'state'
  | 'facts'
  | 'conversations'
  | 'turns'
  | 'files'
  | 'waiting'
  | 'timers'
  | 'calls'
  | 'opinions'
  | 'connections'
  | 'approvals'
  | 'said'

/** How long it is kept of whoever forgets nobody: as long as memory, as long as a turn can be asked about, or for a time of its own. */
export type Keeping = 'memory' | 'turns' | 'briefly' | 'always'

/** How it is known that an agent whose `keepDays` say so has kept a row for long enough. */
export interface Age<Column extends string = string> {
  /** When it was written. */
  at: Column
  /** What stands so goes on or waits, and stays until it has ended. */
  open?: { column: Column; as: readonly string[] }
  /** Whose agent's it is, where no key tells. */
  agent?: Column
}

export interface Declaration<Column extends string = string> {
  /** Absent: no row is one person's. */
  rows?: Finder
  keeps?: Keeping
  /** Of what has a key, and is not kept always: a row goes with its agent's days, or sooner than any agent can say. */
  aged?: Age<Column> | 'within a day'
  section?: Section
  /** What they said, were told, or is known of them: in their export, and gone when they are forgotten. */
  theirs?: readonly Column[]
  /** Says who they are, or goes with the row and tells them nothing: gone when they are forgotten. */
  goes?: readonly Column[]
  /** Nothing of whoever talks with agents. */
  nobodys?: readonly Column[]
  /** Who somebody is stays there, and why. */
  stays?: Partial<Readonly<Record<Column, string>>>
}

type OfTable = { [Table in keyof Tables]: Declaration<keyof Tables[Table] & string> }

const office =
  'what somebody did as an owner or admin stays with the account, as its log does; no word of theirs as a person stands there'
const ordered = 'what an owner ordered of them, which nobody escapes by being forgotten'

const ofOurs: OfTable = {
  account: {
    nobodys: ['id', 'name', 'plan', 'api_enabled', 'has_created_agent', 'default_agent', 'created_at'],
    stays: { email: 'the address of the account, which its operator gave' },
  },
  api_key: {
    nobodys: [
      'id',
      'account',
      'kind',
      'agent',
      'name',
      'hash',
      'hint',
      'created_at',
      'last_used_at',
      'revoked_at',
      'scopes',
      'expires_at',
    ],
  },
  idempotent_call: {
    rows: { by: 'key', column: 'person' },
    keeps: 'briefly',
    aged: 'within a day',
    goes: ['account', 'key', 'request', 'answer', 'holder', 'begun_at', 'person'],
  },
  request_rate: { nobodys: ['key', 'full_at'] },
  agent: { nobodys: ['id', 'account', 'made', 'head', 'bundle_hash', 'bundle_sources', 'created_at'] },
  agent_version: { nobodys: ['agent', 'n', 'document', 'created_at'], stays: { author: office } },
  webhook_secret: { nobodys: ['agent', 'name', 'secret', 'previous', 'rotated_at'] },
  conversation_file: {
    rows: { by: 'key', column: 'key' },
    keeps: 'memory',
    aged: { at: 'at' },
    section: 'files',
    theirs: ['conversation', 'at'],
    goes: ['source', 'key', 'event_id'],
  },
  knowledge_source: {
    rows: { by: 'source', column: 'id' },
    keeps: 'memory',
    section: 'files',
    theirs: ['name', 'mimetype', 'bytes', 'created_at'],
    goes: ['id', 'agent', 'status', 'sha256', 'passages', 'terms'],
  },
  knowledge_file: { rows: { by: 'source', column: 'source' }, keeps: 'memory', goes: ['source', 'content'] },
  passage: {
    rows: { by: 'source', column: 'source' },
    keeps: 'memory',
    section: 'files',
    theirs: ['title', 'text'],
    goes: ['id', 'source', 'scope', 'terms', 'length'],
  },
  passage_vector: { rows: { by: 'index' }, keeps: 'memory', goes: ['passage', 'model', 'vector'] },
  event: {
    rows: { by: 'key', column: 'key' },
    keeps: 'briefly',
    aged: { at: 'at' },
    section: 'calls',
    theirs: ['type', 'data', 'words', 'at'],
    goes: ['n', 'id', 'account', 'key'],
  },
  event_endpoint: { nobodys: ['id', 'account', 'url', 'types', 'words', 'secret', 'created_at'] },
  outbox: {
    rows: { by: 'key', column: 'lane', scanned: true },
    keeps: 'turns',
    aged: { at: 'created_at', open: { column: 'status', as: ['open'] }, agent: 'agent' },
    section: 'calls',
    theirs: ['agent', 'webhook', 'event', 'status', 'created_at'],
    goes: [
      ...(['n', 'id', 'account', 'version', 'lane', 'keeper', 'wants_token', 'attempt', 'next_at', 'until'] as const),
      ...(['leased_until', 'outcome', 'settled_at'] as const),
    ],
  },
  installation: {
    nobodys: [
      'platform',
      'id',
      'account',
      'status',
      'decided_at',
      'told_at',
      'name',
      'secret',
      'removed_at',
      'created_at',
    ],
    stays: { decided_by: office },
  },
  binding: {
    nobodys: ['place', 'account', 'agent', 'mode', 'context', 'reads', 'bound_at'],
    stays: { bound_by: office },
  },
  listening: {
    nobodys: [
      ...(['place', 'account', 'platform', 'installation', 'post_to', 'within', 'language', 'agent', 'mode'] as const),
      ...(['state', 'key', 'at'] as const),
    ],
  },
  thread: { rows: { by: 'place', column: 'place' }, keeps: 'always', goes: ['place', 'agent', 'joined_at'] },
  said: {
    rows: { by: 'uid', column: 'author', chat: true, at: 'at' },
    keeps: 'memory',
    aged: { at: 'at', agent: 'agent' },
    section: 'said',
    theirs: ['talk', 'name', 'text', 'at'],
    goes: ['id', 'event_id', 'uid', 'author', 'kind', 'asked', 'agent'],
  },
  talk_read: { nobodys: ['talk', 'read_to', 'is_whole', 'at'] },
  user_state: {
    rows: { by: 'key', column: 'key' },
    keeps: 'always',
    section: 'state',
    theirs: ['name', 'value', 'writer'],
    goes: ['key'],
  },
  memory: {
    rows: { by: 'key', column: 'key' },
    keeps: 'memory',
    aged: { at: 'at' },
    section: 'conversations',
    theirs: ['conversation', 'role', 'text', 'at'],
    goes: ['id', 'key', 'event_id', 'tape'],
  },
  lasting: {
    rows: { by: 'key', column: 'key' },
    keeps: 'memory',
    aged: { at: 'at' },
    section: 'facts',
    theirs: ['conversation', 'section', 'text', 'at'],
    goes: ['id', 'key', 'sources'],
  },
  scenario_progress: {
    rows: { by: 'key', column: 'key' },
    keeps: 'memory',
    aged: { at: 'updated_at' },
    section: 'state',
    theirs: ['conversation', 'progress', 'updated_at'],
    goes: ['key'],
  },
  inbox: {
    rows: { by: 'key', column: 'key', scanned: true, at: 'received_at' },
    keeps: 'briefly',
    aged: 'within a day',
    section: 'waiting',
    theirs: ['door', 'conversation', 'payload', 'edited', 'received_at', 'said_at'],
    goes: ['id', 'event_id', 'key', 'installation', 'status', 'cancelled'],
  },
  followed_turn: {
    rows: { by: 'key', column: 'key' },
    keeps: 'briefly',
    aged: 'within a day',
    goes: [
      ...(['id', 'key', 'asker', 'name', 'holder', 'request', 'told', 'outcome'] as const),
      ...(['called', 'cancelled', 'touched_at'] as const),
    ],
  },
  lease: {
    rows: { by: 'key', column: 'key' },
    keeps: 'briefly',
    aged: 'within a day',
    goes: ['key', 'epoch', 'holder', 'expires_at'],
  },
  turn: {
    rows: { by: 'key', column: 'key' },
    keeps: 'turns',
    aged: { at: 'started_at', open: { column: 'status', as: ['running', 'committed'] } },
    section: 'turns',
    theirs: ['id', 'answer', 'started_at', 'pressed'],
    goes: [
      ...([
        'inbox_id',
        'event_id',
        'key',
        'agent',
        'version',
        'epoch',
        'attempt',
        'status',
        'partial',
        'calls',
      ] as const),
      ...(['trace', 'interrupted', 'context', 'owed', 'delivery', 'wire', 'committed_at'] as const),
    ],
  },
  turn_seen: {
    rows: { by: 'index' },
    keeps: 'turns',
    goes: ['id', 'turn', 'at', 'is_stale', 'first_memory', 'last_memory', 'terms'],
  },
  pause: { nobodys: ['scope', 'id', 'why', 'began_at', 'ended_at'], stays: { paused_by: office } },
  pause_told: { rows: { by: 'uid', column: 'person' }, keeps: 'always', goes: ['pause', 'person'] },
  part: {
    rows: { by: 'turn', column: 'turn' },
    keeps: 'turns',
    goes: ['turn', 'n', 'ref', 'intent_at', 'text', 'calls'],
  },
  feedback: {
    rows: { by: 'uid', column: 'uid', chat: true },
    keeps: 'turns',
    section: 'opinions',
    theirs: ['turn', 'good', 'at', 'words'],
    goes: ['uid'],
  },
  refusing_place: {
    rows: { by: 'place', column: 'place' },
    keeps: 'briefly',
    goes: ['key', 'platform', 'installation', 'place', 'code', 'detail', 'since', 'last_at', 'count'],
  },
  refused_call: {
    rows: { by: 'place', column: 'place' },
    keeps: 'briefly',
    goes: ['platform', 'installation', 'call', 'place', 'code', 'detail', 'since', 'last_at', 'count'],
  },
  process: {
    nobodys: ['holder', 'name', 'version', 'roles', 'started_at', 'conversations', 'platforms', 'told_at'],
  },
  note: { rows: { by: 'note' }, keeps: 'always', goes: ['platform', 'name', 'value'] },
  usage: { nobodys: ['account', 'day', 'agent', 'door', 'turns', 'input_tokens', 'output_tokens'] },
  usage_first_text: { nobodys: ['account', 'at', 'within_ms', 'turns'] },
  usage_person: {
    rows: { by: 'uid', column: 'uid', account: 'account' },
    keeps: 'turns',
    goes: ['account', 'uid', 'at', 'agent', 'turns', 'tokens'],
  },
  usage_place: {
    rows: { by: 'place', column: 'place' },
    keeps: 'turns',
    goes: ['account', 'place', 'at', 'agent', 'turns', 'tokens'],
  },
  spending: {
    nobodys: [
      'account',
      'scope',
      'start',
      'messages',
      'answers',
      'tokens',
      'money',
      'held_tokens',
      'held_money',
      'told',
    ],
    stays: { subject: `counts, and no words, for at most 62 days: ${ordered}` },
  },
  budget: {
    nobodys: ['account', 'scope', 'unit', 'period', 'most', 'set_at'],
    stays: { subject: ordered, set_by: office },
  },
  budget_hold: {
    nobodys: ['id', 'account', 'agent', 'model', 'tokens', 'money', 'expires_at'],
    stays: { held: 'as long as a call of a model is under way', counted: 'as long as a call of a model is under way' },
  },
  raid: { nobodys: ['account', 'server', 'began_at', 'until', 'ended_at'], stays: { ended_by: office } },
  model_cost: {
    nobodys: [
      ...(['account', 'day', 'agent', 'model', 'calls', 'unpriced', 'input_tokens', 'cached_tokens'] as const),
      ...(['output_tokens', 'money'] as const),
    ],
  },
  audit: {
    nobodys: ['account', 'n', 'at', 'door', 'action', 'agent', 'nonce', 'previous', 'hash'],
    stays: { actor: office, summary: 'the log tells what was done, to whom; it never holds what somebody said' },
  },
  role: { nobodys: ['account', 'agent', 'role', 'given_at'], stays: { person: ordered, given_by: office } },
  draft: {
    nobodys: ['agent', 'base', 'revision', 'document', 'conflicts', 'former', 'updated_at'],
    stays: { author: office, changes: office },
  },
  offer: {
    rows: { by: 'uid', column: 'person', account: 'account' },
    keeps: 'briefly',
    goes: ['id', 'account', 'person', 'command', 'given', 'expires_at'],
  },
  forgetting: {
    nobodys: ['id', 'account', 'agent', 'door', 'at', 'removed'],
    stays: { people: 'until they are forgotten, which it is for', author: 'until they are forgotten' },
  },
  tombstone: { nobodys: ['hash', 'at'] },
  tool_approval: {
    rows: { by: 'key', column: 'key' },
    keeps: 'turns',
    aged: { at: 'asked_at', open: { column: 'state', as: ['asked'] } },
    section: 'calls',
    theirs: ['conversation', 'tool', 'arguments', 'state', 'asked_at'],
    goes: [
      'id',
      'key',
      'turn',
      'version',
      'hash',
      'asks',
      'approvers',
      'rounds',
      'decided_by',
      'result',
      'standing',
      'expires_at',
      'told_at',
    ],
  },
  timer: {
    rows: { by: 'key', column: 'key' },
    keeps: 'always',
    section: 'timers',
    theirs: ['conversation', 'kind', 'due', 'zone', 'rule', 'wall', 'state', 'task', 'made_at'],
    goes: ['id', 'key', 'server', 'context'],
  },
  unasked: {
    rows: { by: 'uid', column: 'subject', account: 'account' },
    keeps: 'always',
    goes: ['agent', 'account', 'subject', 'day', 'posts'],
  },
  handover: {
    rows: { by: 'key', column: 'key' },
    keeps: 'memory',
    aged: { at: 'asked_at', open: { column: 'state', as: ['agreed', 'waiting', 'taken'] } },
    section: 'conversations',
    theirs: ['conversation', 'why', 'state', 'ended', 'summary', 'transcript', 'asked_at', 'taken_name', 'closed_at'],
    goes: ['id', 'key', 'turn', 'context', 'team', 'thread', 'card', 'taken_by', 'waiting_at', 'taken_at', 'remind_at'],
  },
  transcript: {
    rows: { by: 'key', column: 'key' },
    keeps: 'memory',
    aged: { at: 'at' },
    section: 'conversations',
    theirs: ['body', 'at'],
    goes: ['key', 'id', 'position', 'rev'],
  },
  transcript_head: { rows: { by: 'key', column: 'key' }, keeps: 'memory', aged: { at: 'rev' }, goes: ['key', 'rev'] },
  transcript_file: {
    rows: { by: 'key', column: 'key' },
    keeps: 'memory',
    aged: { at: 'at' },
    section: 'files',
    theirs: ['name', 'mimetype', 'at'],
    goes: ['key', 'id', 'content'],
  },
  tool_grant: {
    rows: { by: 'key', column: 'key' },
    keeps: 'always',
    section: 'connections',
    theirs: ['server', 'url', 'granted_at'],
    goes: ['key', 'sealed', 'expires_at', 'leased_until', 'given_by', 'wants'],
  },
  standing_approval: {
    rows: { by: 'key', column: 'key' },
    keeps: 'always',
    section: 'approvals',
    theirs: ['tool', 'place', 'given_at'],
    goes: ['key', 'pin', 'given_by'],
  },
  tool_connecting: {
    rows: { by: 'uid', column: 'by', account: 'account' },
    keeps: 'briefly',
    goes: [
      ...(['hash', 'kind', 'account', 'agent', 'person', 'by', 'server', 'url', 'approval'] as const),
      ...(['sealed', 'browser', 'expires_at'] as const),
    ],
  },
  tool_client: { nobodys: ['agent', 'issuer', 'redirect', 'sealed'] },
  tool_call: { nobodys: ['agent', 'tool', 'hour', 'calls'] },
  console_session: {
    rows: { by: 'uid', column: 'person', account: 'account' },
    keeps: 'briefly',
    goes: ['id', 'hash', 'account', 'person', 'kind', 'created_at', 'last_used_at', 'expires_at'],
  },
  person_link: {
    rows: { by: 'uid', column: 'uid', account: 'account' },
    keeps: 'always',
    goes: ['account', 'uid', 'person', 'linked_at'],
  },
  link_code: {
    rows: { by: 'uid', column: 'person', account: 'account' },
    keeps: 'briefly',
    goes: ['hash', 'account', 'person', 'name', 'told_by', 'told_name', 'expires_at'],
  },
  person_pause: {
    nobodys: ['account', 'began_at'],
    stays: { person: 'who does not want to be kept is known, so that they are not; they end it themselves' },
  },
}

/** Tables that one dialect alone has: its search index, and what waits to be drained. */
const ofDialects: Readonly<Record<string, Declaration>> = {
  passage_fts: { rows: { by: 'index' }, goes: ['terms', 'passage_fts', 'rank'] },
  passage_fts_config: { nobodys: ['k', 'v'] },
  passage_fts_data: { rows: { by: 'index' }, goes: ['id', 'block'] },
  passage_fts_docsize: { rows: { by: 'index' }, goes: ['id', 'sz', 'origin'] },
  passage_fts_idx: { rows: { by: 'index' }, goes: ['segid', 'term', 'pgno'] },
  passage_term: { rows: { by: 'index' }, goes: ['term', 'doc', 'cnt'] },
  turn_fts: { rows: { by: 'index' }, goes: ['terms', 'turn_fts', 'rank'] },
  turn_fts_config: { nobodys: ['k', 'v'] },
  turn_fts_data: { rows: { by: 'index' }, goes: ['id', 'block'] },
  turn_fts_docsize: { rows: { by: 'index' }, goes: ['id', 'sz', 'origin'] },
  turn_fts_idx: { rows: { by: 'index' }, goes: ['segid', 'term', 'pgno'] },
  posting_block: { rows: { by: 'index' }, goes: ['id', 'source', 'first_passage', 'last_passage'] },
  posting: { rows: { by: 'index' }, goes: ['term', 'block', 'passages', 'entries'] },
  ring: {
    rows: { by: 'key', column: 'key' },
    keeps: 'briefly',
    aged: 'within a day',
    goes: ['key', 'at', 'taker', 'due', 'pause'],
  },
  ring_worker: { nobodys: ['id', 'until'] },
  horizon: { nobodys: ['what', 'before'] },
  kysely_migration: { nobodys: ['name', 'timestamp'] },
  kysely_migration_lock: { nobodys: ['id', 'is_locked'] },
}

/**
 * What each table keeps of a person, column by column: what is forgotten, exported and shown to them follows from it, and a test is red
 * for a column that is not here.
 */
export const personal: Readonly<Record<string, Declaration>> = {
  ...(ofOurs as Record<string, Declaration>),
  ...ofDialects,
}

/** Only PostgreSQL has it. */
export const onPostgresAlone: ReadonlySet<string> = new Set(['ring'])

export type TableWith<By extends Finder['by']> = { table: string; rows: Extract<Finder, { by: By }> }

/** The tables whose rows are found that way. */
export function tablesBy<By extends Finder['by']>(by: By, dialect: 'sqlite' | 'postgres'): TableWith<By>[] {
  return Object.entries(personal).flatMap(([table, { rows }]) =>
    rows?.by === by && (dialect === 'postgres' || !onPostgresAlone.has(table))
      ? [{ table, rows: rows as Extract<Finder, { by: By }> }]
      : [],
  )
}
