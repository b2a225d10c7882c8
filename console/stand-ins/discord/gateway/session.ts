import type { View } from '../message-json.ts'
import type { Json } from '../records.ts'
import { Intent } from './intents.ts'

/** An event as it was sent, to be sent again when a connection comes back. */
export interface Dispatch {
  name: string
  s: number
  /** Left out when it is too old to be sent again. */
  data: Json
}

/** What an app that identified itself is told, over one connection after another. */
export interface Session {
  readonly id: string
  readonly intents: number
  readonly shard: readonly [number, number]
  readonly view: View
  seq: number
  /** Newest last. */
  sent: Dispatch[]
  /** When its connection was lost; undefined: it has one. */
  lostAt: number | undefined
}

export function createSession(id: string, intents: number, shard: readonly [number, number]): Session {
  const view = { content: (intents & Intent.messageContent) !== 0 }
  return { id, intents, shard, view, seq: 0, sent: [], lostAt: undefined }
}

/** Whether a server is this shard's. */
export function isOnShard([index, count]: readonly [number, number], guild: string): boolean {
  return Number((BigInt(guild) >> 22n) % BigInt(count)) === index
}

/** Whether a server's events are this session's; those of direct conversations are the first shard's. */
export function isOn({ shard }: Session, guild: string | undefined): boolean {
  return guild === undefined ? shard[0] === 0 : isOnShard(shard, guild)
}

/** Gives the event its number and keeps it. */
export function record(session: Session, name: string, data: Json, kept: number): Dispatch {
  const dispatch = { name, s: ++session.seq, data }
  session.sent.push(dispatch)
  if (session.sent.length > kept * 2) session.sent.splice(0, session.sent.length - kept)
  return dispatch
}

/** What was sent after number `seq`, or undefined when that is not known any more. */
export function since(session: Session, seq: number): Dispatch[] | undefined {
  if (!(seq >= 0)) return undefined
  const oldest = session.sent[0]?.s ?? session.seq + 1
  return seq + 1 < oldest ? undefined : session.sent.filter(({ s }) => s > seq)
}
