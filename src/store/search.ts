import type { Search } from '../ports/search.ts'
import type { Database } from './database.ts'
import { createFts5Search } from './search-fts5.ts'
import { createPostgresSearch } from './search-postgres.ts'

/** Finds what agents know, on whatever it is kept. */
export function createSearch(db: Database): Search {
  return db.dialect === 'postgres' ? createPostgresSearch(db) : createFts5Search(db)
}
