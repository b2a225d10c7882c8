import { sql } from 'kysely'
import { readOrderKey } from '../../model/key.ts'
import type { Database } from '../database.ts'
import { personal, tablesBy } from './declaration.ts'

/** The uids that begin so, of whom an account keeps something that no time takes away, such as state. */
export async function uidsThatStay(db: Database, account: string, beginning: string): Promise<string[]> {
  const found = new Set<string>()
  for (const { table, rows } of tablesBy('key', db.dialect)) {
    if (personal[table]?.keeps !== 'always') continue
    const column = sql.ref(rows.column)
    const { rows: keys } = await sql<{ key: string }>`select distinct ${column} as key from ${sql.table(table)}
      where ${column} like ${`%/${account}/${beginning}%`}`.execute(db.query)
    for (const { key } of keys) {
      // `_` is any character there.
      const of = readOrderKey(key)
      if (of.account === account && of.uid.startsWith(beginning)) found.add(of.uid)
    }
  }
  return [...found]
}
