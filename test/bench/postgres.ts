import pg from 'pg'
import type { Database } from '../../src/store/database.ts'
import { createStore } from '../../src/store/index.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { type Bench, compare } from './support/bench.ts'
import { postgresFor } from './support/postgres.ts'

const clients = 16
const turnsEach = 250
const rounds = 5
const accounts = 16
const answer = JSON.stringify({ utterance: 'An answer of some length. '.repeat(8) })
const said = 'What somebody says, in a line or so.'

/** One turn's commit: lease, inbox, turn, memory, state and two counts. */
type Commit = (client: number, n: number) => Promise<void>

/**
 * Commits of turns by clients at once, beside the quickest that PostgreSQL knows: one statement, written by hand, that does the
 * same writes on a connection for each client. Their own order is kept by neither.
 */
export const postgres: Bench = async (scope) => {
  const url = await (await postgresFor(scope))()
  const db = await openPostgres(url)
  scope.defer(() => db.close())
  const ours = await commitOfOurs(db)
  const pool = new pg.Pool({ connectionString: url, max: clients })
  scope.defer(() => pool.end())
  const theirs = commitByHand(pool)
  const { rate, cpu } = await compare(rounds, { ours, baseline: theirs }, async (commit) => {
    const cpuBefore = process.cpuUsage()
    const from = performance.now()
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let n = 0; n < turnsEach; n++) await commit(client, n)
      }),
    )
    const seconds = (performance.now() - from) / 1000
    const { user, system } = process.cpuUsage(cpuBefore)
    return { rate: (clients * turnsEach) / seconds, cpu: (user + system) / (clients * turnsEach) }
  })
  const alone = await compare(rounds, { ours, baseline: theirs }, async (commit) => {
    const from = performance.now()
    for (let n = 0; n < turnsEach; n++) await commit(0, n)
    return { ms: (performance.now() - from) / turnsEach }
  })
  return [
    {
      metric: 'turns committed, 16 at once (one CTE)',
      ours: rate.ours,
      baseline: rate.baseline,
      unit: '/s',
      goal: { atLeast: 2500 },
    },
    { metric: 'CPU of ours for a commit (one CTE)', ours: cpu.ours, baseline: cpu.baseline, unit: 'µs' },
    { metric: 'one commit, nobody else (one CTE)', ours: alone.ms.ours, baseline: alone.ms.baseline, unit: 'ms' },
  ]
}

async function commitOfOurs(db: Database): Promise<Commit> {
  const store = createStore(db)
  const held: { key: string; epoch: number; inbox: number }[] = []
  for (let client = 0; client < clients; client++) {
    const key = `bench/a${client}/ann`
    const now = Date.now()
    const epoch = (await store.leases.take({ key, holder: 'bench', now, until: now + 3_600_000 }))!
    const row = { event_id: `ours ${client}`, key, door: 'slack', conversation: 'dm', payload: '{}' }
    held.push({ key, epoch, inbox: (await store.inbox.add(row))! })
  }
  return async (client, n) => {
    const { key, epoch, inbox } = held[client]!
    const now = Date.now()
    const turn = { id: crypto.randomUUID(), inbox_id: null, key, agent: 'bench', version: 1, epoch, context: null }
    const usage = {
      account: `a${client % accounts}`,
      agent: 'bench',
      door: 'slack',
      inputTokens: 40,
      outputTokens: 50,
    } as const
    const done = await db.batch([
      store.leases.checkStep(key, epoch, now, now + 3_600_000),
      store.inbox.doneKeepingStep(inbox),
      store.turns.commitStep({ ...turn, status: 'committed', answer, trace: '{}', interrupted: null }),
      ...store.people.rememberSteps(key, 'dm', [
        { role: 'user', text: said },
        { role: 'assistant', text: answer },
      ]),
      ...store.people.setSteps(key, { last: String(n) }),
      ...store.usage.countSteps(usage, null),
    ])
    if (!done) throw new Error('the lease was lost')
  }
}

function commitByHand(pool: pg.Pool): Commit {
  const text = `
    with held as (update lease set expires_at = cast($2 as bigint) + 3600000 where key = $1 and expires_at > 0 returning 1),
    done as (update inbox set status = 'done' where event_id = $3),
    turned as (insert into turn (id, key, agent, version, epoch, attempt, status, partial, calls, answer, trace, started_at, committed_at)
      values ($4, $1, 'bench', 1, 1, 1, 'committed', '', 0, $5, '{}', $2, $2)),
    remembered as (insert into memory (key, conversation, role, text, at)
      values ($1, 'dm', 'user', $6, $2), ($1, 'dm', 'assistant', $5, $2)),
    told as (insert into user_state (key, name, value) values ($1, 'last', $7)
      on conflict (key, name) do update set value = $7),
    counted as (insert into usage_month (account, month, turns) values ($8, '2026-11', 1)
      on conflict (account, month) do update set turns = usage_month.turns + 1),
    added as (insert into usage (account, day, agent, door, turns, input_tokens, output_tokens)
      values ($8, '2026-11-21', 'bench', 'hand', 1, 40, 50)
      on conflict (account, day, agent, door) do update set turns = usage.turns + 1,
        input_tokens = usage.input_tokens + 40, output_tokens = usage.output_tokens + 50)
    select 1 / count(*) from held`
  return async (client, n) => {
    const account = `a${client % accounts}`
    const values = [
      `bench/a${client}/ann`,
      Date.now(),
      `ours ${client}`,
      crypto.randomUUID(),
      answer,
      said,
      String(n),
      account,
    ]
    await pool.query({ name: 'commit', text, values })
  }
}
