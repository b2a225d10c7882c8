import { writeFileSync } from 'node:fs'
import { type BotManifest, createTeamsSimulator } from '../../console/stand-ins/teams/index.ts'
import type { PaneParts, ServedStandIn, ServeOptions, StandIn } from '../../src/ports/platform.ts'
import { type Loopback, portNotedIn, serveOnLoopback } from './loopback.ts'
import { manifestOf } from './manifest.ts'
import type { TeamsSettings } from './settings.ts'

/** A tenant in the browser, with the real adapter connected over real sockets: Teams calls the app. */
export async function open({ journal, portFile, connect }: PaneParts<TeamsSettings>): Promise<StandIn> {
  const simulator = createTeamsSimulator({
    // What waits for an answer since the last run is answered at the address it came from.
    port: await portNotedIn(portFile),
    journal,
    own: true,
    manifest: botManifest(),
    // Every way to bind an agent can be tried, also those that need to hear everything.
    app: { hearsAll: true },
  })
  await simulator.start()
  let endpoint: Loopback | undefined
  try {
    writeFileSync(portFile, new URL(simulator.url).port, { mode: 0o600 })
    const { appId, appPassword, tenantId, loginUrl, openIdMetadataUrl: openIdUrl, graphUrl } = simulator
    const credential = { kind: 'secret', value: appPassword } as const
    const app = { appId, credential, tenantId, appType: 'SingleTenant' as const }
    const { routes = [] } = await connect({ app, loginUrl, openIdUrl, graphUrl })
    endpoint = await serveOnLoopback(routes)
    simulator.connect(`${endpoint.url}/api/messages`)
  } catch (error) {
    // It lets go of its journal.
    await simulator.stop()
    throw error
  }
  return {
    url: simulator.url,
    handleClient: simulator.handleClient,
    async stop() {
      await simulator.stop()
      await endpoint.close()
    },
  }
}

/** Where the samples of Microsoft's SDKs listen. */
const usualBot = 'http://127.0.0.1:3978/api/messages'

/** The tenant alone. */
export async function serve({ port, bot = usualBot }: ServeOptions): Promise<ServedStandIn> {
  const simulator = createTeamsSimulator({ port })
  await simulator.start()
  simulator.connect(bot)
  const { url, appId, appPassword, tenantId, loginUrl, openIdMetadataUrl, graphUrl, stop } = simulator
  return {
    url,
    environment: {
      TEAMS_APP_TYPE: 'SingleTenant',
      TEAMS_APP_ID: appId,
      TEAMS_APP_PASSWORD: appPassword,
      TEAMS_TENANT_ID: tenantId,
      TEAMS_LOGIN_URL: loginUrl,
      TEAMS_OPENID_URL: openIdMetadataUrl,
      TEAMS_GRAPH_URL: graphUrl,
    },
    said: { user: '29:1ann', conversation: 'a:1ann', text: 'hello' },
    stop,
  }
}

/** The commands and rights that the app's own package asks for. */
function botManifest(): BotManifest {
  const page = 'https://example.com'
  const pages = { website: page, privacy: page, terms: page }
  const whole = manifestOf({ application: '', version: '1.0.0', hearsAll: true, ...pages })
  const { bots, composeExtensions } = whole as unknown as { bots: [BotManifest] } & BotManifest
  return { ...bots[0], composeExtensions: composeExtensions! }
}
