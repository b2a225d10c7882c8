import type { FileRef, MessageRef, Place } from '../../src/model/message.ts'
import type { Target } from '../../src/ports/channel.ts'

/**
 * Discord's ids as the rest of Parley sees them. `discord:G` is a server; `@` and the application's id stand for all direct
 * conversations. `discord:G:C` is a channel or a direct conversation, `discord:G:C:T` a thread, or what could become one: a
 * thread has the id of the message it starts from. As a MessageRef `discord:G:C:M` is a message in the channel or thread C.
 *
 * A place that is answered in may say more: `…>M` answers as a reply to M, `…:M+` in a thread that has yet to be started from
 * M, `…~…` through an interaction.
 */
export interface Spot {
  installation: string
  channel: string
  thread?: string
  replyTo?: string
  startsThread?: true
  through?: Through
}

/** An interaction, which can be answered by its token for 15 minutes. */
export interface Through {
  interaction: string
  token: string
  /** Acknowledged with "is thinking…", which the first message of the answer replaces. */
  deferred: boolean
  /** Only the person who asked sees the answer. */
  alone: boolean
  /** The app is not there: nothing else can be said. */
  only?: true
}

/** Where its time is over, nothing can be said there, or what could be would be seen by others. */
export const endsWith = ({ alone, only }: Pick<Through, 'alone' | 'only'>): boolean => alone || only === true

export interface Posted {
  installation: string
  channel: string
  message: string
  /** It can be changed through its interaction only. */
  through?: { token: string; interaction: string }
}

export const directInstallation = (application: string): string => `@${application}`
export const installationPlace = (installation: string): Place => `discord:${installation}` as Place
export const channelPlace = (installation: string, channel: string): Place =>
  `discord:${installation}:${channel}` as Place
/** A person's direct conversation with us, wherever it is held. */
export const privateTalk = (application: string, user: string): Place => `discord:@${application}:@${user}` as Place
export const threadPlace = (installation: string, channel: string, thread: string): Place =>
  `discord:${installation}:${channel}:${thread}` as Place

/** `G`, `G/C` or `G/C/T`, where G may be `@` and the application's id. */
export function namedPlace(name: string): Place | undefined {
  const [, guild, channel, thread] = /^(@?\d{17,20})(?:\/(\d{17,20})(?:\/(\d{17,20}))?)?$/.exec(name) ?? []
  if (!guild) return undefined
  if (!channel) return installationPlace(guild)
  return thread ? threadPlace(guild, channel, thread) : channelPlace(guild, channel)
}

export function replyPlace({ installation, channel, thread, replyTo, startsThread, through }: Spot): Place {
  const base = `discord:${installation}:${channel}${thread ? `:${thread}` : ''}`
  if (through) {
    const { interaction, token, deferred, alone, only } = through
    const who = `${alone ? 'a' : 's'}${only ? 'o' : ''}`
    return `${base}~${deferred ? 'd' : 'f'}${who}${interaction}.${token}` as Place
  }
  return `${base}${startsThread ? '+' : replyTo ? `>${replyTo}` : ''}` as Place
}

const SPOT = /^discord:(@?\d+):(\d+)(?::(\d+))?(?:(\+)|>(\d+)|~([df])([as])(o)?(\d+)\.(.+))?$/

export function readPlace(place: Place): Spot {
  const [, installation, channel, thread, starts, replyTo, mode, who, only, interaction, token] = SPOT.exec(place) ?? []
  if (!installation || !channel) throw new Error('Not a place in Discord that can be written to')
  return {
    installation,
    channel,
    ...(thread && { thread }),
    ...(starts && { startsThread: true }),
    ...(replyTo && { replyTo }),
    ...(interaction &&
      token && {
        through: {
          interaction,
          token,
          deferred: mode === 'd',
          alone: who === 'a',
          ...(only && { only: true as const }),
        },
      }),
  }
}

/** As `Channel.placeFor`. What was posted in a thread or a direct conversation is replied to there. */
export function placeFor(target: Target): Place | undefined {
  if ('directAt' in target) {
    const { installation, channel, through } = readPlace(target.directAt)
    if (through?.only) return undefined
    return installation.startsWith('@') ? channelPlace(installation, channel) : undefined
  }
  if (!('below' in target)) return SPOT.test(target.place) ? target.place : undefined
  const { installation, channel, message } = readMessageRef(target.below)
  const within = readPlace(target.in)
  if (within.thread !== undefined || installation.startsWith('@')) {
    const { thread } = within
    return replyPlace({ installation, channel: within.channel, ...(thread && { thread }), replyTo: message })
  }
  return replyPlace({ installation, channel, thread: message, startsThread: true })
}

/** The channel that calls about this place name. */
export const channelOf = ({ channel, thread }: Pick<Spot, 'channel' | 'thread'>): string => thread ?? channel

export function messageRef({ installation, channel, message, through }: Posted): MessageRef {
  const secret = through ? `~${through.interaction}.${through.token}` : ''
  return `discord:${installation}:${channel}:${message}${secret}` as MessageRef
}

const REF = /^discord:(@?\d+):(\d+):(\d+)(?:~(\d+)\.(.+))?$/

export function readMessageRef(ref: MessageRef): Posted {
  const [, installation, channel, message, interaction, token] = REF.exec(ref) ?? []
  if (!installation || !channel || !message) throw new Error('Not a message in Discord')
  return { installation, channel, message, ...(interaction && token && { through: { interaction, token } }) }
}

export const fileRef = (url: string): FileRef => `discord:${url}` as FileRef

export function readFileRef(ref: FileRef): URL {
  const url = ref.replace(/^discord:/, '')
  if (url === ref || !URL.canParse(url)) throw new Error('Not a file in Discord')
  return new URL(url)
}

/** Discord's ids hold the time at which they were made: milliseconds since 2015 above 22 bits. */
const EPOCH = 1_420_070_400_000n

export const timeOf = (id: string): number => Number((BigInt(id) >> 22n) + EPOCH)
/** The least id that can have been made at a time, in milliseconds since 1970. */
export const idAt = (time: number): string => String((BigInt(Math.max(0, Math.floor(time))) - EPOCH) << 22n)
