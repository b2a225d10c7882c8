import type { Channel, Guild, Member, Post } from './records.ts'

/** What happened, told to whoever watches, in order. */
export type Change =
  | { type: 'message_added'; post: Post }
  | { type: 'message_changed'; post: Post; previous: Post }
  /** Several at once are a moderator's or another bot's doing. */
  | { type: 'messages_deleted'; posts: Post[] }
  | { type: 'reaction'; post: Post; user: string; emoji: string; added: boolean }
  | { type: 'typing'; channel: Channel; user: string }
  | { type: 'channel_added' | 'channel_changed' | 'channel_removed'; channel: Channel }
  | { type: 'thread_members'; channel: Channel; added: string[]; removed: string[] }
  | { type: 'member_added' | 'member_changed' | 'member_removed'; guild: Guild; member: Member }
  /** The app came into the server, or left it; or the server became unavailable, or was again. */
  | { type: 'guild_added' | 'guild_removed' | 'guild_unavailable' | 'guild_available'; guild: Guild }

export type Tell = (change: Change) => void
