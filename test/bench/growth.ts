import { sql } from 'kysely'
import { openSqlite } from '../../src/store/sqlite.ts'
import { type Bench, compare } from './support/bench.ts'
import { fillTurns } from './support/fill-turns.ts'
import { load } from './support/http-load.ts'
import { agentId, greeting, type ParleyChild, startParley } from './support/parley.ts'

const rounds = 7
const ms = 2000
const connections = 4
/** Each of them has been answered so often. */
const turnsEach = 10
const few = 1000

/** What a turn takes of people who have been here before, after 10,000,000 turns (without `--full` 1,000,000) beside 1,000. */
export const growth: Bench = async (scope, { full }) => {
  const many = full ? 10_000_000 : 1_000_000
  const after = async (turns: number) => {
    const people = turns / turnsEach
    const parley = await startParley(scope, {
      async fill(data) {
        const db = await openSqlite(data)
        await fillTurns(db, { agent: agentId, turns, whose: sql`'U' || (n % ${people})` })
        await db.close()
      },
    })
    return { parley, people }
  }
  const subjects = { ours: await after(many), baseline: await after(few) }
  let asked = 0
  const { rate, cpuUs } = await compare(
    rounds,
    subjects,
    async ({ parley, people }: { parley: ParleyChild; people: number }) => {
      const body = () => {
        // Far from one another, so that nobody's rows stand beside those of who was asked before.
        const uid = `slack_T0_U${(asked++ * 7919) % people}`
        return JSON.stringify({ api_key: parley.apiKey, agent_id: agentId, utterance: greeting.asked, uid })
      }
      const before = await parley.usage()
      const { requests, seconds } = await load(scope, { url: `${parley.url}/api`, connections, ms, body })
      const after = await parley.usage()
      return { rate: requests / seconds, cpuUs: ((after.cpuMs - before.cpuMs) * 1000) / requests }
    },
  )
  const beside = `after ${many} turns of ${many / turnsEach} people, beside ${few}`
  return [
    { metric: `turns ${beside}`, ...rate, unit: 'turns/s', goal: { ratioAtLeast: 0.833 } },
    { metric: `CPU a turn ${beside}`, ...cpuUs, unit: 'µs' },
  ]
}
