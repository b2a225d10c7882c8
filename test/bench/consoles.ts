import { type Bench, compare } from './support/bench.ts'
import { startEchoSlack } from './support/echo-slack.ts'
import { type OpenConsoles, openConsoles, signIn } from './support/open-consoles.ts'
import { startParley } from './support/parley.ts'

const rounds = 3
/** So many that a round takes a few seconds: windows look once a second. */
const messages = 5000
const windows = 10
const user = (n: number) => `U${n % 200}`

/**
 * The echo of one process while ten windows of its console are open, and while none is, by turns: what whoever is answered pays for
 * those who look on. A round in which some window heard nothing measures nothing, and fails.
 */
export const consoles: Bench = async (scope) => {
  const slack = await startEchoSlack(scope)
  const parley = await startParley(scope, { env: slack.env, unlimited: true })
  const cookie = await signIn(parley.url, await parley.consoleLink())
  let open: OpenConsoles | undefined
  scope.defer(() => open?.close())

  const talk = (conversations: number, total: number) =>
    compare(rounds, { ours: windows, baseline: 0 }, async (count) => {
      open = await openConsoles({ url: parley.url, cookie, count })
      const before = await parley.usage()
      const seconds = await slack.talk({ conversations, user, url: `${parley.url}/slack/events`, messages: total })
      const after = await parley.usage()
      const { looks, heard } = await open.close()
      if (heard.includes(0)) throw new Error(`a window of the console heard of nothing: ${heard.join(', ')}`)
      return {
        rate: total / seconds,
        looks: looks / seconds,
        ms: (1000 * conversations * seconds) / total,
        mainMs: (after.mainCpuMs - before.mainCpuMs) / total,
      }
    })
  const { rate, mainMs, looks } = await talk(16, messages)
  const alone = await talk(1, messages / 5)
  const beside = `with ${windows} consoles open, beside none`
  const few = { atMost: alone.ms.baseline * 1.05 }
  return [
    { metric: `echo ${beside}`, ...rate, unit: 'messages/s', goal: { ratioAtLeast: 0.95 } },
    { metric: 'CPU of the main thread a message', ...mainMs, unit: 'ms' },
    { metric: 'how often they looked', ours: looks.ours, baseline: null, unit: 'a second' },
    { metric: `one at a time ${beside}`, ...alone.ms, unit: 'ms', goal: few },
  ]
}
