import Fastify from 'fastify'
import { expect } from 'vitest'
import { createDiscord } from '../../adapters/discord/index.ts'
import { createTeams } from '../../adapters/teams/index.ts'
import { createDiscordSimulator } from '../../console/stand-ins/discord/index.ts'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { createTeamsSimulator } from '../../console/stand-ins/teams/index.ts'
import { personalChat } from '../../console/stand-ins/teams/settings.ts'
import { sharedRoutes } from '../../src/http/shared-routes.ts'
import type { Adapter } from '../../src/ports/channel.ts'
import { agentPerson as discordPerson } from '../adapters/discord/agent-person.ts'
import * as discordIds from '../adapters/discord/harness.ts'
import { agentPerson as slackPerson } from '../adapters/slack/agent-person.ts'
import { messageText, agentPerson as teamsPerson } from '../adapters/teams/agent-person.ts'
import * as teamsIds from '../adapters/teams/harness.ts'
import type { ChatHouse } from '../support/chat-house.ts'

type OnEnd = (end: () => Promise<void>) => void

/**
 * A platform with two places that installed the app: the operator's own, whose Ann manages it, and a stranger's, who manages that
 * one. Both find an agent where they mention it or write to it.
 */
export interface There {
  /** The stranger's installation. */
  readonly id: string
  readonly adapter: Adapter
  /** What Ann says is answered by then. */
  ann(text: string): Promise<void>
  /** Ann uses `/agent`; what she then reads. */
  command(line: 'list' | 'installations'): Promise<string>
  /** What Ann was told without having asked, with its buttons. */
  notes(): { text: string; buttons: string[] }[]
  /** A button of the last note, or of a view that it became; what Ann then reads there. */
  press(label: string): Promise<string>
  /** Sends the form that such a button has opened. */
  choose(account: string): Promise<unknown>
  /** The app comes to the stranger; what they are told, if there is anybody to tell. */
  join(): Promise<string | undefined>
  stranger(text: string): Promise<void>
  strangersCommand(line: 'list' | 'help'): Promise<string>
  /** The stranger asks by a command that the platform shows to be waited for; what they alone then read. */
  strangerAsks?(question: string): Promise<string | undefined>
  /** What was answered where the stranger is. */
  answers(): string[]
  /** Whether the app is there as the platform knows it. */
  isThere(): boolean
}

export type OpenThere = (house: ChatHouse, onEnd: OnEnd) => Promise<There>

export const inSlack: OpenThere = async (house, onEnd) => {
  const simulator = createSlackSimulator({ limits: { retryDelaysMs: [], enforceRates: false } })
  await simulator.start()
  onEnd(() => simulator.stop())
  const oauth = { clientId: simulator.clientId, clientSecret: simulator.clientSecret }
  const adapter = await house.connect(simulator, { oauth })
  const server = Fastify()
  await sharedRoutes(server, adapter.routes, { note: () => 0 })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  onEnd(async () => void (await server.close()))
  const cay = { id: 'U0CAY', name: 'cay', real_name: 'Cay', is_bot: false, is_owner: true }
  const acme = simulator.addTeam({
    id: 'T0ACME',
    name: 'Acme',
    users: [cay],
    channels: [{ id: 'C0ACME', kind: 'channel', name: 'acme' }],
  })

  async function install(team: string): Promise<string> {
    const begun = await fetch(`${url}/slack/install`, { redirect: 'manual' })
    const back = simulator.authorize(begun.headers.get('location')!, { team })
    const { pathname, search } = new URL(back)
    const cookie = begun.headers.get('set-cookie')!.split(';')[0]!
    return (await fetch(`${url}${pathname}${search}`, { headers: { cookie } })).text()
  }

  type Element = { action_id: string; text?: { text: string } }
  type Block = { type: string; block_id: string; text?: string | { text: string }; elements?: Element[] }
  const blocks = (message: { blocks?: unknown }) => (message.blocks ?? []) as Block[]
  const textOf = (message: { blocks?: unknown; text?: string }) =>
    blocks(message)
      .map(({ text }) => (typeof text === 'string' ? text : (text?.text ?? '')))
      .join('\n') ||
    (message.text ?? '')
  const told = () => simulator.messages('D0ANN').filter(({ user }) => user === 'U0PARLEY')
  const ann = slackPerson(simulator, 'U0ANN')
  await install('T0PARLEY')
  return {
    id: 'T0ACME',
    adapter,
    async ann(text) {
      const before = simulator.messages('C0GENERAL').length
      simulator.say({ user: 'U0ANN', channel: 'C0GENERAL', text: `@Parley ${text}` })
      await expect.poll(() => simulator.messages('C0GENERAL').length).toBeGreaterThan(before + 1)
    },
    command: (line) => ann.say(line),
    notes: () =>
      told().map((message) => ({
        text: textOf(message),
        buttons: blocks(message).flatMap(({ elements = [] }) => elements.map(({ text }) => text?.text ?? '')),
      })),
    async press(label) {
      const message = told().findLast((one) =>
        blocks(one).some(({ elements = [] }) => elements.some(({ text }) => text?.text === label)),
      )!
      const block = blocks(message).find(({ elements = [] }) => elements.some(({ text }) => text?.text === label))!
      const { action_id } = block.elements!.find(({ text }) => text?.text === label)!
      const read = () => JSON.stringify([simulator.messages('D0ANN'), simulator.views.length])
      const before = read()
      const { ts } = message
      await simulator.press({ user: 'U0ANN', channel: 'D0ANN', ts, block_id: block.block_id, action_id })
      await expect.poll(read).not.toBe(before)
      return textOf(simulator.messages('D0ANN', { as: 'U0ANN' }).findLast(({ user }) => user === 'U0PARLEY')!)
    },
    async choose(account) {
      const { id, blocks: fields } = simulator.views.at(-1)! as { id: string; blocks: unknown }
      const field = (fields as (Block & { element?: Element })[]).find(({ type }) => type === 'input')!
      const chosen = { [field.element!.action_id]: { selected_option: { value: `=${account}` } } }
      await simulator.submit({ user: 'U0ANN', view: id, values: { [field.block_id]: chosen } })
    },
    join: () => install('T0ACME'),
    async stranger(text) {
      acme.say({ user: 'U0CAY', channel: 'C0ACME', text: `@Parley ${text}` })
      await simulator.delivered()
    },
    strangersCommand: (line) => slackPerson({ ...simulator, ...acme }, 'U0CAY', 'C0ACME').say(line),
    answers: () =>
      acme
        .messages('C0ACME')
        .filter(({ user, ephemeral_to }) => user !== 'U0CAY' && ephemeral_to === undefined)
        .map(textOf),
    isThere: () => true,
  }
}

export const inDiscord: OpenThere = async (house, onEnd) => {
  const { ANN, APP, BEN, GENERAL } = discordIds
  const [guild, channel] = ['1200000000000000900', '1200000000000000901']
  const simulator = createDiscordSimulator({ limits: { identifyWindowMs: 0, enforceRates: false } })
  await simulator.start()
  onEnd(() => simulator.stop())
  const adapter = createDiscord({
    botToken: simulator.token,
    apiUrl: `${simulator.url}/api`,
    installations: house.installationsOf('discord'),
    notes: house.store.notes('discord'),
    budget: house.budget,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  await house.join(adapter)
  await expect.poll(() => simulator.commands({ user: ANN, channel: GENERAL })).not.toEqual([])
  const direct = simulator.direct(ANN)
  const ours = (where: string) =>
    simulator.messages(where).filter(({ author, ephemeral }) => author.id === APP && !ephemeral)
  const ann = discordPerson(simulator, ANN)
  const annDirect = discordPerson(simulator, ANN, direct)
  const say = async (user: string, where: string, text: string) =>
    simulator.say({ user, channel: where, content: `<@${APP}> ${text}` })
  const isThere = () => simulator.commands({ user: BEN, channel }).length > 0
  const annSays = async (text: string): Promise<void> => {
    const before = ours(GENERAL).length
    await say(ANN, GENERAL, text)
    await expect.poll(() => ours(GENERAL).length).toBeGreaterThan(before)
  }
  return {
    id: guild,
    adapter,
    ann: annSays,
    command: (line) => ann.run(line),
    notes: () =>
      ours(direct).map((one) => ({
        text: discordIds.wordsOf(one),
        buttons: discordIds.buttonsOf(one.components).map(({ label }) => String(label)),
      })),
    async press(label) {
      const message = ours(direct).findLast(({ components }) =>
        discordIds.buttonsOf(components).some((one) => one['label'] === label),
      )!
      const read = await annDirect.pressIn(message, label)
      const now = simulator.messages(direct).find(({ id }) => id === message.id)
      return read || (now ? discordIds.wordsOf(now) : '')
    },
    choose: (account) => annDirect.send({ account }),
    async join() {
      simulator.addGuild({ id: guild, name: 'Acme', channels: [{ id: channel, name: 'acme' }], owner: BEN })
      await expect.poll(() => house.store.places.standingOf('discord', guild)).toBeDefined()
      return undefined
    },
    async stranger(text) {
      await say(BEN, channel, text)
      // What is said later elsewhere is heard later.
      await annSays('and I')
    },
    strangersCommand: (line) => discordPerson(simulator, BEN, channel).run(line),
    async strangerAsks(question) {
      const { id } = simulator.run({ user: BEN, channel, name: 'ask', options: { question } })
      await expect.poll(() => simulator.interaction(id)?.state).not.toBe('pending')
      const alone = () => simulator.messages(channel, { as: BEN }).filter(({ ephemeral }) => ephemeral)
      await expect.poll(() => alone().at(-1)?.loading ?? true).toBe(false)
      return alone().at(-1)?.content
    },
    answers: () => ours(channel).map(({ content }) => content),
    isThere,
  }
}

export const inTeams: OpenThere = async (house, onEnd) => {
  const { ANN, ANNS, BEN, BENS, DIRECT, ofOurs, serve } = teamsIds
  const tenant = '7a11e500-0000-4000-8000-00000000abcd'
  const chat = personalChat(BEN)
  const simulator = createTeamsSimulator({ limits: { enforceRates: false } })
  await simulator.start()
  onEnd(() => simulator.stop())
  const { appId, appPassword, tenantId } = simulator
  const adapter = createTeams({
    app: { appId, credential: { kind: 'secret', value: appPassword }, tenantId, appType: 'SingleTenant' },
    allowedTenants: ['*'],
    owners: [ANNS],
    loginUrl: simulator.loginUrl,
    openIdUrl: simulator.openIdMetadataUrl,
    graphUrl: simulator.graphUrl,
    installations: house.installationsOf('teams'),
    notes: house.store.notes('teams'),
    budget: house.budget,
    unlimited: true,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const server = await serve(adapter)
  simulator.connect(server.url)
  onEnd(() => server.close())
  await house.join(adapter)
  const inChat = (conversation: string) => ofOurs(simulator).filter((one) => one.conversation === conversation)
  const annSays = async (text: string): Promise<void> => {
    const before = inChat(DIRECT).length
    simulator.say({ user: ANN, conversation: DIRECT, text })
    await expect.poll(() => inChat(DIRECT).length).toBeGreaterThan(before)
    await simulator.idle()
  }
  await annSays('is anybody there?')
  const like = simulator.deliveries.find(({ activity }) => activity.type === 'message')!.activity
  let said = 0
  /** As Teams tells of what happens in another tenant. */
  const happens = async (activity: object): Promise<void> => {
    const conversation = { id: chat, conversationType: 'personal', tenantId: tenant }
    const from = { ...(like.from as object), id: BEN, name: 'Ben', aadObjectId: BENS }
    const more = { id: `${1_790_000_000_000 + ++said}`, conversation, from, channelData: { tenant: { id: tenant } } }
    await simulator.deliver({ ...like, ...more, ...activity })
    await simulator.idle()
  }
  const read = async (act: () => unknown): Promise<string> => {
    const before = JSON.stringify(inChat(DIRECT))
    await act()
    await expect.poll(() => JSON.stringify(inChat(DIRECT))).not.toBe(before)
    await simulator.idle()
    return messageText(inChat(DIRECT).at(-1))
  }
  return {
    id: tenant,
    adapter,
    ann: annSays,
    command: (line) => read(() => simulator.say({ user: ANN, conversation: DIRECT, text: `/agent ${line}` })),
    notes: () => inChat(DIRECT).map((one) => ({ text: messageText(one), buttons: teamsIds.buttonsOf(one) })),
    async press(label) {
      const { id } = inChat(DIRECT).findLast((one) => teamsIds.buttonsOf(one).includes(label))!
      await read(() => simulator.press({ user: ANN, conversation: DIRECT, message: id, action: label }))
      return messageText(inChat(DIRECT).find((one) => one.id === id))
    },
    choose: (account) => teamsPerson(simulator, ANN).send({ account }),
    async join() {
      const before = inChat(chat).length
      await happens({ type: 'installationUpdate', action: 'add', text: undefined })
      await expect.poll(() => inChat(chat).length).toBe(before + 1)
      return messageText(inChat(chat).at(-1))
    },
    stranger: (text) => happens({ text }),
    async strangersCommand(line) {
      const before = inChat(chat).length
      await happens({ text: `/agent ${line}` })
      await expect.poll(() => inChat(chat).length).toBeGreaterThan(before)
      return messageText(inChat(chat).at(-1))
    },
    answers: () => inChat(chat).map(messageText),
    isThere: () => true,
  }
}
