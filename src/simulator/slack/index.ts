import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { eventEnvelope, eventsOf } from './app-events.ts'
import { createClient, type HandleClient } from './client.ts'
import { createDeliveryDesk, type Delivery } from './delivery.ts'
import type { Repetition } from './envelope.ts'
import { createFaults, type Faults } from './faults.ts'
import { createHttpDelivery } from './http-delivery.ts'
import { createInteractions, type Interactions } from './interactions.ts'
import { type Entry, type Journal, noJournal, openJournal, readJournal } from './journal.ts'
import { type Limits, withDefaults } from './limits.ts'
import { type LiveMention, recordLiveMentions } from './live-mentions.ts'
import { toView } from './messages.ts'
import type { MethodParts } from './method.ts'
import { agentMethods } from './methods/agents.ts'
import { chatMethods } from './methods/chat.ts'
import { conversationMethods } from './methods/conversations.ts'
import { streamMethods } from './methods/streams.ts'
import { viewMethods } from './methods/views.ts'
import { workspaceMethods } from './methods/workspace.ts'
import { createPages } from './pages.ts'
import { createPeople, type People } from './people.ts'
import { createRates } from './rates.ts'
import { createResponseUrls } from './response-url.ts'
import { createSlackServer } from './server.ts'
import { createSocketMode } from './socket-mode.ts'
import { createTriggers } from './triggers.ts'
import type { Channel, Message, User } from './view.ts'
import { createViews, type OpenView } from './views.ts'
import { type Call, type CallHook, createWebApi } from './web-api.ts'
import { createWorkspace } from './workspace.ts'

export type { Call, CallHook, Delivery, Limits, LiveMention, OpenView }

export interface SlackSimulatorOptions {
  /** Default: any free one. The host is always 127.0.0.1. */
  port?: number
  /**
   * A file in which the workspace outlives this process: messages, streams (open ones stay open), files, response URLs
   * and events not yet acknowledged, which are sent again as repetitions.
   */
  journal?: string
  /** Milliseconds since 1970. Decides every ts, rate window, lifetime and signature; timers run on real time. */
  now?: () => number
  limits?: Partial<Limits>
  team?: { id: string; name: string }
  /** People; each gets a direct conversation with the bot, named D instead of U. */
  users?: User[]
  /** Public channels. */
  channels?: Channel[]
}

/** A Slack workspace with one installed app, strict where Slack is and stricter where Slack's limits are not documented. */
export interface SlackSimulator extends People, Interactions {
  /** http://127.0.0.1:PORT, known once started. The Web API is at `${url}/api/`, the page's requests at `${url}/client/`. */
  readonly url: string
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Events, interactions and commands go to this URL, signed; undefined: to Socket Mode, as at first. */
  sendEventsTo(url: string | undefined): void
  handleClient: HandleClient
  /**
   * Sends an event once per copy, all at once, and resolves when each was acknowledged or not: a new one from its inner
   * fields, or one sent before by its event_id. Nothing is repeated by itself.
   */
  deliver(
    event: string | Record<string, unknown>,
    options?: { copies?: number; retry?: Repetition },
  ): Promise<Delivery['outcome'][]>
  /** Resolves when every event was acknowledged or given up; those that wait for an app to connect do not count. */
  delivered(): Promise<void>
  /** What people see now, oldest first; `as`: what this person sees, else everything; a thread with its root. */
  messages(channel: string, options?: { thread_ts?: string; as?: string }): Message[]
  readonly calls: readonly Call[]
  readonly deliveries: readonly Delivery[]
  /** Mentions that the app's messages brought to life: `<@U…>`, `<!channel>` and the like. */
  readonly liveMentions: readonly LiveMention[]
  /** Forms people have open. */
  readonly views: readonly OpenView[]
  /** Called when a Web API call has arrived and nothing was done yet; the call waits for it. Returns a way to end it. */
  onCall(hook: CallHook): () => void
  /** Called when a call was done and its answer not yet written, which waits for it. */
  onDone(hook: CallHook): () => void
  readonly faults: Pick<Faults, 'list' | 'set'>
  reconnect(reason?: 'refresh_requested' | 'warning'): void
  dropSockets(): void
}

const BOT_TOKEN = 'xoxb-simulator'
const APP_TOKEN = 'xapp-simulator'
const SIGNING_SECRET = 'simulator-signing-secret'
const TEAM = { id: 'T0PARLEY', name: 'Parley HQ' }
const PEOPLE: User[] = [
  { id: 'U0ANN', name: 'ann', real_name: 'Ann', is_bot: false },
  { id: 'U0BEN', name: 'ben', real_name: 'Ben', is_bot: false },
]
const CHANNELS: Channel[] = [{ id: 'C0GENERAL', kind: 'channel', name: 'general' }]
/** How often streams and statuses that have had their time are looked for. */
const EXPIRY_MS = 1000

export function createSlackSimulator(options: SlackSimulatorOptions = {}): SlackSimulator {
  const { port = 0, now = Date.now, team = TEAM, users = PEOPLE, channels = CHANNELS } = options
  const limits = withDefaults(options.limits)
  const stopping = new AbortController()
  let journal: Journal = noJournal
  let url = 'http://127.0.0.1'
  const common = { limits, now, journal: () => journal, url: () => url }

  const workspace = createWorkspace({ ...common, team, people: users, channels })
  const liveMentions = recordLiveMentions({ workspace, limits })
  const socketMode = createSocketMode({ ...common, appId: workspace.app.id })
  const http = createHttpDelivery({ ...common, signingSecret: SIGNING_SECRET })
  const isConnected = (): boolean => http.target !== undefined || socketMode.open > 0
  const receiver = (): typeof http.send | undefined => {
    if (http.target !== undefined) return http.send
    return socketMode.open > 0 ? socketMode.send : undefined
  }
  const desk = createDeliveryDesk({ ...common, receiver })
  const triggers = createTriggers(common)
  const views = createViews({ workspace })
  const responseUrls = createResponseUrls({ ...common, workspace })
  const emit = (event: Record<string, unknown>): void => desk.event(eventEnvelope({ ...common, workspace }, event))
  const people = createPeople({ ...common, workspace, emit })
  const interactions = createInteractions({ ...common, workspace, desk, triggers, responseUrls, views })

  const methodParts: MethodParts = { ...common, workspace, socketMode, triggers, views }
  const methods = {
    ...chatMethods(methodParts),
    ...streamMethods(methodParts),
    ...agentMethods(methodParts),
    ...conversationMethods(methodParts),
    ...workspaceMethods(methodParts),
    ...viewMethods(methodParts),
  }
  const faults = createFaults()
  const webApi = createWebApi({
    ...common,
    methods,
    workspace,
    rates: createRates(common),
    faults,
    tokens: { bot: BOT_TOKEN, app: APP_TOKEN },
    stopping: stopping.signal,
  })
  const pages = createPages({ workspace, faults, isConnected })
  const reconnect = (reason?: 'refresh_requested' | 'warning'): void => socketMode.reconnect(reason)
  const handleClient = createClient({ workspace, people, interactions, pages, faults, reconnect: () => reconnect() })
  const server = createSlackServer({ webApi, responseUrls, workspace, socketMode, handleClient, botToken: BOT_TOKEN })

  workspace.watch((change) => {
    for (const event of eventsOf({ ...common, workspace }, change)) emit(event)
  })
  const appChanged = (): void => {
    pages.connected()
    if (isConnected()) desk.connected()
  }
  socketMode.onChange(appChanged)
  let expiry: NodeJS.Timeout | undefined

  function readBack(path: string): void {
    const events = new Map<string, Extract<Entry, { event: unknown }>['event']>()
    for (const entry of readJournal(path)) {
      if ('event' in entry) events.set(entry.event.id, entry.event)
      else if ('settled' in entry) events.delete(entry.settled)
      else if ('responseUrl' in entry) responseUrls.restore(entry.responseUrl)
      else workspace.restore(entry)
    }
    for (const event of events.values()) desk.restore(event)
    journal = openJournal(path, entries())
  }

  function* entries(): Generator<Entry> {
    yield* workspace.entries()
    for (const responseUrl of responseUrls.all()) yield { responseUrl }
    for (const event of desk.pending()) yield { event }
  }

  return {
    ...people,
    ...interactions,
    get url() {
      return url
    },
    botToken: BOT_TOKEN,
    appToken: APP_TOKEN,
    signingSecret: SIGNING_SECRET,
    async start() {
      if (options.journal) readBack(options.journal)
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      expiry = setInterval(() => workspace.expire(), EXPIRY_MS).unref()
    },
    async stop() {
      if (!server.listening) return
      clearInterval(expiry)
      stopping.abort()
      desk.stop()
      pages.close()
      await socketMode.close()
      http.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      journal.close()
    },
    sendEventsTo(target) {
      http.target = target
      appChanged()
    },
    handleClient,
    async deliver(event, { copies = 1, retry } = {}) {
      const envelope = typeof event === 'string' ? desk.sent(event) : eventEnvelope({ ...common, workspace }, event)
      if (!envelope) throw new Error(`No event ${String(event)} is remembered`)
      const attempts = Array.from({ length: copies }, () => desk.attempt(envelope, retry))
      return (await Promise.all(attempts)).map((ack) =>
        ack.ok ? 'ok' : ack.reason === 'http_timeout' ? 'timeout' : 'error',
      )
    },
    delivered: () => desk.idle(),
    messages(channel, { thread_ts, as } = {}) {
      const messages: Message[] = []
      for (const post of workspace.posts(channel).forward()) {
        if (thread_ts !== undefined && post.ts !== thread_ts && post.thread_ts !== thread_ts) continue
        if (as === undefined || workspace.sees(as, post)) messages.push(toView(workspace, post))
      }
      return messages
    },
    calls: webApi.calls,
    deliveries: desk.deliveries,
    liveMentions,
    get views() {
      return views.open
    },
    onCall: (hook) => webApi.onCall(hook),
    onDone: (hook) => webApi.onDone(hook),
    faults,
    reconnect,
    dropSockets: () => socketMode.drop(),
  }
}
