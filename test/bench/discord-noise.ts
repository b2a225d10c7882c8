import { type Bench, compare, within } from './support/bench.ts'
import { startChild } from './support/child.ts'
import { APP, GENERAL, startDiscord } from './support/discord.ts'
import { startParley } from './support/parley.ts'

const authors = 60_000
const rounds = 5
const perRound = authors / (rounds + 1)

/** What messages cost that are not for the agent, each by somebody else, beside discord.js that only hears them. */
export const discordNoise: Bench = async (scope) => {
  const subjects = { ours: await subject('ours'), baseline: await subject('baseline') }
  const heapBefore = (await subjects.ours.usage()).heapBytes
  const bareBefore = (await subjects.baseline.usage()).heapBytes
  const { cpu } = await compare(rounds, subjects, async ({ chatter, usage }) => {
    const before = await usage()
    await chatter()
    return { cpu: (((await usage()).cpuMs - before.cpuMs) * 1000) / perRound }
  })
  const heap = (await subjects.ours.usage()).heapBytes - heapBefore
  const bareHeap = (await subjects.baseline.usage()).heapBytes - bareBefore
  return [
    { metric: 'CPU of a message that is not for us', ...cpu, unit: 'µs' },
    {
      metric: 'the same, of what discord.js takes to hear it',
      ours: cpu.ours / cpu.baseline,
      baseline: null,
      unit: '×',
      goal: { atMost: 1.25 },
    },
    {
      metric: `growth of the heap with ${authors} people`,
      ours: heap / 2 ** 20,
      baseline: bareHeap / 2 ** 20,
      unit: 'MiB',
      goal: { atMost: 4 },
    },
  ]

  async function subject(who: 'ours' | 'baseline') {
    const { simulator, env } = await startDiscord(scope, {
      limits: { enforceRates: false, records: 100, messages: 1000 },
    })
    const nodeArgs = ['--expose-gc']
    const { usage } =
      who === 'ours'
        ? await startParley(scope, { env, nodeArgs })
        : await startChild(scope, new URL('./children/discord-bare.ts', import.meta.url), { env, nodeArgs })
    let people = 0
    return {
      usage,
      /** Resolves when what was said last is answered, which is a word to the agent. */
      async chatter(): Promise<void> {
        const { promise, resolve } = Promise.withResolvers<void>()
        const end = simulator.onDone(({ route }) => {
          if (route !== 'POST /channels/{channel}/messages') return
          end()
          resolve()
        })
        for (let n = 0; n < perRound; n++) {
          const user = simulator.join({ username: `person${++people}` })
          const content = n < perRound - 1 ? `I only say that it is number ${people}` : `<@${APP}> hello`
          simulator.say({ user, channel: GENERAL, content })
          // So that the socket is written to.
          if (n % 100 === 0) await new Promise((again) => setImmediate(again))
        }
        await within(60_000, 'the last message', promise)
      },
    }
  }
}
