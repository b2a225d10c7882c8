import type { Platform } from '../../src/ports/platform.ts'
import { commands } from './operator-commands.ts'
import { PICTURE_BYTES } from './pictures.ts'
import { settings, type TeamsSettings } from './settings.ts'
import { signIn } from './sign-in.ts'
import { words } from './words/index.ts'

export const teams: Platform<TeamsSettings> = {
  id: 'teams',
  words: {
    title: 'Microsoft Teams',
    name: 'Teams',
    one: 'tenant',
    many: 'tenants',
    place: 'TENANT, or TENANT/CONVERSATION with the id that a channel’s or chat’s link holds (19:…).',
  },
  commandsAre: 'typed',
  // Documented: six actions of a card are shown, and the rest behind a menu.
  options: { characters: Number.POSITIVE_INFINITY, buttons: 6, more: 'shows more than 6 as a list' },
  pictureBytes: PICTURE_BYTES,
  person: /^teams_[^_\s]+_\S+$/,
  signIn,
  paths: ['/api/messages'],
  settings,
  beginning: {
    how: words.beginning,
    variables: ['TEAMS_APP_TYPE', 'TEAMS_APP_ID', 'TEAMS_TENANT_ID', 'TEAMS_APP_PASSWORD'],
  },
  commands,
  setup: async () => (await import('./setup.ts')).setup,
  connect: async (options, parts) => (await import('./index.ts')).createTeams({ ...options, ...parts }),
  pane: {
    user: '29:1ann',
    owner: 'teams_7a11e500-0000-4000-8000-00000000001d_7a11e500-0000-4000-8000-0000000000a1',
    open: async (parts) => (await import('./pane.ts')).open(parts),
    serve: async (options) => (await import('./pane.ts')).serve(options),
  },
}
