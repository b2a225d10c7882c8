import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { newSecret } from '../shared/door.ts'
import { openJournalFile, readJournalFile } from '../shared/journal-file.ts'
import { type Activity, createActivities } from './activity.ts'
import { createClient } from './client.ts'
import { createDeliveries } from './delivery.ts'
import { createFaults } from './faults.ts'
import type { BadToken } from './identity/inbound-tokens.ts'
import { createIdentity } from './identity/index.ts'
import { createInteractions } from './interactions.ts'
import { type Entry, type Journal, noJournal } from './journal.ts'
import { type Limits, withDefaults } from './limits.ts'
import { createLooks } from './looks.ts'
import { checkManifest, commandsOf } from './manifest.ts'
import { createPages } from './pages.ts'
import { createPeople } from './people.ts'
import { createPresses } from './presses.ts'
import { createRates } from './rates.ts'
import { createRest } from './rest.ts'
import { activityRoutes, createFindWhere } from './routes/activities.ts'
import { conversationRoutes } from './routes/conversations.ts'
import { fileRoutes } from './routes/files.ts'
import { graphRoutes } from './routes/graph.ts'
import { identityRoutes } from './routes/identity.ts'
import { createSearches } from './searches.ts'
import { createSeat } from './seat.ts'
import { createTeamsServer } from './server.ts'
import { APP, type BotManifest, GROUPS, MANIFEST, PEOPLE, TEAMS, TENANT } from './settings.ts'
import { createSignOn } from './sign-on.ts'
import type { TeamsSimulator, TeamsSimulatorOptions } from './simulator.ts'
import { createStreams } from './streams.ts'
import type { Message } from './view.ts'
import { conversationView, isShown, messageView } from './views.ts'
import { createWorld, type World } from './world.ts'

export type { BadToken, BotManifest, TeamsSimulator, TeamsSimulatorOptions }

/** As clients spell it. */
const SUGGESTED = 'suggestedActions/submit'
/** How often it is looked for what has had its time; sooner where an app has less time to answer. */
const EXPIRY_MS = 1000

export function createTeamsSimulator(options: TeamsSimulatorOptions = {}): TeamsSimulator {
  const { port = 0, now = Date.now, tenant = TENANT, manifest = MANIFEST, installed = true } = options
  const { people: persons = PEOPLE, teams = TEAMS, groups = GROUPS, suggestedInvoke = SUGGESTED } = options
  const limits = withDefaults(options.limits)
  const app = { ...APP, ...(options.own && { password: newSecret() }), ...options.app }
  const stopping = new AbortController()
  let journal: Journal = noJournal
  let url = 'http://127.0.0.1'
  const serviceUrl = (): string => `${url}/teams/`
  const common = { limits, now, url: () => url, serviceUrl, journal: () => journal }
  checkManifest(manifest)

  const world = createWorld({ ...common, app, tenant, people: persons, teams, groups, manifest, installed })
  const identity = createIdentity({ ...common, app, tenant, world })
  const activities = createActivities({ ...common, world })
  const deliveries = createDeliveries({ ...common, ...identity })
  const interactions = createInteractions({ ...common, world, activities, deliveries })
  const streams = createStreams({ ...common, world })
  const faults = createFaults()
  const rates = createRates(common)
  const find = createFindWhere(world)
  const handlers = {
    ...activityRoutes({ ...common, world, streams, find }),
    ...conversationRoutes({ ...common, world, find }),
    ...fileRoutes({ world, find }),
    ...graphRoutes({ ...common, world }),
    ...identityRoutes({ ...common, ...identity }),
  }
  const { login } = identity
  const rest = createRest({ ...common, world, handlers, streams, login, rates, faults, stopping: stopping.signal })
  const seat = createSeat({ ...common, world })
  const people = createPeople({ world, seat, activities, deliveries, streams })
  const presses = createPresses({ ...common, world, seat, activities, deliveries, interactions, suggestedInvoke })
  const searches = createSearches({ ...common, world, seat, activities, deliveries, interactions })
  const signOns = createSignOn({ world, seat, activities, deliveries, interactions, ...identity })
  const looks = createLooks({ world, seat, interactions })
  const pages = createPages({ ...common, world, interactions, deliveries, looks, faults })
  const handleClient = createClient({ world, people, presses, looks, searches, signOns, pages, faults })
  const server = createTeamsServer({ rest, handleClient: options.own ? undefined : handleClient })
  let expiry: NodeJS.Timeout | undefined

  function readBack(path: string): void {
    for (const entry of readJournalFile<Entry>(path)) world.restore(entry)
    journal = openJournalFile(path, world.entries())
  }

  function expire(): void {
    world.expire()
    deliveries.expire()
  }

  return {
    ...people,
    ...presses,
    ...searches,
    ...signOns,
    look: looks.look,
    get url() {
      return url
    },
    appId: app.id,
    appPassword: app.password,
    tenantId: tenant.id,
    botId: world.botId,
    get serviceUrl() {
      return serviceUrl()
    },
    get graphUrl() {
      return `${url}/graph`
    },
    get openIdMetadataUrl() {
      return `${url}/v1/.well-known/openidconfiguration`
    },
    get loginUrl() {
      return `${url}/login`
    },
    get identityUrl() {
      return `${url}/metadata/identity/oauth2/token`
    },
    get tokenStoreUrl() {
      return `${url}/tokens`
    },
    get tokenUrl() {
      return `${url}/login/${tenant.id}/oauth2/v2.0/token`
    },
    async start() {
      if (options.journal) readBack(options.journal)
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      expiry = setInterval(expire, Math.min(EXPIRY_MS, Math.max(10, limits.deliveryTimeoutMs / 4))).unref()
    },
    async stop() {
      if (!server.listening) return
      clearInterval(expiry)
      stopping.abort()
      pages.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await deliveries.stop()
      await closed
      journal.close()
    },
    handleClient,
    connect: (botUrl) => deliveries.connect(new URL(botUrl).href),
    disconnect: () => deliveries.connect(undefined),
    messages: (conversation, seen) => seenIn(world, limits, conversation, seen),
    conversations: () => [...world.places.values()].map((place) => conversationView(world, place)),
    commands: () => commandsOf(world.manifest),
    dialog: (user) => interactions.dialogs.get(user)?.view,
    file(id) {
      const file = world.files.get(id)
      return file && Buffer.from(file.base64, 'base64')
    },
    setManifest(next) {
      checkManifest(next)
      world.setManifest(next)
    },
    block(user, on) {
      if (on) world.blockedBy.add(world.person(user).id)
      else world.blockedBy.delete(user)
    },
    deliveries: deliveries.log,
    deliver: (activity) => deliveries.attempt(activity as Activity),
    idle: deliveries.idle,
    sendBadTokens: (kind, times = 1) => identity.tokens.spoil(kind, times),
    revokeTokens: login.revoke,
    setTokenClaims: login.setClaims,
    rotateKeys: identity.tokens.rotate,
    calls: rest.calls,
    onCall: rest.onCall,
    onDone: rest.onDone,
    faults,
    limits,
    expire,
  }
}

function seenIn(
  world: World,
  limits: Limits,
  conversation: string,
  { as, root }: { as?: string; root?: string } = {},
): Message[] {
  const posts = [...world.posts(conversation).forward()]
  return posts
    .filter((post) => isShown(post, as ?? post.targetedTo ?? ''))
    .filter((post) => root === undefined || post.id === root || post.root === root)
    .map((post) => messageView(world, post, as ?? post.targetedTo ?? '', limits))
}
