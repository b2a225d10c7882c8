import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, it, type TestContext } from 'vitest'
import { createDiscordSimulator } from '../../console/stand-ins/discord/index.ts'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { createTeamsSimulator } from '../../console/stand-ins/teams/index.ts'
import { personalChat } from '../../console/stand-ins/teams/settings.ts'
import { ANN as annOfDiscord, APP as appOfDiscord, buttonsOf } from '../adapters/discord/harness.ts'
import { isFull } from '../support/extent.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { type ParleyProcess, startProcess } from '../support/parley-process.ts'
import { textOf } from '../support/slack-text.ts'
import { saidInCard } from '../support/teams-text.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { startWebhookServer } from '../support/webhook-server.ts'

/** A request at which the process is killed: before the other side does what it asks, or before we hear that it has. */
interface Moment {
  on: 'Slack' | 'Discord' | 'Teams'
  /** `press`: as soon as the button was pressed, whatever has become of it. */
  at: 'shown' | 'tracker' | 'press'
  when: 'arrives' | 'done'
  /** Of the calls by which something is shown. */
  nth: number
}

const platforms = ['Slack', 'Discord', 'Teams'] as const
/** The question, and what comes after the press, is shown by so many calls. */
const shown = 4
const all: Moment[] = platforms.flatMap((on) => [
  // In Teams a question of which nobody can tell whether it arrived stands there twice: its own moments are not tried.
  ...Array.from({ length: on === 'Teams' ? 0 : shown }, (_, i) => i + 1).flatMap((nth) =>
    (['arrives', 'done'] as const).map((when): Moment => ({ on, at: 'shown', when, nth })),
  ),
  ...(on === 'Teams' ? [] : [{ on, at: 'press', when: 'done', nth: 1 } as const]),
  { on, at: 'tracker', when: 'arrives', nth: 1 },
  { on, at: 'tracker', when: 'done', nth: 1 },
])

const agent = (url: string) => `
agent:
  displayName: Desk
  description: Files issues.
  providerName: Example
  photoUrl: ''
  scope: private
  llmSettings: { llm: gpt-4o-mini, prompt: You file issues. }
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
const tools = 'rules:\n  create_issue: { policy: ask }\n'

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
  const call = { id: 'call_1', name: 'create_issue', arguments: '{"title":"The printer is on fire"}' }
  models.server.on({ userMessage: 'printer' }, { content: 'I will file it.', toolCalls: [call] })
  models.server.prependFixture({
    match: {
      predicate: (({ messages }: { messages: { role: string }[] }) => messages.at(-1)?.role === 'tool') as never,
    },
    response: ({ messages }) => ({ content: `The tracker said ${String(messages.at(-1)!.content)}` }),
  })
})
afterAll(() => models.stop())

// Of the long proofs: what marks the used-up buttons of a question may die with the process, and is not made up for always yet.
describe.runIf(isFull)(
  'killed between a question of a tool and the answer to it',
  { concurrent: true, timeout: 300_000 },
  () => {
    it.for(all)('$on $at $when $nth', async (moment, test) => {
      const { expect } = test
      const { place, tracker, isUp, isKilled, kill } = await killedAt(test, moment)
      const ends = () =>
        place
          .said()
          .flatMap((text) => text.match(/The tracker said \{"issue":7\}|I cannot say whether create_issue/g) ?? [])
      const waitFor = (what: string, has: () => boolean) =>
        expect
          .poll(
            async () => {
              await isUp()
              return has()
            },
            { interval: 20, message: what },
          )
          .toBe(true)

      await place.say('the printer is on fire')
      await waitFor('the question', () => place.canPress('Approve'))
      await isUp()
      const wasKilled = isKilled()
      const pressed = place.press('Approve').catch(() => {})
      if (moment.at === 'press') await kill()
      await pressed
      await isUp()
      // Whoever saw it fail presses once more, if there is anything to press.
      if (!wasKilled && isKilled() && place.canPress('Approve')) await place.press('Approve').catch(() => {})
      await waitFor('its end', () => ends().length > 0)
      // What the process owed when it died is shown within a minute or two.
      await expect.poll(() => place.canPress('Approve'), { timeout: 180_000 }).toBe(false)

      expect(isKilled()).toBe(true)
      expect(ends()).toHaveLength(1)
      expect(tracker.received.length).toBeLessThanOrEqual(1)
      if (ends()[0]!.startsWith('The tracker')) expect(tracker.received).toHaveLength(1)
      // What was not yet agreed to was not called: there is no doubt about it.
      else expect(wasKilled).toBe(false)
    })
  },
)

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
    said: () => ours().map(({ content }) => content),
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

async function killedAt(test: TestContext, moment: Moment) {
  const { onTestFinished } = test
  const place = await places[moment.on](test)
  let parley: ParleyProcess | undefined
  let restart: Promise<void> | undefined
  let seen = 0
  const kill = async () => {
    if (restart) return
    place.disconnect()
    const dead = parley!.kill()
    restart = dead.then(start)
    await dead
  }
  const at = async () => {
    if (++seen === moment.nth) await kill()
  }
  // What it does is done as it arrives: it has the call, and we have not heard.
  const tracker = await startWebhookServer(async (_, response) => {
    if (moment.at === 'tracker' && moment.when === 'arrives') await at()
    response.end('{"issue":7}')
    if (moment.at === 'tracker' && moment.when === 'done') await at()
  })
  const cwd = tempFolder(onTestFinished)
  mkdirSync(join(cwd, 'config/agents/demo'), { recursive: true })
  writeFileSync(join(cwd, 'config/agents/demo/agent.yaml'), agent(tracker.url))
  writeFileSync(join(cwd, 'config/agents/demo/tools.yaml'), tools)
  writeFileSync(join(cwd, 'config/parley.yaml'), 'webhooks: { allow: [127.0.0.1] }\n')
  const env = {
    ...place.env,
    PARLEY_DATA: tempFolder(onTestFinished),
    PARLEY_PLAYGROUND: 'off',
    PARLEY_LLM_BASE_URL: models.baseUrl,
  }
  onTestFinished(() => parley?.kill())
  async function start(): Promise<void> {
    parley = await startProcess(env, { cwd, bin: join(resolve(import.meta.dirname, '../..'), 'bin/parley.mjs') })
    place.connect(parley.url)
  }
  await start()
  if (moment.at === 'shown') place.onShown(moment.when, at)
  const isUp = async () => {
    await restart
  }
  return { place, tracker, kill, isUp, isKilled: () => restart !== undefined }
}
