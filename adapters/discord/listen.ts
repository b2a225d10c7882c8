import type { IIdentifyThrottler } from '@discordjs/ws'
import type { Channel, Inbox } from '../../src/ports/channel.ts'
import type { Claims } from '../../src/ports/claims.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Notes } from '../../src/ports/notes.ts'
import type { Breaker } from './breaker.ts'
import { createCatchUp } from './catch-up.ts'
import type { Channels } from './channels.ts'
import { createCommandDoor } from './command-door.ts'
import { syncCommands } from './commands.ts'
import type { Directs } from './directs.ts'
import type { Echoes } from './echoes.ts'
import { explainClosed } from './faults.ts'
import { Closed, createGateway, type Gateway, type GatewayInfo, type Packet } from './gateway.ts'
import type { Guilds } from './guilds.ts'
import type { Identity } from './identity.ts'
import type { Interactions } from './interactions.ts'
import type { Message } from './payloads.ts'
import { createReceiver } from './receive.ts'
import type { Web } from './request.ts'
import { createRoles } from './roles.ts'
import type { Sessions } from './sessions.ts'
import { agreedCount, shardClaim } from './shard-count.ts'
import { createShards, type Shards } from './shards.ts'
import { createSolved } from './solved.ts'
import { inNoServer, isSound } from './sound.ts'
import type { Titles } from './titles.ts'
import { createTurns } from './turns.ts'

/** Servers; messages in them and in direct conversations; and, where it is switched on, the words of all of them. */
const INTENTS = 1 | (1 << 9) | (1 << 12)
const MESSAGE_CONTENT = 1 << 15
/** Reactions in servers and in direct conversations. */
const REACTIONS = (1 << 10) | (1 << 13)
const DISALLOWED = 4014

export interface ListenParts {
  token: string
  /** Which part of the servers this process is for; without it: all of them. */
  shards: { from: number; to: number; count: number } | undefined
  claims: Claims | undefined
  autoThread: boolean
  /** People ask about messages by reactions too. */
  reactions: boolean
  /** People who have installed the app for themselves may ask wherever they are. */
  userInstalls: boolean
  /** What stands below the app's name among the members of a server. */
  status: string | undefined
  web: Web
  breaker: Breaker
  notes: Notes
  sessions: Sessions
  channels: Channels
  interactions: Interactions
  echoes: Echoes
  titles: Titles
  guilds: Guilds
  directs: Directs
  download: NonNullable<Channel['download']>
  log: Log
  now: () => number
}

/** Hears Discord and tells the inbox; goes on without the privileged intent where Discord does not grant it. */
export function createListener(parts: ListenParts) {
  const {
    token,
    web,
    breaker,
    claims,
    notes,
    sessions,
    channels,
    interactions,
    userInstalls,
    echoes,
    titles,
    guilds,
    directs,
    log,
    now,
  } = parts
  const running = new Set<Promise<void>>()
  let hearing: { gateway(): Gateway; shards: Shards; hasAll(): boolean } | undefined

  /** Stopping waits for it. Whoever began it says what went wrong. */
  function track(work: Promise<void>): Promise<void> {
    const done = work.finally(() => running.delete(done))
    running.add(done)
    done.catch(() => {})
    return done
  }

  async function hear(inbox: Inbox, identity: Identity, info: GatewayInfo, signal: AbortSignal) {
    const { self } = identity
    const { application } = self
    const recommended = info.shards
    const agreed = () => (claims ? agreedCount({ claims, notes, application, recommended }) : recommended)
    const shardCount = parts.shards?.count ?? (await agreed())
    const { from, to } = parts.shards ?? { from: 0, to: shardCount - 1 }
    const wanted = Array.from({ length: to - from + 1 }, (_, n) => from + n)
    const concurrency = info.session_start_limit.max_concurrency
    const roles = createRoles({ web, bot: self.id })
    const known = {
      inbox,
      self,
      breaker,
      channels,
      roles,
      interactions,
      echoes,
      titles,
      guilds,
      ...{ autoThread: parts.autoThread, userInstalls },
    }
    const commands = createCommandDoor({ web, self, interactions, download: parts.download, inbox, log })
    const solved = createSolved({ web, channels, log })
    const receiver = createReceiver({ ...known, commands, solved, log, now, signal })
    const catchUps = new Map<number, ReturnType<typeof createCatchUp>>()
    const turns = claims && createTurns({ claims, application, concurrency, log })
    let throttler: IIdentifyThrottler | undefined
    let { readsMessages } = identity
    let changing: Promise<void> | undefined
    /** Until when the first shard is ours. */
    let syncing: AbortSignal | undefined
    let looking: Promise<void> | undefined
    let gateway = createOne()

    function createOne(): Gateway {
      const intents = intentsOf()
      return createGateway({ token, intents, status: parts.status, info, shardCount, turn, sessions, told, ended, log })
    }

    async function turn(shard: number, until: AbortSignal): Promise<void> {
      if (turns) return turns(shard, until)
      const { SimpleIdentifyThrottler } = await import('@discordjs/ws')
      throttler ??= new SimpleIdentifyThrottler(concurrency)
      return throttler.waitForIdentify(shard, until)
    }

    function intentsOf(): number {
      return INTENTS | (readsMessages ? MESSAGE_CONTENT : 0) | (parts.reactions ? REACTIONS : 0)
    }

    function told(shard: number, packet: Packet): void {
      const { t, s } = packet
      const d = inNoServer(packet.d)
      const misunderstood = (err: unknown): void =>
        log.warn({ err, event: t }, 'an event from Discord was not understood')
      if (!isSound(t, d)) return misunderstood(new Error('without an id that it needs'))
      const catchUp = catchUps.get(shard)!
      try {
        if (t === 'READY') {
          lookAtCommands(shard)
          catchUp.begin(sessions.heardAt(shard))
        }
        const done = receiver.receive({ ...packet, d })
        if (t === 'GUILD_CREATE') catchUp.guild(d as { id: string })
        const reading = catchUp.reading()
        if (reading && (t === 'READY' || t === 'GUILD_CREATE')) sessions.reads(shard, reading)
        if (t === 'MESSAGE_CREATE' && !(d as Message).guild_id) directs.heard((d as Message).channel_id)
        sessions.heard(shard)
        if (t === 'READY') void sessions.begun()
        if (!done) return
        sessions.handle(shard, s, track(done))
        done.catch((err) => signal.aborted || misunderstood(err))
      } catch (err) {
        misunderstood(err)
      }
    }

    /** Commands are there once, and so is whoever has the first shard. */
    function lookAtCommands(shard: number): void {
      if (shard !== 0 || looking || !syncing) return
      const work = syncCommands({ web, application, userInstalls, log, signal: syncing })
      looking = track(work).finally(() => {
        looking = undefined
      })
    }

    const isDisallowed = (code: number): boolean => code === DISALLOWED && readsMessages

    function ended(shard: number, code: number): void {
      if (!isDisallowed(code)) return log.error({ shard, code }, explainClosed(code).message)
      const again = withoutWords().catch((err) => log.error({ err }, 'Discord was not connected to again'))
      void track(again)
    }

    /** All shards at once: what Discord has taken back from one it takes back from all. */
    function withoutWords(): Promise<void> {
      changing ??= (async () => {
        await gateway.stop()
        log.warn({}, onlyMentions)
        readsMessages = false
        throttler = undefined
        gateway = createOne()
        await Promise.all(shards.held().map(connect))
      })()
      return changing
    }

    async function connect(shard: number): Promise<void> {
      await sessions.load(shard, `session:${application}:${shard}/${shardCount}:${intentsOf()}`)
      await gateway.connect(shard)
    }

    async function begin(shard: number, until: AbortSignal): Promise<void> {
      const isFirst = shard === 0
      // Discord tells of direct conversations on the first.
      await Promise.all([guilds.serve(application, shard, shardCount), isFirst && directs.load(application)])
      const list = isFirst ? directs.list : () => []
      catchUps.set(shard, createCatchUp({ web, directs: list, take: receiver.message, now, log, signal: until }))
      if (isFirst) syncing = until
      lookAtCommands(shard)
      try {
        await connect(shard)
      } catch (error) {
        if (!(error instanceof Closed && isDisallowed(error.code)) && !changing) throw error
        await withoutWords()
      }
    }

    async function lost(shard: number): Promise<void> {
      sessions.forget(shard)
      guilds.leave(shard)
      await gateway.leave(shard)
    }

    const nameOf = (shard: number): string => shardClaim(application, shard, shardCount)
    const isShared = parts.shards === undefined
    const shards = createShards({ wanted, isShared, claims, nameOf, begin, lost, log })
    return { gateway: () => gateway, shards, hasAll: () => shards.held().length === shardCount }
  }

  async function stop(): Promise<void> {
    const { gateway, shards } = hearing ?? {}
    await shards?.stop()
    sessions.freeze()
    await gateway?.().stop()
    hearing = undefined
    // Some wait for what is written together, a little later.
    await guilds.settled()
    while (running.size > 0) await Promise.allSettled(running)
    // A session that goes on does not tell of its servers again.
    await guilds.settled()
    await sessions.close()
    await shards?.release()
  }

  return {
    /** Nothing is told to another process. */
    hearsAll: (): boolean => hearing?.hasAll() ?? false,
    connected: (): boolean => hearing?.shards.areCovered(hearing.gateway().isUp) ?? false,

    /** Resolves when all shards are ready that nobody else has. */
    async start(inbox: Inbox, identity: Identity, info: GatewayInfo, signal: AbortSignal): Promise<void> {
      if (!identity.readsMessages) log.warn({}, onlyMentions)
      hearing = await hear(inbox, identity, info, signal)
      try {
        await hearing.shards.start()
      } catch (error) {
        await stop()
        throw error
      }
    },

    /** What comes from now on is told to the next process. Resolves when nothing is being taken in any more. */
    stop,
  }
}

const onlyMentions =
  'The Message Content Intent is off: the agent hears direct messages and mentions only. To have it follow threads or whole channels, switch it on under Bot of your app at https://discord.com/developers/applications.'
