import { AppError } from '../../src/lib/errors.ts'
import type { Budget } from '../../src/ports/budget.ts'
import { type Adapter, callLimitMs } from '../../src/ports/channel.ts'
import type { Installations } from '../../src/ports/installations.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'
import type { Route } from '../../src/ports/route.ts'
import type { ServerClock } from '../../src/ports/server-clock.ts'
import { createAccess, type TeamsApp } from './access.ts'
import { createAskAbout } from './ask-about.ts'
import { createAuthenticate } from './authenticate.ts'
import { createCardActions } from './card-actions.ts'
import { createSender } from './channel.ts'
import { createCommandDoor } from './commands.ts'
import { createConnector } from './connector.ts'
import { type Machine, machineOf } from './credentials.ts'
import { CLOUDS, type Cloud, type CloudName, GOVERNMENT_URL } from './endpoints.ts'
import { createGrants } from './grants.ts'
import { createGraph } from './graph.ts'
import { createHosts } from './hosts.ts'
import { type Authenticate, createMessagesRoute } from './http.ts'
import { createNotifier } from './notify.ts'
import type { Activity } from './payloads.ts'
import { createPeople, type SsoSettings } from './people.ts'
import { createPersons } from './persons.ts'
import { createReading } from './reading.ts'
import { createReceiver } from './receive.ts'
import type { Reply } from './reply.ts'
import { createSearch } from './search.ts'
import { createSso } from './sso.ts'
import { createSuggested } from './suggested.ts'
import { createTalks, placesIn } from './talks.ts'
import { NO_CREDENTIAL } from './tokens.ts'

export interface TeamsOptions {
  /** Without it nobody is asked who they are, and only those on this machine are heard. */
  app?: TeamsApp
  /** Besides the app's own; `*`: all of them. */
  allowedTenants?: readonly string[]
  /** Default: `Public`. */
  cloud?: CloudName
  /** Default: that of the cloud. */
  loginUrl?: string
  /** Likewise. */
  openIdUrl?: string
  /** Likewise; none where somebody else than Microsoft's own login gives the tokens. */
  graphUrl?: string
  /** An OAuth connection of the bot, and the origins of the servers of tools that may know people by it. */
  sso?: SsoSettings
  /** Default: that of the cloud. */
  tokenStoreUrl?: string
  /** Default: as Azure tells in the environment of this process. */
  machine?: Machine
  /** Default: that of Microsoft's GCC. */
  governmentUrl?: string
  /** The ids in Entra of the people who own what nobody owns yet. */
  owners?: readonly string[]
  /** No budgets at all; for measuring throughput. */
  unlimited?: boolean
  installations: Installations
  notes: Notes
  budget: Pick<Budget, 'tryTake'>
  clock?: ServerClock | undefined
  log: Log
  now?: () => number
}

export interface Teams extends Adapter {
  readonly routes: readonly Route[]
}

export function createTeams(options: TeamsOptions): Teams {
  const { app, allowedTenants = [], owners = [], machine = machineOf(process.env) } = options
  const { cloud, loginUrl, openIdUrl, graphUrl, tokenStoreUrl } = addressesOf(options)
  const { governmentUrl: government = GOVERNMENT_URL } = options
  const { unlimited, installations, notes, budget, clock, log, now = Date.now } = options
  const isLocal = !app || isLoopback(openIdUrl)
  const access = app && createAccess({ app, cloud, loginUrl, machine, clock, now })
  const tokens = access?.teams
  const people = app && access && options.sso && createPeople({ ...options.sso, url: tokenStoreUrl, app, access, now })
  const hosts = createHosts({ government, everywhere: cloud.serviceUrl, notes, log })
  const connector = createConnector({ tokens, limitMs: callLimitMs, hosts, clock, now })
  const suggested = createSuggested({ notes, log })
  const graphTokens = (tenant: string) => access!.graph(tenant)
  const graph = createGraph({ url: graphUrl ?? cloud.graphUrl, tokensOf: graphTokens, limitMs: callLimitMs, now })
  const talks = createTalks({ connector, notes, log })
  const grants = createGrants({ notes, now })
  const free = { tryTake: async () => 'ok' as const }
  const reading = createReading({ graph, talks, grants, app: app?.appId, budget: unlimited ? free : budget })
  const persons = createPersons({ connector, notes, log })
  const sender = createSender({ connector, hosts, persons, graph, suggested, notes, log, budget, unlimited, now })
  const notifier = createNotifier({ connector, persons, log })
  const running = new Set<Promise<unknown>>()
  let isOpen = false
  let authenticated: Authenticate | undefined
  let receive: ReturnType<typeof createReceiver> | undefined

  const { isAllowed, isOwn } = tenantsOf(app, allowedTenants)

  function track<T>(work: Promise<T>): Promise<T> {
    const done: Promise<T> = work.finally(() => running.delete(done))
    running.add(done)
    return done
  }

  function afterwards(work: Promise<unknown>): void {
    track(work).catch((err) => log.error({ err }, 'something that follows an activity from Teams failed'))
  }

  /** What is told is answered at the service URL, with our token. */
  const isServiceUrl = (url: string): boolean =>
    URL.canParse(url) && (new URL(url).protocol === 'https:' ? app !== undefined : isLocal && isLoopback(url))

  const route = createMessagesRoute({
    async authenticate(activity, authorization, address) {
      if (!authenticated) return 'trouble'
      // What is no activity is nobody's.
      if (!app && activity.serviceUrl === '') return 'ok'
      return isServiceUrl(activity.serviceUrl) ? authenticated(activity, authorization, address) : 'denied'
    },
    async deliver(activity) {
      return receive ? track(receive(activity)) : { status: 503 }
    },
    trusting: !app,
    log,
  })

  async function open(): Promise<void> {
    if (isOpen) return
    const got = await tokens?.get(AbortSignal.timeout(callLimitMs))
    if (got && !('token' in got)) throw explain(got, loginUrl)
    isOpen = true
  }

  return {
    platform: 'teams',
    routes: [route],
    ready: () => isOpen,
    connected: () => receive !== undefined,
    degraded() {
      const denied = connector.denied()
      const ends = access?.ending()
      return [
        ...(denied === undefined
          ? []
          : [`Microsoft refuses the app (${denied}): \`parley doctor teams\` says what to mend`]),
        ...(ends === undefined ? [] : [ends]),
      ]
    },
    channel: (installation) =>
      isAllowed(installation)
        ? {
            ...sender.channel,
            ...(app && graphUrl && { reading }),
            ...(people && { signOn: people.tokens }),
            placeFor: placesIn(talks),
            notify: notifier.notify.bind(notifier, installation),
          }
        : undefined,

    open,
    settled: sender.settled,

    async start(inbox) {
      await open()
      if (app) {
        // It takes a third of a second and 40 MB to load.
        const { createBotbuilderVerifier } = await import('./botbuilder.ts')
        const verifier = createBotbuilderVerifier({ ...app, issuer: cloud.api, loginUrl, openIdUrl })
        authenticated = createAuthenticate({
          ...{ appId: app.appId, issuer: cloud.api, openIdUrl, verifier },
          ...{ limitMs: callLimitMs, now },
        })
      } else authenticated = async () => 'ok'
      const commands = createCommandDoor({
        ...{ inbox, connector, persons, owners, afterwards, log, now },
        budget: unlimited ? free : budget,
      })
      const sso = people && createSso({ ...people, inbox, connector, notifier, afterwards, log })
      receive = createReceiver({
        inbox,
        commands,
        cards: createCardActions({ inbox, notifier, sso, afterwards, log }),
        extension: extensionOf({ inbox, connector, app: app?.appId, log }),
        isAllowed,
        isOwn,
        installations,
        persons,
        talks,
        notifier,
        offers: sender.offers,
        hosts,
        suggested,
        sso,
        afterwards,
        log,
      })
    },

    async stop() {
      receive = undefined
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}

function tenantsOf(app: TeamsApp | undefined, allowed: readonly string[]) {
  const tenants = new Set([...(app ? [app.tenantId] : []), ...allowed].map((tenant) => tenant.toLowerCase()))
  return {
    isAllowed: (tenant: string): boolean => !app || tenants.has('*') || tenants.has(tenant.toLowerCase()),
    isOwn: (tenant: string): boolean => !app || tenant.toLowerCase() === app.tenantId.toLowerCase(),
  }
}

function extensionOf(parts: Parameters<typeof createAskAbout>[0] & Parameters<typeof createSearch>[0]) {
  const askAbout = createAskAbout(parts)
  const search = createSearch(parts)
  return (activity: Activity, tenant: string) => askAbout.take(activity, tenant) ?? search.take(activity, tenant)
}

function addressesOf(options: TeamsOptions) {
  const cloud: Cloud = CLOUDS[options.cloud ?? 'Public']
  const { loginUrl = cloud.loginUrl, openIdUrl = cloud.openIdUrl, tokenStoreUrl = cloud.tokenStoreUrl } = options
  const graphUrl = options.graphUrl ?? (loginUrl === cloud.loginUrl ? cloud.graphUrl : undefined)
  return { cloud, loginUrl, openIdUrl, graphUrl, tokenStoreUrl }
}

function explain(reply: Exclude<Reply, { ok: unknown }>, loginUrl: string): AppError {
  if ('error' in reply && reply.error.code === NO_CREDENTIAL) {
    return new AppError('teams_app_refused', reply.error.message)
  }
  if ('error' in reply) {
    const say = `Microsoft gives the Teams app no token (${reply.error.code}). Check TEAMS_APP_ID, TEAMS_TENANT_ID, TEAMS_APP_TYPE and what the app shows (of a client secret the value, not its id); \`parley doctor teams\` says which of them is wrong.`
    return new AppError('teams_app_refused', say)
  }
  const say = `Microsoft's login could not be reached at ${loginUrl}. Check the network.`
  return new AppError('teams_unreachable', say, 'unknown' in reply ? { cause: reply.unknown } : {})
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname)
}
