import { sql } from 'kysely'
import type { Database } from './database.ts'
import { history, parted } from './history.ts'
import type { Tables } from './tables.ts'

/** Rows of several tables, as they stand there. */
export type SeededRows = { [Table in keyof Tables]?: Record<string, unknown>[] }

/** Rows that one statement writes: more would hold what is made up as text for too long. */
const atOnce = 2000

/** Writes rows of a database that nobody uses yet, fast: many at once, without asking what they mean. */
export function seeding(db: Database) {
  return {
    /** Room for what began since then, where turns are kept by weeks. */
    async since(at: number): Promise<void> {
      if (db.dialect === 'postgres') for (const table of parted) await history(db).make(table, at)
    },

    async add(rows: SeededRows): Promise<void> {
      for (const [table, all] of Object.entries(rows)) {
        for (let from = 0; from < all.length; from += atOnce) await insert(db, table, all.slice(from, from + atOnce))
      }
    },

    /** So that the first list finds its way. */
    async settle(): Promise<void> {
      await sql`analyze`.execute(db.query)
    },
  }
}

/** All rows are one value, so that a statement is as long for thousands of them as for one. */
async function insert(db: Database, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  const columns = Object.keys(rows[0]!)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const given = JSON.stringify(rows)
  const values =
    db.dialect === 'sqlite'
      ? sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(`$.${column}`)}`))} from json_each(${given})`
      : sql`select ${names} from json_populate_recordset(cast(null as ${sql.table(table)}), cast(${given} as json))`
  await sql`insert into ${sql.table(table)} (${names}) ${values}`.execute(db.query)
}
