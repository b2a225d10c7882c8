import type { Platform } from '../../src/ports/platform.ts'
import { commands } from './operator-commands.ts'
import { type DiscordSettings, settings } from './settings.ts'
import { signIn } from './sign-in.ts'
import { words } from './words/index.ts'

export const discord: Platform<DiscordSettings> = {
  id: 'discord',
  words: {
    title: 'Discord',
    name: 'Discord',
    one: 'server',
    many: 'servers',
    place:
      'SERVER, SERVER/CHANNEL or SERVER/CHANNEL/THREAD, by their ids (Copy ID, in the Developer Mode of Discord); @ and the application ID for direct messages.',
  },
  commandsAre: 'chosen',
  // Documented: 80 characters of a button's label, five rows of five buttons.
  options: { characters: 80, buttons: 25, more: 'has room for 25 buttons' },
  person: /^discord_\d+$/,
  signIn,
  paths: [],
  // It cannot leave direct messages.
  leaves: (installation) => !installation.startsWith('@'),
  settings,
  beginning: {
    how: words.beginning,
    variables: ['DISCORD_BOT_TOKEN'],
  },
  commands,
  setup: async () => (await import('./setup.ts')).setup,
  connect: async (options, parts) => (await import('./index.ts')).createDiscord({ ...options, ...parts }),
  pane: {
    user: '1200000000000000011',
    owner: 'discord_1200000000000000011',
    open: async (parts) => (await import('./pane.ts')).open(parts),
    serve: async (options) => (await import('./pane.ts')).serve(options),
  },
}
