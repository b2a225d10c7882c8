/** What the simulated Discord keeps, from which its JSON and the page's view are made. */

export interface User {
  id: string
  username: string
  global_name: string | null
  bot: boolean
}

export interface Role {
  id: string
  name: string
  permissions: bigint
  position: number
  mentionable: boolean
  /** The bot whose own role it is. */
  bot?: string
}

export interface Member {
  user: string
  roles: string[]
  nick: string | null
  joined: number
}

export interface Guild {
  id: string
  name: string
  owner: string
  system?: string
  locale?: string
  roles: Map<string, Role>
  members: Map<string, Member>
  /** False while it is "temporarily unavailable". */
  available: boolean
}

export interface Overwrite {
  /** Of a role or of a person. */
  id: string
  kind: 'role' | 'member'
  allow: bigint
  deny: bigint
}

export const ChannelType = {
  text: 0,
  dm: 1,
  groupDm: 3,
  announcement: 5,
  announcementThread: 10,
  publicThread: 11,
  privateThread: 12,
  forum: 15,
} as const

export interface Channel {
  id: string
  type: number
  name: string
  /** Missing for a direct conversation. */
  guild?: string
  parent?: string
  topic?: string
  nsfw?: boolean
  overwrites: Overwrite[]
  /** The person a direct conversation with the bot belongs to. */
  recipient?: string
  /** The people of a group of direct messages, in which no app is. */
  recipients?: readonly string[]
  thread?: Thread
  /** Of a forum: what its posts can be marked with. */
  tags?: { id: string; name: string }[]
  /** Of a post in a forum: the ids of its tags. */
  applied?: string[]
  lastMessage?: string
}

export interface Thread {
  owner: string
  archived: boolean
  locked: boolean
  invitable: boolean
  /** Minutes without a message after which it is archived. */
  autoArchive: number
  archiveChanged: number
  members: string[]
  /** Messages in it, without the first one. */
  count: number
}

export const MessageType = {
  default: 0,
  pin: 6,
  memberJoined: 7,
  threadCreated: 18,
  reply: 19,
  command: 20,
  threadStarter: 21,
  contextMenu: 23,
} as const

export const MessageFlag = {
  suppressEmbeds: 1 << 2,
  hasThread: 1 << 5,
  ephemeral: 1 << 6,
  loading: 1 << 7,
  suppressNotifications: 1 << 12,
  voice: 1 << 13,
  componentsV2: 1 << 15,
} as const

export type Json = Record<string, unknown>

export interface Post {
  id: string
  channel: string
  type: number
  author: string
  content: string
  edited?: number
  flags: number
  tts: boolean
  nonce?: string | number
  embeds: Json[]
  components: Json[]
  attachments: string[]
  mentions: string[]
  mentionRoles: string[]
  mentionEveryone: boolean
  /** The message it replies to, or that it tells of. */
  reference?: { message?: string; channel: string }
  /** A copy of the message that it forwards. */
  forwarded?: { content: string; embeds: Json[]; attachments: string[]; mentions: string[]; at: number }
  /** The thread that was started from it. */
  thread?: string
  /** `application`: the app that made it, where it was one. */
  webhook?: { id: string; name: string; application?: string }
  /** The interaction it answers. */
  interaction?: { id: string; type: number; user: string; name?: string; source?: string }
  /** Only this person sees it. */
  ephemeralTo?: string
  /** People by emoji. */
  reactions: Record<string, string[]>
}

export interface StoredFile {
  id: string
  channel: string
  name: string
  type: string
  bytes: Buffer
  description?: string
  voice?: { seconds: number; waveform: string }
}

export const isThread = (channel: Channel): channel is Channel & { thread: Thread; parent: string; guild: string } =>
  channel.thread !== undefined

/** Whether somebody wrote it: other messages are Discord's own words about what happened. */
export function isWritten({ type }: Post): boolean {
  return type === MessageType.default || type === MessageType.reply || isAnswer(type)
}

const isAnswer = (type: number): boolean => type === MessageType.command || type === MessageType.contextMenu
