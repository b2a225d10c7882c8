import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { newSecret } from '../shared/door.ts'
import { openJournalFile, readJournalFile } from '../shared/journal-file.ts'
import { createAuthority } from './authority.ts'
import { createClient } from './client.ts'
import { createFaults } from './faults.ts'
import { CONFIG_REFRESH, CONFIG_TOKEN, createInstalls } from './installs.ts'
import { type Entry, type Journal, noJournal } from './journal.ts'
import { withDefaults } from './limits.ts'
import { recordLiveMentions } from './live-mentions.ts'
import { toView } from './messages.ts'
import { createPages } from './pages.ts'
import { createSeat, type Seat } from './seat.ts'
import { createSlackServer } from './server.ts'
import type { Messages, SlackSimulator, SlackSimulatorOptions } from './simulator.ts'
import { type AppSettings, createApp, EVENTS, SCOPES, type SlackApp } from './slack-app.ts'
import type { Channel, Message, User } from './view.ts'
import { createWebApi } from './web-api.ts'
import { createWorkflow } from './workflow.ts'
import { createWorkspace, type Workspace } from './workspace.ts'

export type { Limits } from './limits.ts'
export type { SlackSimulator, SlackSimulatorOptions } from './simulator.ts'
export type { Call } from './web-api.ts'

const BOT_TOKEN = 'xoxb-simulator'
const APP: AppSettings = {
  id: 'A0PARLEY',
  botId: 'B0PARLEY',
  name: 'Parley',
  appToken: 'xapp-simulator',
  signingSecret: 'simulator-signing-secret',
  clientId: '1000000000.2000000000',
  clientSecret: 'simulator-client-secret',
  scopes: SCOPES,
  events: EVENTS,
  redirectUrls: ['https://parley.example.com/slack/oauth_redirect'],
  shortcuts: ['ask_about', 'why'],
  commands: [{ command: '/agent', description: 'Shape the agents', usage_hint: 'help', should_escape: true }],
  interactivity: true,
  agentView: true,
  homeTab: true,
  tokenRotation: false,
  unfurlDomains: [],
  functions: {},
}
const TEAM: NonNullable<SlackSimulatorOptions['team']> = { id: 'T0PARLEY', name: 'Parley HQ' }
const PEOPLE: User[] = [
  { id: 'U0ANN', name: 'ann', real_name: 'Ann', is_bot: false, is_owner: true },
  { id: 'U0BEN', name: 'ben', real_name: 'Ben', is_bot: false },
]
const CHANNELS: Channel[] = [{ id: 'C0GENERAL', kind: 'channel', name: 'general' }]
const newSecrets = () => ({
  botToken: `xoxb-${newSecret()}`,
  appToken: `xapp-${newSecret()}`,
  signingSecret: newSecret(),
  clientSecret: newSecret(),
})

/** How often streams and statuses that have had their time are looked for. */
const EXPIRY_MS = 1000

export function createSlackSimulator(options: SlackSimulatorOptions = {}): SlackSimulator {
  const { port = 0, now = Date.now, team = TEAM, users = PEOPLE, channels = CHANNELS, groups } = options
  const limits = withDefaults(options.limits)
  const stopping = new AbortController()
  let journal: Journal = noJournal
  let url = 'http://127.0.0.1'
  const passing = { limits, now, journal: () => noJournal, url: () => url }
  const common = { ...passing, journal: () => journal }

  const { botToken, ...ofApp } = options.own ? newSecrets() : { botToken: BOT_TOKEN }
  const app = createApp({ ...APP, ...ofApp, ...options.app }, { ...common, changed: () => pages.connected() })
  const bot = botOf(app, '')
  const workspace = createWorkspace({ ...common, team, people: users, channels, groups, app, bot })
  const first = createSeat({ ...common, app, workspace })
  const apps: SlackApp[] = [app]
  const seats: Seat[] = [first]
  const seatsOf = (one: SlackApp): Seat[] => seats.filter((seat) => seat.app === one)
  const installs = createInstalls({
    now,
    apps: () => apps,
    seatsOf,
  })
  installs.install([first], false, botToken)
  const authority = createAuthority({ installs, apps, seatsOf, knows: first.knows })

  const liveMentions = recordLiveMentions({ workspace, limits })
  const faults = createFaults()
  const webApi = createWebApi({ ...authority, limits, faults, now, stopping: stopping.signal })
  const workflow = createWorkflow({
    workspace,
    functions: () => app.functions,
    steps: first.steps,
    people: first.people,
  })
  const pages = createPages({ workspace, app, views: first.views, workflow, faults })
  const { people, interactions, responseUrls, views } = first
  const { desk, socketMode } = app
  const reconnect = (reason?: 'refresh_requested' | 'warning'): void => socketMode.reconnect(reason)
  const handleClient = createClient({
    workspace,
    people,
    interactions,
    pages,
    workflow,
    faults,
    reconnect: () => reconnect(),
  })
  const server = createSlackServer({
    ...{ webApi, seats: () => seats, readers: authority.readers, faults },
    handleClient: options.own ? undefined : handleClient,
  })

  function messagesIn(where: Workspace): Messages {
    return (channel, { thread_ts, as } = {}) => {
      const messages: Message[] = []
      for (const post of where.posts(channel).forward()) {
        if (thread_ts !== undefined && post.ts !== thread_ts && post.thread_ts !== thread_ts) continue
        if (as === undefined || where.sees(as, post)) messages.push(toView(where, post))
      }
      return messages
    }
  }

  /** Where the app is installed together with this workspace: all of its organisation, or there alone. */
  function installedWith(id: string): Seat[] {
    const home = seats.find((seat) => seat.app === app && seat.workspace.team.id === id)
    if (!home) throw new Error(`There is no workspace ${id}`)
    if (home.installed !== 'organisation') return [home]
    return seats.filter((seat) => seat.installed === 'organisation')
  }

  let expiry: NodeJS.Timeout | undefined

  function readBack(path: string): void {
    const events = new Map<string, Extract<Entry, { event: unknown }>['event']>()
    for (const entry of readJournalFile<Entry>(path)) {
      if ('event' in entry) events.set(entry.event.id, entry.event)
      else if ('settled' in entry) events.delete(entry.settled)
      else if ('responseUrl' in entry) responseUrls.restore(entry.responseUrl)
      else if ('view' in entry || 'viewClosed' in entry) views.restore(entry)
      else workspace.restore(entry)
    }
    for (const event of events.values()) desk.restore(event)
    journal = openJournalFile(path, entries())
  }

  function* entries(): Generator<Entry> {
    yield* workspace.entries()
    for (const responseUrl of responseUrls.all()) yield { responseUrl }
    yield* views.entries()
    for (const event of desk.pending()) yield { event }
  }

  return {
    ...people,
    ...interactions,
    get url() {
      return url
    },
    botToken,
    appToken: app.appToken,
    signingSecret: app.signingSecret,
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    configToken: CONFIG_TOKEN,
    configRefresh: CONFIG_REFRESH,
    expireConfig: installs.expireConfig,
    async start() {
      if (options.journal) readBack(options.journal)
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      expiry = setInterval(() => {
        for (const seat of new Set(seats.map((each) => each.workspace))) seat.expire()
      }, EXPIRY_MS).unref()
    },
    async stop() {
      if (!server.listening) return
      clearInterval(expiry)
      stopping.abort()
      pages.close()
      await Promise.all(apps.map((each) => each.close()))
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      journal.close()
    },
    sendEventsTo: app.sendEventsTo,
    handleClient,
    async deliver(event, { copies = 1, retry } = {}) {
      const envelope = typeof event === 'string' ? desk.sent(event) : first.envelope(event)
      if (!envelope) throw new Error(`No event ${String(event)} is remembered`)
      const attempts = Array.from({ length: copies }, () => desk.attempt(envelope, retry))
      return (await Promise.all(attempts)).map((ack) =>
        ack.ok ? 'ok' : ack.reason === 'http_timeout' ? 'timeout' : 'error',
      )
    },
    delivered: () => desk.idle(),
    messages: messagesIn(workspace),
    activities: workspace.activities.list,
    addTeam({ id, name, enterprise, users: there, channels: rooms }) {
      // People of an organisation have one id in all of its workspaces, and so has the app.
      const isTogether = enterprise !== undefined && enterprise.id === team.enterprise?.id
      const own = { ...bot, id: isTogether ? bot.id : `U${seats.length}PARLEY` }
      const other = createWorkspace({
        ...passing,
        team: { id, name, enterprise },
        people: there,
        channels: rooms,
        app,
        bot: own,
      })
      const seat = createSeat({ ...passing, app, workspace: other })
      seats.push(seat)
      return {
        ...seat.people,
        ...seat.interactions,
        messages: messagesIn(other),
        activities: other.activities.list,
        get views() {
          return seat.views.open
        },
      }
    },
    addApp(name) {
      const tag = name.toUpperCase()
      const settings: AppSettings = {
        ...APP,
        id: `A0${tag}`,
        botId: `B0${tag}`,
        name,
        appToken: `xapp-${tag}`,
        signingSecret: `signing-secret-of-${tag}`,
        clientId: `1000000000.${apps.length}`,
      }
      const another = createApp(settings, { ...passing, changed: () => {} })
      const itsBot = botOf(another, tag)
      const seat = createSeat({ ...passing, app: another, workspace: workspace.seat(another, itsBot) })
      apps.push(another)
      seats.push(seat)
      const { appToken, signingSecret, sendEventsTo } = another
      const { deliveries } = another.desk
      return { botToken: installs.install([seat]), appToken, signingSecret, bot: itsBot, deliveries, sendEventsTo }
    },
    authorize: installs.authorize,
    install: (id = team.id) => installs.install(installedWith(id)),
    uninstall: (id = team.id) => installs.uninstall(installedWith(id)),
    calls: webApi.calls,
    deliveries: desk.deliveries,
    liveMentions,
    get views() {
      return views.open
    },
    home: views.home,
    steps: first.steps,
    file: (id) => workspace.files.get(id)?.bytes,
    onCall: (hook) => webApi.onCall(hook),
    onDone: (hook) => webApi.onDone(hook),
    faults,
    reconnect,
    dropSockets: () => socketMode.drop(),
    get connections() {
      return socketMode.open
    },
  }
}

function botOf({ name }: SlackApp, tag: string): User {
  return { id: `U0${tag || 'PARLEY'}`, name: name.toLowerCase(), real_name: name, is_bot: true }
}
