import { createSlackSimulator, type SlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { discordCommands } from './discord-commands.ts'
import { type Bench, type Figure, type Scope, within } from './support/bench.ts'
import { agentId, startParley } from './support/parley.ts'
import { teamsCommands } from './teams-commands.ts'

const atOnce = 50
const rounds = 10

/** What admins use: lists and forms, and changes that are written down with their audit. */
const lines = [
  'list',
  `show ${agentId}`,
  `edit ${agentId}`,
  (n: number) => `rule add "opening hours ${n}" "We are open from 9 to 17."`,
  'help rule add',
]

/** How long a platform waits to hear that a command was taken, while fifty admins use them at the same moment. */
export const commands: Bench = async (scope) => [
  ...(await slackCommands(scope)),
  ...(await inTeams(scope)),
  ...figures(
    `acknowledgement of ${atOnce} commands at once in Discord`,
    sorted(await discordCommands(scope, { atOnce, rounds })),
    3000,
  ),
]

async function inTeams(scope: Scope): Promise<Figure[]> {
  const { taken, opened } = await teamsCommands(scope, { atOnce, rounds, lines })
  return [
    ...figures(`acknowledgement of ${atOnce} commands at once in Teams`, sorted(taken), 1000),
    ...figures(`opening ${atOnce / lines.length} forms at once in Teams`, sorted(opened), 5000),
  ]
}

async function slackCommands(scope: Scope): Promise<Figure[]> {
  const people = Array.from({ length: atOnce }, (_, n) => ({
    id: `U${n}`,
    name: `person${n}`,
    real_name: `Person ${n}`,
    is_bot: false,
    is_owner: n === 0,
  }))
  const slack = createSlackSimulator({ users: people, limits: { enforceRates: false, records: 100_000 } })
  await slack.start()
  scope.defer(() => slack.stop())
  const parley = await startParley(scope, {
    env: {
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_API_URL: `${slack.url}/api/`,
    },
  })
  slack.sendEventsTo(`${parley.url}/slack/events`)
  const use = (n: number, text: string) =>
    slack.command({ user: people[n]!.id, channel: 'C0GENERAL', command: '/agent', text })

  // The first owns the workspace, and makes the others admins.
  for (const { name } of people.slice(1)) await use(0, `role add @${name} admin`)
  const before = slack.deliveries.length
  for (let round = 0; round < rounds; round++) {
    const used = people.map((_, n) => {
      const line = lines[(n + round) % lines.length]!
      return use(n, typeof line === 'string' ? line : line(round * atOnce + n))
    })
    await within(60_000, 'the commands of a round', Promise.all(used))
  }
  checkForms(slack)
  const ms = slack.deliveries
    .slice(before)
    .map((delivery) => delivery.ms!)
    .toSorted((a, b) => a - b)
  return figures(`acknowledgement of ${atOnce} commands at once in Slack`, ms, 3000)
}

/** Every form that was asked for was opened: none came too late for its trigger. */
function checkForms(slack: SlackSimulator): void {
  const opened = slack.calls.filter(({ method }) => method === 'views.open')
  const refused = opened.filter(({ body }) => body?.['ok'] !== true)
  const wanted = rounds * (atOnce / lines.length)
  if (opened.length !== wanted || refused.length > 0) {
    throw new Error(`${opened.length - refused.length} of ${wanted} forms were opened`)
  }
}

function figures(metric: string, ms: readonly number[], deadlineMs: number): Figure[] {
  const at = (share: number) => ms[Math.min(ms.length - 1, Math.floor(share * ms.length))]!
  return [
    { metric: `${metric}, median`, ours: at(0.5), baseline: null, unit: 'ms' },
    { metric: `${metric}, 99th percentile`, ours: at(0.99), baseline: null, unit: 'ms', goal: { atMost: deadlineMs } },
    { metric: `${metric}, slowest`, ours: ms.at(-1)!, baseline: null, unit: 'ms' },
  ]
}

const sorted = (ms: readonly number[]): number[] => ms.toSorted((a, b) => a - b)
