import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTeams, type Teams, type TeamsOptions } from '../../../adapters/teams/index.ts'
import { conversationPlace } from '../../../adapters/teams/places.ts'
import {
  createTeamsSimulator,
  type TeamsSimulator,
  type TeamsSimulatorOptions,
} from '../../../console/stand-ins/teams/index.ts'
import { personalChat } from '../../../console/stand-ins/teams/settings.ts'
import type { Message, Fault as TeamsFault } from '../../../console/stand-ins/teams/view.ts'
import type { Adapter, Channel, Inbox } from '../../../src/ports/channel.ts'
import type { ChannelHarness, Fault, Operation, Shown } from '../../contracts/channel.ts'
import { memoryInstallations, memoryNotes } from '../../support/adapter-parts.ts'
import { splitAdapter } from '../../support/split-adapter.ts'
import { saidInCard, seenInTeams } from '../../support/teams-text.ts'

export const ANN = '29:1ann'
export const ANNS = '7a11e500-0000-4000-8000-0000000000a1'
export const BEN = '29:1ben'
export const BENS = '7a11e500-0000-4000-8000-0000000000a2'
/** Ann's personal chat. */
export const DIRECT = personalChat(ANN)
export const GENERAL = '19:general@thread.tacv2'
export const GROUP = '19:lunch@thread.v2'

export interface TeamsHarness extends ChannelHarness {
  adapter: Adapter
  simulator: TeamsSimulator
  installations: ReturnType<typeof memoryInstallations>
  log: { level: string; fields: object; message: string }[]
  /** Another adapter on the same simulator, which from then on tells it everything, as after a restart. */
  another(options?: Partial<TeamsOptions>): Promise<Teams>
}

/** A server as the adapter's routes are mounted on. */
export async function serve({ routes }: Pick<Teams, 'routes'>): Promise<{ url: string; close(): Promise<void> }> {
  const [route] = routes
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const { status, headers, body } = await route!.handle({
      url: req.url ?? '/',
      headers: req.headers,
      rawBody: Buffer.concat(chunks),
      address: req.socket.remoteAddress ?? '',
      refuse: () => 0,
    })
    res.writeHead(status, headers).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${route!.path}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** The real adapter, with botbuilder's checks of real tokens, against the simulated Teams. */
export async function createHarness(
  options: {
    simulator?: TeamsSimulatorOptions
    teams?: Partial<TeamsOptions>
    /** Another process shows than the one that receives. */
    split?: boolean
    /** Stands before the channel. */
    wrap?: (channel: Channel) => Channel
  } = {},
): Promise<TeamsHarness> {
  const simulator = createTeamsSimulator(options.simulator)
  await simulator.start()
  const log: TeamsHarness['log'] = []
  const say = (level: string) => (fields: object, message: string) => void log.push({ level, fields, message })
  const installations = memoryInstallations()
  const kept = memoryNotes()
  const servers: { close(): Promise<void> }[] = []

  async function another(more: Partial<TeamsOptions> = {}): Promise<Teams> {
    const { appId, appPassword, tenantId } = simulator
    const teams = createTeams({
      app: { appId, credential: { kind: 'secret', value: appPassword }, tenantId, appType: 'SingleTenant' },
      loginUrl: simulator.loginUrl,
      openIdUrl: simulator.openIdMetadataUrl,
      graphUrl: simulator.graphUrl,
      installations,
      notes: kept,
      budget: { tryTake: async () => 'ok' },
      unlimited: true,
      log: { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') },
      ...options.teams,
      ...more,
    })
    const server = await serve(teams)
    servers.push(server)
    simulator.connect(server.url)
    return teams
  }

  const notes = new Set<string>()
  const worker = options.split && (await another())
  const gateway = await another()
  const adapter = noting(worker ? splitAdapter(gateway, worker) : gateway, notes)
  const ours = () => ofOurs(simulator)

  return {
    simulator,
    installations,
    log,
    another,
    adapter,
    get channel() {
      const channel = adapter.channel(simulator.tenantId)!
      return options.wrap?.(channel) ?? channel
    },
    stranger: BENS,
    namelessFiles: true,
    person: {
      uid: `teams_${simulator.tenantId}_${ANNS}`,
      say(text, where = 'direct', file) {
        const files = file && [{ name: file.name, type: file.mimetype, base64: file.bytes.toString('base64') }]
        const conversation = where === 'direct' ? DIRECT : GENERAL
        const call = where === 'direct' ? {} : { mentions: [simulator.botId] }
        const words = where === 'direct' ? text : `${simulator.mention(simulator.botId)} ${text}`
        const id = simulator.say({ user: ANN, conversation, text: words, ...call, ...(files && { files }) })
        return `${conversation} ${id}`
      },
      edit(said, text) {
        const [conversation, message] = said.split(' ') as [string, string]
        simulator.edit({ user: ANN, conversation, message, text })
      },
      remove(said) {
        const [conversation, message] = said.split(' ') as [string, string]
        simulator.remove({ user: ANN, conversation, message })
      },
      async press(label) {
        for (const message of ours().reverse()) {
          const { conversation, id } = message
          const at = { user: ANN, conversation, message: id }
          if (message.suggested_actions.some(({ title }) => title === label)) {
            await simulator.choose({ ...at, title: label })
            return
          }
          if (buttonsOf(message).includes(label)) {
            await simulator.press({ ...at, action: label })
            return
          }
        }
        throw new Error(`There is no button ${label}`)
      },
      async vote(good) {
        const { conversation, id } = ours().findLast(({ feedback }) => feedback)!
        await simulator.feedback({ user: ANN, conversation, message: id, reaction: good ? 'like' : 'dislike' })
      },
      open() {
        simulator.install({ user: ANN, conversation: DIRECT, on: false })
        simulator.install({ user: ANN, conversation: DIRECT, on: true })
      },
      bring() {
        simulator.install({ user: ANN, conversation: GROUP, on: false })
        simulator.install({ user: ANN, conversation: GROUP, on: true })
        return conversationPlace(simulator.tenantId, GROUP)
      },
    },
    shown: () => ours().map((message) => toShown(message, notes)),
    liveMentions: () => ours().flatMap(({ mentions }) => mentions.map(({ id, text }) => `${id} ${text}`)),
    async resend(copies) {
      const { activity } = simulator.deliveries.at(-1)!
      await Promise.all(Array.from({ length: copies }, () => simulator.deliver(activity)))
    },
    settled: () => simulator.idle(),
    fail(fault, operation) {
      const route = ROUTES[operation]
      // That the bot types meanwhile is no post.
      const posted = operation === 'post' && { activity: 'message' }
      if (route) simulator.faults.set([{ ...toTeams(fault), route, ...posted, times: 1 }])
    },
    failAll(fault, operations) {
      // What a stream is made of goes the way of posts, which may be meant to work.
      const meant = operations.includes('post') ? operations : operations.filter((one) => one === 'edit')
      const routes = new Set(meant.flatMap((operation) => ROUTES[operation] ?? []))
      simulator.faults.set([...routes].map((route) => ({ ...toTeams(fault), route })))
    },
    async close() {
      await simulator.stop()
      for (const server of servers) await server.close()
    },
  }
}

const ROUTES: Partial<Record<Operation, string>> = {
  post: 'POST activities',
  edit: 'PUT activity',
  stream: 'POST activities',
  append: 'POST activities',
  finish: 'POST activities',
}

/** Remembers what people are told in a chat that is theirs alone. */
function noting(adapter: Teams, notes: Set<string>): Teams {
  const noted = async <T extends { text: string } | undefined>(work: Promise<T>): Promise<T> => {
    const note = await work
    if (note) notes.add(note.text)
    return note
  }
  return {
    ...adapter,
    start: (inbox: Inbox) =>
      adapter.start({
        ...inbox,
        message: (said) => inbox.message(said),
        press: (pressed) => noted(inbox.press(pressed)),
        vote: (vote) => noted(inbox.vote(vote)),
      }),
  }
}

export function ofOurs(simulator: TeamsSimulator): Message[] {
  const all = simulator.conversations().flatMap(({ id }) => simulator.messages(id))
  return all.filter(({ author, deleted }) => author.bot && !deleted)
}

type Json = Record<string, unknown>

export function buttonsOf({ attachments, suggested_actions }: Message): string[] {
  const inCards = attachments.flatMap((attachment) => {
    if (attachment.kind !== 'card') return []
    const { actions = [], body = [] } = attachment.content as { actions?: Json[]; body?: Json[] }
    const choices = body.flatMap(({ choices }) => (choices ?? []) as Json[])
    return choices.length > 0
      ? choices
      : actions.filter(({ type }) => /^Action\.(?:Execute|Submit)$/.test(String(type)))
  })
  return [...suggested_actions, ...inCards].map(({ title }) => String(title))
}

/** Its text, or that of its card, as a person sees it. */
function saidIn({ text, attachments }: Message): string {
  const cards = attachments.flatMap((one) => (one.kind === 'card' ? [saidInCard(one.content)] : []))
  return [seenInTeams(text), ...cards].filter((said) => said !== '').join('\n\n')
}

export function toShown(message: Message, notes: ReadonlySet<string> = new Set()): Shown {
  const { stream, targeted_to } = message
  const text = saidIn(message)
  return {
    text,
    buttons: buttonsOf(message),
    files: message.attachments.flatMap((one) => (one.kind === 'image' && one.url ? [inUrl(one.url)] : [])),
    streaming: stream !== undefined,
    alone: targeted_to !== undefined || notes.has(text),
  }
}

const inUrl = (url: string): string => Buffer.from(url.split(',')[1] ?? '', 'base64').toString()

function toTeams(fault: Fault): Omit<TeamsFault, 'route'> {
  switch (fault.kind) {
    case 'limited':
      return { kind: 'ratelimited', retryAfter: fault.retryAfter }
    case 'lost':
      return { kind: 'drop' }
    case 'gone':
      return { kind: 'refuse', status: 404, code: 'ConversationNotFound' }
    case 'forbidden':
      return { kind: 'refuse', status: 403, code: 'BotNotInConversationRoster' }
    case 'revoked':
      return { kind: 'refuse', status: 401, code: 'BotNotRegistered' }
    default:
      return { kind: fault.kind }
  }
}
