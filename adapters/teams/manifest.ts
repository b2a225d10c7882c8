import { commandTable } from '../../src/model/commands.ts'
import { offered, titleOf } from './agent-words.ts'

const summaries = new Map(commandTable.map(({ name, summary }) => [name as string, summary.en]))

/** Whoever adds it reads this first. */
const heard =
  'Where you add it, it can read what was said, so that it sees the thread that it is asked in; Microsoft Teams then tells it every message there. It keeps none but those of threads it takes part in, or where an admin had it say that it listens.'

export interface PackageOptions {
  application: string
  name: string
  /** Pages about whoever runs it, https. */
  website: string
  privacy: string
  terms: string
  /** Three numbers; an upload is an update only when they are higher. */
  version: string
  /** Whether it asks to read, with which it is also told what does not mention it: Teams knows no right to the one without the other. */
  hearsAll: boolean
}

/** The app as Teams takes it, by the schema of 1.29: the first with slash commands and messages for one person. */
export function manifest({ application, name, website, privacy, terms, version, hearsAll }: PackageOptions): string {
  const commands = offered.map((command) => ({ title: titleOf(command), description: summaries.get(command) }))
  const whole = {
    $schema: 'https://developer.microsoft.com/json-schemas/teams/v1.29/MicrosoftTeams.schema.json',
    manifestVersion: '1.29',
    version,
    id: application,
    developer: { name: 'Parley', websiteUrl: website, privacyUrl: privacy, termsOfUseUrl: terms },
    name: { short: name, full: name },
    description: {
      short: 'Ask the agents of your team.',
      full: `Talk to the agents of your team in chats, group chats and channels. Admins create and shape them with /agent.${hearsAll ? ` ${heard}` : ''}`,
    },
    icons: { color: 'color.png', outline: 'outline.png' },
    accentColor: '#4B4FD1',
    bots: [
      {
        botId: application,
        scopes: ['personal', 'team', 'groupChat'],
        supportsFiles: true,
        supportsTargetedMessages: true,
        commandLists: [
          { triggers: ['mention', 'slash'], scopes: ['team', 'groupChat'], commands },
          { triggers: ['mention', 'slash'], scopes: ['personal'], commands },
        ],
      },
    ],
    supportsChannelFeatures: 'tier1',
    validDomains: [],
    ...(hearsAll && {
      webApplicationInfo: { id: application, resource: 'https://RscPermission' },
      authorization: {
        permissions: {
          resourceSpecific: [
            { name: 'ChannelMessage.Read.Group', type: 'Application' },
            { name: 'ChatMessage.Read.Chat', type: 'Application' },
          ],
        },
      },
    }),
  }
  return JSON.stringify(whole, null, 2)
}
