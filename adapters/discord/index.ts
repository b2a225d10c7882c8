import { AppError } from '../../src/errors.ts'
import type { Budget } from '../../src/ports/budget.ts'
import { type Adapter, type Channel, callLimitMs, type Inbox } from '../../src/ports/channel.ts'
import type { Installations } from '../../src/ports/installations.ts'
import type { Notes } from '../../src/ports/notes.ts'
import { createCatchUp } from './catch-up.ts'
import { createSender } from './channel.ts'
import { createChannels } from './channels.ts'
import { syncCommands } from './commands.ts'
import { createDirects } from './directs.ts'
import { createEchoes } from './echoes.ts'
import { explainClosed, explainReply, noSessionsLeft } from './faults.ts'
import { Closed, createGateway, type Gateway, type GatewayInfo, type Packet } from './gateway.ts'
import { createGuard } from './guard.ts'
import { createGuilds } from './guilds.ts'
import { type Identity, identify } from './identity.ts'
import { createInteractions } from './interactions.ts'
import { createScopes } from './limits.ts'
import type { Log } from './log.ts'
import type { Message } from './payloads.ts'
import { directInstallation } from './places.ts'
import { createReceiver } from './receive.ts'
import { createSessions } from './sessions.ts'
import { createTitles } from './titles.ts'
import { createWeb } from './web.ts'

export interface DiscordOptions {
  botToken: string
  /** Default: https://discord.com/api/v10/ */
  apiUrl?: string
  /** Mentions in channels are answered in a thread of their own. */
  autoThread?: boolean
  /** Which part of the servers this process is for; without it: all of them, in as many shards as Discord recommends. */
  shards?: { from: number; to: number; count: number }
  installations: Installations
  notes: Notes
  budget: Pick<Budget, 'learn'>
  log: Log
  now?: () => number
}

const API_URL = 'https://discord.com/api/v10/'
const FILES = ['https://cdn.discordapp.com', 'https://media.discordapp.net']

/** Servers; messages in them and in direct conversations; and, where it is switched on, the words of all of them. */
const INTENTS = 1 | (1 << 9) | (1 << 12)
const MESSAGE_CONTENT = 1 << 15
const DISALLOWED = 4014

export function createDiscord(options: DiscordOptions): Adapter {
  const { botToken, apiUrl = API_URL, autoThread = false, installations, notes, budget, log, now = Date.now } = options
  const guard = createGuard({ now, log })
  const web = createWeb({ token: botToken, apiUrl, limitMs: callLimitMs, guard, now })
  const interactions = createInteractions({ web, application: () => me().application, log, now })
  const echoes = createEchoes()
  const channels = createChannels({ web })
  const titles = createTitles()
  const guilds = createGuilds({ installations, notes, log })
  const directs = createDirects({ notes, log })
  const sessions = createSessions({ notes, log, now })
  const running = new Set<Promise<void>>()
  let identity: Identity | undefined
  let scopes: ReturnType<typeof createScopes> | undefined
  let gateway: Gateway | undefined
  let stopping = new AbortController()

  const me = () => identity!.self
  const sender: Channel = createSender({
    web,
    self: me,
    scopes: () => scopes!,
    interactions,
    echoes,
    fileHosts: [...FILES, new URL(apiUrl).origin],
    titleOf: titles.of,
    budget,
    log,
    now,
  })

  function track(work: Promise<void>): Promise<void> {
    const done = work.finally(() => running.delete(done))
    running.add(done)
    // Whoever began it has said what went wrong.
    done.catch(() => {})
    return done
  }

  async function whoAmI(signal: AbortSignal): Promise<Identity> {
    const found = await identify(web, signal)
    if (!('self' in found)) throw explainReply(found, apiUrl)
    return found
  }

  async function gatewayInfo(signal: AbortSignal): Promise<GatewayInfo> {
    const reply = await web.call({ method: 'GET', path: 'gateway/bot' }, signal)
    if (!('ok' in reply)) throw explainReply(reply, apiUrl)
    return reply.ok as GatewayInfo
  }

  async function connect(inbox: Inbox, info: GatewayInfo, readsMessages: boolean): Promise<void> {
    const { signal } = stopping
    const { application } = me()
    const shardCount = options.shards?.count ?? info.shards
    const { from, to } = options.shards ?? { from: 0, to: shardCount - 1 }
    const shards = Array.from({ length: to - from + 1 }, (_, n) => from + n)
    const intents = INTENTS | (readsMessages ? MESSAGE_CONTENT : 0)
    await sessions.load(shards, (shard) => `session:${application}:${shard}/${shardCount}:${intents}`)
    const receiver = createReceiver({
      inbox,
      self: me(),
      channels,
      interactions,
      echoes,
      autoThread,
      titled: titles.add,
      joined: guilds.joined,
      left: guilds.left,
      written: guilds.written,
      log,
      signal,
    })
    let isUp = false
    const catchUp = createCatchUp({ web, directs: directs.list, take: receiver.message, now, log, signal })

    function told(shard: number, packet: Packet): void {
      try {
        if (packet.t === 'READY') catchUp.begin(sessions.heardAt(shard))
        const done = receiver.receive(packet)
        if (packet.t === 'GUILD_CREATE') catchUp.guild(packet.d as { id: string })
        if (packet.t === 'MESSAGE_CREATE' && !(packet.d as Message).guild_id)
          directs.heard((packet.d as Message).channel_id)
        sessions.heard(shard)
        if (done) sessions.handle(shard, packet.s, track(done))
      } catch (err) {
        log.warn({ err, event: packet.t }, 'an event from Discord was not understood')
      }
    }

    function ended(shard: number, code: number): void {
      // Until then it is told to whoever starts.
      if (!isUp) return
      if (code === DISALLOWED && readsMessages) void track(withoutWords())
      else log.error({ shard, code }, explainClosed(code).message)
    }

    /** The intent was switched off while we ran, or Discord does not grant it. */
    async function withoutWords(): Promise<void> {
      await gateway?.stop()
      log.warn({}, onlyMentions)
      await connect(inbox, await gatewayInfo(signal), false)
    }

    gateway = createGateway({ token: botToken, intents, info, shardCount, shards, sessions, told, ended, log })
    try {
      await gateway.start()
      isUp = true
    } catch (error) {
      await gateway.stop()
      if (error instanceof Closed && error.code === DISALLOWED && readsMessages) {
        log.warn({}, onlyMentions)
        return connect(inbox, info, false)
      }
      throw error
    }
  }

  return {
    platform: 'discord',
    channel: (installation) =>
      identity && (guilds.has(installation) || installation === directInstallation(me().application))
        ? sender
        : undefined,
    connected: () => !guard.isRefused() && (gateway?.connected() ?? false),

    async start(inbox) {
      stopping = new AbortController()
      const { signal } = stopping
      identity = await whoAmI(signal)
      const { application, name } = me()
      scopes = createScopes(application)
      await Promise.all([guilds.load(application), directs.load(application)])
      await installations.add({ id: directInstallation(application), name: `Direct messages of ${name}` })
      const info = await gatewayInfo(signal)
      const { remaining, reset_after } = info.session_start_limit
      if (remaining < 1) throw noSessionsLeft(reset_after)
      if (!identity.readsMessages) log.warn({}, onlyMentions)
      try {
        await connect(inbox, info, identity.readsMessages)
      } catch (error) {
        gateway = undefined
        if (error instanceof Closed) throw explainClosed(error.code)
        throw new AppError(
          'discord_unreachable',
          `Discord's gateway could not be reached at ${info.url}. Check the network.`,
          { cause: error },
        )
      }
      // Commands are there once, whichever process sees to them.
      if (!options.shards || options.shards.from === 0) void track(syncCommands({ web, application, notes, log }))
    },

    async stop() {
      stopping.abort(new Error('stopped'))
      sessions.freeze()
      await gateway?.stop()
      gateway = undefined
      while (running.size > 0) await Promise.allSettled(running)
      await sessions.close()
    },
  }
}

const onlyMentions =
  'The Message Content Intent is off: the agent hears direct messages and mentions only. To have it follow threads or whole channels, switch it on under Bot of your app at https://discord.com/developers/applications.'
