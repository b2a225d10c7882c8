import type { JournalFile } from '../shared/journal-file.ts'
import type { Interaction } from './interaction.ts'
import type { Channel, Json, Post } from './records.ts'
import type { GuildSettings } from './settings.ts'

/** Channels hold permissions as bigints, which JSON cannot. */
export type ChannelLine = Omit<Channel, 'overwrites'> & {
  overwrites: { id: string; kind: 'role' | 'member'; allow: string; deny: string }[]
}

/** One line of the journal. What a line replaces is found by its key; nothing in it needs the lines before. */
export type Entry =
  | { guild: GuildSettings }
  | { guildRemoved: string }
  | { user: { id: string; username: string; global_name: string | null; bot: boolean } }
  | { member: { guild: string; user: string; nick: string | null; roles: string[]; joined: number } }
  | { channel: ChannelLine }
  | { channelRemoved: string }
  | { post: Post }
  | { postRemoved: { channel: string; id: string } }
  | {
      file: {
        id: string
        channel: string
        name: string
        type: string
        base64: string
        description?: string
        voice?: { seconds: number; waveform: string }
      }
    }
  | { commands: { guild?: string; list: Json[] } }
  | { permitted: CommandPermission }
  | { interaction: Interaction }

/** What a server's own settings say of one command; `id` is a person, a role, or the server for everybody. */
export interface CommandPermission {
  guild: string
  command: string
  id: string
  allowed: boolean
}

export type Journal = JournalFile<Entry>

export const noJournal: Journal = { write: () => {}, close: () => {} }
