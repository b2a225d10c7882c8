import { isRecord, json, optional, type Reader, string, text } from '../args.ts'
import type { Metadata, Post } from '../post.ts'
import { refuse } from '../refusal.ts'
import type { Channel } from '../view.ts'
import type { Workspace } from '../workspace.ts'

/** Documented for `markdown_text`. */
const MARKDOWN_LIMIT = 12_000
/** Undocumented; well below where `metadata_too_large` could begin. */
const METADATA_LIMIT = 8000

/** Ours: Slack documents no bounds. */
const RESERVED = ['slackbot', 'slack']

const username: Reader<string> = (value, name) => {
  const read = text(80)(value, name)
  return RESERVED.includes(read.toLowerCase()) ? refuse('reserved_username') : read
}

/** As whom a message appears. */
export const faceArgs = { username: optional(username), icon_url: optional(text(2048)) }

export const faceOf = ({
  username,
  icon_url: icon,
}: {
  username?: string | undefined
  icon_url?: string | undefined
}) => (username === undefined ? {} : { face: { name: username, ...(icon !== undefined && { icon }) } })

export const markdownText: Reader<string> = (value, name) => {
  const text = string(value, name)
  if (text.length > MARKDOWN_LIMIT) refuse('msg_too_long')
  return text
}

/** An empty object, which takes metadata away, reads as null. */
export const metadata: Reader<Metadata | null> = (value, name) => {
  const read = json(value, name)
  if (!isRecord(read)) return refuse('invalid_metadata_format')
  if (Object.keys(read).length === 0) return null
  const { event_type, event_payload, ...rest } = read
  if (typeof event_type !== 'string' || !event_type || !isRecord(event_payload) || Object.keys(rest).length > 0) {
    return refuse('invalid_metadata_format')
  }
  if (JSON.stringify(event_payload).length > METADATA_LIMIT) refuse('metadata_too_large')
  return { event_type, event_payload }
}

/** A channel that the app is in. */
export function channelOf(workspace: Workspace, id: string): Channel {
  const channel = workspace.channels.get(id)
  return channel && workspace.members(channel).includes(workspace.bot.id) ? channel : refuse('channel_not_found')
}

/** The same; a person stands for the direct conversation with them. */
export function channelOrPerson(workspace: Workspace, id: string): Channel {
  return channelOf(workspace, workspace.channel(id)?.id ?? id)
}

/** The root a reply goes under. Slack warns against replying to a reply; here it is refused. */
export function threadRoot(workspace: Workspace, channel: Channel, thread_ts: string): Post {
  const root = workspace.post(channel.id, thread_ts)
  if (!root || root.ephemeral_to) return refuse('thread_not_found')
  if (root.thread_ts !== undefined && root.thread_ts !== root.ts) refuse('cannot_reply_to_message')
  return root
}

/** A message that can be named by its ts, which ephemeral ones cannot. */
export function messageOf(workspace: Workspace, channel: Channel, ts: string): Post {
  const post = workspace.post(channel.id, ts)
  return !post || post.ephemeral_to || post.tombstone ? refuse('message_not_found') : post
}
