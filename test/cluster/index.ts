import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createDiscordSimulator } from '../../console/stand-ins/discord/index.ts'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { createTeamsSimulator } from '../../console/stand-ins/teams/index.ts'
import { PEOPLE } from '../../console/stand-ins/teams/settings.ts'
import { parley } from './agent-folder.ts'
import { startCluster } from './cluster.ts'
import { createEnds } from './ends.ts'
import { startModel } from './model.ts'
import { servePlayground } from './playground.ts'

/** Parley in several processes between stand-ins of the platforms, to be talked to in a browser. Ctrl-C ends all of it. */
const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { 'without-redis': { type: 'boolean', default: false } } })
const ends = createEnds()
const leaving = new AbortController()

let over: Promise<never> | undefined
function leave(code: number): Promise<never> {
  leaving.abort(new Error('it is to end'))
  over ??= starting.then(ends.run, ends.run).then(() => process.exit(code))
  return over
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!over) console.log('\nEnding …')
    void leave(0)
  })
}
process.on('uncaughtException', (error) => {
  console.error(error)
  void leave(1)
})

const say = (name: string, what: string) => console.log(`${name.padEnd(10)} ${what}`)

async function start(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-cluster-'))
  console.log(`What each process prints goes to ${join(folder, '*.log')}.`)

  const slack = createSlackSimulator()
  const discord = createDiscordSimulator()
  const teams = createTeamsSimulator({ app: { hearsAll: true } })
  for (const platform of [slack, discord, teams]) {
    await platform.start()
    ends.defer(() => platform.stop())
  }
  const model = await startModel((said) => ({
    pieces: `The model was asked: ${said}`.split(/(?<= )/),
    afterMs: 300,
    everyMs: 60,
  }))
  ends.defer(() => model.stop())

  let key = ''
  const cluster = await startCluster({
    gateways: 2,
    workers: 3,
    http: 1,
    redis: !values['without-redis'],
    cwd: root,
    folder,
    signal: leaving.signal,
    async prepare(env) {
      const data = { PARLEY_DATA: join(folder, 'commands') }
      key = JSON.parse(await parley(root, { ...env, ...data }, 'key', 'issue', '--kind', 'conversation', '--json')).key
    },
    env: (name) => ({
      SLACK_BOT_TOKEN: slack.botToken,
      SLACK_SIGNING_SECRET: slack.signingSecret,
      SLACK_API_URL: `${slack.url}/api/`,
      DISCORD_BOT_TOKEN: discord.token,
      DISCORD_API_URL: `${discord.url}/api`,
      DISCORD_SHARD_COUNT: '2',
      TEAMS_APP_ID: teams.appId,
      TEAMS_APP_PASSWORD: teams.appPassword,
      TEAMS_TENANT_ID: teams.tenantId,
      TEAMS_APP_TYPE: 'SingleTenant',
      TEAMS_OWNERS: PEOPLE[0]!.aadObjectId,
      TEAMS_LOGIN_URL: teams.loginUrl,
      TEAMS_OPENID_URL: teams.openIdMetadataUrl,
      PARLEY_LLM_BASE_URL: model.urlFor(name),
    }),
    onStarted: (name, pid) => say(name, pid === undefined ? 'runs' : `runs as process ${pid}`),
    onExit: (name, how) => over ?? say(name, `${how}; see ${join(folder, `${name}.log`)}`),
  })
  ends.defer(cluster.stop)
  slack.sendEventsTo(`${cluster.balancer.url}/slack/events`)
  teams.connect(`${cluster.balancer.url}/api/messages`)
  const playground = await servePlayground({
    slack: { user: 'U0ANN', handleClient: slack.handleClient },
    discord: { user: '1200000000000000011', handleClient: discord.handleClient },
    teams: { user: '29:1ann', handleClient: teams.handleClient },
  })
  ends.defer(playground.stop)

  const { gateways, workers, http, balancer, postgres, redis } = cluster
  console.log()
  const rows: [string, string][] = [
    ['Talk to it', playground.url],
    ['balancer', `${balancer.url}   /api to http, /slack/events and /api/messages to the gateways`],
    ...[...gateways, ...workers, ...http].map(({ name, url }): [string, string] => [name, `${url}   /readyz /metrics`]),
    ['postgres', postgres.url],
    ...(redis ? [['redis', redis.url] as [string, string]] : []),
    ['stand-ins', `Slack ${slack.url}, Discord ${discord.url}, Teams ${teams.url}`],
  ]
  for (const [name, what] of rows) say(name, what)
  console.log(`
curl -N ${balancer.url}/api -H 'content-type: application/json' \\
  -d '{"api_key": "${key}", "agent_id": "demo", "uid": "ann", "utterance": "hello", "stream": true}'

Kill a process (kill -9), stop one (kill -STOP, kill -CONT), and go on talking. Ctrl-C ends all of it.`)
}

const starting = start()
starting.catch((error) => {
  if (!leaving.signal.aborted) console.error(error)
  void leave(1)
})
