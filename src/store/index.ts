import { accounts } from './accounts.ts'
import { agents } from './agents.ts'
import type { Database } from './database.ts'
import { inboxes } from './inbox.ts'
import { leaseRows } from './leases.ts'
import { people } from './people.ts'
import { places } from './places.ts'
import { scenarioProgress } from './scenario-progress.ts'
import { turnRows } from './turns.ts'
import { usage } from './usage.ts'

export type Store = ReturnType<typeof createStore>

/** One module a table family, over one database. */
export function createStore(db: Database, now: () => number = Date.now) {
  return {
    db,
    accounts: accounts(db, now),
    agents: agents(db, now),
    inbox: inboxes(db, now),
    leases: leaseRows(db),
    people: people(db, now),
    places: places(db, now),
    scenarios: scenarioProgress(db, now),
    turns: turnRows(db, now),
    usage: usage(db, now),
  }
}
