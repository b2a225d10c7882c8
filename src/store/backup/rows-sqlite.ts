import { closeSync, fsyncSync, openSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { migrate } from '../migrate.ts'
import { privateFile } from '../private-file.ts'
import { overwriteDeleted } from '../sqlite-pragmas.ts'
import type { Tables } from '../tables.ts'
import { type Counter, inKeyOrder, oldestQuery, quoted, type Row, type RowSink, type RowSource } from './rows.ts'

/** May be read beside a server: what it writes meanwhile stays in its log until the last row was read. */
export function sqliteSource(path: string): RowSource {
  const db = new Sqlite(path, { readonly: true, timeout: 5000 })
  db.exec('begin')
  // A transaction begins to see at its first look.
  db.prepare('select 1 from sqlite_master').get()
  return {
    async *rows(table) {
      yield* db.prepare<[], Row>(inKeyOrder(table)).raw().iterate()
    },
    async counters() {
      const rows = db.prepare<[], { name: string; seq: number }>('select name, seq from sqlite_sequence').all()
      return rows.map(({ name, seq }): Counter => ({ table: name, last: seq }))
    },
    async oldest() {
      return db.prepare<[], number | null>(oldestQuery).pluck().get() ?? undefined
    },
    async close() {
      db.close()
    },
  }
}

/** A new file, which is whole once it is committed; before, the power may not be lost. */
export async function sqliteSink(path: string, migration: string): Promise<RowSink> {
  const db = new Sqlite(privateFile(path))
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
  overwriteDeleted(db)
  const query = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: { prepare: (sql: string) => db.prepare(sql), close: () => undefined } }),
  })
  await migrate(query, migration)
  db.exec('begin')
  return {
    async insert({ name, columns }, rows) {
      const places = columns.map(() => '?').join(', ')
      const into = `insert into ${quoted(name)} (${columns.map(quoted).join(', ')}) values (${places})`
      const insert = db.prepare(into)
      for (const row of rows) insert.run(...row)
    },
    async goOnCounting(counters) {
      for (const { table, last } of counters) {
        const { changes } = db.prepare('update sqlite_sequence set seq = ? where name = ?').run(last, table)
        if (changes === 0) db.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, last)
      }
    },
    async run(statements) {
      for (const sql of statements) db.prepare(sql).run()
    },
    async commit() {
      db.exec('commit')
      await migrate(query)
      db.close()
      const file = openSync(path, 'r')
      fsyncSync(file)
      closeSync(file)
    },
    async close() {
      if (db.open) db.close()
    },
  }
}
