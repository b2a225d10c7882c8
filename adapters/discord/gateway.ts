import { setTimeout as sleep } from 'node:timers/promises'
import type { IContextFetchingStrategy, SessionInfo, WebSocketShard } from '@discordjs/ws'
import type { Log } from './log.ts'
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
  info: GatewayInfo
  shardCount: number
  shards: readonly number[]
  sessions: {
    retrieve(shard: number): SessionInfo | null
    update(shard: number, info: SessionInfo | null): void
  }
  /** Must not throw. */
  told(shard: number, packet: Packet): void
  /** A shard was closed for good. */
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
  const { token, intents, info, shardCount, sessions, told, ended, log } = parts
  const open = new Map<number, WebSocketShard>()
  const up = new Set<number>()
  /** How long to wait before the next attempt to come back. */
  const pauses = new Map<number, number>()
  const stopping = new AbortController()

  function connect(id: number, ws: typeof import('@discordjs/ws'), context: IContextFetchingStrategy): Promise<void> {
    const shard = new ws.WebSocketShard(context, id)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    open.set(id, shard)
    shard.on(ws.WebSocketShardEvents.Dispatch, ({ data }) => {
      const packet = data as Packet
      if (packet.t === 'READY' || packet.t === 'RESUMED') {
        up.add(id)
        pauses.set(id, 0)
        resolve()
      }
      if (!stopping.signal.aborted) told(id, packet)
    })
    shard.on(ws.WebSocketShardEvents.Closed, ({ code }) => {
      up.delete(id)
      if (stopping.signal.aborted) return
      log.info({ shard: id, code }, 'the connection to Discord was closed')
      if (!FINAL.has(code)) return
      reject(new Closed(code))
      ended(id, code)
    })
    shard.on(ws.WebSocketShardEvents.Error, ({ error }) => {
      if (!stopping.signal.aborted) log.warn({ shard: id, err: error }, 'the connection to Discord has a fault')
    })
    contain(shard, id)
    shard.connect().catch((error) => {
      up.delete(id)
      reject(error)
    })
    return promise
  }

  /**
   * A rejection inside of a shard would be nobody's and end the process. And a shard comes back every half second, also when it
   * is to stop; here it takes longer with every attempt in vain.
   */
  function contain(shard: WebSocketShard, id: number): void {
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
        if (pause) await sleep(pause, undefined, { signal: stopping.signal })
        if (!stopping.signal.aborted) await go.call(shard)
      } catch (error) {
        if (!stopping.signal.aborted) say(error)
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

  return {
    /** Resolves when all shards are ready. Rejects with a `Closed`, or with why Discord cannot be reached. */
    async start(): Promise<void> {
      const ws = await import('@discordjs/ws')
      const throttler = new ws.SimpleIdentifyThrottler(info.session_start_limit.max_concurrency)
      const { identifyProperties, version, encoding, compression, initialPresence, largeThreshold, ...times } =
        ws.DefaultWebSocketManagerOptions
      const { handshakeTimeout, helloTimeout, readyTimeout } = times
      const context: IContextFetchingStrategy = {
        options: {
          token,
          intents,
          shardCount,
          gatewayInformation: info,
          ...{ identifyProperties, version, encoding, compression, initialPresence, largeThreshold },
          ...{ handshakeTimeout, helloTimeout, readyTimeout },
        },
        retrieveSessionInfo: (shard) => sessions.retrieve(shard),
        updateSessionInfo: (shard, session) => sessions.update(shard, session),
        waitForIdentify: (shard, signal) => throttler.waitForIdentify(shard, signal),
      }
      const late = sleep(READY_MS + TURN_MS * parts.shards.length, undefined, { ref: false, signal: stopping.signal })
      const ready = parts.shards.map((id) => connect(id, ws, context))
      await Promise.race([
        Promise.all(ready),
        late.then(() => Promise.reject(new Error('Discord is not ready in time'))),
      ])
    },
    /** Closes the connections in a way that lets the next process go on with the sessions. */
    async stop(): Promise<void> {
      stopping.abort(new Error('stopped'))
      up.clear()
      await Promise.all([...open.values()].map(close))
    },
    /** Whether events of all shards can arrive now. */
    connected: (): boolean => up.size === parts.shards.length,
  }
}
