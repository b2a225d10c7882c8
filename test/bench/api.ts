import { type Bench, compare, type Figure } from './support/bench.ts'
import { type Child, startChild } from './support/child.ts'
import { load } from './support/http-load.ts'
import { agentId, greeting, startParley } from './support/parley.ts'

const rounds = 7
const ms = 1000
const connections = 64
const people = 10_000

/**
 * `POST /api` answered from a rule: of people with state and memory, each turn committed with its trace; and of callers without a
 * uid, of whom only the trace is kept. Beside a handler that does nothing.
 */
export const api: Bench = async (scope) => {
  const parley = await startParley(scope)
  const empty = await startChild(scope, new URL('./children/fastify-empty.ts', import.meta.url))
  const ask = { api_key: parley.apiKey, agent_id: agentId, utterance: greeting.asked }
  const kinds = [
    { who: 'of people', least: 0.4, body: (n: number) => JSON.stringify({ ...ask, uid: `example_${n % people}` }) },
    { who: 'without uid', least: 0.6, body: () => JSON.stringify(ask) },
  ]

  const figures: Figure[] = []
  for (const { who, least, body } of kinds) {
    const { rate, cpuUs } = await compare(rounds, { ours: parley, baseline: empty }, async (child: Child) => {
      const before = await child.usage()
      const { requests, seconds } = await load(scope, { url: `${child.url}/api`, connections, ms, body })
      const after = await child.usage()
      return { rate: requests / seconds, cpuUs: ((after.cpuMs - before.cpuMs) * 1000) / requests }
    })
    const beside = `${who}, beside an empty Fastify`
    figures.push(
      { metric: `rule-based POST /api ${beside}`, ...rate, unit: 'requests/s', goal: { ratioAtLeast: least } },
      { metric: `CPU a request ${beside}`, ...cpuUs, unit: 'µs' },
    )
  }
  return figures
}
