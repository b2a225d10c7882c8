import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { type Bench, type Figure, type Scope, within } from './support/bench.ts'
import { startPacedModel } from './support/paced-model.ts'
import { greeting, startParley } from './support/parley.ts'

const seconds = 10
const people = Array.from({ length: 250 }, (_, n) => ({
  id: `U${n}`,
  name: `person${n}`,
  real_name: `Person ${n}`,
  is_bot: false,
}))
/** Eight seconds of text, so that in the end 400 answers are being written at once. */
const tokens = Array.from({ length: 40 }, (_, n) => `w${String(n).padStart(3, '0')} `)

/** How long Slack waits to hear that an event was taken. It gives up after 3 s. */
export const ack: Bench = async (scope) => [
  ...(await acknowledged(scope, {
    ...{ perSecond: 50, what: 'while slow models answer those before', most: 15 },
    text: (n) => `Tell me story number ${n}`,
  })),
  ...(await acknowledged(scope, { perSecond: 500, what: 'answered by a rule', most: 40, text: () => greeting.asked })),
]

interface Load {
  perSecond: number
  what: string
  /** Of the 99th percentile, in milliseconds. */
  most: number
  text(n: number): string
}

async function acknowledged(scope: Scope, { perSecond, what, most, text }: Load): Promise<Figure[]> {
  const slack = createSlackSimulator({ users: people, limits: { enforceRates: false, records: 100_000 } })
  await slack.start()
  scope.defer(() => slack.stop())
  const model = await startPacedModel(scope, { everyMs: 200, tokens })
  const parley = await startParley(scope, {
    env: {
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_API_URL: `${slack.url}/api/`,
      ...model.env,
    },
    unlimited: true,
  })
  slack.sendEventsTo(`${parley.url}/slack/events`)

  const begun = performance.now()
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = begun + (n * 1000) / perSecond
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    const { id } = people[n % people.length]!
    slack.say({ user: id, channel: `D${id.slice(1)}`, text: text(n) })
  }
  await within(60_000, 'the acknowledgements', slack.delivered())

  const asked = slack.deliveries.filter(({ payload }) => !(payload['event'] as { bot_id?: string }).bot_id)
  const failed = asked.filter(({ outcome }) => outcome !== 'ok').length
  if (failed > 0) throw new Error(`${failed} of ${asked.length} events were not acknowledged`)
  const ms = asked.map((delivery) => delivery.ms!).toSorted((a, b) => a - b)
  const at = (share: number) => ms[Math.min(ms.length - 1, Math.floor(share * ms.length))]!
  const metric = `acknowledgement of ${perSecond} events/s ${what}`
  return [
    { metric: `${metric}, median`, ours: at(0.5), baseline: null, unit: 'ms' },
    { metric: `${metric}, 99th percentile`, ours: at(0.99), baseline: null, unit: 'ms', goal: { atMost: most } },
    { metric: `${metric}, slowest`, ours: ms.at(-1)!, baseline: null, unit: 'ms' },
  ]
}
