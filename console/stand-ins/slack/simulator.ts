import type { HandleClient } from '../shared/client.ts'
import type { Activity } from './activities.ts'
import type { Delivery } from './delivery.ts'
import type { Repetition } from './envelope.ts'
import type { Faults } from './faults.ts'
import type { Approval } from './installs.ts'
import type { Interactions } from './interactions.ts'
import type { Limits } from './limits.ts'
import type { LiveMention } from './live-mentions.ts'
import type { People } from './people.ts'
import type { AppSettings } from './slack-app.ts'
import type { Steps } from './steps.ts'
import type { Channel, Group, Message, User } from './view.ts'
import type { OpenView } from './views.ts'
import type { Call, CallHook } from './web-api.ts'
import type { Enterprise } from './workspace.ts'

export interface SlackSimulatorOptions {
  /** Default: any free one. The host is always 127.0.0.1. */
  port?: number
  /**
   * A file in which the workspace outlives this process: messages, streams (open ones stay open), files, response URLs
   * and events not yet acknowledged, which are sent again as repetitions.
   */
  journal?: string
  /**
   * It is of whoever began it, in this process: its secrets are made anew each time, and only `handleClient` takes what the page asks. Otherwise
   * all of it is known, and whoever reaches it is anybody.
   */
  own?: boolean
  /** Milliseconds since 1970. Decides every ts, rate window, lifetime and signature; timers run on real time. */
  now?: () => number
  limits?: Partial<Limits>
  /** What stands in the app's settings. */
  app?: Partial<Pick<AppSettings, Changeable>>
  team?: { id: string; name: string; enterprise?: Enterprise }
  /** People; each gets a direct conversation with the bot, named D instead of U. */
  users?: User[]
  /** Public and private channels, and conversations of several people. */
  channels?: Channel[]
  groups?: Group[]
}

type Changeable =
  | 'scopes'
  | 'events'
  | 'redirectUrls'
  | 'shortcuts'
  | 'commands'
  | 'interactivity'
  | 'agentView'
  | 'homeTab'
  | 'tokenRotation'
  | 'unfurlDomains'
  | 'functions'

export type Messages = (channel: string, options?: { thread_ts?: string; as?: string }) => Message[]

/** Another workspace, in which the same app may be installed. */
export interface SimulatedTeam extends People, Interactions {
  messages: Messages
  /** What the app is said to be doing now, in any thread. */
  activities(): Activity[]
  /** Forms people have open, those beneath another one too. */
  readonly views: readonly OpenView[]
}

/** Another app, installed in the first workspace. */
export interface SimulatedApp {
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  readonly bot: User
  readonly deliveries: readonly Delivery[]
  sendEventsTo(url: string | undefined): void
}

/**
 * Slack: at first one workspace with one installed app. Strict where Slack is, and stricter where Slack's limits are not
 * documented. Only what happens to the first app in the first workspace is journaled.
 */
export interface SlackSimulator extends People, Interactions {
  /** http://127.0.0.1:PORT, known once started. The Web API is at `${url}/api/`, the page's requests at `${url}/client/`. */
  readonly url: string
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  readonly clientId: string
  readonly clientSecret: string
  /** An app configuration token. */
  readonly configToken: string
  /** What that is renewed with, once. */
  readonly configRefresh: string
  /** The app configuration token has had its time. */
  expireConfig(): void
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
  messages: Messages
  /** What the app is said to be doing now, in any thread. */
  activities(): Activity[]
  /** Ids of its people and channels must not be those of another one. */
  addTeam(team: {
    id: string
    name: string
    enterprise?: Enterprise
    users: User[]
    channels: Channel[]
  }): SimulatedTeam
  addApp(name: string): SimulatedApp
  /** A person opens the address that the app sent them to, and says yes or no: where Slack sends their browser. */
  authorize(address: string, approval: Approval): string
  /** Installs the app once more: its new bot token. */
  install(team?: string): string
  /** A person removes the app from a workspace, or from its organisation. */
  uninstall(team?: string): void
  readonly calls: readonly Call[]
  readonly deliveries: readonly Delivery[]
  /** Mentions that the app's messages brought to life: `<@U…>`, `<!channel>` and the like. */
  readonly liveMentions: readonly LiveMention[]
  /** What a person sees in the app's Home tab. */
  home(user: string): OpenView | undefined
  /** Workflows that come to a step of the app. */
  readonly steps: Pick<Steps, 'run' | 'list'>
  /** What is in a file of the first workspace. */
  file(id: string): Buffer | undefined
  /** Forms people have open, those beneath another one too. */
  readonly views: readonly OpenView[]
  /** Called when a Web API call has arrived and nothing was done yet; the call waits for it. Returns a way to end it. */
  onCall(hook: CallHook): () => void
  /** Called when a call was done and its answer not yet written, which waits for it. */
  onDone(hook: CallHook): () => void
  readonly faults: Pick<Faults, 'list' | 'set'>
  reconnect(reason?: 'refresh_requested' | 'warning'): void
  dropSockets(): void
  /** Of Socket Mode, that take events now. */
  readonly connections: number
}
