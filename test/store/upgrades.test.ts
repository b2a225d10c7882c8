import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Table, tablesAfter } from '../../src/store/backup/rows.ts'
import { lastMigration, migrate, migrationNames, migrationStatus } from '../../src/store/migrate.ts'
import { withKysely } from '../../src/store/postgres.ts'
import type { Tables } from '../../src/store/tables.ts'
import { dialect, emptyDatabase } from '../support/database.ts'
import { extent } from '../support/extent.ts'

/** A row of a table as it was then: every text may be read as JSON, and every column that can hold something does. */
async function addRow(db: Kysely<Tables>, { name, columns }: Table, types: ReadonlyMap<string, string>): Promise<void> {
  const value = (column: string) => {
    const type = types.get(`${name}.${column}`)
    return type === 'BLOB' ? sql`${Buffer.from([1])}` : sql.lit(type === 'TEXT' ? '{}' : 1)
  }
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values (${sql.join(columns.map(value))})`.execute(db)
}

/** The types of all columns, by SQLite's names for them. */
async function typesAfter(migration: string): Promise<ReadonlyMap<string, string>> {
  const file = new Sqlite(':memory:')
  const query = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) })
  await migrate(query, migration)
  const rows = file
    .prepare<[], { name: string; type: string }>(
      `select t.name || '.' || c.name as name, upper(c.type) as type
        from pragma_table_list as t, pragma_table_info(t.name) as c where t.type = 'table'`,
    )
    .all()
  await query.destroy()
  return new Map(rows.map(({ name, type }) => [name, type]))
}

/** What a table holds, in the columns that it had then. */
async function rowsIn(db: Kysely<Tables>, { name, columns }: Table): Promise<unknown[]> {
  const { rows } =
    await sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)}`.execute(db)
  return rows
}

async function rehearse(db: Kysely<Tables>, migration: string): Promise<void> {
  await migrate(db, migration)
  const [tables, types] = [await tablesAfter(migration), await typesAfter(migration)]
  for (const table of tables) await addRow(db, table, types)
  const before = new Map<string, unknown[]>()
  for (const table of tables) before.set(table.name, await rowsIn(db, table))
  await migrate(db)
  // What counted a month's turns is a part of the ledger now; the first turns were of no use to the next version.
  const replaced = new Set(['usage_month', ...(migration === '0001-first' ? ['turn'] : [])])
  const now = new Map((await tablesAfter(lastMigration)).map((table) => [table.name, table]))
  for (const table of tables.filter(({ name }) => !replaced.has(name))) {
    const same = { ...table, columns: table.columns.filter((column) => now.get(table.name)?.columns.includes(column)) }
    const kept = (before.get(table.name) as Record<string, unknown>[]).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => same.columns.includes(column))),
    )
    expect(await rowsIn(db, same), table.name).toEqual(kept)
  }
}

describe('a database with a row in every table is brought up to date without losing any, from', () => {
  const former = migrationNames.slice(0, -1)
  if (dialect === 'sqlite') {
    it.each(former)('%s', async (migration) => {
      const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: new Sqlite(':memory:') }) })
      await rehearse(db, migration)
      await db.destroy()
    })
  } else {
    it.each(former.slice(-extent({ usual: 3, full: former.length })))('%s', async (migration) => {
      await withKysely(await emptyDatabase(), (db) => rehearse(db, migration))
    })
  }
})

if (dialect === 'sqlite')
  it('a change of the tables that fails half way leaves them as they were', async () => {
    const file = new Sqlite(':memory:')
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) })
    const tables = () => file.prepare('select name from sqlite_schema order by name').pluck().all()
    await migrate(db, '0010-admin')
    file.exec('create table person_link (a)')
    const before = tables()
    await expect(migrate(db)).rejects.toThrow('table "person_link" already exists')
    expect(tables()).toEqual(before)
    file.exec('drop table person_link')
    await migrate(db)
    expect((await migrationStatus(db)).filter(({ at }) => at === undefined)).toEqual([])
    await db.destroy()
  })
