import type { Channel, Inbox } from '../../src/ports/channel.ts'
import { createCatchUp } from './catch-up.ts'
import type { Channels } from './channels.ts'
import { createCommandDoor } from './command-door.ts'
import type { Directs } from './directs.ts'
import type { Echoes } from './echoes.ts'
import { explainClosed } from './faults.ts'
import { Closed, createGateway, type Gateway, type GatewayInfo, type Packet } from './gateway.ts'
import type { Guilds } from './guilds.ts'
import type { Identity } from './identity.ts'
import type { Interactions } from './interactions.ts'
import type { Log } from './log.ts'
import type { Message } from './payloads.ts'
import { createReceiver } from './receive.ts'
import type { Sessions } from './sessions.ts'
import { isSound } from './sound.ts'
import type { Titles } from './titles.ts'
import type { Web } from './web.ts'

/** Servers; messages in them and in direct conversations; and, where it is switched on, the words of all of them. */
const INTENTS = 1 | (1 << 9) | (1 << 12)
const MESSAGE_CONTENT = 1 << 15
const DISALLOWED = 4014

export interface ListenParts {
  token: string
  /** Which part of the servers this process is for; without it: all of them. */
  shards: { from: number; to: number; count: number } | undefined
  autoThread: boolean
  web: Web
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
  const { token, web, sessions, channels, interactions, echoes, titles, guilds, directs, log, now } = parts
  const running = new Set<Promise<void>>()
  let gateway: Gateway | undefined

  /** Stopping waits for it. Whoever began it says what went wrong. */
  function track(work: Promise<void>): Promise<void> {
    const done = work.finally(() => running.delete(done))
    running.add(done)
    done.catch(() => {})
    return done
  }

  async function connect(
    inbox: Inbox,
    { self, readsMessages }: Identity,
    info: GatewayInfo,
    signal: AbortSignal,
  ): Promise<void> {
    const { application } = self
    const shardCount = parts.shards?.count ?? info.shards
    const { from, to } = parts.shards ?? { from: 0, to: shardCount - 1 }
    const shards = Array.from({ length: to - from + 1 }, (_, n) => from + n)
    const intents = INTENTS | (readsMessages ? MESSAGE_CONTENT : 0)
    await sessions.load(shards, (shard) => `session:${application}:${shard}/${shardCount}:${intents}`)
    const known = { inbox, self, channels, interactions, echoes, titles, guilds, autoThread: parts.autoThread }
    const commands = createCommandDoor({ web, self, interactions, download: parts.download, inbox, log })
    const receiver = createReceiver({ ...known, commands, log, signal })
    const catchUp = createCatchUp({ web, directs: directs.list, take: receiver.message, now, log, signal })
    let isUp = false

    function told(shard: number, packet: Packet): void {
      const { t, s, d } = packet
      const misunderstood = (err: unknown): void =>
        log.warn({ err, event: t }, 'an event from Discord was not understood')
      if (!isSound(t, d)) return misunderstood(new Error('without an id that it needs'))
      try {
        if (t === 'READY') catchUp.begin(sessions.heardAt(shard))
        const done = receiver.receive(packet)
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

    function ended(shard: number, code: number): void {
      // Until then it is told to whoever starts.
      if (!isUp) return
      if (code !== DISALLOWED || !readsMessages) return log.error({ shard, code }, explainClosed(code).message)
      const again = withoutWords().catch((err) => log.error({ err }, 'Discord was not connected to again'))
      void track(again)
    }

    async function withoutWords(): Promise<void> {
      await gateway?.stop()
      log.warn({}, onlyMentions)
      await connect(inbox, { self, readsMessages: false }, info, signal)
    }

    gateway = createGateway({ token, intents, info, shardCount, shards, sessions, told, ended, log })
    try {
      await gateway.start()
      isUp = true
    } catch (error) {
      if (!(error instanceof Closed && error.code === DISALLOWED && readsMessages)) {
        await gateway.stop()
        throw error
      }
      await withoutWords()
    }
  }

  return {
    track,
    connected: (): boolean => gateway?.connected() ?? false,

    /** Resolves when all shards are ready. */
    async start(inbox: Inbox, identity: Identity, info: GatewayInfo, signal: AbortSignal): Promise<void> {
      if (!identity.readsMessages) log.warn({}, onlyMentions)
      await connect(inbox, identity, info, signal)
    },

    /** What comes from now on is told to the next process. Resolves when nothing is being taken in any more. */
    async stop(): Promise<void> {
      sessions.freeze()
      await gateway?.stop()
      gateway = undefined
      // Some wait for what is written together, a little later.
      await guilds.settled()
      while (running.size > 0) await Promise.allSettled(running)
      // A session that goes on does not tell of its servers again.
      await guilds.settled()
      await sessions.close()
    },
  }
}

const onlyMentions =
  'The Message Content Intent is off: the agent hears direct messages and mentions only. To have it follow threads or whole channels, switch it on under Bot of your app at https://discord.com/developers/applications.'
