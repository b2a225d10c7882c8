import type { Database } from './database.ts'

/** Keeps what `read` finds in the catalogue until that changes; of at most `max` names, the oldest go to make room. */
export function keptOfCatalogue<Value>(db: Pick<Database, 'catalogue'>, max: number) {
  const kept = new Map<string, Value>()
  let version: number | undefined

  return async (name: string, read: () => Promise<Value>): Promise<Value> => {
    const at = db.catalogue()
    if (at !== version) {
      kept.clear()
      version = at
    }
    if (kept.has(name)) return kept.get(name)!
    const value = await read()
    // What changed while it was read may or may not be in it.
    if (db.catalogue() !== at) return value
    if (kept.size >= max) kept.delete(kept.keys().next().value!)
    kept.set(name, value)
    return value
  }
}
