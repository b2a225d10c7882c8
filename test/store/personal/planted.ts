import { type Kysely, sql } from 'kysely'
import { orderKey } from '../../../src/model/key.ts'
import type { Database } from '../../../src/store/database.ts'
import { type Declaration, type Finder, personal } from '../../../src/store/personal/declaration.ts'

export interface SchemaColumn {
  table: string
  column: string
  type: string
}

/** Every column that there is, as the database itself tells. */
export async function schemaOf({ dialect, query }: Database): Promise<SchemaColumn[]> {
  const found = await (dialect === 'sqlite' ? ofSqlite : ofPostgres).execute(query)
  return found.rows
}

const ofSqlite = sql<SchemaColumn>`select m.name as "table", c.name as "column", c.type as "type"
  from sqlite_master m, pragma_table_xinfo(m.name) c where m.type = 'table' and m.name not like 'sqlite%'
    and c.name != m.name`
const ofPostgres = sql<SchemaColumn>`select c.table_name as "table", c.column_name as "column", c.data_type as "type"
  from information_schema.columns c join pg_class t on t.oid = quote_ident(c.table_name)::regclass
  where c.table_schema = current_schema() and not t.relispartition`

export interface Planted {
  account: string
  uid: string
  agents: readonly string[]
  at: number
  /** Stands in every text of theirs. */
  word: string
  /** Those that they stand in; without it, in each. */
  tables?: readonly string[]
  /** What they said was read without their uid. */
  isUnnamed?: boolean
}

/** A row of theirs in every table that is declared to have such rows, with a text of theirs in each of its columns. */
export async function plantEverywhere(db: Database, who: Planted): Promise<void> {
  const schema = await schemaOf(db)
  let n = 0
  for (const agent of who.agents) {
    n++
    for (const [table, declaration] of Object.entries(personal)) {
      if (who.tables && !who.tables.includes(table)) continue
      const columns = schema.filter((one) => one.table === table)
      const { rows } = declaration
      if (!rows || rows.by === 'index' || columns.length === 0) continue
      await insert(db.query, columns, fixedOf(table, { ...declaration, rows }, who, { agent, n }), who, n)
    }
  }
}

/** What says whose the row is, and where it belongs. */
function fixedOf(
  table: string,
  { rows, aged }: Declaration & { rows: Finder },
  who: Planted,
  { agent, n }: { agent: string; n: number },
): Record<string, unknown> {
  const turn = `turn-${who.word}-${n}`
  const source = `source-${who.word}-${n}`
  const place = `slack:T0/D${who.word}${n}`
  const id = who.uid.split('_').at(-1)
  return {
    ...(rows.by === 'key' && { [rows.column]: orderKey(who.account, agent, who.uid) }),
    ...(rows.by === 'uid' && { [rows.column]: who.uid, ...(rows.account && { [rows.account]: who.account }) }),
    ...(typeof aged === 'object' && aged.agent && { [aged.agent]: agent }),
    ...(rows.by === 'source' && { [rows.column]: source }),
    ...(rows.by === 'place' && { [rows.column]: place }),
    ...(rows.by === 'note' && { platform: 'slack', name: `person:T0/${id}` }),
    ...(table === 'turn' && { id: turn, context: JSON.stringify({ conversation: place }), inbox_id: null }),
    ...((table === 'part' || table === 'feedback') && { turn }),
    ...(table === 'conversation_file' && { source }),
    ...(table === 'said' && { talk: 'slack:T0:C1', uid: n === 1 && !who.isUnnamed ? who.uid : '', author: id }),
    ...(table === 'passage' && { terms: `word${who.word} other` }),
  }
}

const json: Readonly<Record<string, (text: string) => string>> = {
  'turn.answer': (text) => JSON.stringify({ utterance: text }),
  'inbox.payload': (text) => JSON.stringify({ text, files: [], quoted: [{ text: 'of somebody else' }] }),
}

async function insert(
  query: Kysely<never> | Database['query'],
  columns: readonly SchemaColumn[],
  fixed: Record<string, unknown>,
  { word, at }: Planted,
  n: number,
): Promise<void> {
  const [{ table }] = columns as [SchemaColumn]
  const row = columns
    .filter(
      ({ column }) =>
        !(['id', 'n'].includes(column) && isNumber(columns, column) && !fixed[column] && table !== 'part'),
    )
    .map(({ column, type }) => {
      if (column in fixed) return [column, fixed[column]] as const
      if (/int/i.test(type))
        return [column, table === 'part' && column === 'n' ? n : column.endsWith('at') ? at : 1] as const
      if (/blob|bytea/i.test(type)) return [column, Buffer.from(`${word} in ${table}.${column}`)] as const
      const text = `${word}${n} in ${table}.${column}, said at length`
      return [column, json[`${table}.${column}`]?.(text) ?? text] as const
    })
  const names = sql.join(row.map(([column]) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(row.map(([, value]) => value))})
    on conflict do nothing`.execute(query as Database['query'])
}

const isNumber = (columns: readonly SchemaColumn[], name: string): boolean =>
  columns.some(({ column, type }) => column === name && /int/i.test(type))

/** The tables in which a text stands, as every column's text is read. */
export async function tablesWith(db: Database, text: string): Promise<string[]> {
  const found = new Set<string>()
  for (const { table, column } of await schemaOf(db)) {
    const declaration: Declaration | undefined = personal[table]
    if (declaration?.rows?.by === 'index') continue
    const read = db.dialect === 'postgres' ? sql`${sql.ref(column)}::text` : sql`cast(${sql.ref(column)} as text)`
    const { rows } = await sql<{ text: string }>`select ${read} as text from ${sql.table(table)}`.execute(db.query)
    if (rows.some((row) => String(row.text ?? '').includes(text))) found.add(table)
  }
  return [...found].sort()
}
