import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Durability } from '../../src/store/database.ts'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { type Bench, compare, type Scope } from './support/bench.ts'
import { startEchoSlack } from './support/echo-slack.ts'
import { tempFolder } from './support/folder.ts'
import { startParley } from './support/parley.ts'
import { spread, waitsOf } from './support/waits.ts'

const rounds = 5
const commits = 400
const messages = 1500

/**
 * What it costs that what is acknowledged outlives a loss of power (`store.durability`), on this disk: a commit, and a whole
 * message from its event to the post of its answer. The baseline is `process`. A wait for the disk stands first: nothing that
 * waits for it is quicker.
 */
export const durable: Bench = async (scope) => {
  const bare = waitsOf(tempFolder(scope))
  const slack = await startEchoSlack(scope)
  const [power, process] = await Promise.all(
    (['power', 'process'] as const).map(async (durability) => ({
      store: await openStore(scope, durability),
      parley: await startParley(scope, { env: slack.env, unlimited: true, durability }),
    })),
  )
  const subjects = { ours: power!, baseline: process! }
  const commit = await compare(rounds, subjects, ({ store }) => store.commit())
  const talk = (conversations: number, total: number) =>
    compare(rounds, subjects, async ({ parley }) => {
      const before = await parley.usage()
      const talk = { conversations, user: (n: number) => `U${n % 200}`, url: `${parley.url}/slack/events` }
      const seconds = await slack.talk({ ...talk, messages: total })
      const after = await parley.usage()
      return {
        rate: total / seconds,
        ms: (1000 * conversations * seconds) / total,
        cpuMs: (after.cpuMs - before.cpuMs) / total,
      }
    })
  const alone = await talk(1, messages / 5)
  const crowd = await talk(16, messages)
  const large = power!.store.largest() / 1e6
  return [
    { metric: 'one wait for this disk, median', ours: bare.median, baseline: null, unit: 'ms' },
    { metric: 'one wait for this disk, 99th percentile', ours: bare.late, baseline: null, unit: 'ms' },
    { metric: 'a commit alone, median, beside process', ...commit.median, unit: 'ms' },
    { metric: 'a commit alone, 99th percentile, beside process', ...commit.late, unit: 'ms' },
    { metric: 'commits, 16 at once, beside process', ...commit.rate, unit: 'commits/s' },
    { metric: 'a message alone, beside process', ...alone.ms, unit: 'ms' },
    { metric: 'messages, 16 at once, beside process', ...crowd.rate, unit: 'messages/s', goal: { ratioAtLeast: 0.6 } },
    { metric: 'CPU a message, 16 at once, beside process', ...crowd.cpuMs, unit: 'ms' },
    { metric: 'the log, at its largest', ours: large, baseline: null, unit: 'MB', goal: { atMost: 20 } },
  ]
}

async function openStore(scope: Scope, durability: Durability) {
  const folder = tempFolder(scope)
  const db = await openSqlite(folder, { durability })
  scope.defer(() => db.close())
  const store = createStore(db)
  let written = 0
  let largest = 0
  const write = () => {
    const n = written++
    return store.inbox.add({ event_id: `e${n}`, key: `k${n % 1000}`, door: 'slack', conversation: 'c', payload: '{}' })
  }
  return {
    async commit() {
      const times: number[] = []
      for (let n = 0; n < commits; n++) {
        const begun = performance.now()
        await write()
        times.push(performance.now() - begun)
      }
      const begun = performance.now()
      for (let n = 0; n < commits; n += 16) await Promise.all(Array.from({ length: 16 }, write))
      const rate = (1000 * commits) / (performance.now() - begun)
      largest = Math.max(largest, statSync(join(folder, 'parley.db-wal')).size)
      return { ...spread(times), rate }
    },
    largest: () => largest,
  }
}
