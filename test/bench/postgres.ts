import pg from 'pg'
import pino from 'pino'
import type { Engine } from '../../src/engine/converse.ts'
import { timeOrderedId } from '../../src/lib/ids.ts'
import { writtenBy } from '../../src/lib/person-state.ts'
import { bestResponse } from '../../src/model/conversation.ts'
import type { Trace } from '../../src/model/trace.ts'
import type { InboxRow } from '../../src/store/inbox.ts'
import { createStore, type Store } from '../../src/store/index.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { createAnswerTurn } from '../../src/turns/answer.ts'
import { createLeases } from '../../src/turns/lease.ts'
import type { Asker, Show } from '../../src/turns/show.ts'
import type { Turn } from '../../src/turns/turn.ts'
import { minimalAgent } from '../support/agent.ts'
import { relayTo } from '../support/round-trips.ts'
import { type Bench, compare, type Scope } from './support/bench.ts'
import { postgresFor } from './support/postgres.ts'

const clients = 16
const turnsEach = 250
const rounds = 5
const answer = 'An answer of some length. '.repeat(8)
const response = bestResponse({ utterance: answer })
const said = 'What somebody says, in a line or so.'
const context = JSON.stringify({
  platform: 'slack',
  installation: 'T0BENCH',
  place: 'D0ANN',
  event: '1763769600.000100',
})
const trace: Trace = {
  source: 'model',
  ms: 900,
  model: {
    id: 'bench',
    upstream: 'bench',
    inputTokens: 40,
    outputTokens: 50,
    rounds: 1,
    firstTextMs: 300,
    ms: 890,
    end: 'stop',
  },
}

/** Commits the turn number `n` of a client. */
type Commit = (client: number, n: number) => Promise<void>

/**
 * The commits of answered chat turns, as the product makes them, by clients at once; beside the quickest that PostgreSQL knows:
 * one statement, written by hand, that writes the same on a connection for each client, and keeps no order.
 */
export const postgres: Bench = async (scope) => {
  const make = await postgresFor(scope)
  const url = await make()
  const ours = await commitOfOurs(scope, url)
  const pool = new pg.Pool({ connectionString: url, max: clients })
  scope.defer(() => pool.end())
  const theirs = commitByHand(pool)
  const trips = await tripsOfOurs(scope, await make())
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
    { metric: 'CPU of the client for a commit (one CTE)', ours: cpu.ours, baseline: cpu.baseline, unit: 'µs' },
    { metric: 'one commit, nobody else (one CTE)', ours: alone.ms.ours, baseline: alone.ms.baseline, unit: 'ms' },
    { metric: 'round trips of a commit (one CTE)', ours: trips, baseline: 1, unit: '', goal: { atMost: 1 } },
  ]
}

const keyOf = (client: number) => `bench/a${client}/ann`
const accountOf = (client: number) => `a${client}`

async function commitOfOurs(scope: Scope, url: string): Promise<Commit> {
  const db = await openPostgres(url)
  scope.defer(() => db.close())
  const store = createStore(db)
  await store.accounts.ensureFirst()
  if (!(await store.agents.live('bench'))) {
    const agent = { id: 'bench', account: 'default', document: minimalAgent(), author: 'bench' }
    await db.batch(store.agents.createSteps(agent))
  }
  const log = pino({ level: 'silent' })
  const leases = createLeases({ store, holder: crypto.randomUUID(), log, now: Date.now })
  scope.defer(() => leases.close())
  const answerTurn = createAnswerTurn({
    store,
    engine: readyEngine,
    leases,
    log,
    now: Date.now,
    staleAfterMs: 60_000,
    capOf: async () => null,
  })
  const held = await Promise.all(Array.from({ length: clients }, (_, client) => leases.take(keyOf(client))))
  scope.defer(() => Promise.all(held.map((lease) => lease && leases.release(lease))))
  return async (client, n) => {
    const id = timeOrderedId(Date.now())
    const row = rowOf(client, n)
    const { signal } = new AbortController()
    const turn: Turn = {
      id,
      row,
      lease: held[client]!,
      asker: askerOf(client, n),
      show: showOf(store, id),
      earlier: undefined,
      thinking: signal,
      ending: signal,
    }
    await answerTurn(turn)
  }
}

/** One commit at a time, after those that have everything prepared. */
async function tripsOfOurs(scope: Scope, url: string): Promise<number> {
  const relay = await relayTo(url)
  scope.defer(relay.stop)
  const commit = await commitOfOurs(scope, relay.url)
  for (let n = 0; n < 10; n++) await commit(0, n)
  const before = relay.trips()
  const times = 20
  for (let n = 0; n < times; n++) await commit(0, n)
  return Math.round((relay.trips() - before) / times)
}

const readyEngine: Engine = {
  async *converse({ state = {} }) {
    const remember = [{ role: 'user', text: said } as const, { role: 'assistant', text: answer } as const]
    const effects = { resetMemory: false, remember, set: writtenBy('caller', state), unset: [], calls: [] }
    yield { kind: 'final', answer: response, userState: state, effects, trace }
  },
}

const rowOf = (client: number, n: number): InboxRow => ({
  id: nextInbox(),
  event_id: `${client}-${n}`,
  key: keyOf(client),
  door: 'slack',
  conversation: 'dm',
  payload: '',
  installation: null,
  status: 'open',
  cancelled: null,
  edited: null,
  received_at: Date.now(),
  said_at: null,
})

const askerOf = (client: number, n: number): Asker => ({
  waits: false,
  language: 'en',
  context,
  request: async () => ({
    account: accountOf(client),
    agent: 'bench',
    uid: 'ann',
    conversation: 'dm',
    door: 'slack',
    utterance: said,
    state: { last: String(n) },
  }),
  show: () => {
    throw new Error('shown by the bench')
  },
})

const showOf = (store: Store, id: string): Show => ({
  progress() {},
  ahead: () => [store.turns.intendStep(id, 0, Date.now())],
  answer: async () => ({ missing: 'nothing', steps: [] }),
  failed(error) {
    throw error
  },
  async leave() {},
  async discard() {},
})

let inbox = 0
/** No two turns are of one row. */
const nextInbox = () => ++inbox

function commitByHand(pool: pg.Pool): Commit {
  const text = `
    with held as (update lease set expires_at = cast($2 as bigint) + 3600000 where key = $1 and expires_at > 0 returning 1),
    turned as (insert into turn (id, inbox_id, key, agent, version, epoch, attempt, status, partial, calls, answer, trace,
        context, started_at, committed_at)
      values ($4, $3, $1, 'bench', 1, 1, 1, 'committed', '', 0, $5, $9, $10, $2, $2)),
    placed as (insert into part (turn, n, intent_at) values ($4, 0, $2)),
    remembered as (insert into memory (key, conversation, role, text, at)
      values ($1, 'dm', 'user', $6, $2), ($1, 'dm', 'assistant', $11, $2)),
    told as (insert into user_state (key, name, value) values ($1, 'last', $7)
      on conflict (key, name) do update set value = $7),
    counted as (insert into spending (account, scope, subject, start, answers) values ($8, 'account', '', '2026-11', 1)
      on conflict (account, scope, subject, start) do update set answers = spending.answers + 1),
    added as (insert into usage (account, day, agent, door, turns, input_tokens, output_tokens)
      values ($8, '2026-11-21', 'bench', 'hand', 1, 40, 50)
      on conflict (account, day, agent, door) do update set turns = usage.turns + 1,
        input_tokens = usage.input_tokens + 40, output_tokens = usage.output_tokens + 50)
    select 1 / count(*) from held`
  const written = JSON.stringify(response)
  const why = JSON.stringify(trace)
  return async (client, n) => {
    const now = Date.now()
    const values = [
      keyOf(client),
      now,
      nextInbox(),
      timeOrderedId(now),
      written,
      said,
      String(n),
      accountOf(client),
      why,
      context,
      answer,
    ]
    await pool.query({ name: 'commit', text, values })
  }
}
