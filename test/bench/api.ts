import { type Bench, compare } from './support/bench.ts'
import { type Child, startChild } from './support/child.ts'
import { load } from './support/http-load.ts'
import { agentId, greeting, startParley } from './support/parley.ts'

const rounds = 5
const ms = 1500
const connections = 64
const people = 10_000

/** `POST /api` answered from a rule, of people with state and memory, each turn committed; beside a handler that does nothing. */
export const api: Bench = async (scope) => {
  const parley = await startParley(scope)
  const empty = await startChild(scope, new URL('./children/fastify-empty.ts', import.meta.url))
  const body = (n: number) =>
    JSON.stringify({
      api_key: parley.apiKey,
      agent_id: agentId,
      uid: `example_${n % people}`,
      utterance: greeting.asked,
    })

  const { rate, cpuUs } = await compare(rounds, { ours: parley, baseline: empty }, async (child: Child) => {
    const before = await child.usage()
    const { requests, seconds } = await load(scope, { url: `${child.url}/api`, connections, ms, body })
    const after = await child.usage()
    return { rate: requests / seconds, cpuUs: ((after.cpuMs - before.cpuMs) * 1000) / requests }
  })
  const beside = 'beside an empty Fastify handler'
  return [
    { metric: `rule-based POST /api ${beside}`, ...rate, unit: 'requests/s', goal: { atLeast: 3000 } },
    { metric: `CPU a request ${beside}`, ...cpuUs, unit: 'µs' },
  ]
}
