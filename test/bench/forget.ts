import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createAudit } from '../../src/admin/audit.ts'
import { createPeople } from '../../src/admin/people/index.ts'
import type { Database } from '../../src/store/database.ts'
import { createStore } from '../../src/store/index.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import type { Bench, BenchOptions, Figure, Scope } from './support/bench.ts'
import { fillTurns } from './support/fill-turns.ts'
import { tempFolder } from './support/folder.ts'
import { postgresFor } from './support/postgres.ts'

/** Of all turns, that many are of one person. */
const share = 100
const uid = 'slack_T0_U0'
const word = 'zuckerwatte'

/** How long it takes to forget a person with 10,000 turns among 1,000,000; without `--full` with 1,000 among 100,000. */
export const forget: Bench = async (scope, options) => {
  const folder = tempFolder(scope)
  const db = await openSqlite(folder)
  scope.defer(() => db.close())
  const figures = await forgetOne(scope, db, folder, options)
  const file = readFileSync(join(folder, 'parley.db'))
  const left = { metric: 'places in the file where a word of theirs is left', ours: file.includes(word) ? 1 : 0 }
  return [...figures, { ...left, baseline: null, unit: '', goal: { atMost: 0 } }]
}

/** The same on PostgreSQL. */
export const forgetPostgres: Bench = async (scope, options) => {
  const makeDatabase = await postgresFor(scope)
  const db = await openPostgres(await makeDatabase())
  scope.defer(() => db.close())
  return forgetOne(scope, db, tempFolder(scope), options)
}

async function forgetOne(_: Scope, db: Database, folder: string, { full }: BenchOptions): Promise<Figure[]> {
  const turns = full ? 1_000_000 : 100_000
  const store = createStore(db)
  await store.accounts.ensureFirst()
  await fillTurns(db, {
    agent: 'guide',
    turns,
    whose: sql`case when n % ${share} = 0 then 'U0' else 'U' || (1 + n % 999) end`,
    more: sql`case when n % ${share} = 0 then ${`${word} `} else '' end`,
  })
  const now = () => Date.now()
  const people = createPeople({
    store,
    audit: createAudit({ store, now }),
    dataFolder: folder,
    now,
    sleep: async () => {},
  })
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  const begun = performance.now()
  const actor = { account: 'default', author: 'cli', door: 'cli' } as const
  const { removed } = await people.forget({ account: 'default', uids: [uid] }, actor)
  const ms = performance.now() - begun
  clearInterval(timer)
  if (removed['turn'] !== turns / share) throw new Error(`${removed['turn']} turns were forgotten`)
  const what = `${turns / share} turns among ${turns}`
  return [
    { metric: `forgetting a person with ${what}`, ours: ms, baseline: null, unit: 'ms', goal: { atMost: 5000 } },
    { metric: 'the longest that anything else waited meanwhile', ours: longest, baseline: null, unit: 'ms' },
  ]
}
