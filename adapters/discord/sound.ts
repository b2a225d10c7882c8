import type { Message } from './payloads.ts'

/**
 * Whether what Discord sends can be worked with. Ids become keys and parts of addresses, so what is none is dropped at the door;
 * whatever else is read is read with care, or fails where it is caught.
 */

type Fields = Record<string, unknown>

const ID = /^\d{15,20}$/
/** They are parts of addresses. */
const TOKEN = /^[\w.-]{20,}$/
/** As documented; it is what Discord has always named. */
const BEAT_MS = 41_250
const SHORTEST_BEAT_MS = 10

const Op = { dispatch: 0, invalidSession: 9, hello: 10 }

const asFields = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined

export const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value)
export const isText = (value: unknown): value is string => typeof value === 'string'

const mayBeId = (value: unknown): boolean => value === undefined || isId(value)
const noneOrId = (value: unknown): boolean => value === null || mayBeId(value)
const hasId = (value: unknown): boolean => isId(asFields(value)?.['id'])
const mayHaveId = (value: unknown): boolean => value === undefined || value === null || hasId(value)
const haveIds = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.every(isChannel))

const isChannel = (value: unknown): boolean => hasId(value) && noneOrId(asFields(value)!['parent_id'])

function isReference(value: unknown): boolean {
  const reference = asFields(value ?? {})
  return reference !== undefined && mayBeId(reference['message_id']) && mayBeId(reference['channel_id'])
}

/** Also one that comes with something else, which does not say where it is. */
export function isMessage(value: unknown): value is Message {
  const { id, channel_id, guild_id, author, referenced_message, message_reference } = asFields(value) ?? {}
  const isThere = isId(id) && mayBeId(channel_id) && mayBeId(guild_id) && mayHaveId(author)
  return isThere && isReference(message_reference) && mayHaveId(referenced_message)
}

const isReaction = ({ user_id, channel_id, message_id, guild_id, member }: Fields): boolean =>
  isId(user_id) && isId(channel_id) && isId(message_id) && mayBeId(guild_id) && mayHaveId(asFields(member)?.['user'])

function isInteraction({ id, token, guild_id, channel, member, user, message }: Fields): boolean {
  const isCalled = isId(id) && typeof token === 'string' && TOKEN.test(token) && mayBeId(guild_id)
  const caller = asFields(member)?.['user'] ?? user
  const isFromHere = (channel === undefined || isChannel(channel)) && mayHaveId(caller)
  return isCalled && isFromHere && (message === undefined || isMessage(message))
}

const READ: Record<string, (d: Fields) => boolean> = {
  MESSAGE_CREATE: (d) => isMessage(d) && isId(d['channel_id']),
  MESSAGE_UPDATE: isMessage,
  MESSAGE_DELETE: hasId,
  MESSAGE_DELETE_BULK: ({ ids }) => Array.isArray(ids) && ids.every(isId),
  MESSAGE_REACTION_ADD: isReaction,
  INTERACTION_CREATE: isInteraction,
  GUILD_CREATE: (d) => hasId(d) && haveIds(d['channels']) && haveIds(d['threads']),
  GUILD_ROLE_CREATE: ({ role }) => hasId(role),
  GUILD_ROLE_UPDATE: ({ role }) => hasId(role),
  GUILD_DELETE: hasId,
  CHANNEL_UPDATE: hasId,
  THREAD_CREATE: isChannel,
  THREAD_UPDATE: isChannel,
  THREAD_LIST_SYNC: ({ threads }) => haveIds(threads),
  THREAD_DELETE: isChannel,
  CHANNEL_DELETE: isChannel,
}

/** Discord leaves out the server of what is in none; others who speak as it does say `null`. */
export function inNoServer(data: unknown): unknown {
  const fields = asFields(data)
  if (fields?.['guild_id'] !== null) return data
  const { guild_id: _, ...rest } = fields
  return rest
}

/** Of the events that are read; true for all others. */
export function isSound(event: string, data: unknown): boolean {
  const check = READ[event]
  const fields = asFields(data)
  return check === undefined || (fields !== undefined && check(fields))
}

function isSession({ session_id, resume_gateway_url: url }: Fields): boolean {
  return (
    typeof session_id === 'string' &&
    session_id !== '' &&
    typeof url === 'string' &&
    /^wss?:\/\/./.test(url) &&
    URL.canParse(url)
  )
}

/** A frame of the gateway as discord.js can take it; undefined for what cannot be understood. */
export function soundFrame(frame: unknown): object | undefined {
  const fields = asFields(frame)
  if (!fields) return undefined
  const { op, t, s, d } = fields
  switch (op) {
    case Op.dispatch:
      if (!isText(t) || !Number.isSafeInteger(s) || (s as number) < 0) return undefined
      return t !== 'READY' || isSession(asFields(d) ?? {}) ? fields : undefined
    case Op.invalidSession:
      return { ...fields, d: d === true }
    case Op.hello: {
      const every = asFields(d)?.['heartbeat_interval']
      const isTime = typeof every === 'number' && every >= SHORTEST_BEAT_MS && every < 2 ** 31
      return { ...fields, d: { heartbeat_interval: isTime ? every : BEAT_MS } }
    }
    default:
      return fields
  }
}
