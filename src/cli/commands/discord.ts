import { setups } from '../../app/parts/setups.ts'
import { loadConfig } from '../../config/index.ts'
import { type Command, type FileCommand, jsonOption, text } from '../command.ts'
import { usage } from '../failure.ts'
import { platformCommands } from './platform.ts'

export const discordCommands: (Command | FileCommand)[] = [
  {
    name: 'discord invite',
    summary: 'Print the address at which somebody adds the Discord app to their server, with no more than it needs.',
    options: {
      application: { about: 'The application ID; without it the one that DISCORD_BOT_TOKEN names.', value: 'ID' },
      json: jsonOption,
    },
    async look({ env, given, answer }) {
      const { discord } = loadConfig(env)
      const named = text(given['application'])
      if (named !== undefined && !/^\d{17,20}$/.test(named)) {
        throw usage('--application must be an id of 17 to 20 digits, as General Information of the app shows it.')
      }
      // A bot token begins with the id of its bot, which is the application's but for very old ones.
      const told = Buffer.from(discord?.botToken.split('.')[0] ?? '', 'base64url').toString()
      const application = named ?? (/^\d{17,20}$/.test(told) ? told : undefined)
      if (application === undefined) {
        throw usage(
          'Set DISCORD_BOT_TOKEN, or give --application with the application ID from General Information of the app.',
        )
      }
      const url = (await setups['discord']!()).invite!({ application, threads: discord?.autoThread ?? false })
      answer(url, { url })
      return true
    },
  },
  ...platformCommands({
    platform: 'discord',
    title: 'Discord',
    one: 'server',
    where:
      'SERVER, SERVER/CHANNEL or SERVER/CHANNEL/THREAD, by their ids (Copy ID, in the Developer Mode of Discord); @ and the application ID for direct messages.',
  }),
]
