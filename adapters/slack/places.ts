import type { FileRef, MessageRef, Place } from '../../src/model/message.ts'
import type { Target } from '../../src/ports/channel.ts'

/**
 * Slack's ids as the rest of Parley sees them:
 * `slack:T…` a workspace, `slack:T…:C…` a channel, `slack:T…:C…:1790000000.000100` a thread or, as a MessageRef, a message;
 * a place that is answered in also names who is answered: `slack:T…:C…:1790000000.000100:U…@T…`. Where only that person sees
 * the answer, the address follows that it is sent to: `slack:T…:C…::U…@T…:https://hooks.slack.com/…`; as a MessageRef
 * `slack:T…:C…:https://hooks.slack.com/…`. A file is its id: `slack:T…:C…:F…`.
 */
export interface Spot {
  team: string
  channel: string
  /** The ts of the thread's first message. */
  thread?: string
  /** Native streams must name their reader, whose workspace may be another one (Slack Connect). */
  recipient?: { user: string; team: string }
  /** Answers go there, and nobody but the recipient sees them. */
  responseUrl?: string
}

export interface Posted {
  team: string
  channel: string
  /** Or a file's id, or a `response_url`. */
  ts: string
}

export const workspacePlace = (team: string): Place => `slack:${team}` as Place
export const channelPlace = (team: string, channel: string): Place => `slack:${team}:${channel}` as Place
/** A person's direct conversation with us through one installation, whichever channel it is held in. */
export const privateTalk = (installation: string, home: string, user: string): Place =>
  `slack:${installation}:@${home}:${user}` as Place
export const threadPlace = (team: string, channel: string, thread: string): Place =>
  `slack:${team}:${channel}:${thread}` as Place

/** `E0ACME` (an organisation), `T0ACME`, `T0ACME/C0GENERAL` or, with the ts of a thread's first message, `T0ACME/C0GENERAL/1790000000.000100`. */
export function namedPlace(name: string): Place | undefined {
  const [, team, channel, thread] = /^(T[A-Z0-9]+)(?:\/([CDG][A-Z0-9]+)(?:\/(\d+\.\d{6}))?)?$/.exec(name) ?? []
  if (!team) return /^E[A-Z0-9]+$/.test(name) ? workspacePlace(name) : undefined
  if (!channel) return workspacePlace(team)
  return thread ? threadPlace(team, channel, thread) : channelPlace(team, channel)
}

export function replyPlace({ team, channel, thread, recipient }: Required<Omit<Spot, 'responseUrl'>>): Place {
  return `slack:${team}:${channel}:${thread}:${recipient.user}@${recipient.team}` as Place
}

/** For what a person asked by a command or a shortcut: theirs alone, for half an hour. */
export function alonePlace({ team, channel, recipient, responseUrl }: Required<Omit<Spot, 'thread'>>): Place {
  return `slack:${team}:${channel}::${recipient.user}@${recipient.team}:${responseUrl}` as Place
}

export function readPlace(place: Place): Spot {
  const [platform, team, channel, thread, recipient, ...url] = place.split(':')
  if (platform !== 'slack' || !team || !channel)
    throw new Error(`Not a place in Slack that can be written to: ${place}`)
  const [user, home] = recipient?.split('@') ?? []
  return {
    team,
    channel,
    ...(thread && { thread }),
    ...(user && home && { recipient: { user, team: home } }),
    ...(url.length > 0 && { responseUrl: url.join(':') }),
  }
}

/** As `Channel.placeFor`. */
export function placeFor(target: Target): Place | undefined {
  if ('directAt' in target) {
    const { team, channel } = readPlace(target.directAt)
    return channel.startsWith('D') ? channelPlace(team, channel) : undefined
  }
  if ('below' in target) {
    const { team, channel, ts } = readMessageRef(target.below)
    return threadPlace(team, channel, readPlace(target.in).thread ?? ts)
  }
  return target.place.split(':').length > 2 ? target.place : undefined
}

export const messageRef = ({ team, channel, ts }: Posted): MessageRef => `slack:${team}:${channel}:${ts}` as MessageRef

export function readMessageRef(ref: MessageRef): Posted {
  const [platform, team, channel, ...ts] = ref.split(':')
  if (platform !== 'slack' || !team || !channel || !ts[0]) throw new Error(`Not a message in Slack: ${ref}`)
  return { team, channel, ts: ts.join(':') }
}

/** A file by its address or, where only that is told, its id. */
export const fileRef = (team: string, urlOrId: string): FileRef => `slack:${team}:${urlOrId}` as FileRef

export function readFileRef(ref: FileRef): { team: string } & ({ url: URL } | { id: string }) {
  const [, team, file] = /^slack:([^:]+):(.+)$/.exec(ref) ?? []
  if (team && /^F[A-Z0-9]+$/.test(file!)) return { team, id: file! }
  if (!team || !URL.canParse(file!)) throw new Error(`Not a file in Slack: ${ref}`)
  return { team, url: new URL(file!) }
}
