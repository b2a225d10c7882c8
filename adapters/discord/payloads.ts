/** What Discord sends, as far as we read it. It came over a connection of ours, yet parts of it may be missing. */
export interface User {
  id: string
  username?: string
  global_name?: string | null
  bot?: boolean
}

export interface Member {
  user?: User
  nick?: string | null
  joined_at?: string | null
  pending?: boolean
  roles?: string[]
  /** Told with interactions: what they may do in the channel, a number as text. */
  permissions?: string
}

export interface Attachment {
  id?: string
  filename?: string
  content_type?: string
  size?: number
  url?: string
  /** Of a voice message. */
  duration_secs?: number
}

export interface Message {
  id: string
  channel_id: string
  /** Missing in direct conversations, and in what is read instead of received. */
  guild_id?: string
  type?: number
  flags?: number
  author?: User
  member?: Member
  /** Set when a program wrote it, also in a person's name. */
  webhook_id?: string
  /** Of the app whose webhook or answer it is. */
  application_id?: string | null
  content?: string
  edited_timestamp?: string | null
  mentions?: (User & { member?: Member })[]
  mention_roles?: string[]
  mention_everyone?: boolean
  attachments?: Attachment[]
  embeds?: (Embed | null)[]
  components?: Component[]
  sticker_items?: ({ name?: string } | null)[]
  poll?: { question?: { text?: string }; answers?: ({ poll_media?: { text?: string } } | null)[] } | null
  nonce?: string | number
  /** `type` 1: it was forwarded. */
  message_reference?: { type?: number; message_id?: string; channel_id?: string }
  referenced_message?: Message | null
  message_snapshots?: { message?: Snapshot }[]
}

/** Somebody put an emoji to a message. */
export interface Reaction {
  user_id: string
  channel_id: string
  message_id: string
  guild_id?: string
  member?: Member
  emoji?: { id?: string | null; name?: string | null }
}

/** A copy of a message, which nobody can change any more; it does not say who wrote it. */
export interface Snapshot
  extends Pick<Message, 'content' | 'mentions' | 'attachments' | 'embeds' | 'components' | 'sticker_items' | 'poll'> {
  timestamp?: string
}

/** Of a link, or of a program. */
export interface Embed {
  author?: { name?: string } | null
  title?: string
  url?: string
  description?: string
  fields?: ({ name?: string; value?: string } | null)[]
  footer?: { text?: string } | null
}

export interface Row {
  type: number
  components?: Component[]
}

export interface Component {
  type: number
  id?: number
  style?: number
  label?: string
  url?: string
  emoji?: { name: string }
  custom_id?: string
  disabled?: boolean
  placeholder?: string
  options?: { label: string; value: string; default?: boolean }[]
  /** What stands in it. */
  components?: Component[]
  /** Of a text. */
  content?: string
  /** Of a container. */
  accent_color?: number | null
  /** Of a file, of which Discord tells the name and size. */
  file?: Medium
  name?: string | null
  size?: number | null
  /** Of a gallery. */
  items?: { media: Medium; description?: string | null }[]
}

/** Something that a component shows. What is a file of the message comes with its id; only `url` is sent. */
export interface Medium {
  url: string
  attachment_id?: string
  content_type?: string | null
}

export interface Interaction {
  id: string
  type: number
  token: string
  guild_id?: string
  channel?: Channel
  member?: Member
  user?: User
  locale?: string
  message?: Message
  /** By whose leave it can be used there. */
  authorizing_integration_owners?: unknown
  context?: number
  data?: {
    name?: string
    type?: number
    target_id?: string
    resolved?: { messages?: Record<string, Message>; attachments?: Record<string, Attachment> }
    options?: Option[]
    custom_id?: string
    values?: string[]
    components?: { component?: Filled }[]
  }
}

/** Of a slash command: a value, or a group and what stands in it. */
export interface Option {
  name: string
  type?: number
  value?: unknown
  /** It is being typed. */
  focused?: boolean
  options?: Option[]
}

/** A field of a form that was sent. */
export interface Filled {
  type?: number
  custom_id?: string
  value?: string | null
  values?: string[]
}

export interface Channel {
  id: string
  type?: number
  guild_id?: string
  name?: string
  /** Of a thread: who has begun it. */
  owner_id?: string
  /** Of a thread: the channel it is in. */
  parent_id?: string | null
  /** Of a post in a forum, and of the forum. */
  applied_tags?: string[]
  available_tags?: ({ id?: string; name?: string } | null)[]
  last_message_id?: string | null
  /** It is for adults only. */
  nsfw?: boolean
  permission_overwrites?: Overwrite[]
}

/** What a role or a member may do in a channel that they may not elsewhere, or the other way round; numbers as text. */
export interface Overwrite {
  id: string
  allow?: string
  deny?: string
}

export interface Guild {
  id: string
  name?: string
  unavailable?: boolean
  channels?: Channel[]
  threads?: Channel[]
  roles?: (Role | null)[]
  owner_id?: string
  /** Where Discord itself tells who has joined; null where it tells nobody. */
  system_channel_id?: string | null
  preferred_locale?: string
  /** When the app came. */
  joined_at?: string
}

export interface Role {
  id: string
  name?: string
  /** A number as text. */
  permissions?: string
  /** The bot whose own role it is. */
  tags?: { bot_id?: string }
}

/** Flags of messages. */
export const SUPPRESS_EMBEDS = 1 << 2
export const EPHEMERAL = 1 << 6
export const LOADING = 1 << 7
export const COMPONENTS_V2 = 1 << 15

export const InteractionType = { command: 2, component: 3, typing: 4, modal: 5 } as const
export const ComponentType = {
  row: 1,
  button: 2,
  select: 3,
  input: 4,
  text: 10,
  gallery: 12,
  file: 13,
  separator: 14,
  container: 17,
  label: 18,
  files: 19,
  radio: 21,
} as const
export const CommandType = { slash: 1, message: 3 } as const

/** Posts stand in those of forums and of media. */
export const isForum = ({ type }: Pick<Channel, 'type'>): boolean => type === 15 || type === 16

/** Threads are channels, too: of announcements, public and private. */
export const isThread = ({ type }: Pick<Channel, 'type'>): boolean => type !== undefined && type >= 10 && type <= 12
