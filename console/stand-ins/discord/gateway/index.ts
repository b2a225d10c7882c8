import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { remember } from '../../shared/remember.ts'
import type { Change } from '../change.ts'
import { memberJson, userJson } from '../json.ts'
import type { Limits } from '../limits.ts'
import type { Json } from '../records.ts'
import { ownGuilds } from '../refs.ts'
import type { World } from '../world.ts'
import { asRecord, Close, type Connection, type Frame, Op, readFrame, withoutToken } from './connection.ts'
import { type Event, eventsOf, guildCreate } from './events.ts'
import { readIdentify, readyData } from './identify.ts'
import { Intent } from './intents.ts'
import { createSession, isOn, record, type Session, since } from './session.ts'
import { createStarts, type Starts } from './starts.ts'

/** The gateway (version 10): who listens, and what they are told. */
export interface Gateway {
  readonly frames: Frame[]
  readonly sessions: ReadonlyMap<string, Session>
  readonly starts: Starts
  /** Tells of an interaction; false when nobody listens. */
  send(event: Event): boolean
  hear(change: Change): void
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
  connected(): boolean
  drop(): void
  /** Of all shards, or of one. */
  close(code: number, shard?: number): void
  reconnect(): void
  invalidate(resumable: boolean): void
  silence(): void
  malform(): void
  /** Sends the last event of this name once more, as Discord now and then does. */
  repeat(name: string): void
  /** Sends this frame as it is, whatever it is. */
  raw(frame: string): void
  expire(): void
  stop(): Promise<void>
}

export function createGateway(parts: {
  world: World
  limits: Limits
  now: () => number
  url: () => string
  token: () => string
  /** Discord takes the token away from an app that identifies itself too often. */
  resetToken: () => void
  changed: () => void
}): Gateway {
  const { world, limits, now, url, token, resetToken, changed } = parts
  const server = new WebSocketServer({ noServer: true })
  const connections = new Set<Connection>()
  const sessions = new Map<string, Session>()
  const frames: Frame[] = []
  const starts = createStarts({ limits, now })
  let malformed = false

  const open = (): Connection[] => [...connections].filter(({ socket }) => socket.readyState === socket.OPEN)
  const listening = (): Connection[] => open().filter(({ session }) => session !== undefined)
  const address = (path: string): string => `${url().replace('http', 'ws')}/${path}`

  function write(connection: Connection, frame: { op: number; d: unknown; t?: string; s?: number }): void {
    if (connection.silent) return
    remember(frames, { at: now(), direction: 'out', session: connection.session?.id, ...frame }, limits.records)
    connection.socket.send(JSON.stringify({ s: null, t: null, ...frame }))
  }

  function dispatch(session: Session, name: string, data: Json): void {
    const sent = record(session, name, data, limits.resumeEvents)
    const connection = open().find((each) => each.session === session)
    if (!connection) return
    const isBroken = malformed && name === 'MESSAGE_CREATE'
    if (isBroken) malformed = false
    write(connection, { op: Op.dispatch, t: name, s: sent.s, d: isBroken ? { ...data, thread: null } : data })
  }

  function send({ name, guild, intent, data }: Event): boolean {
    let heard = false
    for (const session of sessions.values()) {
      if (!isOn(session, guild) || (intent !== 0 && !(session.intents & intent))) continue
      dispatch(session, name, data(session.view))
      heard ||= session.lostAt === undefined
    }
    return heard
  }

  function connect(socket: WebSocket, req: IncomingMessage): void {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost')
    const resuming = pathname === '/gateway/resume'
    const connection: Connection = {
      socket,
      resuming,
      session: undefined,
      silent: false,
      sends: { used: 0, until: 0 },
      beat: undefined,
    }
    connections.add(connection)
    socket.on('message', (raw: Buffer) => receive(connection, raw))
    socket.on('close', (code) => lost(connection, code))
    socket.on('error', () => {})
    if (searchParams.get('v') !== '10') return socket.close(Close.invalidVersion, 'Invalid API version')
    if (searchParams.get('encoding') !== 'json')
      return socket.close(Close.decodeError, 'The simulator speaks JSON only')
    write(connection, { op: Op.hello, d: { heartbeat_interval: limits.heartbeatMs, _trace: [] } })
    expectBeat(connection)
  }

  /** Runs on real time, as the client's own timer does. */
  function expectBeat(connection: Connection): void {
    clearTimeout(connection.beat)
    const late = () => connection.socket.close(Close.sessionTimedOut, 'Session timed out')
    connection.beat = setTimeout(late, limits.heartbeatMs * 1.5).unref()
  }

  function lost(connection: Connection, code: number): void {
    clearTimeout(connection.beat)
    connections.delete(connection)
    const { session } = connection
    if (!session) return
    session.lostAt = now()
    // These two say that the app will not come back.
    if (code === 1000 || code === 1001) sessions.delete(session.id)
    changed()
  }

  function receive(connection: Connection, raw: Buffer): void {
    const { socket } = connection
    const frame = readFrame(raw)
    const seen = frame ? withoutToken(frame) : { op: -1, d: undefined }
    remember(frames, { at: now(), direction: 'in', session: connection.session?.id, ...seen }, limits.records)
    if (connection.silent) return
    if (!frame) return socket.close(Close.decodeError, 'Error while decoding payload.')
    if (connection.sends.until <= now()) connection.sends = { used: 0, until: now() + limits.gatewaySends.windowMs }
    connection.sends.used += 1
    if (connection.sends.used > limits.gatewaySends.limit) return socket.close(Close.rateLimited, 'Rate limited.')
    const d = asRecord(frame.d)
    if (frame.op === Op.heartbeat) {
      expectBeat(connection)
      return write(connection, { op: Op.heartbeatAck, d: null })
    }
    if (frame.op === Op.identify) return identify(connection, d)
    if (frame.op === Op.resume) return resume(connection, d)
    if (!connection.session) return socket.close(Close.notAuthenticated, 'Not authenticated.')
    if (frame.op === Op.requestMembers) return chunk(connection.session, d)
    if (frame.op !== Op.presence && frame.op !== Op.voice) socket.close(Close.unknownOpcode, 'Unknown opcode.')
  }

  function identify(connection: Connection, d: Json): void {
    const { socket } = connection
    if (connection.session) return socket.close(Close.alreadyAuthenticated, 'Already authenticated.')
    if (d['token'] !== token()) return socket.close(Close.authenticationFailed, 'Authentication failed.')
    const asked = readIdentify(world, limits, d)
    if (typeof asked === 'number') return socket.close(asked)
    const session = createSession(randomBytes(16).toString('hex'), asked.intents, asked.shard)
    const guilds = ownGuilds(world).filter(({ id }) => isOn(session, id))
    const start = starts.take(asked.shard[0])
    if (start === 'exhausted') {
      resetToken()
      return socket.close(Close.authenticationFailed, 'Authentication failed.')
    }
    if (start === 'too_soon') return write(connection, { op: Op.invalidSession, d: false })
    connection.session = session
    sessions.set(session.id, session)
    dispatch(session, 'READY', readyData(world, session, guilds, address('gateway/resume')))
    if (asked.intents & Intent.guilds) {
      for (const guild of guilds) if (guild.available) dispatch(session, 'GUILD_CREATE', guildCreate(world, guild))
    }
    changed()
  }

  function resume(connection: Connection, d: Json): void {
    const { socket } = connection
    if (connection.session) return socket.close(Close.alreadyAuthenticated, 'Already authenticated.')
    if (d['token'] !== token()) return socket.close(Close.authenticationFailed, 'Authentication failed.')
    const session = sessions.get(String(d['session_id']))
    const seq = Number(d['seq'])
    if (session && seq > session.seq) return socket.close(Close.invalidSequence, 'Invalid seq.')
    const missed = session && since(session, seq)
    // Elsewhere than at the address that READY named there is no such session.
    if (!session || !missed || !connection.resuming) {
      if (session) sessions.delete(session.id)
      return write(connection, { op: Op.invalidSession, d: false })
    }
    for (const other of connections) {
      if (other.session !== session) continue
      other.session = undefined
      other.socket.terminate()
    }
    connection.session = session
    session.lostAt = undefined
    for (const { name, s, data } of missed) write(connection, { op: Op.dispatch, t: name, s, d: data })
    dispatch(session, 'RESUMED', { _trace: [] })
    changed()
  }

  function chunk(session: Session, d: Json): void {
    const guild = world.guilds.get(String(d['guild_id']))
    if (!guild || !(session.intents & Intent.guildMembers)) return
    const wanted = Array.isArray(d['user_ids']) ? (d['user_ids'] as string[]) : [...guild.members.keys()]
    const members = wanted.flatMap((id) => {
      const member = guild.members.get(id)
      return member ? [{ ...memberJson(member), user: userJson(world.users.get(id)!) }] : []
    })
    const data = {
      guild_id: guild.id,
      members,
      chunk_index: 0,
      chunk_count: 1,
      ...('nonce' in d && { nonce: d['nonce'] }),
    }
    dispatch(session, 'GUILD_MEMBERS_CHUNK', data)
  }

  function invalidate(resumable: boolean): void {
    for (const connection of listening()) {
      write(connection, { op: Op.invalidSession, d: resumable })
      if (!resumable) sessions.delete(connection.session!.id)
      connection.session!.lostAt = now()
      connection.session = undefined
    }
    changed()
  }

  return {
    frames,
    sessions,
    starts,
    send,
    hear(change) {
      if (sessions.size > 0) for (const event of eventsOf(world, change)) send(event)
    },
    upgrade: (req, socket, head) => server.handleUpgrade(req, socket, head, (ws) => connect(ws, req)),
    connected: () => listening().length > 0,
    drop() {
      for (const { socket } of connections) socket.terminate()
    },
    close(code, shard) {
      for (const { socket, session } of connections) {
        if (shard === undefined || session?.shard[0] === shard) socket.close(code)
      }
    },
    reconnect() {
      for (const connection of listening()) write(connection, { op: Op.reconnect, d: null })
    },
    invalidate,
    silence() {
      for (const connection of listening()) connection.silent = true
    },
    malform() {
      malformed = true
    },
    repeat(name) {
      for (const { session } of listening()) {
        const last = session!.sent.findLast((sent) => sent.name === name)
        if (last) dispatch(session!, name, last.data)
      }
    },
    raw(frame) {
      for (const { socket } of listening()) socket.send(frame)
    },
    expire() {
      for (const session of sessions.values()) {
        if (session.lostAt !== undefined && now() - session.lostAt > limits.resumeMs) sessions.delete(session.id)
      }
    },
    async stop() {
      for (const { socket } of connections) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
