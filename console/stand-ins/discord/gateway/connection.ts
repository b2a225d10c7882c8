import type { WebSocket } from 'ws'
import { isRecord } from '../../shared/json.ts'
import type { Json } from '../records.ts'
import type { Session } from './session.ts'

export const Op = {
  dispatch: 0,
  heartbeat: 1,
  identify: 2,
  presence: 3,
  voice: 4,
  resume: 6,
  reconnect: 7,
  requestMembers: 8,
  invalidSession: 9,
  hello: 10,
  heartbeatAck: 11,
} as const

export const Close = {
  unknownOpcode: 4001,
  decodeError: 4002,
  notAuthenticated: 4003,
  authenticationFailed: 4004,
  alreadyAuthenticated: 4005,
  invalidSequence: 4007,
  rateLimited: 4008,
  sessionTimedOut: 4009,
  invalidShard: 4010,
  shardingRequired: 4011,
  invalidVersion: 4012,
  invalidIntents: 4013,
  disallowedIntents: 4014,
} as const

/** One socket of an app. */
export interface Connection {
  readonly socket: WebSocket
  /** Whether it came to the address for sessions that go on. */
  readonly resuming: boolean
  session: Session | undefined
  /** Nothing is heard over it any more, in either direction. */
  silent: boolean
  sends: { used: number; until: number }
  beat: NodeJS.Timeout | undefined
}

/** A frame of the gateway, in or out. */
export interface Frame {
  at: number
  direction: 'in' | 'out'
  session: string | undefined
  op: number
  /** Of a dispatch. */
  t?: string
  s?: number
  d: unknown
}

const PAYLOAD_LIMIT = 4096

/** What an app sent, or undefined when it is none of the gateway's frames. */
export function readFrame(raw: Buffer): { op: number; d: unknown } | undefined {
  if (raw.length > PAYLOAD_LIMIT) return undefined
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'))
    return isRecord(value) && typeof value['op'] === 'number' ? { op: value['op'], d: value['d'] } : undefined
  } catch {
    return undefined
  }
}

export const asRecord = (value: unknown): Json => (isRecord(value) ? value : {})

/** A frame as it may be kept: a token is nobody's business. */
export function withoutToken({ op, d }: { op: number; d: unknown }): { op: number; d: unknown } {
  return { op, d: isRecord(d) && 'token' in d ? { ...d, token: '…' } : d }
}
