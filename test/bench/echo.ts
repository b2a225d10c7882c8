import { type Bench, compare } from './support/bench.ts'
import { type Child, startChild } from './support/child.ts'
import { startEchoSlack } from './support/echo-slack.ts'
import { tempFolder } from './support/folder.ts'
import { greeting, startParley } from './support/parley.ts'
import { waitsOf } from './support/waits.ts'

const rounds = 5
const messages = 2500
const user = (n: number) => `U${n % 200}`

/**
 * A signed event in, `chat.postMessage` out: Parley with its durable inbox, engine and ledger, beside the least that can be
 * written on Bolt, which keeps nothing; 16 at once and one at a time.
 */
export const echo: Bench = async (scope) => {
  const slack = await startEchoSlack(scope)
  const script = new URL('./children/bolt-echo.ts', import.meta.url)
  const parley = await startParley(scope, { env: slack.env, unlimited: true })
  const bolt = await startChild(scope, script, { env: { ...slack.env, ANSWER: greeting.answered } })
  const wait = waitsOf(tempFolder(scope)).median

  const talk = (conversations: number, total: number) =>
    compare(rounds, { ours: parley, baseline: bolt }, async (child: Child) => {
      const before = await child.usage()
      const seconds = await slack.talk({ conversations, user, url: `${child.url}/slack/events`, messages: total })
      const after = await child.usage()
      return {
        rate: total / seconds,
        ms: (1000 * conversations * seconds) / total,
        cpuMs: (after.cpuMs - before.cpuMs) / total,
        mainMs: (after.mainCpuMs - before.mainCpuMs) / total,
      }
    })
  const { rate, cpuMs, mainMs } = await talk(16, messages)
  const alone = await talk(1, messages / 5)
  const asFast = { atMost: alone.ms.baseline + wait }
  return [
    { metric: 'throughput beside Bolt', ...rate, unit: 'messages/s', goal: { ratioAtLeast: 1.5 } },
    { metric: 'CPU a message beside Bolt', ...cpuMs, unit: 'ms' },
    { metric: 'the same on the main thread', ...mainMs, unit: 'ms', goal: { atMost: 0.32 } },
    { metric: 'one wait for this disk', ours: wait, baseline: null, unit: 'ms' },
    { metric: 'one at a time beside Bolt, which may take that wait longer', ...alone.ms, unit: 'ms', goal: asFast },
  ]
}
