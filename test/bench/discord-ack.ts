import { setTimeout as sleep } from 'node:timers/promises'
import { type Bench, createScope, within } from './support/bench.ts'
import { ANN, acknowledgements, GENERAL, startDiscord } from './support/discord.ts'
import { startPacedModel } from './support/paced-model.ts'
import { startParley } from './support/parley.ts'

const perSecond = 50
const seconds = 10
const starts = 5
/** Five seconds of text, so that in the end 250 answers are being written at once. */
const tokens = Array.from({ length: 25 }, (_, n) => `w${String(n).padStart(3, '0')} `)

/** How long people wait until an interaction is acknowledged: while many are being answered, and as soon as we are connected. */
export const discordAck: Bench = async (scope) => {
  const { simulator, env } = await startDiscord(scope, { limits: { enforceRates: false, identifyWindowMs: 0 } })
  const model = await startPacedModel(scope, { everyMs: 200, tokens })
  const took = acknowledgements(simulator)
  const users = [ANN, ...Array.from({ length: 249 }, (_, n) => simulator.join({ username: `person${n}` }))]
  const ask = (user: string, question: string) =>
    took.of(simulator.run({ user, channel: GENERAL, name: 'ask', options: { question } }).id)

  const underLoad = await inScope(async (one) => {
    await startParley(one, { env: { ...env, ...model.env } })
    while (simulator.commands({ user: ANN, channel: GENERAL }).length === 0) await sleep(10)
    const begun = performance.now()
    const all: Promise<number>[] = []
    for (let n = 0; n < perSecond * seconds; n++) {
      await sleep(Math.max(0, begun + (n * 1000) / perSecond - performance.now()))
      all.push(ask(users[n % users.length]!, `Tell me story number ${n}`))
    }
    return within(30_000, 'the acknowledgements', Promise.all(all))
  })

  const justConnected: number[] = []
  simulator.gateway.setAvailable(false)
  simulator.addGuild({
    id: '1200000000000000200',
    name: 'Another',
    channels: [{ id: '1200000000000000201', name: 'general' }],
  })
  for (let start = 0; start < starts; start++) {
    const sessions = simulator.gateway.sessions.size
    const ms = await inScope(async (one) => {
      const started = startParley(one, { env: { ...env, ...model.env } })
      while (simulator.gateway.sessions.size === sessions || !simulator.gateway.connected()) await sleep(1)
      const { id } = simulator.run({
        user: ANN,
        channel: '1200000000000000201',
        name: 'ask',
        options: { question: 'hello' },
      })
      const ms = await within(15_000, 'the acknowledgement', took.of(id))
      await started
      return ms
    })
    justConnected.push(ms)
  }

  const sorted = underLoad.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
  const metric = `acknowledgement of ${perSecond} interactions/s`
  return [
    { metric: `${metric}, median`, ours: at(0.5), baseline: null, unit: 'ms' },
    { metric: `${metric}, 99th percentile`, ours: at(0.99), baseline: null, unit: 'ms', goal: { atMost: 500 } },
    {
      metric: `acknowledgement right after connecting, slowest of ${starts}`,
      ours: Math.max(...justConnected),
      baseline: null,
      unit: 'ms',
      goal: { atMost: 500 },
    },
  ]
}

async function inScope<T>(run: (scope: ReturnType<typeof createScope>) => Promise<T>): Promise<T> {
  const scope = createScope()
  try {
    return await run(scope)
  } finally {
    await scope.end()
  }
}
