import { userInfo } from 'node:os'
import { z } from 'zod'
import type { Place } from '../../src/model/message.ts'
import type { Platform } from '../../src/ports/platform.ts'
import { ok } from '../../src/ports/setup.ts'
import type { TerminalSettings } from './index.ts'
import { words as sentences } from './words/index.ts'

/** The shell of whoever holds the machine: `parley chat`. The smallest platform there is. */
export const terminal: Platform<TerminalSettings> = {
  id: 'terminal',
  words: { title: 'The terminal', name: 'Terminal', one: 'machine', many: 'machines', place: 'here or here/AGENT.' },
  pictureBytes: 0,
  options: { characters: 100, buttons: Number.POSITIVE_INFINITY, more: 'shows any number' },
  person: /^terminal_\S+$/,
  paths: [],
  settings: { env: z.object({}), faults: () => [], read: () => undefined },
  commands: [],
  setup: async () => ({
    place: (name) => (/^here(\/[\w@-]+)?$/.test(name) ? (`terminal:${name.replace('/', ':')}` as Place) : undefined),
    async *diagnose({ language }) {
      yield ok('Terminal', sentences.nothingToSetUp[language])
    },
  }),
  connect: async (settings, parts) => (await import('./index.ts')).createTerminal({ ...settings, ...parts }),
  foreground: {
    name: 'chat',
    summary: 'Talk to an agent in this shell: numbers press buttons, /agent works as elsewhere, Ctrl-C leaves.',
    placeOf: (agent) => `here/${agent}`,
    begin({ agent, env, input, output }) {
      const { promise: ended, resolve: leave } = Promise.withResolvers<void>()
      const named = env['LC_ALL'] ?? env['LC_MESSAGES'] ?? env['LANG'] ?? ''
      const locale = /^[a-z]{2,3}(_[A-Z]{2})?(?=[.@]|$)/.exec(named)?.[0].replace('_', '-') ?? 'en'
      const user = userInfo().username.replace(/[^\w.-]/g, '-')
      return { settings: { agent, user, locale, input, output, leave }, ended }
    },
  },
  commandsAre: 'typed',
}
