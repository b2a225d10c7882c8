import { setTimeout as sleep } from 'node:timers/promises'
import type { IContextFetchingStrategy, SessionInfo, WebSocketShard } from '@discordjs/ws'
import type { Log } from '../../src/ports/log.ts'
import { soundFrame } from './sound.ts'

/** From the attempt to connect until Discord says that it is ready; every shard waits for its turn to identify. */
const READY_MS = 30_000
const TURN_MS = 7000
const CLOSE_MS = 2000
const longer = (pause: number): number => Math.min(30_000, pause * 2 || 500)

/** Codes after which Discord lets nobody in who comes back the same. */
const FINAL = new Set([4004, 4010, 4011, 4012, 4013, 4014])
/** Says that we come back: the session is kept. */
const RESUMING = 4200

/** What Discord tells, as it comes. */
export interface Packet {
  t: string
  s: number
  d: unknown
}

export interface GatewayInfo {
  url: string
  shards: number
  session_start_limit: { total: number; remaining: number; reset_after: number; max_concurrency: number }
}

export interface GatewayParts {
  token: string
  intents: number
  /** What stands below the app's name among the members of a server. */
  status: string | undefined
  info: GatewayInfo
  shardCount: number
  /** Resolves when a shard may identify. */
  turn(shard: number, signal: AbortSignal): Promise<void>
  sessions: {
    retrieve(shard: number): SessionInfo | null
    update(shard: number, info: SessionInfo | null): void
  }
  /** Must not throw. */
  told(shard: number, packet: Packet): void
  /** A shard that was ready was closed for good. */
  ended(shard: number, code: number): void
  log: Log
}

/** Discord has closed the connection for good. */
export class Closed extends Error {
  override readonly name = 'Closed'
  readonly code: number
  constructor(code: number) {
    super(`Discord closed the connection with code ${code}`)
    this.code = code
  }
}

export type Gateway = ReturnType<typeof createGateway>

/**
 * discord.js' connection to the gateway, without discord.js' client: that one keeps everybody it hears of, and a packet it does
 * not understand ends the process.
 */
export function createGateway(parts: GatewayParts) {
  const { token, intents, status, info, shardCount, turn, sessions, told, ended, log } = parts
  const open = new Map<number, Opened>()
  const up = new Set<number>()
  /** How long to wait before the next attempt to come back. */
  const pauses = new Map<number, number>()

  async function contextOf(ws: typeof import('@discordjs/ws')): Promise<IContextFetchingStrategy> {
    const { identifyProperties, version, encoding, compression, largeThreshold, ...times } =
      ws.DefaultWebSocketManagerOptions
    const { handshakeTimeout, helloTimeout, readyTimeout } = times
    return {
      options: {
        token,
        intents,
        shardCount,
        gatewayInformation: info,
        ...{ identifyProperties, version, encoding, compression, largeThreshold },
        initialPresence: status === undefined ? null : presenceOf(status),
        ...{ handshakeTimeout, helloTimeout, readyTimeout },
      },
      retrieveSessionInfo: (shard) => sessions.retrieve(shard),
      updateSessionInfo: (shard, session) => sessions.update(shard, session),
      waitForIdentify: turn,
    }
  }

  async function connect(id: number, leaving: AbortSignal, opened: (shard: WebSocketShard) => void): Promise<void> {
    const ws = await import('@discordjs/ws')
    const shard = new ws.WebSocketShard(await contextOf(ws), id)
    leaving.throwIfAborted()
    opened(shard)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let wasReady = false
    shard.on(ws.WebSocketShardEvents.Dispatch, ({ data }) => {
      const packet = data as Packet
      if (leaving.aborted) return
      if (packet.t === 'READY' || packet.t === 'RESUMED') {
        wasReady = true
        up.add(id)
        pauses.set(id, 0)
        resolve()
      }
      told(id, packet)
    })
    shard.on(ws.WebSocketShardEvents.Closed, ({ code }) => {
      if (leaving.aborted) return
      up.delete(id)
      log.info({ shard: id, code }, 'the connection to Discord was closed')
      if (!FINAL.has(code)) return
      reject(new Closed(code))
      if (wasReady) ended(id, code)
    })
    shard.on(ws.WebSocketShardEvents.Error, ({ error }) => {
      if (!leaving.aborted) log.warn({ shard: id, err: error }, 'the connection to Discord has a fault')
    })
    contain(shard, id, leaving)
    shard.connect().catch(reject)
    const late = sleep(READY_MS + TURN_MS * open.size, undefined, { ref: false, signal: leaving })
    await Promise.race([promise, late.then(() => Promise.reject(new Error('Discord is not ready in time')))])
  }

  /**
   * A rejection inside of a shard would be nobody's and end the process. And a shard comes back every half second, also when it
   * is to stop; here it takes longer with every attempt in vain.
   */
  function contain(shard: WebSocketShard, id: number, leaving: AbortSignal): void {
    const say = (err: unknown): void => log.warn({ shard: id, err }, 'something that Discord sent was not understood')
    const [unpack, take, close, beat] = [
      shard['unpackMessage'],
      shard['onMessage'],
      shard['onClose'],
      shard['heartbeat'],
    ]
    shard['unpackMessage'] = async (data: unknown, isBinary: boolean) => {
      const frame = soundFrame(await unpack.call(shard, data, isBinary))
      if (!frame) say(new Error('a frame that is none'))
      return (frame ?? null) as Awaited<ReturnType<typeof unpack>>
    }
    shard['onMessage'] = (data: unknown, isBinary: boolean) => take.call(shard, data, isBinary).catch(say)
    shard['onClose'] = (code: number) => close.call(shard, code).catch(say)
    shard['heartbeat'] = (requested?: boolean) => beat.call(shard, requested).catch(say)
    const go = shard['internalConnect']
    shard['internalConnect'] = async () => {
      try {
        const pause = pauses.get(id)
        pauses.set(id, pause === undefined ? 0 : longer(pause))
        if (pause) await sleep(pause, undefined, { signal: leaving })
        if (!leaving.aborted) await go.call(shard)
      } catch (error) {
        if (!leaving.aborted) say(error)
      }
    }
  }

  async function close(shard: WebSocketShard): Promise<void> {
    const socket = shard['connection']
    const closed = shard.destroy({ code: RESUMING, reason: 'Restarting' }).catch(() => {})
    await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })])
    if (!socket || !('terminate' in socket) || socket.readyState === socket.CLOSED) return
    // One that was just being opened is left alone by the shard, without anybody to hear of its end.
    socket.onerror = () => {}
    socket.terminate()
  }

  /** In a way that lets whoever comes next go on with the session. */
  async function leave(id: number): Promise<void> {
    const opened = open.get(id)
    open.delete(id)
    up.delete(id)
    pauses.delete(id)
    opened?.leaving.abort(new Error('stopped'))
    if (opened?.shard) await close(opened.shard)
  }

  return {
    /** Resolves when it is ready. Rejects with a `Closed`, or with why Discord cannot be reached. */
    connect(id: number): Promise<void> {
      const opened = open.get(id)
      if (opened) return opened.ready
      const leaving = new AbortController()
      const entry: Opened = { leaving, ready: connect(id, leaving.signal, (shard) => (entry.shard = shard)) }
      open.set(id, entry)
      return entry.ready
    },
    leave,
    async stop(): Promise<void> {
      await Promise.all([...open.keys()].map(leave))
    },
    /** Whether events of the shard can arrive now. */
    isUp: (id: number): boolean => up.has(id),
  }
}

interface Opened {
  shard?: WebSocketShard
  ready: Promise<void>
  /** Aborted when nothing of it is to be heard any more. */
  leaving: AbortController
}

/** Of the kind that is a line of its own, and not something that is played. */
const CUSTOM = 4

/** Told when a session begins, so it costs nothing of what may be sent in a minute. */
function presenceOf(state: string): NonNullable<IContextFetchingStrategy['options']['initialPresence']> {
  const activities = [{ name: 'Custom Status', type: CUSTOM as number, state }]
  return { since: null, activities, status: 'online' as never, afk: false }
}
