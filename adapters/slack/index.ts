import { AppError } from '../../src/lib/errors.ts'
import { languageOf } from '../../src/lib/language.ts'
import { LatestMap } from '../../src/lib/latest.ts'
import type { Budget } from '../../src/ports/budget.ts'
import { type Adapter, callLimitMs, type Inbox } from '../../src/ports/channel.ts'
import type { Claims } from '../../src/ports/claims.ts'
import type { Installations } from '../../src/ports/installations.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'
import type { Route } from '../../src/ports/route.ts'
import type { Secrets } from '../../src/ports/secrets.ts'
import type { ServerClock } from '../../src/ports/server-clock.ts'
import { createEventsRoute } from './http.ts'
import { type Identity, identify } from './identity.ts'
import { inOrder } from './in-order.ts'
import { type Inbound, readInbound } from './inbound.ts'
import { createInstalled, type Installed } from './installed.ts'
import { createLosses } from './losses.ts'
import type { Wants } from './manifest.ts'
import { createOauthRoutes, type Grant } from './oauth.ts'
import { isTrouble } from './outcome.ts'
import type { Body } from './payloads.ts'
import { createRotation } from './rotation.ts'
import { createSocket } from './socket.ts'
import { takeStep } from './step-run.ts'
import { installationsOf } from './teams-of.ts'
import { createWeb, type Reply } from './web.ts'
import { words } from './words/index.ts'
import { type Credentials, createWorkspaces } from './workspaces.ts'

export interface SlackOptions {
  /** `xoxb-…`: serve the one workspace, or organisation, that it belongs to. */
  botToken?: string
  /** Or serve all that install the app through `routes`. */
  oauth?: { clientId: string; clientSecret: string }
  /** `xapp-…`: receive through Socket Mode. */
  appToken?: string
  /** Receive through `routes`, at a Request URL. */
  signingSecret?: string
  /** Default: https://slack.com/api/ */
  apiUrl?: string
  /** What whoever installs it through `routes` is asked for besides. */
  wants?: Wants
  /** Each thread of the agent view is a conversation of its own; without it all of a person's are one. */
  threadsApart?: boolean
  /** No budgets at all; for measuring throughput. */
  unlimited?: boolean
  installations: Installations
  /** Of all processes of this app. */
  budget: Pick<Budget, 'tryTake' | 'freeze'>
  notes: Notes
  secrets: Secrets
  /** Where several processes share the app. */
  claims?: Claims | undefined
  clock?: ServerClock | undefined
  log: Log
  now?: () => number
}

export interface Slack extends Adapter {
  readonly routes: readonly Route[]
}

const NOTED = 10_000
/** Slack waits for 3 s until it tells of a reaction again. */
const FIND_MS = 1500
const API_URL = 'https://slack.com/api/'

/** Where files are fetched from and answers for one person sent to, with what is nobody else's to see. GovSlack has a domain of its own. */
export function hostsOf(apiUrl: string): { fileHosts: string[]; responseHosts: string[] } {
  const { origin, hostname } = new URL(apiUrl)
  const domain = hostname === 'slack-gov.com' ? hostname : 'slack.com'
  return { fileHosts: [`https://files.${domain}`, origin], responseHosts: [`https://hooks.${domain}`, origin] }
}

export function createSlack(options: SlackOptions): Slack {
  const {
    botToken,
    oauth,
    appToken,
    signingSecret,
    apiUrl = API_URL,
    wants,
    unlimited,
    installations,
    threadsApart,
  } = options
  const { secrets, budget, notes, claims, clock, log, now = Date.now } = options
  const hosts = hostsOf(apiUrl)
  const reads = threadsApart === undefined ? {} : { threadsApart }
  const common = {
    apiUrl,
    ...hosts,
    unlimited,
    canvases: wants?.canvases,
    budget,
    notes,
    secrets,
    clock,
    log,
    now,
    stopping: () => starting.signal,
  }
  const install = (id: string, credentials: Credentials): Installed =>
    createInstalled({ ...common, id, ...credentials })
  const rotation =
    oauth &&
    createRotation({ ...oauth, apiUrl, installations, claims, put: (...kept) => workspaces.put(...kept), log, now })
  const renew = async (all: Parameters<NonNullable<typeof rotation>['look']>[0]) => rotation?.look(all)
  const workspaces = createWorkspaces({ installations, install, renew, log })
  const running = new Set<Promise<unknown>>()
  /** Presses whose people were told what is to be said of it. */
  const noted = new LatestMap<string, true>(NOTED)
  const losses = createLosses({ log, now })
  let starting = new AbortController()
  let opening: Promise<void> | undefined
  let isOpen = false
  let inbox: Inbox | undefined
  let socket: ReturnType<typeof createSocket> | undefined

  function track<T>(work: Promise<T>): Promise<T> {
    const done = work.finally(() => running.delete(done))
    running.add(done)
    return done
  }

  /** What follows an acknowledgement. Stopping waits for it; nobody else does. */
  function afterwards(work: Promise<unknown>): void {
    void track(
      work.then(
        () => {},
        (err) => log.error({ err }, 'something that follows an event from Slack failed'),
      ),
    )
  }

  /**
   * Resolves when what Slack told is durable, which is when it may be acknowledged, with what answers a command. Rejects when
   * Slack is to tell it again.
   */
  function deliver(body: Body): Promise<object | undefined> {
    return track(takeIn(body))
  }

  const takeIn = inOrder(async (body) => {
    if (!inbox) throw new Error('not receiving')
    try {
      return await receive(body, inbox)
    } catch (err) {
      log.error({ err }, 'an event from Slack could not be taken in')
      throw err
    }
  })

  async function receive(body: Body, inbox: Inbox): Promise<object | undefined> {
    if (body.type === 'app_rate_limited') return void losses.heard(body)
    const found = await whereOf(body)
    if (!found) {
      log.warn({ installations: installationsOf(body) }, 'Slack told of a workspace that has not installed the app')
      // Without a token only what answers a command reaches anybody.
      const say = words.notInstalled[languageOf(undefined, body.text)]
      return body.command === undefined ? undefined : { response_type: 'ephemeral', text: say }
    }
    const { id, here } = found
    const command = await here.commands.take(body, id, inbox)
    if (!command) await takeInbound(readInbound(body, id, here.bot, reads), body, here, inbox)
    if (command?.after) afterwards(command.after())
    return command?.acknowledge
  }

  async function whereOf(body: Body): Promise<{ id: string; here: Installed } | undefined> {
    const ids = installationsOf(body)
    // One that another process installed a moment ago; and what was removed may have come back there.
    const mayBeNews = !botToken && (isRemoval(body) || !ids.some(workspaces.get))
    if (mayBeNews) await workspaces.read()
    const id = ids.find(workspaces.get)
    return id === undefined ? undefined : { id, here: workspaces.get(id)! }
  }

  async function takeInbound(
    inbound: ReturnType<typeof readInbound>,
    body: Body,
    here: Installed,
    inbox: Inbox,
  ): Promise<void> {
    switch (inbound?.kind) {
      case 'message':
        here.asked(inbound.message)
        return void (await inbox.message(inbound.message))
      case 'reacted':
        return reacted(inbound, here, inbox)
      case 'control':
        if (inbound.control.kind === 'uninstalled') {
          // Told again, or late: the app may have been installed anew since. Slack tells the time in whole seconds.
          if (body.event_time !== undefined && body.event_time * 1000 + 999 < here.since) return
          here.close()
        }
        return inbox.control(inbound.control)
      case 'left':
        for (const control of inbound.controls) await inbox.control(control)
        return
      case 'press': {
        const note = await inbox.press(inbound.press)
        const { eventId } = inbound.press
        // Slack may tell of one press twice.
        if (note && !noted.has(eventId)) afterwards(here.tell(inbound.near, note))
        noted.set(eventId, true)
        return
      }
      case 'vote': {
        const note = await inbox.vote(inbound.vote)
        if (note) afterwards(here.tell(inbound.near, note))
        return
      }
      case 'step':
        return takeStep(inbound, { steps: here.steps, isOn: wants?.steps === true }, inbox)
      case 'opened': {
        const welcome = await inbox.opened(inbound.opening)
        return afterwards(here.suggest(inbound.channel, welcome))
      }
      case 'invited': {
        const { invitation } = inbound
        const locale = await here.commands.localeOf(invitation.author.id)
        return inbox.invited({ ...invitation, author: { ...invitation.author, ...(locale && { locale }) } })
      }
      case 'shared': {
        const { links, of } = inbound
        const locale = await here.commands.localeOf(links.author.id)
        const author = { ...links.author, ...(locale && { locale }) }
        const told = inbox.shared({ ...links, author })
        return afterwards(told.then((notes) => here.unfurl(of, notes)))
      }
      case 'asked': {
        const asked = await inbox.asked(inbound.asked)
        afterwards(here.tell(inbound.near, 'question' in asked ? asked.question : asked.dropped))
      }
    }
  }

  /** Slack does not tell in which thread a message stands; only for somebody who asks an agent it is asked. */
  async function reacted({ message, in: inThread }: Reacted, { found }: Installed, inbox: Inbox): Promise<void> {
    if (!(await inbox.isAsked(message))) return
    const about = await found(message.repliesTo!, AbortSignal.timeout(FIND_MS))
    await inbox.message(about ? { ...inThread(about.thread), quoted: [about.message] } : message)
  }

  async function whoIs(token: string): Promise<Identity> {
    const web = createWeb({ token, apiUrl, limitMs: callLimitMs, clock, now })
    const identity = await identify(web, starting.signal)
    if (!('bot' in identity)) throw explain(identity, apiUrl)
    return identity
  }

  async function openOwn(token: string): Promise<void> {
    const { installation, bot } = await whoIs(token)
    await installations.add({ ...installation, own: 'always' })
    workspaces.put(installation.id, JSON.stringify({ token, bot, since: now() }))
  }

  async function openNow(): Promise<void> {
    if (botToken) await openOwn(botToken)
    else {
      await workspaces.read()
      // Whoever was away for longer than a token lasts begins with a new one.
      await workspaces.renewed()
    }
    isOpen = true
  }

  async function open(): Promise<void> {
    if (starting.signal.aborted) starting = new AbortController()
    opening ??= openNow().catch((error) => {
      opening = undefined
      throw error
    })
    await opening
    if (!botToken) workspaces.watch()
  }

  async function granted({ installation, token, botUser, refresh }: Grant): ReturnType<Installations['add']> {
    const { bot } = await whoIs(token)
    const credentials: Credentials = { token, bot: { ...bot, id: botUser }, since: now(), ...(refresh && { refresh }) }
    const opens = JSON.stringify(credentials)
    const status = await installations.add({ ...installation, credentials: opens, own: 'first' })
    workspaces.put(installation.id, opens)
    log.info({ installation: installation.id, status }, 'the Slack app was installed')
    return status
  }

  const events = signingSecret ? [createEventsRoute({ signingSecret, now, deliver })] : []
  const installing = oauth ? createOauthRoutes({ ...oauth, apiUrl, wants, secrets, granted, log, now }) : []

  return {
    platform: 'slack',
    routes: [...events, ...installing],
    connected: () => inbox !== undefined && (socket?.connected() ?? true),
    ready: () => isOpen,
    degraded: () => [
      ...workspaces
        .refused()
        .map(
          ({ id, refusal }) =>
            `Slack refuses the app in ${id} (${refusal}): install it anew, which gives it its rights and a new token`,
        ),
      ...(rotation?.refused() ?? []).map(
        ([id, error]) =>
          `Slack gives no new token for the app in ${id} (${error}): install it anew before the old one ends`,
      ),
      ...losses.now(),
    ],
    channel: (installation) => workspaces.get(installation)?.channel,
    open,
    settled: workspaces.settled,

    async start(given) {
      if (!appToken && !signingSecret) {
        const say =
          'Slack needs a way to send events: set SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET for a Request URL.'
        throw new AppError('slack_not_configured', say)
      }
      await open()
      inbox = given
      if (!appToken) return
      const { SocketModeReceiver } = await import('@slack/bolt')
      socket = createSocket({ Receiver: SocketModeReceiver, appToken, apiUrl, log, deliver })
      try {
        await socket.start()
      } catch (error) {
        inbox = undefined
        throw error
      }
    },

    async stop() {
      inbox = undefined
      workspaces.stop()
      starting.abort(new Error('stopped'))
      while (running.size > 0) await Promise.allSettled(running)
      await socket?.stop()
    },
  }
}

type Reacted = Extract<Inbound, { kind: 'reacted' }>

const isRemoval = ({ event }: Body): boolean => event?.type === 'app_uninstalled' || event?.type === 'tokens_revoked'

function explain(reply: Reply, apiUrl: string): AppError {
  if ('error' in reply && !isTrouble(reply.error)) {
    const say = `SLACK_BOT_TOKEN was refused by Slack (${reply.error}). Copy the Bot User OAuth Token (xoxb-…) from OAuth & Permissions of your app at https://api.slack.com/apps.`
    return new AppError('slack_token_refused', say)
  }
  const cause = 'unknown' in reply ? reply.unknown : reply
  return new AppError('slack_unreachable', `Slack could not be reached at ${apiUrl}. Check the network.`, { cause })
}
