import { sql } from 'kysely'
import type { Database } from './database.ts'
import { type Step, statement, step } from './statement.ts'

/** Each of another number, among whatever else PostgreSQL is locked for. */
const numbers = { webhook: 7_275_397, line: 7_275_398, event: 7_275_399, message: 7_275_400 }

/**
 * First steps of a batch whose guards look at rows that others may be about to write: whoever locks the same waits until the
 * batch is done, and sees what it did. SQLite does one thing after the other anyway.
 */
export function locks(db: Database) {
  const lock = statement((p: { number: number; name: string }) => ({
    compile: () => sql`select pg_advisory_xact_lock(${p.number}, hashtext(${p.name}))`.compile(db.query),
  }))
  return (what: keyof typeof numbers, name: string): Step[] =>
    db.dialect === 'postgres' ? [step(lock, { number: numbers[what], name })] : []
}
