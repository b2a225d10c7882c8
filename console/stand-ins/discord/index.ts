import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { HandleClient } from '../shared/client.ts'
import { newSecret } from '../shared/door.ts'
import { openJournalFile, readJournalFile } from '../shared/journal-file.ts'
import { remember } from '../shared/remember.ts'
import { type Actions, createActions } from './actions.ts'
import { createAnswers } from './answers.ts'
import { createClient } from './client.ts'
import { commandViews } from './command-input.ts'
import { createCommands } from './commands.ts'
import { createFaults, type Faults } from './faults.ts'
import type { Frame } from './gateway/connection.ts'
import { createGateway, type Gateway } from './gateway/index.ts'
import type { Interaction } from './interaction.ts'
import { createInteractions, type OpenModal } from './interactions.ts'
import { type CommandPermission, type Entry, type Journal, noJournal } from './journal.ts'
import { type Limits, withDefaults } from './limits.ts'
import { type LiveMention, liveMentionsOf } from './live-mentions.ts'
import { createNonces } from './nonces.ts'
import { createPages } from './pages.ts'
import { createPeople, type People } from './people.ts'
import { bits } from './permissions.ts'
import { createRates } from './rates.ts'
import { type Call, type CallHook, createRest } from './rest.ts'
import { commandRoutes } from './routes/commands.ts'
import { gatewayRoutes } from './routes/gateway.ts'
import { guildRoutes } from './routes/guilds.ts'
import { interactionRoutes } from './routes/interactions.ts'
import { messageRoutes } from './routes/messages.ts'
import { threadRoutes } from './routes/threads.ts'
import { createDiscordServer } from './server.ts'
import {
  APP,
  type AppSettings,
  type GroupSettings,
  GUILDS,
  type GuildSettings,
  type OverwriteSettings,
  PEOPLE,
  type PersonSettings,
} from './settings.ts'
import type { Channel, Command, GatewayAction, Message, Modal } from './view.ts'
import { channelView, messageView, modalView } from './views.ts'
import { createWorld } from './world.ts'

export type {
  AppSettings,
  Call,
  CallHook,
  Frame,
  GuildSettings,
  Interaction,
  Limits,
  LiveMention,
  OverwriteSettings,
  PersonSettings,
}

export interface DiscordSimulatorOptions {
  /** Default: any free one. The host is always 127.0.0.1. */
  port?: number
  /**
   * A file in which everything outlives this process: messages, threads, files, commands and the tokens of interactions.
   * Sessions do not: who comes back identifies itself anew and reads what it missed.
   */
  journal?: string
  /**
   * It is of whoever began it, in this process: its secrets are made anew each time, and only `handleClient` takes what the page asks. Otherwise
   * all of it is known, and whoever reaches it is anybody.
   */
  own?: boolean
  /** Milliseconds since 1970. Decides every id, rate window, deadline and signature; heartbeats run on real time. */
  now?: () => number
  limits?: Partial<Limits>
  app?: Partial<AppSettings>
  people?: readonly PersonSettings[]
  guilds?: readonly GuildSettings[]
  /** Of direct messages; none by default. */
  groups?: readonly GroupSettings[]
}

/** Discord with one app in it, strict where Discord is, and stricter where its limits are not documented. */
export interface DiscordSimulator extends People, Actions {
  /** http://127.0.0.1:PORT, known once started. REST is at `${url}/api` (give this to the SDK), the page's requests at `${url}/client/`. */
  readonly url: string
  readonly token: string
  readonly applicationId: string
  start(): Promise<void>
  stop(): Promise<void>
  handleClient: HandleClient
  /** What people see now, oldest first; `as`: what this person sees, else everything. */
  messages(channel: string, options?: { as?: string }): Message[]
  /** Of the first server, or of `guild`, with its threads. */
  channels(guild?: string): Channel[]
  /** What a person could call in a channel. */
  commands(what: { user: string; channel: string }): Command[]
  /** The form that is open before a person. */
  modal(user: string): Modal | undefined
  interaction(id: string): Interaction | undefined
  /** The bytes of an attachment. */
  file(id: string): Buffer | undefined
  addGuild(settings: GuildSettings): void
  /** A person has the app for themselves, or not any more. */
  installFor(user: string, on: boolean): void
  removeGuild(id: string): void
  /** Replaces what a role or a person may do in a channel. */
  setPermissions(channel: string, overwrites: readonly OverwriteSettings[]): void
  /** Under Integrations a server (default: the first) lets somebody use a command, or does not: a person, a role, or itself for everybody. */
  permit(what: Omit<CommandPermission, 'guild'> & { guild?: string }): void
  setRoles(what: { user: string; roles: string[]; guild?: string }): void
  /** Deadlines are also looked at every second; this does it now: answers, typing, archiving, sessions. */
  expire(): void
  readonly calls: readonly Call[]
  /** Of the gateway, both ways. */
  readonly frames: readonly Frame[]
  /** Mentions that the app's messages brought to life. */
  readonly liveMentions: readonly LiveMention[]
  /** Called when a REST call has arrived and nothing was done yet; the call waits for it. Returns a way to end it. */
  onCall(hook: CallHook): () => void
  /** Called when a call was done and its answer not yet written, which waits for it. */
  onDone(hook: CallHook): () => void
  readonly faults: Pick<Faults, 'list' | 'set'>
  readonly gateway: Pick<
    Gateway,
    'sessions' | 'connected' | 'drop' | 'close' | 'reconnect' | 'invalidate' | 'silence' | 'malform' | 'repeat' | 'raw'
  > & {
    /** The server (default: the first) becomes unavailable, or is there again. */
    setAvailable(available: boolean, guild?: string): void
  }
}

/** How often it is looked for what has had its time. */
const EXPIRY_MS = 1000

export function createDiscordSimulator(options: DiscordSimulatorOptions = {}): DiscordSimulator {
  const { port = 0, now = Date.now, people: persons = PEOPLE, guilds = GUILDS, groups = [] } = options
  const limits = withDefaults(options.limits)
  const ofOwner = options.own ? { token: APP.token.replace(/[^.]*$/, newSecret()) } : {}
  const app: AppSettings = { ...APP, ...ofOwner, ...options.app }
  const stopping = new AbortController()
  let journal: Journal = noJournal
  let url = 'http://127.0.0.1'
  let token = app.token
  const common = { limits, now, url: () => url, token: () => token, journal: () => journal }

  const world = createWorld({ ...common, app, people: persons, guilds, groups })
  const faults = createFaults()
  const rates = createRates(common)
  const commands = createCommands({ ...common, world })
  const gateway = createGateway({
    ...common,
    world,
    resetToken: () => (token = `${app.token}.reset`),
    changed: () => pages.connected(),
  })
  const interactions = createInteractions({ ...common, world, send: gateway.send })
  const answers = createAnswers({ ...common, world, interactions })
  const people = createPeople({ ...common, world })
  const actions = createActions({ world, commands, interactions })
  const routes = {
    ...gatewayRoutes({ ...common, world, gateway }),
    ...guildRoutes({ world }),
    ...messageRoutes({ ...common, world, rates, nonces: createNonces(common) }),
    ...threadRoutes({ ...common, world }),
    ...commandRoutes({ world, commands }),
    ...interactionRoutes({ world, answers }),
  }
  const rest = createRest({ ...common, routes, rates, faults, stopping: stopping.signal })
  const pages = createPages({ world, commands, interactions, faults, isConnected: gateway.connected })
  const liveMentions: LiveMention[] = []

  world.watch(gateway.hear)
  world.watch((change) => {
    for (const mention of liveMentionsOf(world, change)) remember(liveMentions, mention, limits.records)
  })

  function guildOf(id?: string) {
    const guild = id === undefined ? [...world.guilds.values()][0] : world.guilds.get(id)
    if (!guild) throw new Error(`There is no server ${id ?? ''}`)
    return guild
  }
  const setAvailable = (available: boolean, id?: string): void => world.setAvailable(guildOf(id), available)
  const does: Record<GatewayAction, () => void> = {
    drop: gateway.drop,
    reconnect: gateway.reconnect,
    invalidate: () => gateway.invalidate(false),
    silence: gateway.silence,
    malform: gateway.malform,
    hide: () => setAvailable(false),
    show: () => setAvailable(true),
  }
  const handleClient = createClient({ world, people, actions, pages, faults, gateway: does })
  const server = createDiscordServer({
    rest,
    gateway,
    files: world.files,
    handleClient: options.own ? undefined : handleClient,
  })
  let expiry: NodeJS.Timeout | undefined

  function readBack(path: string): void {
    for (const entry of readJournalFile<Entry>(path)) {
      if ('commands' in entry || 'permitted' in entry) commands.restore(entry)
      else if ('interaction' in entry) interactions.restore(entry.interaction)
      else world.restore(entry)
    }
    journal = openJournalFile(path, entries())
  }

  function* entries(): Generator<Entry> {
    yield* world.entries()
    yield* commands.entries()
    yield* interactions.entries()
  }

  function expire(): void {
    world.expire()
    interactions.expire()
    gateway.expire()
  }

  return {
    ...people,
    ...actions,
    get url() {
      return url
    },
    get token() {
      return token
    },
    applicationId: app.id,
    async start() {
      if (options.journal) readBack(options.journal)
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      expiry = setInterval(expire, EXPIRY_MS).unref()
    },
    async stop() {
      if (!server.listening) return
      clearInterval(expiry)
      stopping.abort()
      pages.close()
      await gateway.stop()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      journal.close()
    },
    handleClient,
    messages(channel, { as } = {}) {
      const posts = [...world.posts.of(channel).forward()]
      return posts
        .filter((post) => !as || !post.ephemeralTo || post.ephemeralTo === as)
        .map((post) => messageView(world, post))
    },
    channels(id) {
      const guild = guildOf(id)
      return [...world.channels.values()]
        .filter((each) => each.guild === guild.id)
        .map((each) => channelView(world, each, guild.owner))
    },
    commands: ({ user, channel }) =>
      commandViews(commands.usable(world.channels.get(channel)!, user), world.localeOf(user)),
    modal(user) {
      const open: OpenModal | undefined = interactions.modals.get(user)
      return open && modalView(open)
    },
    interaction: interactions.find,
    file: (id) => world.files.get(id)?.bytes,
    addGuild: (settings) => void world.addGuild(settings),
    installFor(user, on) {
      if (on) world.installedBy.add(user)
      else world.installedBy.delete(user)
    },
    removeGuild: (id) => world.removeGuild(guildOf(id)),
    setPermissions(id, overwrites) {
      const channel = world.channels.get(id)
      if (!channel) throw new Error(`There is no channel ${id}`)
      const read = overwrites.map(({ allow = [], deny = [], ...rest }) => ({
        ...rest,
        allow: bits(allow),
        deny: bits(deny),
      }))
      world.changeChannel(channel, { overwrites: read })
    },
    permit: ({ guild, ...of }) => commands.permit({ ...of, guild: guildOf(guild).id }),
    setRoles: ({ user, roles, guild }) => world.changeMember(guildOf(guild), user, { roles }),
    expire,
    calls: rest.calls,
    frames: gateway.frames,
    liveMentions,
    onCall: (hook) => rest.onCall(hook),
    onDone: (hook) => rest.onDone(hook),
    faults,
    gateway: { ...gateway, setAvailable },
  }
}
