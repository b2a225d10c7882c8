import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Bench, compare, NotMeasured } from './support/bench.ts'
import { type Child, startChild } from './support/child.ts'
import { startEchoSlack } from './support/echo-slack.ts'
import { greeting, startParley } from './support/parley.ts'

const rounds = 5
const messages = 1000
const user = (n: number) => `U${n % 200}`
const folder = new URL('./peers/', import.meta.url)

/** The echo of `echo`, beside what others built for the same. None of them keeps anything: what they were told is gone when they are. */
export const peers: Bench = async (scope) => {
  await install()
  const slack = await startEchoSlack(scope)
  const parley = await startParley(scope, { env: slack.env, unlimited: true })
  const script = new URL('chat-sdk.mjs', folder)
  const chatSdk = await startChild(scope, script, { env: { ...slack.env, ANSWER: greeting.answered } })
  const beside = (conversations: number, total: number) =>
    compare(rounds, { ours: parley, baseline: chatSdk }, async (child: Child) => {
      const before = await child.usage()
      const seconds = await slack.talk({ conversations, user, url: `${child.url}/slack/events`, messages: total })
      const after = await child.usage()
      return { rate: total / seconds, cpuMs: (after.cpuMs - before.cpuMs) / total }
    })
  const crowd = await beside(16, messages)
  const alone = await beside(1, messages / 5)
  return [
    { metric: 'echo, 16 at once, beside Chat SDK', ...crowd.rate, unit: 'messages/s' },
    { metric: 'CPU a message beside Chat SDK', ...crowd.cpuMs, unit: 'ms' },
    { metric: 'echo, one at a time, beside Chat SDK', ...alone.rate, unit: 'messages/s' },
  ]
}

/** Once, and not with the product's packages. */
async function install(): Promise<void> {
  if (existsSync(new URL('node_modules', folder))) return
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts']
  await promisify(execFile)('npm', args, { cwd: fileURLToPath(folder) }).catch((error: Error) => {
    throw new NotMeasured(`its packages could not be installed: ${error.message.split('\n')[0]}`)
  })
}
