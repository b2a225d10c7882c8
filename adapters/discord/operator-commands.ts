import { text, usage } from '../../src/ports/command-line.ts'
import type { PlatformCommand } from '../../src/ports/platform.ts'
import type { DiscordSettings, Section } from './settings.ts'

/** `parley discord …`, for whoever sets the app up. */
export const commands: readonly PlatformCommand<DiscordSettings>[] = [
  {
    name: 'invite',
    summary: 'Print the address at which somebody adds the Discord app to their server, with no more than it needs.',
    options: {
      user: { about: 'At which somebody adds it for themselves, where `discord.userInstalls` lets them.' },
      application: { about: 'The application ID; without it the one that DISCORD_BOT_TOKEN names.', value: 'ID' },
    },
    async run({ given, settings, section }) {
      const named = text(given['application'])
      if (named !== undefined && !/^\d{17,20}$/.test(named)) {
        throw usage('--application must be an id of 17 to 20 digits, as General Information of the app shows it.')
      }
      // A bot token begins with the id of its bot, which is the application's but for very old ones.
      const told = Buffer.from(settings()?.botToken.split('.')[0] ?? '', 'base64url').toString()
      const application = named ?? (/^\d{17,20}$/.test(told) ? told : undefined)
      if (application === undefined) {
        throw usage(
          'Set DISCORD_BOT_TOKEN, or give --application with the application ID from General Information of the app.',
        )
      }
      const { invite, inviteForOneself } = await import('./invite.ts')
      const { autoThread: threads, reactions, userInstalls } = section() as Section
      if (given['user'] && !userInstalls) {
        throw usage(
          'Set discord.userInstalls: true in config/parley.yaml first: nobody is answered who adds it for themselves.',
        )
      }
      const url = given['user'] ? inviteForOneself(application) : invite(application, { threads, reactions })
      return { text: url, value: { url } }
    },
  },
]
