import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Acknowledgement, Send } from './envelope.ts'
import type { Limits } from './limits.ts'

const PING_MS = 10_000
const TICKET_MS = 30_000
/** How long a socket that was asked to refresh may still be used for acknowledgements. */
const REFRESH_GRACE_MS = 10_000
/** How long the other side may take to close when the simulator stops. */
const GOODBYE_MS = 500

export interface SocketMode {
  /** A WebSocket address that can be opened once, within 30 seconds. */
  ticket(): string
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Sockets that take events: open, greeted, and not asked to refresh. */
  readonly open: number
  send: Send
  /** Asks every socket to come back with a new one. */
  reconnect(reason?: 'refresh_requested' | 'warning'): void
  /** Cuts every connection without a word. */
  drop(): void
  /** Says goodbye to every app and resolves when all are gone. */
  close(): Promise<void>
  onChange(watcher: () => void): void
}

export function createSocketMode(parts: {
  limits: Limits
  now: () => number
  url: () => string
  appId: string
}): SocketMode {
  const { limits, now, url, appId } = parts
  const server = new WebSocketServer({ noServer: true, clientTracking: false })
  const tickets = new Map<string, number>()
  const all = new Set<WebSocket>()
  /** Those that take events, whose turn is next first. */
  const sockets = new Set<WebSocket>()
  const pending = new Map<string, { socket: WebSocket; settle: (ack: Acknowledgement) => void }>()
  const watchers: (() => void)[] = []
  let closing = false
  const changed = (): void => {
    for (const watcher of watchers) watcher()
  }

  function welcome(socket: WebSocket): void {
    // A socket that breaks is followed by `close`, where everything is cleared up.
    socket.on('error', () => {})
    socket.on('close', () => all.delete(socket))
    const debug_info = { host: 'simulator', build_number: 1, approximate_connection_time: 18_060 }
    const isTooMany = all.size >= limits.sockets
    all.add(socket)
    if (isTooMany) {
      socket.send(JSON.stringify({ type: 'disconnect', reason: 'too_many_websockets', debug_info }))
      socket.close()
      return
    }
    const ping = setInterval(() => socket.ping(), PING_MS).unref()
    socket.on('message', (data) => acknowledge(socket, String(data)))
    socket.on('close', () => {
      clearInterval(ping)
      sockets.delete(socket)
      for (const waiting of pending.values()) {
        if (waiting.socket === socket) waiting.settle({ ok: false, reason: 'connection_failed', noRetry: false })
      }
      changed()
    })
    sockets.add(socket)
    const hello = { type: 'hello', num_connections: all.size, connection_info: { app_id: appId }, debug_info }
    socket.send(JSON.stringify(hello))
    changed()
  }

  function acknowledge(socket: WebSocket, data: string): void {
    let frame: { envelope_id?: unknown; payload?: unknown }
    try {
      frame = JSON.parse(data) as typeof frame
    } catch {
      socket.close(1003)
      return
    }
    // An app that acknowledges on another connection has mixed them up.
    const waiting = pending.get(String(frame.envelope_id))
    if (waiting?.socket === socket) waiting.settle({ ok: true, body: frame.payload })
  }

  function drop(): void {
    for (const socket of all) socket.terminate()
  }

  return {
    ticket() {
      const ticket = randomBytes(12).toString('hex')
      for (const [known, until] of tickets) if (until <= now()) tickets.delete(known)
      tickets.set(ticket, now() + TICKET_MS)
      return `${url().replace(/^http/, 'ws')}/link/?ticket=${ticket}&app_id=${appId}`
    },
    upgrade(req, socket, head) {
      const { pathname, searchParams } = new URL(req.url ?? '/', url())
      const ticket = searchParams.get('ticket') ?? ''
      const until = tickets.get(ticket)
      tickets.delete(ticket)
      if (closing || pathname !== '/link/' || until === undefined || until <= now()) {
        socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
        return
      }
      server.handleUpgrade(req, socket, head, welcome)
    },
    get open() {
      return sockets.size
    },
    send(envelope, repetition) {
      const [socket] = sockets
      if (!socket) return Promise.resolve({ ok: false, reason: 'connection_failed', noRetry: false })
      // Next time it is another one's turn.
      sockets.delete(socket)
      sockets.add(socket)
      const envelope_id = randomUUID()
      return new Promise((resolve) => {
        const settle = (ack: Acknowledgement): void => {
          clearTimeout(timer)
          pending.delete(envelope_id)
          resolve(ack)
        }
        const late = (): void => settle({ ok: false, reason: 'http_timeout', noRetry: false })
        const timer = setTimeout(late, limits.ackTimeoutMs)
        pending.set(envelope_id, { socket, settle })
        const { kind: type, payload } = envelope
        const isEvent = type === 'events_api'
        const retry = isEvent ? { retry_attempt: repetition?.num ?? 0, retry_reason: repetition?.reason ?? '' } : {}
        socket.send(JSON.stringify({ envelope_id, payload, type, accepts_response_payload: !isEvent, ...retry }))
      })
    },
    reconnect(reason = 'refresh_requested') {
      for (const socket of sockets) {
        socket.send(JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'simulator' } }))
        // After a warning the socket still works for some seconds; Slack's own clients leave at once.
        if (reason === 'warning') continue
        sockets.delete(socket)
        setTimeout(() => socket.close(), REFRESH_GRACE_MS).unref()
      }
      changed()
    },
    drop,
    async close() {
      closing = true
      const gone = [...all].map((socket) => once(socket, 'close'))
      for (const socket of all) socket.close(1001)
      const deadline = setTimeout(drop, GOODBYE_MS)
      await Promise.all(gone)
      clearTimeout(deadline)
    },
    onChange: (watcher) => void watchers.push(watcher),
  }
}
