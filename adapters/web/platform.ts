import type { Platform } from '../../src/ports/platform.ts'
import { settings, type WebSettings } from './settings.ts'

/** Chats that websites put into their pages. */
export const web: Platform<WebSettings> = {
  id: 'web',
  words: {
    title: 'Websites',
    name: 'Web',
    one: 'site',
    many: 'sites',
    place: 'AGENT, which is the id that `web.sites` names.',
  },
  commandsAre: 'typed',
  pictureBytes: 0,
  options: { characters: 80, buttons: Number.POSITIVE_INFINITY, more: 'shows any number' },
  person: /^web_[0-9a-f]{32}$/,
  paths: ['/web', '/widget.js'],
  pagesOf: (settings, agent) =>
    (settings as WebSettings | undefined)?.sites.find((site) => site.agent === agent)?.origins ?? [],
  settings,
  commands: [],
  setup: async () => (await import('./setup.ts')).setup,
  connect: async (options, parts) => (await import('./index.ts')).createWeb({ ...options, ...parts }),
}
