import type { FileRef, MessageRef, Place } from '../../src/model/message.ts'

/**
 * Teams' ids as the rest of Parley sees them. `teams:T` is a tenant, `teams:T/C` a chat, a channel, or, as Teams itself writes
 * it, `teams:T/C;messageid=M` a thread of a channel. A place that is answered in also says what kind of conversation it is and
 * where Teams takes our calls, which its authenticated activities told: `teams:T/C <kind> <service URL>`.
 */
export interface Spot {
  tenant: string
  /** With `;messageid=` in a thread. */
  conversation: string
  kind: Kind
  serviceUrl: string
}

export type Kind = 'personal' | 'group' | 'channel'

/** A message of ours. Without an `id` Teams has not told it, and it stays as it is. */
export interface Posted extends Spot {
  id: string
}

const THREAD = /;messageid=(\d+)$/

export const baseOf = (conversation: string): string => conversation.replace(THREAD, '')
export const threadIn = (conversation: string): string | undefined => THREAD.exec(conversation)?.[1]
export const threadOf = (channel: string, root: string): string => `${baseOf(channel)};messageid=${root}`

export const tenantPlace = (tenant: string): Place => `teams:${tenant}` as Place
export const conversationPlace = (tenant: string, conversation: string): Place =>
  `teams:${tenant}/${conversation}` as Place
/** A person's direct conversation with us. */
export const privateTalk = (tenant: string, user: string): Place => `teams:${tenant}/@${user}` as Place

/** `T`, `T/C` or `T/C;messageid=M`, with ids as links to Teams hold them. */
export function namedPlace(name: string): Place | undefined {
  const [, tenant, conversation] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\/([^\s/]+))?$/i.exec(name) ?? []
  if (!tenant) return undefined
  return conversation ? conversationPlace(tenant, conversation) : tenantPlace(tenant)
}

export const replyPlace = ({ tenant, conversation, kind, serviceUrl }: Spot): Place =>
  `teams:${tenant}/${conversation} ${kind} ${serviceUrl}` as Place

const SPOT = /^teams:([^/\s]+)\/(\S+) (personal|group|channel) (\S+)$/

/** Undefined for a place that nothing was told of but its id. */
export function readPlace(place: Place): Spot | undefined {
  const [, tenant, conversation, kind, serviceUrl] = SPOT.exec(place) ?? []
  return tenant && conversation && kind && serviceUrl
    ? { tenant, conversation, kind: kind as Kind, serviceUrl }
    : undefined
}

export function writable(place: Place): Spot {
  const spot = readPlace(place)
  if (!spot) throw new Error('Not a place in Teams that can be written to')
  return spot
}

export const messageRef = (posted: Posted): MessageRef => `${replyPlace(posted)} ${posted.id}` as string as MessageRef

export function readMessageRef(ref: MessageRef): Posted {
  const end = ref.lastIndexOf(' ')
  const spot = readPlace(ref.slice(0, end) as Place)
  if (!spot) throw new Error('Not a message in Teams')
  return { ...spot, id: ref.slice(end + 1) }
}

/** A talk: a chat, a channel or one of its threads; none that is a person's, wherever it is held. */
export function readTalk(place: Place): { tenant: string; conversation: string; root?: string } | undefined {
  const [, tenant, whole = ''] = /^teams:([^/\s]+)\/([^@\s]\S*)/.exec(place) ?? []
  const root = threadIn(whole)
  return tenant ? { tenant, conversation: baseOf(whole), ...(root !== undefined && { root }) } : undefined
}

/**
 * `picture`: in a message that we were told of, for our token; `file`: sent to us alone, for none. Of what was read at Graph `hosted` is a
 * picture, and `shared` a file of a team.
 */
export interface StoredFile {
  kind: 'picture' | 'file' | 'hosted' | 'shared'
  /** Where the activity came from that told of it; for Graph the tenant. */
  at: string
  url: URL
}

export const fileRef = (kind: StoredFile['kind'], at: string, url: string): FileRef =>
  `teams:${kind} ${at} ${url}` as FileRef

export function readFileRef(ref: FileRef): StoredFile {
  const [, kind, at, url] = /^teams:(picture|file|hosted|shared) (\S+) (\S+)$/.exec(ref) ?? []
  if (!kind || !at || !url || !URL.canParse(url)) throw new Error('Not a file in Teams')
  return { kind: kind as StoredFile['kind'], at, url: new URL(url) }
}
