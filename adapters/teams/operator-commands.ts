import { writeFile } from 'node:fs/promises'
import { text, usage } from '../../src/ports/command-line.ts'
import type { PlatformCommand } from '../../src/ports/platform.ts'
import type { TeamsSettings } from './settings.ts'

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `parley teams …`, for whoever sets the app up. */
export const commands: readonly PlatformCommand<TeamsSettings>[] = [
  {
    name: 'package',
    summary: 'Write the zip that an administrator uploads to Microsoft Teams to have the app there.',
    options: {
      application: { about: 'The app ID of the bot; without it TEAMS_APP_ID.', value: 'ID' },
      website: { about: 'A page of yours, https://, which Teams shows of who runs the app.', value: 'URL' },
      privacy: { about: 'Your privacy statement; --website without it.', value: 'URL' },
      terms: { about: 'Your terms of use; --website without it.', value: 'URL' },
      name: { about: 'What the app is called; Parley without it.', value: 'NAME' },
      version: { about: 'Higher than that of the last upload; 1.0.0 without it.', value: 'VERSION' },
      'hears-all': {
        about:
          'Ask to read the teams and chats it is added to, so that an agent sees the thread it is asked in. Teams then tells it every message there, which the modes thread, all and listen need.',
      },
      out: { about: 'The file; parley-teams.zip without it.', value: 'FILE' },
    },
    async run({ given, settings }) {
      const application = text(given['application']) ?? settings()?.app?.appId
      if (!application) throw usage('Set TEAMS_APP_ID, or give --application with the app ID of the bot.')
      if (!guid.test(application)) throw usage('--application must be a GUID, as the registration of the bot shows it.')
      const website = page('website', text(given['website']))
      if (website === undefined) throw usage('--website needs a page of yours: Teams shows who runs an app.')
      const name = text(given['name']) ?? 'Parley'
      if (name.length > 30) throw usage('--name must be at most 30 characters.')
      const version = text(given['version']) ?? '1.0.0'
      if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) throw usage('--version must be three numbers, as 1.0.1.')
      const file = text(given['out']) ?? 'parley-teams.zip'
      const [{ manifest }, { packageOf }] = await Promise.all([import('./manifest.ts'), import('./package.ts')])
      const whole = manifest({
        application: application.toLowerCase(),
        name,
        website,
        privacy: page('privacy', text(given['privacy'])) ?? website,
        terms: page('terms', text(given['terms'])) ?? website,
        version,
        hearsAll: given['hears-all'] === true,
      })
      await writeFile(file, await packageOf(whole))
      const how =
        'Upload it at https://admin.teams.microsoft.com (Manage apps), or in Teams under Apps, Manage your apps.'
      return { text: `${file} is written. ${how}`, value: { file, version, application } }
    },
  },
]

function page(option: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  if (!URL.canParse(given) || new URL(given).protocol !== 'https:' || given.length > 2048) {
    throw usage(`--${option} must be an https:// address.`)
  }
  return given
}
