import { type Bench, compare } from './support/bench.ts'
import { type Child, startChild } from './support/child.ts'
import { startEchoSlack } from './support/echo-slack.ts'
import { greeting, startParley } from './support/parley.ts'

const rounds = 5
const messages = 2500
const talk = { conversations: 16, user: (n: number) => `U${n % 200}` }

/**
 * A signed event in, `chat.postMessage` out: Parley with its durable inbox, engine and ledger, beside the least that can be
 * written on Bolt, which keeps nothing.
 */
export const echo: Bench = async (scope) => {
  const slack = await startEchoSlack(scope)
  const script = new URL('./children/bolt-echo.ts', import.meta.url)
  const parley = await startParley(scope, { env: slack.env, unlimited: true })
  const bolt = await startChild(scope, script, { env: { ...slack.env, ANSWER: greeting.answered } })

  const { rate, cpuMs } = await compare(rounds, { ours: parley, baseline: bolt }, async (child: Child) => {
    const before = await child.usage()
    const seconds = await slack.talk({ ...talk, url: `${child.url}/slack/events`, messages })
    const after = await child.usage()
    return { rate: messages / seconds, cpuMs: (after.cpuMs - before.cpuMs) / messages }
  })
  const added = cpuMs.ours - cpuMs.baseline
  return [
    { metric: 'throughput beside Bolt', ...rate, unit: 'messages/s', goal: { ratioAtLeast: 1.2 } },
    { metric: 'CPU a message beside Bolt', ...cpuMs, unit: 'ms' },
    { metric: 'CPU a message added to Bolt', ours: added, baseline: null, unit: 'ms', goal: { atMost: 0.35 } },
  ]
}
