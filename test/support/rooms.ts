import { expect, onTestFinished, vi } from 'vitest'
import { createDiscord } from '../../adapters/discord/index.ts'
import { EVENTS, SCOPES } from '../../adapters/slack/manifest.ts'
import { createTeams, type TeamsOptions } from '../../adapters/teams/index.ts'
import { createDiscordSimulator } from '../../console/stand-ins/discord/index.ts'
import { GUILDS } from '../../console/stand-ins/discord/settings.ts'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import {
  type BotManifest,
  createTeamsSimulator,
  type TeamsSimulatorOptions,
} from '../../console/stand-ins/teams/index.ts'
import { PEOPLE, personalChat } from '../../console/stand-ins/teams/settings.ts'
import type { Message } from '../../console/stand-ins/teams/view.ts'
import type { CommandName } from '../../src/model/commands.ts'
import type { Place, PlatformId } from '../../src/model/message.ts'
import type { RouteRequest } from '../../src/ports/route.ts'
import { agentPerson as discordPerson } from '../adapters/discord/agent-person.ts'
import * as discord from '../adapters/discord/harness.ts'
import { agentPerson as slackPerson } from '../adapters/slack/agent-person.ts'
import { agentPerson as teamsPerson } from '../adapters/teams/agent-person.ts'
import * as teams from '../adapters/teams/harness.ts'
import { lineOf, MORE } from '../contracts/story.ts'
import type { ChatHouse } from './chat-house.ts'
import { textOf } from './slack-text.ts'
import { saidInCard } from './teams-text.ts'

export type Somebody = 'ann' | 'ben'

export interface RoomFile {
  name: string
  type: string
  bytes: Uint8Array
  /** Of a voice clip of Slack, with what it writes down of it. */
  clip?: { seconds: number; says?: string }
}
const base64Of = ({ bytes }: RoomFile) => Buffer.from(bytes).toString('base64')

/** Where a team reads of those who want to talk to a person. */
interface Desk {
  /** The channel as `handover.to` names it. */
  channel: string
  card(): string
  /** Below the card, or below what was said last in its thread. */
  press(who: Somebody, label: string, where?: 'thread'): Promise<void>
  /** In the thread of the card; resolves with the message. */
  say(who: Somebody, text: string, files?: readonly RoomFile[]): Promise<string>
  /** What the app has said there below the card. */
  thread(): string[]
  /** What the files hold that the app has put there, by their names. */
  files(): Record<string, string>
}

/** A workspace or server with a channel, connected to a house; Ann manages it. */
export interface Room {
  platform: PlatformId
  channel: Place
  workspace: Place
  uid(who: Somebody): string
  /** A group of the platform, and who is in it from now on; where the platform has such. `fails`: it cannot be asked. */
  group?: { id: string; hold(who: readonly Somebody[]): void; fails(): void }
  /** Uses a command in the channel; what they read then. */
  command(who: Somebody, name: CommandName, values?: Record<string, string>): Promise<string>
  /** Types a line after the command, where commands are typed. */
  type?(who: Somebody, line: string): Promise<string>
  press(who: Somebody, label: string): Promise<string>
  /** Sends the form that is open with what they write into it. */
  fill(who: Somebody, written: Record<string, string>): Promise<string>
  /** The same with what they write into what it leaves out, which they go on to as the platform lets them. */
  fillBoth(who: Somebody, written: Record<string, string>, more: Record<string, string>): Promise<string>
  /** In the channel, to nobody; resolves when the app has been told, with the message. */
  say(who: Somebody, text: string): Promise<string>
  /** In the channel, to the app. */
  call(who: Somebody, text: string): Promise<string>
  /** To nobody, in the thread of what the app posted last in the channel. */
  follow(who: Somebody, text: string): Promise<string>
  /** To what the app posted last in the channel, which is not called by it; where people can reply to any message. */
  reply?(who: Somebody, text: string): Promise<string>
  /** To the app, in their direct conversation with it. */
  tell(who: Somebody, text: string, files?: readonly RoomFile[]): Promise<string>
  /** Puts an emoji to a message, as the platform calls it; `off`: takes it away again. */
  react(who: Somebody, message: string, emoji: Emoji, off?: 'off'): Promise<void>
  /** The app's own emoji on a message, as the platform calls them. */
  marks(message: string): string[]
  /** What the app has said to somebody last in their direct conversation, as `say` names it. */
  last(who: Somebody): string
  /** Presses a quick reply below what the app said last in their direct conversation. */
  choose(who: Somebody, label: string): Promise<void>
  /** The last post of the app at the top of the channel, and the thread below it. */
  desk: Desk
  /** What the app is called there by, in a text. */
  name: string
  edit(who: Somebody, message: string, text: string): Promise<void>
  remove(who: Somebody, message: string): Promise<void>
  /** The app may not take away what it has posted, as long as it has not been tried so often. */
  keepPosts(times: number): void
  /** What the app has posted in the channel for all to see, at the top and in threads. */
  posts(): string[]
  /** What the app has said to somebody alone, in the channel or in their direct conversation. */
  alone(who: Somebody): string[]
  /** What the files hold that the app has given to somebody in their direct conversation, by their names. */
  files(who: Somebody): Record<string, string>
  /** They take what the app offers them, where the platform asks them first. */
  accept?(who: Somebody): Promise<void>
  /** The app may not add files any more; or is to wait with the next one. */
  refuseFiles?(): void
  delayFiles?(): void
  /** Files that people send can neither be fetched nor looked for any more. */
  loseFiles?(): void
  /** What the app has offered somebody alone to open in a browser, oldest first. */
  links(who: Somebody): string[]
  /** What the app has told of what goes on, oldest first: a line, or that it types. */
  signs(): string[]
  /** Whether a line stands that no time takes away. */
  isBusy(): boolean
  /** The next post of the app in the channel is refused, perhaps all of them until they are allowed again. */
  refuse(): void
  allow(): void
  /** All that was written to the platform, call by call. */
  sent(): string[]
  /** Mentions in messages of the app that called somebody who did not just speak to it. */
  called(): string[]
}

/** What the platforms call each emoji. */
const emoji = {
  robot: ['robot_face', '🤖', '1f916_robot'],
  stop: ['octagonal_sign', '🛑', '1f6d1_octagonalsign'],
  repeat: ['repeat', '🔁', '1f501_repeat'],
  sos: ['sos', '🆘', '1f198_sos'],
} as const
export type Emoji = keyof typeof emoji
/** As `calledBy` names them, for all platforms at once. */
export const emojiNames = (of: Emoji): string[] => [...emoji[of]]

/** A message as `say` names it: where it is, and its id. */
const partsOf = (message: string) => message.split(' ') as [place: string, id: string]

const silent = { debug() {}, info() {}, warn() {}, error() {} }

export async function slackRoom(house: ChatHouse): Promise<Room> {
  const users = ['ann', 'ben'].map((name) => ({
    id: `U0${name.toUpperCase()}`,
    name,
    real_name: name[0]!.toUpperCase() + name.slice(1),
    is_bot: false,
    is_owner: name === 'ann',
  }))
  const desk = { id: 'S0DESK', handle: 'desk', users: [] as string[] }
  const simulator = createSlackSimulator({
    ...{ users, groups: [desk], limits: { retryDelaysMs: [], enforceRates: false } },
    app: { scopes: [...SCOPES, 'reactions:read', 'reactions:write'], events: [...EVENTS, 'reaction_added'] },
  })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  await house.connect(simulator)
  const general = 'C0GENERAL'
  const idOf = (who: Somebody) => `U0${who.toUpperCase()}`
  const uid = (who: Somebody) => `slack_T0PARLEY_${idOf(who)}`
  const people = { ann: slackPerson(simulator, 'U0ANN'), ben: slackPerson(simulator, 'U0BEN') }
  const say = async (
    who: Somebody,
    text: string,
    channel = general,
    files: readonly RoomFile[] = [],
    thread_ts?: string,
  ) => {
    const uploads = files.map((file) => ({
      ...{ name: file.name, mimetype: file.type, base64: base64Of(file) },
      ...(file.clip && { clip: file.clip }),
    }))
    const ts = simulator.say({
      ...{ user: idOf(who), channel, text },
      ...(thread_ts && { thread_ts }),
      ...(files.length > 0 && { files: uploads }),
    })
    await simulator.delivered()
    return `${channel} ${ts}`
  }
  const ours = () =>
    simulator.messages(general).filter(({ user, ephemeral_to }) => user === 'U0PARLEY' && ephemeral_to === undefined)
  const card = () => {
    const found = ours().findLast(({ ts, thread_ts }) => thread_ts === undefined || thread_ts === ts)
    if (!found) throw new Error('There is no card')
    return found
  }
  const below = () => ours().filter(({ thread_ts, ts }) => thread_ts === card().ts && ts !== thread_ts)
  const filesOf = (messages: ReturnType<typeof ours>) =>
    Object.fromEntries(
      messages.flatMap(({ files = [] }) => files.map(({ id, name }) => [name, String(simulator.file(id))])),
    )
  return {
    platform: 'slack',
    group: {
      id: 'T0PARLEY/S0DESK',
      hold: (who) => {
        desk.users = who.map(idOf)
      },
      fails: () => simulator.faults.set([{ kind: 'refuse', method: 'usergroups.users.list', error: 'internal_error' }]),
    },
    channel: `slack:T0PARLEY:${general}` as Place,
    workspace: 'slack:T0PARLEY' as Place,
    uid,
    command: (who, command, values = {}) => people[who].say(lineOf({ who, command, values, reads: /./ }, String)),
    type: (who, line) => people[who].say(line),
    press: (who, label) => people[who].press(label),
    fill: (who, written) => people[who].send(written),
    async fillBoth(who, written, more) {
      // The others lie over the form, which is still there afterwards.
      await people[who].more()
      await people[who].send(more)
      return people[who].send(written)
    },
    say,
    call: (who, text) => say(who, `@Parley ${text}`),
    follow(who, text) {
      const { ts, thread_ts } = ours().at(-1)!
      return say(who, text, general, [], thread_ts ?? ts)
    },
    tell: (who, text, files) => say(who, text, `D0${who.toUpperCase()}`, files),
    async react(who, message, of, off) {
      const [channel, ts] = partsOf(message)
      simulator.react({ user: idOf(who), channel, ts, emoji: emoji[of][0], on: !off })
      await simulator.delivered()
    },
    marks(message) {
      const [channel, ts] = partsOf(message)
      const reactions = simulator.messages(channel).find((one) => one.ts === ts)?.reactions ?? {}
      return Object.keys(reactions).filter((name) => reactions[name]!.includes('U0PARLEY'))
    },
    last(who) {
      const channel = `D0${who.toUpperCase()}`
      return `${channel} ${simulator.messages(channel).findLast(({ user }) => user === 'U0PARLEY')!.ts}`
    },
    async choose(who, label) {
      const channel = `D0${who.toUpperCase()}`
      type Actions = { block_id: string; elements?: { action_id: string; text?: { text: string } }[] }
      for (const { ts, blocks } of simulator.messages(channel).toReversed()) {
        for (const { block_id, elements = [] } of (blocks ?? []) as Actions[]) {
          const button = elements.find(({ text }) => text?.text === label)
          if (!button) continue
          return simulator.press({ user: idOf(who), channel, ts, block_id, action_id: button.action_id })
        }
      }
      throw new Error(`There is no quick reply ${label}`)
    },
    desk: {
      channel: `T0PARLEY/${general}`,
      card: () => textOf(card()),
      async press(who, label, where) {
        type Actions = { block_id: string; elements?: { action_id: string; text?: { text: string } }[] }
        const { ts, blocks } = where ? below().at(-1)! : card()
        for (const { block_id, elements = [] } of (blocks ?? []) as Actions[]) {
          const button = elements.find(({ text }) => text?.text === label)
          if (!button) continue
          return simulator.press({ user: idOf(who), channel: general, ts, block_id, action_id: button.action_id })
        }
        throw new Error(`There is no button ${label} below the card`)
      },
      async say(who, text, files = []) {
        const uploads = files.map((file) => ({ name: file.name, mimetype: file.type, base64: base64Of(file) }))
        const thread_ts = card().ts
        const ts = simulator.say({
          ...{ user: idOf(who), channel: general, text, thread_ts },
          ...(files.length > 0 && { files: uploads }),
        })
        await simulator.delivered()
        return `${general} ${ts}`
      },
      thread: () => below().map(textOf),
      files: () => filesOf(below()),
    },
    files: (who) => filesOf(simulator.messages(`D0${who.toUpperCase()}`).filter(({ user }) => user === 'U0PARLEY')),
    refuseFiles: () =>
      simulator.faults.set([{ kind: 'refuse', error: 'missing_scope', method: 'files.getUploadURLExternal' }]),
    delayFiles: () => simulator.faults.set([{ kind: 'ratelimited', method: 'files.getUploadURLExternal', times: 1 }]),
    name: '@Parley',
    async edit(who, message, text) {
      const [channel, ts] = partsOf(message)
      simulator.edit({ user: idOf(who), channel, ts, text })
      await simulator.delivered()
    },
    async remove(who, message) {
      const [channel, ts] = partsOf(message)
      simulator.remove({ user: idOf(who), channel, ts })
      await simulator.delivered()
    },
    keepPosts: (times) =>
      simulator.faults.set([{ kind: 'refuse', error: 'cant_delete_message', method: 'chat.delete', times }]),
    posts: () =>
      simulator
        .messages(general)
        .filter(({ user, ephemeral_to }) => user === 'U0PARLEY' && ephemeral_to === undefined)
        .map(textOf),
    alone: (who) =>
      [general, `D0${who.toUpperCase()}`]
        .flatMap((channel) =>
          simulator.messages(channel, { as: idOf(who) }).map((message) => ({ ...message, channel })),
        )
        .filter(({ user, channel, ephemeral_to }) => user === 'U0PARLEY' && (channel !== general || ephemeral_to))
        .map(textOf),
    links: (who) =>
      [general, `D0${who.toUpperCase()}`].flatMap((channel) =>
        linksIn(
          simulator.messages(channel, { as: idOf(who) }).filter((one) => channel !== general || one.ephemeral_to),
        ),
      ),
    signs: () =>
      simulator.calls
        .filter(({ method }) => method === 'assistant.threads.setStatus')
        .map(({ args }) => String(args['status'])),
    isBusy: () => simulator.activities().some(({ status }) => status !== 'active'),
    refuse: () =>
      simulator.faults.set([{ kind: 'refuse', error: 'restricted_action', method: 'chat.postMessage', times: 1 }]),
    allow: () => simulator.faults.set([]),
    sent: () => simulator.calls.map(({ args }) => JSON.stringify(args)),
    called: () => simulator.liveMentions.map(({ mention }) => mention),
  }
}

export async function discordRoom(house: ChatHouse): Promise<Room> {
  const { ANN, BEN, APP, GENERAL, GUILD } = discord
  const desk = '1200000000000000190'
  const guilds = GUILDS.map((guild) => ({ ...guild, roles: [{ id: desk, name: 'Desk' }] }))
  const simulator = createDiscordSimulator({ guilds, limits: { identifyWindowMs: 0, enforceRates: false } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  await house.join(
    createDiscord({
      botToken: simulator.token,
      apiUrl: `${simulator.url}/api`,
      reactions: true,
      installations: house.installationsOf('discord'),
      notes: house.store.notes('discord'),
      budget: house.budget,
      log: silent,
    }),
  )
  await vi.waitFor(() => expect(simulator.commands({ user: ANN, channel: GENERAL })).not.toEqual([]))
  const ids = { ann: ANN, ben: BEN }
  const uid = (who: Somebody) => `discord_${ids[who]}`
  simulator.permit({ command: 'agent', id: discord.GUILD, allowed: true })
  const people = { ann: discordPerson(simulator, ANN), ben: discordPerson(simulator, BEN) }
  const say = async (who: Somebody, content: string, channel = GENERAL, files: readonly RoomFile[] = []) => {
    const uploads = files.map((file) => ({ name: file.name, type: file.type, base64: base64Of(file) }))
    return `${channel} ${simulator.say({ user: ids[who], channel, content, files: uploads })}`
  }
  const inThread = async (who: Somebody, content: string, files: readonly RoomFile[] = []) => {
    const channel = card().id
    if (!simulator.channels(GUILD).some(({ id }) => id === channel))
      simulator.startThread({ user: ids[who], channel: GENERAL, message: channel, name: 'Card' })
    return say(who, content, channel, files)
  }
  const ours = (channel: string, as?: string) =>
    simulator.messages(channel, as === undefined ? {} : { as }).filter(({ author }) => author.id === APP)
  const filesOf = (messages: ReturnType<typeof ours>) =>
    Object.fromEntries(
      messages.flatMap((one) => discord.filesOf(one).map(({ id, filename }) => [filename, String(simulator.file(id))])),
    )
  const card = () => {
    const found = ours(GENERAL).findLast(({ ephemeral }) => !ephemeral)
    if (!found) throw new Error('There is no card')
    return found
  }
  return {
    platform: 'discord',
    group: {
      id: `${GUILD}/${desk}`,
      hold: (who) => {
        for (const one of ['ann', 'ben'] as const)
          simulator.setRoles({ user: ids[one], roles: who.includes(one) ? [desk] : [] })
      },
      fails: () =>
        simulator.faults.set([{ kind: 'refuse', route: 'GET /guilds/{guild}/members/{user}', code: 50_001 }]),
    },
    channel: `discord:${GUILD}:${GENERAL}` as Place,
    workspace: `discord:${GUILD}` as Place,
    uid,
    command: (who, name, values = {}) => people[who].run(name, values),
    press: (who, label) => people[who].press(label),
    fill: (who, written) => people[who].send(written),
    async fillBoth(who, written, more) {
      await people[who].send(written)
      await people[who].press(MORE)
      return people[who].send(more)
    },
    say,
    call: (who, text) => say(who, `<@${APP}> ${text}`),
    follow: inThread,
    async reply(who, content) {
      const what = { user: ids[who], channel: GENERAL, content }
      return `${GENERAL} ${simulator.say({ ...what, reply_to: card().id, ping: false })}`
    },
    tell: (who, text, files) => say(who, text, simulator.direct(ids[who]), files),
    async react(who, said, of, off) {
      const [channel, message] = partsOf(said)
      simulator.react({ user: ids[who], channel, message, emoji: emoji[of][1], on: !off })
    },
    marks(said) {
      const [channel, message] = partsOf(said)
      const { reactions = [] } = simulator.messages(channel).find(({ id }) => id === message) ?? {}
      return reactions.filter(({ users }) => users.includes(APP)).map((one) => one.emoji)
    },
    last(who) {
      const channel = simulator.direct(ids[who])
      return `${channel} ${ours(channel).at(-1)!.id}`
    },
    async choose(who, label) {
      const channel = simulator.direct(ids[who])
      for (const { id, components } of ours(channel).toReversed()) {
        const button = discord.buttonsOf(components).find((one) => one['label'] === label)
        if (!button) continue
        simulator.use({ user: ids[who], channel, message: id, custom_id: String(button['custom_id']) })
        return
      }
      throw new Error(`There is no quick reply ${label}`)
    },
    desk: {
      channel: `${GUILD}/${GENERAL}`,
      card: () => discord.wordsOf(card()),
      async press(who, label, where) {
        const { id, components } = where ? ours(card().id).at(-1)! : card()
        const button = discord.buttonsOf(components).find((one) => one['label'] === label)
        if (!button) throw new Error(`There is no button ${label} there`)
        const channel = where ? card().id : GENERAL
        simulator.use({ user: ids[who], channel, message: id, custom_id: String(button['custom_id']) })
      },
      say: inThread,
      thread: () => ours(card().id).map(discord.wordsOf),
      files: () => filesOf(ours(card().id)),
    },
    files: (who) => filesOf(ours(simulator.direct(ids[who]))),
    name: `<@${APP}>`,
    async edit(who, said, content) {
      const [channel, message] = partsOf(said)
      simulator.edit({ user: ids[who], channel, message, content })
    },
    async remove(who, said) {
      const [channel, message] = partsOf(said)
      simulator.remove({ user: ids[who], channel, message })
    },
    keepPosts: (times) =>
      simulator.faults.set([
        { kind: 'refuse', code: 50013, route: 'DELETE /channels/{channel}/messages/{message}', times },
      ]),
    posts: () =>
      ours(GENERAL)
        .filter(({ ephemeral }) => !ephemeral)
        .map(discord.wordsOf),
    alone: (who) =>
      [
        ...ours(GENERAL, ids[who]).filter(({ ephemeral }) => ephemeral),
        ...ours(simulator.direct(ids[who]), ids[who]),
      ].map(discord.wordsOf),
    links: (who) => linksIn([...ours(GENERAL, ids[who]), ...ours(simulator.direct(ids[who]), ids[who])]),
    signs: () => simulator.calls.filter(({ route }) => route === 'POST /channels/{channel}/typing').map(() => 'types'),
    isBusy: () => false,
    refuse: () => simulator.setPermissions(GENERAL, [{ id: APP, kind: 'member', deny: ['sendMessages'] }]),
    allow: () => simulator.setPermissions(GENERAL, []),
    sent: () => simulator.calls.map(({ body }) => JSON.stringify(body ?? null)),
    called: () => simulator.liveMentions.filter(({ kind }) => kind !== 'reply').map(({ kind, id }) => `${kind} ${id}`),
  }
}

export const teamsRoom = async (house: ChatHouse): Promise<Room> => (await openTeams(house)).room

/** `processes`: so many of ours take what Teams tells, each in turn. */
export async function openTeams(
  house: ChatHouse,
  options: {
    teams?: Partial<TeamsOptions>
    simulator?: Partial<TeamsSimulatorOptions['app']>
    manifest?: BotManifest
    processes?: number
  } = {},
) {
  const { ANN, BEN, GENERAL, ofOurs, serve } = teams
  const simulator = createTeamsSimulator({
    ...{ limits: { enforceRates: false }, app: { hearsAll: true, ...options.simulator } },
    ...(options.manifest && { manifest: options.manifest }),
  })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const { appId, appPassword, tenantId } = simulator
  const adapters = Array.from({ length: options.processes ?? 1 }, () =>
    createTeams({
      app: { appId, credential: { kind: 'secret', value: appPassword }, tenantId, appType: 'SingleTenant' },
      loginUrl: simulator.loginUrl,
      openIdUrl: simulator.openIdMetadataUrl,
      graphUrl: simulator.graphUrl,
      tokenStoreUrl: simulator.tokenStoreUrl,
      installations: house.installationsOf('teams'),
      notes: house.store.notes('teams'),
      budget: house.budget,
      owners: [PEOPLE[0]!.aadObjectId],
      unlimited: true,
      log: silent,
      ...options.teams,
    }),
  )
  const doors = adapters.map(({ routes }) => routes[0]!)
  let told = 0
  const door = { ...doors[0]!, handle: (request: RouteRequest) => doors[told++ % doors.length]!.handle(request) }
  const server = await serve({ routes: [door] })
  onTestFinished(() => server.close())
  simulator.connect(server.url)
  for (const adapter of adapters) await house.join(adapter)
  const ids = { ann: ANN, ben: BEN }
  const uid = (who: Somebody) => `teams_${tenantId}_${PEOPLE.find(({ id }) => id === ids[who])!.aadObjectId}`
  const people = { ann: teamsPerson(simulator, ANN), ben: teamsPerson(simulator, BEN) }
  const say = async (
    who: Somebody,
    text: string,
    mentions: string[] = [],
    conversation = GENERAL,
    files: readonly RoomFile[] = [],
  ) => {
    const uploads = files.map((file) => ({ name: file.name, type: file.type, base64: base64Of(file) }))
    const id = simulator.say({ user: ids[who], conversation, text, mentions, files: uploads })
    await simulator.idle()
    return `${conversation} ${id}`
  }
  const inThread = async (who: Somebody, text: string, quotes?: string) => {
    const { id, root = id } = posts().at(-1)!
    const mentions = text.includes(simulator.mention(simulator.botId)) ? [simulator.botId] : []
    const said = { user: ids[who], conversation: GENERAL, root, text, mentions, ...(quotes && { quotes }) }
    const message = simulator.say(said)
    await simulator.idle()
    return `${GENERAL} ${message}`
  }
  const posts = () =>
    ofOurs(simulator).filter(
      ({ conversation, targeted_to }) => conversation.startsWith(GENERAL) && targeted_to === undefined,
    )
  const card = () => {
    const found = posts().findLast(({ root }) => root === undefined)
    if (!found) throw new Error('There is no card')
    return found
  }
  const below = () => posts().filter(({ root }) => root === card().id)
  const filesOf = (messages: readonly Message[]) =>
    Object.fromEntries(
      messages.flatMap(({ attachments }) =>
        attachments.flatMap((one): [string, string][] => {
          if (one.kind === 'image' && one.url) return [[one.name, atob(one.url.slice(one.url.indexOf(',') + 1))]]
          return one.kind === 'file' ? [[one.name, String(simulator.file(one.file))]] : []
        }),
      ),
    )
  const room: Room = {
    platform: 'teams',
    channel: `teams:${tenantId}/${GENERAL}` as Place,
    workspace: `teams:${tenantId}` as Place,
    uid,
    command: (who, command, values = {}) =>
      people[who].say({ text: lineOf({ who, command, values, reads: /./ }, String), mentions: [] }),
    type: (who, line) => people[who].say({ text: line, mentions: [] }),
    press: (who, label) => people[who].press(label),
    fill: (who, written) => people[who].send(written),
    async fillBoth(who, written, more) {
      await people[who].more(written)
      return people[who].send(more)
    },
    say,
    call: (who, text) => say(who, `${simulator.mention(simulator.botId)} ${text}`, [simulator.botId]),
    follow: (who, text) => inThread(who, text),
    reply: (who, text) => inThread(who, text, posts().at(-1)!.id),
    tell: (who, text, files) => say(who, text, [], personalChat(ids[who]), files),
    async react(who, said, of, off) {
      const [conversation, message] = partsOf(said)
      simulator.react({ user: ids[who], conversation, message, reaction: emoji[of][2], on: !off })
      await simulator.idle()
    },
    marks(said) {
      const [conversation, message] = partsOf(said)
      const { reactions = [] } = simulator.messages(conversation).find(({ id }) => id === message) ?? {}
      return reactions.filter(({ users }) => users.includes(simulator.botId)).map(({ type }) => type)
    },
    last: (who) => `${personalChat(ids[who])} ${people[who].seen().at(-1)!.id}`,
    async choose(who, label) {
      const { id, conversation, suggested_actions: suggested } = people[who].seen().at(-1)!
      const at = { user: ids[who], conversation, message: id }
      if (suggested.some(({ title }) => title === label)) await simulator.choose({ ...at, title: label })
      else await simulator.press({ ...at, action: label })
      await simulator.idle()
    },
    desk: {
      channel: `${tenantId}/${GENERAL}`,
      card: () => shownOf(card()),
      async press(who, label, where) {
        const { id: message } = where ? below().at(-1)! : card()
        await simulator.press({ user: ids[who], conversation: GENERAL, message, action: label })
        await simulator.idle()
      },
      async say(who, text, files = []) {
        const uploads = files.map((file) => ({ name: file.name, type: file.type, base64: base64Of(file) }))
        const root = card().id
        const id = simulator.say({ user: ids[who], conversation: GENERAL, root, text, mentions: [], files: uploads })
        await simulator.idle()
        return `${GENERAL} ${id}`
      },
      thread: () => below().map(shownOf),
      files: () => filesOf(below()),
    },
    files: (who) => filesOf(people[who].seen()),
    async accept(who) {
      for (const { id, conversation, attachments } of people[who].seen()) {
        if (attachments[0]?.kind !== 'consent') continue
        await simulator.consent({ user: ids[who], conversation, message: id, accept: true })
      }
      await simulator.idle()
    },
    loseFiles: () =>
      simulator.faults.set(
        (['GET download', 'GET graph message', 'GET graph reply'] as const).map((route) => ({ kind: 'error', route })),
      ),
    name: simulator.mention(simulator.botId),
    async edit(who, said, text) {
      const [conversation, message] = partsOf(said)
      const mentions = text.includes(simulator.mention(simulator.botId)) ? [simulator.botId] : []
      simulator.edit({ user: ids[who], conversation, message, text, mentions })
      await simulator.idle()
    },
    async remove(who, said) {
      const [conversation, message] = partsOf(said)
      simulator.remove({ user: ids[who], conversation, message })
      await simulator.idle()
    },
    keepPosts: (times) =>
      simulator.faults.set([{ kind: 'refuse', status: 403, code: 'Forbidden', route: 'DELETE activity', times }]),
    posts: () =>
      ofOurs(simulator)
        .filter(({ conversation, targeted_to }) => conversation.startsWith(GENERAL) && targeted_to === undefined)
        .map(({ text }) => text),
    alone: (who) => people[who].seen().map(shownOf),
    links: (who) => linksIn(people[who].seen()),
    signs: () => simulator.calls.filter(({ body }) => isTyping(body)).map(() => 'types'),
    isBusy: () => false,
    refuse: () =>
      simulator.faults.set([
        {
          kind: 'refuse',
          status: 403,
          code: 'BotNotInConversationRoster',
          route: 'POST activities',
          activity: 'message',
          times: 1,
        },
      ]),
    allow: () => simulator.faults.set([]),
    sent: () => simulator.calls.map(({ body }) => JSON.stringify(body ?? null)),
    called: () =>
      simulator.calls.map(({ body }) => JSON.stringify(body ?? '')).filter((body) => /"type":"mention"/.test(body)),
  }
  return { room, simulator }
}

/** Its text, or what stands in its card. */
const shownOf = ({ text, attachments }: Message): string =>
  [text, ...attachments.map((one) => (one.kind === 'card' ? saidInCard(one.content) : ''))]
    .filter((one) => one !== '')
    .join('\n')

/** Typing, and not a chunk of a native stream, which is told as that. */
const isTyping = (body: unknown): boolean => {
  const { type, entities } = (body ?? {}) as { type?: unknown; entities?: unknown }
  return type === 'typing' && entities === undefined
}

/** Of buttons that open something. */
const linksIn = (messages: readonly object[]): string[] =>
  messages.flatMap((message) =>
    [...JSON.stringify(message).matchAll(/"url":"([^"]+\/connect\/[^"]+)"/g)].map(([, url]) => url!),
  )

export const rooms: readonly { name: string; open(house: ChatHouse): Promise<Room> }[] = [
  { name: 'Slack', open: slackRoom },
  { name: 'Discord', open: discordRoom },
  { name: 'Teams', open: teamsRoom },
]
