import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { SlackSimulator } from '../../../../console/stand-ins/slack/index.ts'
import { call, later, startSimulator, until } from './support.ts'

interface Frame extends Record<string, unknown> {
  type: string
  envelope_id?: string
  payload?: { event_id: string }
}

interface Connection {
  socket: WebSocket
  frames: Frame[]
  events(): Frame[]
}

async function connect(simulator: SlackSimulator, acknowledge = true): Promise<Connection> {
  const { url } = await call(simulator, 'apps.connections.open', {}, simulator.appToken)
  const socket = new WebSocket(url)
  const frames: Frame[] = []
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Frame
    frames.push(frame)
    if (acknowledge && frame.envelope_id) socket.send(JSON.stringify({ envelope_id: frame.envelope_id, payload: {} }))
  })
  later(() => socket.terminate())
  await until(() => frames.length > 0)
  return { socket, frames, events: () => frames.filter(({ type }) => type === 'events_api') }
}

const say = (simulator: SlackSimulator): string => simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Hi' })

describe('Socket Mode', () => {
  it('greets, and sends each event to one socket in turn', async () => {
    const simulator = await startSimulator()
    const first = await connect(simulator)
    const second = await connect(simulator)
    expect(second.frames[0]).toMatchObject({
      type: 'hello',
      num_connections: 2,
      connection_info: { app_id: 'A0PARLEY' },
    })
    for (let count = 0; count < 6; count++) say(simulator)
    await simulator.delivered()
    expect([first.events().length, second.events().length]).toEqual([3, 3])
    expect(first.events()[0]).toMatchObject({ retry_attempt: 0, retry_reason: '', accepts_response_payload: false })
  })

  it('lets an address be used once', async () => {
    const simulator = await startSimulator()
    const { url } = await call(simulator, 'apps.connections.open', {}, simulator.appToken)
    const open = (): Promise<string> =>
      new Promise((resolve) => {
        const socket = new WebSocket(url)
        socket.on('open', () => resolve('open'))
        socket.on('error', (error) => resolve(error.message))
        later(() => socket.terminate())
      })
    expect(await open()).toBe('open')
    expect(await open()).toContain('404')
  })

  it('takes ten connections', async () => {
    const simulator = await startSimulator()
    await Promise.all(Array.from({ length: 10 }, () => connect(simulator)))
    const eleventh = await connect(simulator)
    expect(eleventh.frames).toMatchObject([{ type: 'disconnect', reason: 'too_many_websockets' }])
    await until(() => eleventh.socket.readyState === WebSocket.CLOSED)
  })

  it('sends again, with retry fields, what a lost or silent socket had not acknowledged', async () => {
    // Long enough that the first socket is lost before its silence counts, also on a busy machine.
    const simulator = await startSimulator({ limits: { ackTimeoutMs: 500, retryDelaysMs: [0, 0, 0] } })
    const silent = await connect(simulator, false)
    say(simulator)
    await until(() => silent.events().length === 1)
    simulator.dropSockets()
    await until(() => silent.socket.readyState === WebSocket.CLOSED)
    const mute = await connect(simulator, false)
    await until(() => mute.events().length === 1)
    expect(mute.events()[0]).toMatchObject({ retry_attempt: 1, retry_reason: 'connection_failed' })
    await until(() => mute.events().length === 3)
    expect(mute.events().map((frame) => frame['retry_attempt'])).toEqual([1, 2, 3])
    expect(new Set(mute.events().map((frame) => frame.payload?.event_id)).size).toBe(1)
    await simulator.delivered()
  })

  it('takes an acknowledgement that still comes from a socket asked to refresh', async () => {
    const simulator = await startSimulator()
    const old = await connect(simulator, false)
    say(simulator)
    await until(() => old.events().length === 1)
    simulator.reconnect()
    await until(() => old.frames.some(({ type, reason }) => type === 'disconnect' && reason === 'refresh_requested'))
    say(simulator)
    old.socket.send(JSON.stringify({ envelope_id: old.events()[0]?.envelope_id }))
    const fresh = await connect(simulator)
    await simulator.delivered()
    expect(old.events()).toHaveLength(1)
    expect(fresh.events()).toHaveLength(1)
    expect(simulator.deliveries.map(({ outcome, attempt }) => [outcome, attempt])).toEqual([
      ['ok', 0],
      ['ok', 0],
    ])
  })
})
