import type { PermissionName } from './permissions.ts'

/** What an operator set in the developer portal, and what Discord gave the app. */
export interface AppSettings {
  /** People can install it for themselves. */
  isForPeople?: boolean
  /** Of the application; its bot has the same. */
  id: string
  name: string
  token: string
  /** The privileged intents that are switched on. */
  intents: readonly ('messageContent' | 'guildMembers' | 'presences')[]
  /** What its own role may do in each server it is added to. */
  permissions: readonly PermissionName[]
}

export interface PersonSettings {
  id: string
  username: string
  global_name?: string
  /** Their client's language, as BCP 47. Default: en-US, until a page says another. */
  locale?: string
  /** Another app's bot. */
  bot?: boolean
}

export interface OverwriteSettings {
  /** A role, a person, or the server's own id for @everyone. */
  id: string
  kind: 'role' | 'member'
  allow?: readonly PermissionName[]
  deny?: readonly PermissionName[]
}

export interface ChannelSettings {
  id: string
  name: string
  kind?: 'text' | 'announcement' | 'forum'
  topic?: string
  /** For adults only. */
  nsfw?: boolean
  /** Of a forum: what its posts can be marked with. */
  tags?: readonly { id: string; name: string }[]
  overwrites?: readonly OverwriteSettings[]
}

export interface GuildSettings {
  id: string
  name: string
  channels: readonly ChannelSettings[]
  /** Default: everybody that is known when it is made. */
  members?: readonly string[]
  /** Default: the first member. */
  owner?: string
  /** The channel in which Discord tells who has joined; none unless it is named. */
  system?: string
  locale?: string
  /** The app is not in it: whoever has installed it for themselves may bring it along. */
  withoutApp?: true
  roles?: readonly { id: string; name: string; permissions?: readonly PermissionName[]; mentionable?: boolean }[]
}

/** A group of direct messages, in which no app can be. */
export interface GroupSettings {
  id: string
  name: string
  members: readonly string[]
}

export const APP: AppSettings = {
  id: '1200000000000000001',
  name: 'Parley',
  token: 'MTIwMDAwMDAwMDAwMDAwMDAwMQ.simulator.token',
  intents: ['messageContent'],
  permissions: [
    'viewChannel',
    'sendMessages',
    'sendMessagesInThreads',
    'createPublicThreads',
    'readMessageHistory',
    'attachFiles',
    'embedLinks',
  ],
}

export const PEOPLE: PersonSettings[] = [
  { id: '1200000000000000011', username: 'ann', global_name: 'Ann' },
  { id: '1200000000000000012', username: 'ben', global_name: 'Ben' },
]

export const GUILDS: GuildSettings[] = [
  {
    id: '1200000000000000100',
    name: 'Parley HQ',
    channels: [
      { id: '1200000000000000101', name: 'general' },
      { id: '1200000000000000102', name: 'support' },
    ],
  },
]
