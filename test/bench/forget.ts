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
  await fill(db, turns)
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

/** Turns with their messages, memory, inbox rows, and what was said in talks. */
async function fill(db: Database, turns: number): Promise<void> {
  const at = Date.now() - 1_000_000
  const n = sql`with recursive n (n) as (select 0 union all select n + 1 from n where n < ${turns - 1})`
  const whose = sql`case when n % ${share} = 0 then 'U0' else 'U' || (1 + n % 999) end`
  const text = sql`case when n % ${share} = 0 then ${`${word} `} else '' end || 'What was said there, at some length, so that rows are as they are in real life. ' || n`
  const key = sql`'guide/default/slack_T0_' || ${whose}`
  const into = (rest: ReturnType<typeof sql>) => sql`${rest}`.execute(db.query)
  const when = sql`cast(${at} as bigint) + n`
  await into(sql`insert into turn (id, inbox_id, event_id, key, agent, version, epoch, attempt, status, partial, calls, answer, trace, context, started_at)
    ${n} select 'turn-' || n, n + 1, 'event-' || n, ${key}, 'guide', 1, 1, 1, 'delivered', '', 0, ${text}, ${text}, '{"talk":"slack:T0/C1"}', ${when} from n`)
  await into(
    sql`insert into part (turn, n, ref, intent_at, text) ${n} select 'turn-' || n, 0, 'ref-' || n, ${when}, null from n`,
  )
  for (const role of ['user', 'assistant']) {
    await into(sql`insert into memory (key, conversation, role, text, at, event_id)
      ${n} select ${key}, 'slack:T0/C1', ${role}, ${text}, ${when}, 'event-' || n from n`)
  }
  await into(sql`insert into inbox (event_id, key, door, conversation, payload, status, received_at)
    ${n} select 'event-' || n, ${key}, 'slack', 'slack:T0/C1', '', 'done', ${when} from n where n % 10 = 0`)
  await into(sql`insert into said (talk, event_id, uid, author, name, kind, text, asked, at)
    ${n} select 'slack:T0/C' || (n / 50), 'event-' || n, 'slack_T0_' || ${whose}, ${whose}, null, 'person', ${text}, 1, ${when} from n where n % 10 = 0`)
  if (db.dialect === 'postgres') await sql`analyze`.execute(db.query)
}
