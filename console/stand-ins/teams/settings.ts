import type { CLOUDS } from './identity/clouds.ts'
import type { Key } from './identity/jwt.ts'

export interface AppSettings {
  /** The client id; the bot's id in Teams is `28:` and this. */
  id: string
  password: string
  /** Where the app is registered: `MultiTenant` apps get their tokens from `botframework.com`. */
  type: 'SingleTenant' | 'MultiTenant'
  name: string
  /** Hears everything in group chats and channels without being mentioned (the `ReadAll` permissions of a manifest). */
  hearsAll: boolean
  /** The tenant's administrator lets it read all channels and chats through Graph, which delivers nothing (`ChannelMessage.Read.All`). */
  readsTenant?: boolean
  /** And files of teams (`Files.Read.All`). */
  readsFiles?: boolean
  /** Default: `Public`. */
  cloud?: keyof typeof CLOUDS
  /** Registered, as PEM: what the app signs with them is as good as its secret. */
  certificates?: readonly string[]
  /** Whose tokens are as good as its secret. `client`: a managed identity of this machine. */
  federated?: readonly { issuer: string; subject: string; key: Key; client?: string }[]
  /** OAuth connections of the bot. `audience`: whom the tokens are for; without it the app itself. */
  connections?: readonly { name: string; audience?: string }[]
  /** What Entra lets the app do elsewhere in the names of people, by the audience. `consented`: somebody has agreed to it. */
  delegated?: readonly { audience: string; scopes: readonly string[]; consented: boolean }[]
  /** The app is a managed identity of this machine, and has no secret. */
  isMachine?: boolean
}

export interface TenantSettings {
  id: string
  name: string
}

export interface PersonSettings {
  id: string
  name: string
  aadObjectId: string
  email: string
  guest?: true
}

export interface TeamSettings {
  id: string
  name: string
  aadGroupId: string
  /** The first is General: its id is the team's. */
  channels: { id: string; name: string }[]
}

export interface GroupSettings {
  id: string
  name: string
  /** It is the chat of a meeting that Teams knows by this id. */
  meeting?: string
}

/** The part of an app's manifest that decides what people can do with its bot. */
export interface BotManifest {
  /** By which the app is known in Entra; without it nobody is signed in by Teams. */
  webApplicationInfo?: { id: string; resource: string }
  /** Where pages of the app, and of signing in for it, may be. */
  validDomains?: readonly string[]
  supportsFiles?: boolean
  supportsTargetedMessages?: boolean
  commandLists?: {
    scopes: ('personal' | 'team' | 'groupChat' | 'copilot')[]
    triggers?: ('mention' | 'slash')[]
    commands: { title: string; description: string; type?: string; prompt?: string }[]
  }[]
  /** Its message extensions: what stands in the menu of messages, and searches in the compose box. */
  composeExtensions?: { commands: ExtensionCommand[] }[]
}

export type ExtensionCommand = {
  id: string
  title: string
  description: string
  context: ('message' | 'compose' | 'commandBox')[]
} & (
  | { type: 'action'; fetchTask: true }
  | {
      type: 'query'
      /** Whether the app is asked before anything is typed. */
      initialRun?: boolean
      parameters: { name: string; title: string; description: string; inputType?: string }[]
    }
)

export const APP: AppSettings = {
  id: '7a11e500-0000-4000-8000-0000000000b0',
  password: 'a-secret-only-this-simulator-knows',
  type: 'SingleTenant',
  name: 'Parley',
  hearsAll: false,
}

export const TENANT: TenantSettings = { id: '7a11e500-0000-4000-8000-00000000001d', name: 'Example' }

export const PEOPLE: readonly PersonSettings[] = [
  {
    id: '29:1ann',
    name: 'Ann',
    aadObjectId: '7a11e500-0000-4000-8000-0000000000a1',
    email: 'ann@example.com',
  },
  {
    id: '29:1ben',
    name: 'Ben',
    aadObjectId: '7a11e500-0000-4000-8000-0000000000a2',
    email: 'ben@example.com',
  },
]

export const TEAMS: readonly TeamSettings[] = [
  {
    id: '19:general@thread.tacv2',
    name: 'Parley HQ',
    aadGroupId: '7a11e500-0000-4000-8000-0000000000c0',
    channels: [
      { id: '19:general@thread.tacv2', name: 'General' },
      { id: '19:support@thread.tacv2', name: 'Support' },
    ],
  },
]

export const GROUPS: readonly GroupSettings[] = [{ id: '19:lunch@thread.v2', name: 'Lunch' }]

export const MANIFEST: BotManifest = { supportsFiles: true, supportsTargetedMessages: true, commandLists: [] }

/** The personal chat of a person with the bot. */
export const personalChat = (user: string): string => `a:${user.slice(user.indexOf(':') + 1)}`
