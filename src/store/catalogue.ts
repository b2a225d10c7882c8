import type { Database as Sqlite } from 'better-sqlite3'

/** When a key was last used is nothing that anybody keeps. */
const writes =
  /^(?:with changed as \()?(?:insert into "handover"|(?:insert into|update|delete from) "(?:account|api_key|agent|agent_version|installation|binding|budget|listening|event_endpoint|pause|person_link|person_pause|raid|role)"(?! set "last_used_at"))/

/** Whether a statement may change it. */
export const changesCatalogue = (sql: string): boolean => writes.test(sql)

/**
 * Tells whether accounts, keys, agents, installations, bindings, budgets, endpoints of events, who listens where, pauses (people's own too), links of people, raids or roles may have changed, or whether a conversation was ever handed to people. What other connections commit, SQLite counts; what this one writes
 * is known by its statements, so that the turns it commits all day long count for nothing.
 */
export function createCatalogue(db: Sqlite, read: <T>(run: () => T) => T) {
  const elsewhere = db.prepare('PRAGMA data_version').pluck()
  let seen: unknown
  let version = 0
  let isFresh = false
  return {
    changedBy: changesCatalogue,
    /** A statement that changes it is about to be run here, or has just been. */
    change(): void {
      version++
    },
    version(): number {
      if (isFresh) return version
      // Asking costs as much as a query, so others are asked about once in a turn of the event loop.
      isFresh = true
      setImmediate(() => {
        isFresh = false
      })
      const now = read(() => elsewhere.get())
      if (now !== seen) {
        seen = now
        version++
      }
      return version
    },
  }
}
