import { existsSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { DiscordOptions } from '../../adapters/discord/index.ts'
import type { SlackOptions } from '../../adapters/slack/index.ts'
import type { Teams, TeamsOptions } from '../../adapters/teams/index.ts'
import type { BotManifest } from '../../console/stand-ins/teams/index.ts'
import type { Log } from '../lib/log.ts'
import { type Loopback, portNotedIn, serveOnLoopback } from '../lib/loopback.ts'

export interface PlaygroundParts {
  dataFolder: string
  /** Connects a Slack adapter of its own to whatever answers at these options; resolves once it receives. */
  connectSlack(options: Pick<SlackOptions, 'botToken' | 'appToken' | 'apiUrl'>): Promise<void>
  /** The same for Discord, whose REST is at `apiUrl`. Without it nobody answers in that pane. */
  connectDiscord(options: Pick<DiscordOptions, 'botToken' | 'apiUrl'>): Promise<void>
  /** The same for Teams, which calls the app: resolves with what it is to find there. */
  connectTeams(options: Pick<TeamsOptions, 'app' | 'loginUrl' | 'openIdUrl'>): Promise<Teams['routes']>
  log: Log
}

/** Ann, as each of the panes knows her: the playground is hers. */
export const playgroundOwners = [
  'slack_T0PARLEY_U0ANN',
  'discord_1200000000000000011',
  'teams_7a11e500-0000-4000-8000-00000000001d_7a11e500-0000-4000-8000-0000000000a1',
] as const

/** What the page of a pane talks to. */
interface Platform {
  readonly url: string
  handleClient(request: IncomingMessage, response: ServerResponse, path: string): void
  stop(): Promise<void>
}

interface Pane {
  /** Who one is at first. */
  user: string
  /** The file in which what happens there outlives this process. */
  journal: string
  open(): Promise<Platform>
}

/**
 * Workspaces in the browser: the strict stand-ins of the platforms' servers in this process, with the real adapters
 * connected to them over real sockets. Each loads when its pane is first opened, and at start when it was used before,
 * because somebody may still wait for an answer there.
 */
export function createPlayground({ dataFolder, log, ...connect }: PlaygroundParts) {
  const slackJournal = join(dataFolder, 'playground-slack.jsonl')
  const discordJournal = join(dataFolder, 'playground-discord.jsonl')
  const teamsJournal = join(dataFolder, 'playground-teams.jsonl')
  const teamsPort = join(dataFolder, 'playground-teams.port')
  const panes: Record<string, Pane> = {
    slack: {
      user: 'U0ANN',
      journal: slackJournal,
      async open() {
        const { createSlackSimulator } = await import('../../console/stand-ins/slack/index.ts')
        const simulator = createSlackSimulator({ journal: slackJournal })
        return run(simulator, ({ botToken, appToken, url }) =>
          connect.connectSlack({ botToken, appToken, apiUrl: `${url}/api/` }),
        )
      },
    },
    discord: {
      user: '1200000000000000011',
      journal: discordJournal,
      async open() {
        const { createDiscordSimulator } = await import('../../console/stand-ins/discord/index.ts')
        const simulator = createDiscordSimulator({ journal: discordJournal })
        return run(simulator, ({ token: botToken, url }) => connect.connectDiscord({ botToken, apiUrl: `${url}/api` }))
      },
    },
    teams: {
      user: '29:1ann',
      journal: teamsJournal,
      async open() {
        const { createTeamsSimulator } = await import('../../console/stand-ins/teams/index.ts')
        // Every way to bind an agent can be tried, also those that need to hear everything.
        const simulator = createTeamsSimulator({
          // What waits for an answer since the last run is answered at the address it came from.
          port: await portNotedIn(teamsPort),
          journal: teamsJournal,
          manifest: await teamsManifest(),
          app: { hearsAll: true },
        })
        let endpoint: Loopback | undefined
        await run(simulator, async ({ appId, appPassword, tenantId, loginUrl, openIdMetadataUrl: openIdUrl }) => {
          writeFileSync(teamsPort, new URL(simulator.url).port, { mode: 0o600 })
          const app = { appId, appPassword, tenantId, appType: 'SingleTenant' as const }
          endpoint = await serveOnLoopback(await connect.connectTeams({ app, loginUrl, openIdUrl }))
          simulator.connect(`${endpoint.url}/api/messages`)
        })
        return {
          url: simulator.url,
          handleClient: simulator.handleClient,
          async stop() {
            await simulator.stop()
            await endpoint?.close()
          },
        }
      },
    },
  }
  const opened = new Map<string, Promise<Platform>>()

  const open = async (name: string): Promise<void> => {
    const known = opened.get(name)
    if (known) return void (await known)
    const platform = panes[name]!.open()
    opened.set(name, platform)
    try {
      const { url } = await platform
      log.info({ pane: name, url }, 'a pane of the playground is open')
    } catch (error) {
      // A pane that could not be opened can be tried again.
      opened.delete(name)
      throw error
    }
  }

  return {
    async resume(): Promise<void> {
      const used = Object.keys(panes).filter((name) => existsSync(panes[name]!.journal))
      await Promise.all(used.map(open))
    },
    async open(name: string): Promise<{ user: string } | undefined> {
      if (!Object.hasOwn(panes, name)) return undefined
      await open(name)
      return { user: panes[name]!.user }
    },
    async handle(name: string, request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
      const platform = await opened.get(name)
      if (platform) platform.handleClient(request, response, path)
      else response.writeHead(404).end()
    },
    async close(): Promise<void> {
      for (const platform of opened.values()) await (await platform).stop()
    },
  }
}

/** Starts a platform and connects to it; one that could not be connected to lets go of its journal. */
async function run<P extends Platform & { start(): Promise<void> }>(
  platform: P,
  connect: (platform: P) => Promise<void>,
): Promise<P> {
  await platform.start()
  try {
    await connect(platform)
  } catch (error) {
    await platform.stop()
    throw error
  }
  return platform
}

/** The commands and rights that the app's own package asks for. */
async function teamsManifest(): Promise<BotManifest> {
  const { manifest } = await import('../../adapters/teams/manifest.ts')
  const page = 'https://example.com'
  const pages = { website: page, privacy: page, terms: page }
  const whole = manifest({ application: '', name: 'Parley', version: '1.0.0', hearsAll: true, ...pages })
  return (JSON.parse(whole) as { bots: [BotManifest] }).bots[0]
}
