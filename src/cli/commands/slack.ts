import { setups } from '../../app/parts/setups.ts'
import { type Command, type FileCommand, text } from '../command.ts'
import { usage } from '../failure.ts'
import { platformCommands } from './platform.ts'

export const slackCommands: (Command | FileCommand)[] = [
  {
    name: 'slack manifest',
    summary: 'Print the manifest of the Slack app, to be pasted at https://api.slack.com/apps.',
    options: {
      url: {
        about: 'The public https:// address of Parley, for events over HTTP and for OAuth; without it: Socket Mode.',
        value: 'URL',
      },
      name: { about: 'What the app is called; Parley without it.', value: 'NAME' },
    },
    async look({ given, answer }) {
      const url = text(given['url'])
      const name = text(given['name']) ?? 'Parley'
      if (url !== undefined && (!URL.canParse(url) || new URL(url).protocol !== 'https:')) {
        throw usage('--url must be an https:// address: Slack takes no other.')
      }
      if (name.length > 35) throw usage('--name must be at most 35 characters.')
      const manifest = (await setups['slack']!()).manifest!({ name, url })
      answer(manifest, JSON.parse(manifest))
      return true
    },
  },
  ...platformCommands({
    platform: 'slack',
    title: 'Slack',
    one: 'workspace',
    where: 'T0ACME, T0ACME/C0GENERAL or T0ACME/C0GENERAL/1790000000.000100 (a thread).',
  }),
]
