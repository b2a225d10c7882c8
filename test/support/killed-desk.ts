import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TestContext } from 'vitest'
import { createDiscordSimulator } from '../../console/stand-ins/discord/index.ts'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { createTeamsSimulator } from '../../console/stand-ins/teams/index.ts'
import { personalChat } from '../../console/stand-ins/teams/settings.ts'
import { ANN as annOfDiscord, APP as appOfDiscord, buttonsOf, wordsOf } from '../adapters/discord/harness.ts'
import type { ModelServer } from './model-server.ts'
import { type ParleyProcess, startProcess } from './parley-process.ts'
import { textOf } from './slack-text.ts'
import { saidInCard } from './teams-text.ts'
import { tempFolder } from './temp-folder.ts'
import { startWebhookServer } from './webhook-server.ts'

/** A request at which the process is killed: before the other side does what it asks, or before we hear that it has. */
export interface Moment {
  on: keyof typeof places
  /** `press`: as soon as the button was pressed, whatever has become of it. */
  at: 'shown' | 'tracker' | 'press'
  when: 'arrives' | 'done'
  /** Of the calls by which something is shown. */
  nth: number
}

/** Ann's direct conversation with the app. */
interface Place {
  env: Record<string, string>
  say(text: string): Promise<void>
  press(label: string): Promise<void>
  canPress(label: string): boolean
  said(): string[]
  /** Calls it at each request that shows something. */
  onShown(when: Moment['when'], hook: () => Promise<void>): void
  connect(url: string): void
  disconnect(): void
}

async function slackPlace({ onTestFinished }: TestContext): Promise<Place> {
  const slack = createSlackSimulator({ limits: { retryDelaysMs: [50, 200, 1000], enforceRates: false } })
  await slack.start()
  onTestFinished(() => slack.stop())
  const channel = 'D0ANN'
  const ours = () => slack.messages(channel, { as: 'U0ANN' }).filter(({ user }) => user === 'U0PARLEY')
  type Actions = { block_id: string; elements?: { action_id: string; text?: { text: string } }[] }
  const found = (label: string) =>
    ours()
      .toReversed()
      .flatMap(({ ts, blocks }) =>
        ((blocks ?? []) as Actions[]).flatMap(({ block_id, elements = [] }) =>
          elements.filter(({ text }) => text?.text === label).map(({ action_id }) => ({ ts, block_id, action_id })),
        ),
      )[0]
  return {
    env: { SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken, SLACK_API_URL: `${slack.url}/api/` },
    say: async (text) => void slack.say({ user: 'U0ANN', channel, text }),
    press: async (label) => slack.press({ user: 'U0ANN', channel, ...found(label)! }),
    canPress: (label) => found(label) !== undefined,
    said: () => ours().map(textOf),
    onShown(when, hook) {
      const each = async ({ method }: { method: string }) => {
        if (['chat.postMessage', 'chat.update', 'chat.startStream', 'chat.stopStream'].includes(method)) await hook()
      }
      if (when === 'arrives') slack.onCall(each)
      else slack.onDone(each)
    },
    connect() {},
    disconnect() {},
  }
}

async function discordPlace({ onTestFinished }: TestContext): Promise<Place> {
  const discord = createDiscordSimulator({ limits: { identifyWindowMs: 0, enforceRates: false } })
  await discord.start()
  onTestFinished(() => discord.stop())
  const channel = discord.direct(annOfDiscord)
  const ours = () => discord.messages(channel, { as: annOfDiscord }).filter(({ author }) => author.id === appOfDiscord)
  const found = (label: string) =>
    ours()
      .toReversed()
      .flatMap(({ id, components }) =>
        buttonsOf(components)
          .filter((one) => one['label'] === label && one['disabled'] !== true)
          .map((one) => ({ message: id, custom_id: String(one['custom_id']) })),
      )[0]
  return {
    env: { DISCORD_BOT_TOKEN: discord.token, DISCORD_API_URL: `${discord.url}/api` },
    say: async (content) => void discord.say({ user: annOfDiscord, channel, content }),
    press: async (label) => void discord.use({ user: annOfDiscord, channel, ...found(label)! }),
    canPress: (label) => found(label) !== undefined,
    said: () => ours().map(wordsOf),
    onShown(when, hook) {
      const each = async ({ method, route }: { method: string; route: string }) => {
        if (/^(POST|PATCH)$/.test(method) && route.includes('/messages')) await hook()
      }
      if (when === 'arrives') discord.onCall(each)
      else discord.onDone(each)
    },
    connect() {},
    disconnect() {},
  }
}

async function teamsPlace({ onTestFinished }: TestContext): Promise<Place> {
  const teams = createTeamsSimulator({ limits: { enforceRates: false }, app: { hearsAll: true } })
  await teams.start()
  onTestFinished(() => teams.stop())
  const ann = '29:1ann'
  const conversation = personalChat(ann)
  const ours = () => teams.messages(conversation).filter(({ author, deleted }) => author.bot && !deleted)
  const found = (label: string) =>
    ours().findLast(({ attachments }) => JSON.stringify(attachments).includes(`"${label}"`))
  return {
    env: {
      TEAMS_APP_ID: teams.appId,
      TEAMS_APP_PASSWORD: teams.appPassword,
      TEAMS_TENANT_ID: teams.tenantId,
      TEAMS_APP_TYPE: 'SingleTenant',
      TEAMS_LOGIN_URL: teams.loginUrl,
      TEAMS_OPENID_URL: teams.openIdMetadataUrl,
    },
    say: async (text) => void teams.say({ user: ann, conversation, text }),
    press: async (label) =>
      void (await teams.press({ user: ann, conversation, message: found(label)!.id, action: label })),
    canPress: (label) => found(label) !== undefined,
    said: () =>
      ours().map(({ text, attachments }) =>
        [text, ...attachments.map((one) => (one.kind === 'card' ? saidInCard(one.content) : ''))].join('\n'),
      ),
    onShown(when, hook) {
      const each = async ({ route, body }: { route: string; body: unknown }) => {
        const isMessage = (body as { type?: unknown } | null)?.type === 'message'
        if (/^(POST activities|PUT activity)/.test(route) && isMessage) await hook()
      }
      if (when === 'arrives') teams.onCall(each)
      else teams.onDone(each)
    },
    connect: (url) => teams.connect(`${url}/api/messages`),
    disconnect: () => teams.disconnect(),
  }
}

const places = { Slack: slackPlace, Discord: discordPlace, Teams: teamsPlace }

/** An agent that has one function, of a webhook, and asks a model. `more`: of its settings, as YAML. */
const agentYaml = (url: string, more: string) => `
agent:
  displayName: Desk
  description: Files issues.
  providerName: Example
  photoUrl: ''
  scope: private
  llmSettings: { llm: gpt-4o-mini, prompt: You file issues. }
${more}
webhooks:
  - name: tracker
    method: POST
    url: ${url}
    useResponseInPrompt: true
    trigger:
      triggerType: 2
      condition: 0
      functionCallingName: create_issue
      functionCallingDescription: Files an issue in the tracker
      functionCallingParametersJson: '{"type":"object","properties":{"title":{"type":"string"}}}'
`

interface DeskParts {
  models: ModelServer
  /** What the tracker says. */
  says(): string
  tools?: string
  more?: string
}

/** A server that is killed at a moment, and started again. Before `arm` no moment counts. */
export async function killedAt(test: TestContext, moment: Moment, { models, says, tools, more = '' }: DeskParts) {
  const { onTestFinished } = test
  const place = await places[moment.on](test)
  let killIt: ParleyProcess['kill'] | undefined
  let restart: Promise<void> | undefined
  let isArmed = false
  let seen = 0
  const end = () => {
    place.disconnect()
    return killIt!()
  }
  const kill = async () => {
    if (restart) return
    const dead = end()
    restart = dead.then(start)
    await dead
  }
  const at = async () => {
    if (isArmed && ++seen === moment.nth) await kill()
  }
  // What it does is done as it arrives: it has the call, and we have not heard.
  const tracker = await startWebhookServer(async (_, response) => {
    if (moment.at === 'tracker' && moment.when === 'arrives') await at()
    response.end(says())
    if (moment.at === 'tracker' && moment.when === 'done') await at()
  })
  const cwd = tempFolder(onTestFinished)
  mkdirSync(join(cwd, 'config/agents/demo'), { recursive: true })
  writeFileSync(join(cwd, 'config/agents/demo/agent.yaml'), agentYaml(tracker.url, more))
  if (tools !== undefined) writeFileSync(join(cwd, 'config/agents/demo/tools.yaml'), tools)
  writeFileSync(join(cwd, 'config/parley.yaml'), 'webhooks: { allow: [127.0.0.1] }\n')
  const data = tempFolder(onTestFinished)
  const env = { ...place.env, PARLEY_DATA: data, PARLEY_PLAYGROUND: 'off', PARLEY_LLM_BASE_URL: models.baseUrl }
  onTestFinished(() => killIt?.())
  const bin = join(resolve(import.meta.dirname, '../..'), 'bin/parley.mjs')
  async function start(): Promise<void> {
    const parley = await startProcess(env, { cwd, bin, spawned: (kill) => (killIt = kill) })
    place.connect(parley.url)
  }
  await start()
  if (moment.at === 'shown') place.onShown(moment.when, at)
  return {
    place,
    tracker,
    kill,
    isUp: async () => {
      await restart
    },
    isKilled: () => restart !== undefined,
    arm() {
      isArmed = true
    },
    /** Nothing runs while that is done with its data. */
    async down(work: (data: string) => Promise<void>) {
      await end()
      await work(data)
      // It may come to the moment before it has said that it runs.
      await start().catch((error) => restart ?? Promise.reject(error))
    },
  }
}
