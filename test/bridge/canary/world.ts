import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { createDiscordSimulator } from '../../../console/stand-ins/discord/index.ts'
import { createSlackSimulator, type SlackSimulator } from '../../../console/stand-ins/slack/index.ts'
import type { SimulatedTeam } from '../../../console/stand-ins/slack/simulator.ts'
import { createTeamsSimulator } from '../../../console/stand-ins/teams/index.ts'
import { createApp } from '../../../src/app/index.ts'
import { createStore } from '../../../src/store/index.ts'
import { runCommand } from '../../support/command.ts'
import { loadConfig } from '../../support/config.ts'
import { dialect, openDatabase, urlOf } from '../../support/database.ts'
import { startModelServer } from '../../support/model-server.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { startWebhookServer } from '../../support/webhook-server.ts'
import { ofAnn, ofOther, ofTenant } from './canaries.ts'

/** The first tenant: Ann owns it, Ben is a member. Names of theirs hold `CANARY` where a platform takes letters. */
export const first = {
  account: 'default',
  agent: 'CANARY_AGENT',
  /** Another one, of which Ben is admin. */
  desk: 'CANARY_DESK',
  slack: { team: 'T0CANARY', ann: 'U0CANARYANN', ben: 'U0CANARYBEN', hall: 'C0CANARYHALL', vault: 'C0CANARYVAULT' },
  discord: { guild: '1200000000000000100', ann: '1200000000000000011', ben: '1200000000000000012' },
  teams: { ann: '29:1ann', ben: '29:1ben', general: '19:general@thread.tacv2' },
} as const

/** The other tenant: Cat owns it, on Slack and on Discord. */
export const other = {
  account: 'other',
  agent: 'guide',
  slack: { team: 'T0OTHER', cat: 'U0CAT', room: 'C0OTHER' },
  discord: { guild: '1200000000000000200', cat: '1200000000000000021', room: '1200000000000000201' },
} as const

/** A page that shows the first tenant's agent. */
export const site = 'https://shop.example.com'

/** A secret that an admin wrote down: it is kept sealed. */
export const sealedHeader = ofTenant('sealedheader')

const hall = '1200000000000000101'
const people = [
  { id: first.discord.ann, username: ofAnn('nick'), global_name: 'Ann' },
  { id: first.discord.ben, username: 'ben', global_name: 'Ben' },
  { id: other.discord.cat, username: 'cat', global_name: 'Cat' },
]
const guilds = [
  {
    id: first.discord.guild,
    name: ofTenant('guild'),
    channels: [{ id: hall, name: 'hall' }],
    members: [first.discord.ann, first.discord.ben],
  },
  {
    id: other.discord.guild,
    name: 'Other',
    channels: [{ id: other.discord.room, name: 'room' }],
    members: [other.discord.cat],
  },
]

async function startStandIns() {
  const limits = { retryDelaysMs: [], enforceRates: false }
  const slack = createSlackSimulator({
    limits,
    team: { id: other.slack.team, name: 'Other' },
    users: [{ id: other.slack.cat, name: 'cat', real_name: 'Cat', is_bot: false, is_owner: true }],
    channels: [{ id: other.slack.room, kind: 'channel', name: 'room' }],
  })
  const { team, ann, ben, hall, vault } = first.slack
  const ours = slack.addTeam({
    id: team,
    name: ofTenant('team'),
    users: [
      { id: ann, name: 'ann', real_name: ofAnn('name'), is_bot: false, is_owner: true },
      { id: ben, name: 'ben', real_name: 'Ben', is_bot: false },
    ],
    channels: [
      { id: hall, kind: 'channel', name: 'hall' },
      { id: vault, kind: 'group', name: ofAnn('vault'), members: [ann, 'U1PARLEY'] },
    ],
  })
  const discord = createDiscordSimulator({ limits: { identifyWindowMs: 0, enforceRates: false }, people, guilds })
  const teams = createTeamsSimulator({ limits: { enforceRates: false } })
  for (const one of [slack, discord, teams]) {
    await one.start()
    onTestFinished(() => one.stop())
  }
  return { slack, ours, discord, teams }
}

/** The whole product between three stand-ins, a model that repeats all it is told, and somebody’s server that is down. */
export async function openWorld() {
  const folder = tempFolder()
  const { slack, ours, discord, teams } = await startStandIns()
  const models = await startModelServer()
  onTestFinished(() => models.stop())
  models.server.prependFixture({
    match: {},
    response: ({ messages }) => ({ content: messages.map(({ content }) => String(content)).join('\n') }),
    chunkSize: 4000,
  })
  const hooks = await startWebhookServer((_, response) => void response.writeHead(500).end())
  const agents = tempFolder()
  writeAgent(join(agents, 'agents', first.agent), hooks.url)
  writeFiles(join(agents, 'agents', first.desk), { 'agent.yaml': settings('Desk', 'You are a desk.') })

  const env: Record<string, string> = {
    PORT: '0',
    PARLEY_DATA: folder,
    PARLEY_KEY: Buffer.alloc(32, 7).toString('hex'),
    ...(dialect === 'postgres' && { DATABASE_URL: await urlOf(folder) }),
    SLACK_CLIENT_ID: slack.clientId,
    SLACK_CLIENT_SECRET: slack.clientSecret,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_API_URL: `${slack.url}/api/`,
    DISCORD_BOT_TOKEN: discord.token,
    DISCORD_API_URL: `${discord.url}/api`,
    TEAMS_APP_ID: teams.appId,
    TEAMS_APP_PASSWORD: teams.appPassword,
    TEAMS_TENANT_ID: teams.tenantId,
    TEAMS_APP_TYPE: 'SingleTenant',
    TEAMS_LOGIN_URL: teams.loginUrl,
    TEAMS_OPENID_URL: teams.openIdMetadataUrl,
    TEAMS_GRAPH_URL: teams.graphUrl,
    PARLEY_LLM_BASE_URL: models.baseUrl,
    PARLEY_LLM_MODEL: 'gpt-4o-mini',
  }
  const lines: string[] = []
  const sink = new Writable({ write: (chunk, _, done) => done(void lines.push(String(chunk))) })
  const config = loadConfig(env)
  const sites = [{ agent: first.agent, origins: [site], anonymous: true }]
  const web = { sites, perMinute: { visitor: 1000, address: 1000 } }
  const app = await createApp(
    { ...config, configFolder: agents, webhooks: { allow: ['127.0.0.1'] }, platforms: { ...config.platforms, web } },
    { log: pino({ level: 'trace', base: null }, sink) },
  )
  onTestFinished(() => app.close())
  slack.sendEventsTo(`${app.url}/slack/events`)
  teams.connect(`${app.url}/api/messages`)
  const db = await openDatabase(folder)
  onTestFinished(() => db.close())

  /** At the terminal: everything it prints. */
  async function parley(...argv: string[]): Promise<string> {
    let printed = ''
    const out = { write: (text: string) => (printed += text) }
    await runCommand(argv, { stdout: out, stderr: out, env })
    return printed
  }

  const begun = { app, db, store: createStore(db), parley, lines, models, hooks, slack, ours, discord, teams, folder }
  await settle(begun)
  return begun
}
export type World = Awaited<ReturnType<typeof openWorld>>
type Begun = Pick<World, 'app' | 'parley' | 'slack' | 'ours' | 'discord'>

/** Both tenants are there, each with its owner and an agent that answers where nothing is bound. */
async function settle({ app, parley, slack, ours, discord }: Begun): Promise<void> {
  await install(slack, app.url, first.slack.team)
  await parley('account', 'create', other.account, '--name', 'Other')
  await install(slack, app.url, other.slack.team)
  await parley('installations', 'approve', 'slack', other.slack.team, '--account', other.account)
  const commands = () => discord.commands({ user: first.discord.ann, channel: hall })
  await expect.poll(commands).not.toEqual([])
  await parley('installations', 'approve', 'discord', other.discord.guild, '--account', other.account)
  const theirs = () => discord.commands({ user: other.discord.cat, channel: other.discord.room })
  await expect.poll(theirs).not.toEqual([])

  const [name, email] = [ofTenant('account'), `${ofTenant('mail')}@example.com`]
  await parley('account', 'set', first.account, '--name', name, '--email', email, '--default-agent', first.agent)
  const made = tempFolder()
  writeFiles(join(made, other.agent), { 'agent.yaml': settings(ofOther('agent'), ofOther('prompt')) })
  await parley('agent', 'apply', made, '--account', other.account)
  await parley('account', 'set', other.account, '--default-agent', other.agent)
  // Whoever manages the workspace becomes its owner by any command.
  await slackPerson(ours, first.slack.ann, first.slack.hall).command('help')
  await slackPerson(slack, other.slack.cat, other.slack.room).command('help')
}

async function install(slack: SlackSimulator, url: string, team: string): Promise<void> {
  const begun = await fetch(`${url}/slack/install`, { redirect: 'manual' })
  const back = new URL(slack.authorize(begun.headers.get('location')!, { team }))
  const cookie = begun.headers.get('set-cookie')!.split(';')[0]!
  await fetch(`${url}${back.pathname}${back.search}`, { headers: { cookie } })
}

/** Somebody in a workspace, and what they see in one of its channels. */
export function slackPerson(team: SimulatedTeam, user: string, channel: string) {
  const messages = () => team.messages(channel, { as: user })
  const forms = () => team.views.filter((view) => view.user === user)
  const seen = () => [...messages(), ...forms()].map((one) => JSON.stringify(one))
  /** What they see after it that they did not see before. */
  async function after(act: () => unknown): Promise<string> {
    const before = new Set(seen())
    const news = () =>
      seen()
        .filter((one) => !before.has(one))
        .join('\n')
    await act()
    await expect.poll(news, { interval: 2 }).not.toBe('')
    return news()
  }
  return {
    after,
    read: () => seen().join('\n'),
    answers: () => messages().filter((one) => one.user.endsWith('PARLEY')),
    command: (text: string) => after(() => team.command({ user, channel, command: '/agent', text })),
    /** `file`: the text of one that comes with it. */
    say(text: string, file?: string) {
      const files = file === undefined ? [] : [{ name: `${file}.txt`, mimetype: 'text/plain', base64: btoa(file) }]
      return team.say({ user, channel, text, ...(files.length > 0 && { files }) })
    },
    async press(label: string): Promise<void> {
      for (const { ts, blocks = [] } of messages().toReversed()) {
        for (const { block_id, elements = [] } of blocks as Block[]) {
          const pressed = elements.find(({ text }) => text?.text === label)
          if (!pressed) continue
          const { action_id } = pressed
          return void (await after(() => team.press({ user, channel, ts, block_id, action_id })))
        }
      }
      throw new Error(`There is no button ${label} among ${seen()}`)
    },
  }
}
export type SlackPerson = ReturnType<typeof slackPerson>
type Block = { block_id: string; elements?: { action_id: string; text?: { text: string } }[] }

const settings = (name: string, prompt: string) => `agent:
  displayName: ${name}
  description: ${name}
  photoUrl: https://example.com/guide.png
  providerName: Example
  scope: private
  llmSettings: { llm: gpt-4o-mini, prompt: ${prompt} }
  knowledge: { knowledgeDataStore: { useKnowledgeDataStore: true } }
`

/** With a canary in whatever an admin can write. */
function writeAgent(folder: string, hooks: string): void {
  writeFiles(folder, {
    'agent.yaml': `${settings(ofTenant('agent'), ofTenant('prompt'))}
webhooks:
  - name: ${ofTenant('hook')}
    method: POST
    url: ${hooks}/${ofTenant('url')}
    authHeaders: [{ key: Authorization, value: ${sealedHeader} }]
    trigger: { triggerType: 1, condition: 0 }
`,
    'rules.yaml': `- when: [${ofTenant('phrase')} hello]\n  say: ${ofTenant('rule')}\n  options: [${ofTenant('option')}]\n`,
    'scenarios/story.yaml': `version: 1
id: ${ofTenant('story')}
title: ${ofTenant('title')}
start: [{ match: { exact: [begin] } }]
first: ask
nodes:
  ask: { say: ${ofTenant('asks')}, collect: { state: ${ofTenant('key')}, goto: more } }
  more: { say: "#{${ofTenant('key')}}?", options: [{ text: "#{${ofTenant('key')}}", goto: done }] }
  done: { say: Done., end: completed }
`,
    [`knowledge/${ofTenant('source')}.md`]: `# ${ofTenant('heading')}\n\nGuests park behind ${ofTenant('passage')}.\n`,
  })
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}
