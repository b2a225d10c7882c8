import type { InboundMessage } from '../../src/model/message.ts'
import type { Message } from './payloads.ts'
import { channelPlace, directInstallation, installationPlace, privateTalk, replyPlace, threadPlace } from './places.ts'
import type { Self } from './text.ts'

export const eventIdOf = (message: string): string => `discord:${message}`

/** What is known without asking, of the channels that events name by their id only. */
export interface KnownChannels {
  self: Self
  /** The channel that a thread is in; undefined for what is no thread. */
  parentOf(channel: string): string | undefined
  /** Whether a channel, or that of a thread, is for adults only. */
  isForAdults(channel: string): boolean
  /** Whether a channel is a forum, in which nothing can be said but in its posts. */
  isForum(channel: string): boolean
  /** Whether a role is the app's own. */
  isOwnRole(role: string): boolean
  /** Mentions in channels are answered in a thread of their own. */
  autoThread: boolean
}

type Placed = Pick<Message, 'id' | 'channel_id' | 'referenced_message'>

/** The places that something is said in, and where its answer goes. */
export type MessagePlaces = Pick<
  InboundMessage,
  'installation' | 'within' | 'replyTo' | 'announceTo' | 'thread' | 'talk' | 'root' | 'conversation'
>

export function spotIn(
  guild: string,
  message: Placed,
  { parentOf, isForum, autoThread, self }: KnownChannels,
): MessagePlaces {
  const { channel_id: here, referenced_message: answered } = message
  const parent = parentOf(here)
  const spot = parent === undefined ? undefined : threadSpot(guild, parent, here)
  if (spot) return parent !== undefined && isForum(parent) ? { ...spot, announceTo: spot.replyTo } : spot
  // A reply to an answer of ours goes on with what that answered.
  const isOurs = answered?.author?.id === self.id
  const root = isOurs ? (answered.message_reference?.message_id ?? answered.id) : message.id
  const startsThread = autoThread && !isOurs
  return {
    ...channelSpot(guild, here, root),
    replyTo: startsThread
      ? replyPlace({ installation: guild, channel: here, thread: message.id, startsThread })
      : replyPlace({ installation: guild, channel: here, replyTo: message.id }),
  }
}

/** In a channel without threads, a message and the replies that follow from it are one conversation. */
export function channelSpot(guild: string, channel: string, root: string): Omit<MessagePlaces, 'replyTo'> {
  const place = channelPlace(guild, channel)
  const thread = threadPlace(guild, channel, root)
  return {
    installation: guild,
    within: [thread, place, installationPlace(guild)],
    announceTo: place,
    thread,
    talk: place,
    conversation: thread,
  }
}

export function threadSpot(guild: string, channel: string, thread: string): MessagePlaces {
  const place = threadPlace(guild, channel, thread)
  return {
    installation: guild,
    within: [place, channelPlace(guild, channel), installationPlace(guild)],
    replyTo: place,
    announceTo: channelPlace(guild, channel),
    thread: place,
    talk: place,
    root: eventIdOf(thread),
    conversation: place,
  }
}

export function directSpot(channel: string, user: string, self: Self): MessagePlaces {
  const installation = directInstallation(self.application)
  const place = channelPlace(installation, channel)
  const talk = privateTalk(self.application, user)
  return {
    installation,
    within: [place, installationPlace(installation)],
    replyTo: place,
    talk,
    conversation: talk,
  }
}
