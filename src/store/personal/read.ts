import { sql } from 'kysely'
import { readOrderKey } from '../../model/key.ts'
import type { Database } from '../database.ts'
import { personal, type Section, tablesBy } from './declaration.ts'
import { keysOf, listed, type Person, saidBy } from './person.ts'

/** A row of theirs: what of it is theirs, by the names of its columns. */
export interface KeptRow {
  section: Section
  table: string
  /** Of what is not one agent's: undefined. */
  agent: string | undefined
  values: Readonly<Record<string, unknown>>
}

/** Everything that is kept of somebody and that says anything to them, in the order of its tables; nothing of anybody else. */
export async function* readPerson(db: Database, person: Person): AsyncIterable<KeptRow> {
  const keys = await keysOf(db, person)
  for (const { table, rows } of tablesBy('key', db.dialect)) {
    const { section, theirs } = personal[table]!
    if (!section || !theirs) continue
    const order = table === 'user_state' ? 'name' : rowOrder[table]
    const columns = sql.join([...theirs, rows.column].map((one) => sql.ref(one)))
    const by = order ? sql` order by ${sql.ref(order)}` : sql``
    const found = await sql<Record<string, unknown>>`select ${columns} from ${sql.table(table)}
      where ${sql.ref(rows.column)} in ${listed(db, keys)}${by}`.execute(db.query)
    for (const row of found.rows) {
      const { agent } = readOrderKey(String(row[rows.column]))
      const values = shown(table, theirs, row)
      if (values) yield { section, table, agent, values }
    }
  }
  yield* filesOf(db, keys)
  if (person.agent === undefined) yield* elsewhere(db, person)
}

const rowOrder: Readonly<Record<string, string>> = { memory: 'id', turn: 'id', lasting: 'id', inbox: 'id', outbox: 'n' }

/** What a person brought into conversations, and the passages that were made of it. */
async function* filesOf(db: Database, keys: readonly string[]): AsyncIterable<KeptRow> {
  const { rows } = await sql<Record<string, unknown> & { key: string }>`
    select conversation_file.key, knowledge_source.name, passage.title, passage.text from conversation_file
    join knowledge_source on knowledge_source.id = conversation_file.source
    join passage on passage.source = knowledge_source.id
    where conversation_file.key in ${listed(db, keys)} order by passage.id`.execute(db.query)
  for (const { key, ...values } of rows) {
    yield { section: 'files', table: 'passage', agent: readOrderKey(key).agent, values }
  }
}

/** What is no agent's. */
async function* elsewhere(db: Database, { account, uids }: Person): AsyncIterable<KeptRow> {
  for (const { talk, name, text, at } of await saidBy(db, { account, uids })) {
    yield { section: 'said', table: 'said', agent: undefined, values: { talk, name, text, at } }
  }
  const votes = await sql<Record<string, unknown> & { key: string | null }>`
    select feedback.turn, feedback.good, feedback.at, feedback.words, turn.key from feedback left join turn on turn.id = feedback.turn
    where feedback.uid in ${listed(db, uids)}`.execute(db.query)
  for (const { key, ...values } of votes.rows) {
    if (key !== null && readOrderKey(key).account !== account) continue
    yield { section: 'opinions', table: 'feedback', agent: undefined, values }
  }
}

/** What of a row is for their eyes: what a message quotes of others, and what a turn is made of, is not. */
function shown(
  table: string,
  theirs: readonly string[],
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const values = Object.fromEntries(theirs.map((column) => [column, row[column]]))
  if (table === 'inbox') {
    const { payload, edited, ...rest } = values
    const message = typeof payload === 'string' && payload.startsWith('{') ? JSON.parse(payload) : undefined
    // A row without words only says that a message was there.
    if (message?.text === undefined && !edited) return undefined
    return {
      ...rest,
      text: edited ?? message?.text,
      files: (message?.files ?? []).map((one: { name: string }) => one.name),
    }
  }
  if (table === 'turn') {
    const { answer, ...rest } = values
    const said = typeof answer === 'string' ? JSON.parse(answer) : undefined
    const brought = said?.files && { files: said.files }
    return { ...rest, answer: said?.utterance ?? said?.text ?? null, ...brought }
  }
  if (table === 'lasting' && row['section'] === 'until') return undefined
  return values
}
