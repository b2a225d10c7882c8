import type { FileRef, MessageRef, Place } from '../../src/model/message.ts'

/**
 * Slack's ids as the rest of Parley sees them:
 * `slack:T…` a workspace, `slack:T…:C…` a channel, `slack:T…:C…:1790000000.000100` a thread or, as a MessageRef, a message;
 * a place that is answered in also names who is answered: `slack:T…:C…:1790000000.000100:U…@T…`.
 */
export interface Spot {
  team: string
  channel: string
  /** The ts of the thread's first message. */
  thread?: string
  /** Native streams must name their reader, whose workspace may be another one (Slack Connect). */
  recipient?: { user: string; team: string }
}

export interface Posted {
  team: string
  channel: string
  ts: string
}

export const workspacePlace = (team: string): Place => `slack:${team}` as Place
export const channelPlace = (team: string, channel: string): Place => `slack:${team}:${channel}` as Place
export const threadPlace = (team: string, channel: string, thread: string): Place =>
  `slack:${team}:${channel}:${thread}` as Place

export function replyPlace({ team, channel, thread, recipient }: Required<Spot>): Place {
  return `slack:${team}:${channel}:${thread}:${recipient.user}@${recipient.team}` as Place
}

export function readPlace(place: Place): Spot {
  const [platform, team, channel, thread, recipient] = place.split(':')
  if (platform !== 'slack' || !team || !channel)
    throw new Error(`Not a place in Slack that can be written to: ${place}`)
  const [user, home] = recipient?.split('@') ?? []
  return { team, channel, ...(thread && { thread }), ...(user && home && { recipient: { user, team: home } }) }
}

export const messageRef = ({ team, channel, ts }: Posted): MessageRef => `slack:${team}:${channel}:${ts}` as MessageRef

export function readMessageRef(ref: MessageRef): Posted {
  const [platform, team, channel, ts] = ref.split(':')
  if (platform !== 'slack' || !team || !channel || !ts) throw new Error(`Not a message in Slack: ${ref}`)
  return { team, channel, ts }
}

export const fileRef = (team: string, url: string): FileRef => `slack:${team}:${url}` as FileRef

export function readFileRef(ref: FileRef): { team: string; url: URL } {
  const [, team, url] = /^slack:([^:]+):(.+)$/.exec(ref) ?? []
  if (!team || !url || !URL.canParse(url)) throw new Error(`Not a file in Slack: ${ref}`)
  return { team, url: new URL(url) }
}
