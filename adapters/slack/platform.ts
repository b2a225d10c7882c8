import type { Platform } from '../../src/ports/platform.ts'
import { commands } from './operator-commands.ts'
import { type SlackSettings, settings } from './settings.ts'
import { signIn } from './sign-in.ts'
import { words } from './words/index.ts'

export const slack: Platform<SlackSettings> = {
  id: 'slack',
  words: {
    title: 'Slack',
    name: 'Slack',
    one: 'workspace',
    many: 'workspaces',
    place: 'E0ACME (an organisation), T0ACME, T0ACME/C0GENERAL or T0ACME/C0GENERAL/1790000000.000100 (a thread).',
  },
  commandsAre: 'typed',
  // Documented: 75 characters of a button's text, 25 elements of an actions block.
  options: { characters: 75, buttons: 25, more: 'begins another block after 25' },
  person: /^slack_[TE][A-Z0-9]+_[UW][A-Z0-9]+$/,
  signIn,
  isOrganisation: (installation) => installation.startsWith('E'),
  paths: ['/slack'],
  settings,
  beginning: {
    how: words.beginning,
    variables: ['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN'],
  },
  commands,
  setup: async () => (await import('./setup.ts')).setup,
  connect: async (options, parts) => (await import('./index.ts')).createSlack({ ...options, ...parts }),
  pane: {
    user: 'U0ANN',
    owner: 'slack_T0PARLEY_U0ANN',
    open: async (parts) => (await import('./pane.ts')).open(parts),
    serve: async (options) => (await import('./pane.ts')).serve(options),
  },
}
