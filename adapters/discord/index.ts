import { AppError } from '../../src/lib/errors.ts'
import type { Budget } from '../../src/ports/budget.ts'
import { type Adapter, callLimitMs } from '../../src/ports/channel.ts'
import type { Claims } from '../../src/ports/claims.ts'
import type { Installations } from '../../src/ports/installations.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'
import type { ServerClock } from '../../src/ports/server-clock.ts'
import { createBreaker } from './breaker.ts'
import { createSender } from './channel.ts'
import { createChannels } from './channels.ts'
import { createDirects } from './directs.ts'
import { createEchoes } from './echoes.ts'
import { explainClosed, explainReply, noSessionsLeft } from './faults.ts'
import { Closed, type GatewayInfo } from './gateway.ts'
import { createGuard } from './guard.ts'
import { createGuilds } from './guilds.ts'
import { type Identity, identify } from './identity.ts'
import { createInteractions } from './interactions.ts'
import { createScopes, type Scopes } from './limits.ts'
import { createListener } from './listen.ts'
import { directInstallation } from './places.ts'
import { createSessions } from './sessions.ts'
import { createTitles } from './titles.ts'
import { createWeb } from './web.ts'

export interface DiscordOptions {
  botToken: string
  /** Default: https://discord.com/api */
  apiUrl?: string
  /** Mentions in channels are answered in a thread of their own. */
  autoThread?: boolean
  /** People ask about messages by reactions too, of which Discord tells only those who ask to be told. */
  reactions?: boolean
  /** People who have installed the app for themselves may ask wherever they are. */
  userInstalls?: boolean
  /** What stands below the app's name among the members of a server. */
  status?: string
  /** Which part of the servers this process is for; without it: all of them, in as many shards as Discord recommends. */
  shards?: { from: number; to: number; count: number }
  /** Where several processes share the app: each shard is received by the one that has its claim. */
  claims?: Claims
  installations: Installations
  notes: Notes
  budget: Pick<Budget, 'learn' | 'tryTake'>
  clock?: ServerClock | undefined
  log: Log
  now?: () => number
}

const API_URL = 'https://discord.com/api'
const FILES = ['https://cdn.discordapp.com', 'https://media.discordapp.net']

export function createDiscord(options: DiscordOptions): Adapter {
  const {
    botToken: token,
    apiUrl = API_URL,
    autoThread = false,
    reactions = false,
    userInstalls = false,
    status,
    shards,
    budget,
    clock,
    log,
    now = Date.now,
  } = options
  const { claims, installations, notes } = options
  const guard = createGuard({ now, log, notes })
  const breaker = createBreaker({ now, log })
  const web = createWeb({ token, apiUrl, limitMs: callLimitMs, guard, breaker, clock, now })
  const interactions = createInteractions({ web, application: () => self().application, log, now })
  const echoes = createEchoes()
  const channels = createChannels({ web })
  const titles = createTitles()
  const guilds = createGuilds({ installations, notes, log })
  const directs = createDirects({ notes, log })
  const sessions = createSessions({ notes, log, now })
  const known = { web, breaker, sessions, channels, interactions, echoes, titles, guilds, directs }
  let identity: Identity | undefined
  let scopes: Scopes | undefined
  let stopping = new AbortController()

  const self = () => identity!.self
  const of = { token, shards, claims, autoThread, reactions, userInstalls, status, notes }
  const fileHosts = [...FILES, new URL(apiUrl).origin]
  const sender = createSender({
    ...known,
    self,
    scopes: () => scopes!,
    readsMessages: () => identity?.readsMessages ?? false,
    fileHosts,
    budget,
    log,
    now,
  })
  const listener = createListener({ ...of, ...known, download: sender.download!, log, now })

  async function gatewayInfo(signal: AbortSignal): Promise<GatewayInfo> {
    const reply = await web.call({ method: 'GET', path: 'gateway/bot', vital: true }, signal)
    if (!('ok' in reply)) throw explainReply(reply, apiUrl)
    const info = reply.ok as GatewayInfo
    const { remaining, reset_after } = info.session_start_limit
    if (remaining < 1) throw noSessionsLeft(reset_after)
    return info
  }

  async function open(): Promise<void> {
    if (stopping.signal.aborted) stopping = new AbortController()
    if (identity) return
    const found = await identify(web, stopping.signal)
    if (!('self' in found)) throw explainReply(found, apiUrl)
    await guard.share(found.self.application)
    identity = found
    scopes = createScopes(found.self.application)
  }

  /** Another process may have been told of a server; where it was not, Discord refuses everything. */
  const isServer = (id: string): boolean =>
    guilds.has(id) || (claims !== undefined && !listener.hearsAll() && /^\d+$/.test(id))

  return {
    platform: 'discord',
    channel(installation) {
      if (!identity) return undefined
      const isOurs = isServer(installation) || installation === directInstallation(self().application)
      return isOurs ? sender : undefined
    },
    ready: () => identity !== undefined && !guard.isRefused(),
    connected: () => !guard.isRefused() && listener.connected(),
    degraded: () => guard.troubles(),
    open,

    async start(inbox) {
      await open()
      const { signal } = stopping
      const { application, name } = self()
      const directs = {
        id: directInstallation(application),
        name: `Direct messages of ${name}`,
        own: 'always',
      } as const
      await installations.add(directs)
      const info = await gatewayInfo(signal)
      try {
        await listener.start(inbox, identity!, info, signal)
      } catch (cause) {
        if (cause instanceof Closed) throw explainClosed(cause.code)
        const say = `Discord's gateway could not be reached at ${info.url}. Check the network.`
        throw new AppError('discord_unreachable', say, { cause })
      }
    },

    async stop() {
      stopping.abort(new Error('stopped'))
      await listener.stop()
      await guard.save()
    },
  }
}
