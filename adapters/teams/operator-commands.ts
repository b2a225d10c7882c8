import { readFile, writeFile } from 'node:fs/promises'
import type { AgentDocument } from '../../src/model/agent.ts'
import { type Arguments, text, usage } from '../../src/ports/command-line.ts'
import type { PlatformCommand } from '../../src/ports/platform.ts'
import { CLOUDS } from './endpoints.ts'
import type { PackagedAgent } from './manifest.ts'
import type { Icon } from './package.ts'
import type { TeamsSettings } from './settings.ts'

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `parley teams …`, for whoever sets the app up. */
export const commands: readonly PlatformCommand<TeamsSettings>[] = [
  {
    name: 'package',
    summary: 'Write the zip that an administrator uploads to Microsoft Teams to have the app there.',
    options: {
      application: { about: 'The app ID of the bot; without it TEAMS_APP_ID.', value: 'ID' },
      agent: {
        about:
          'The agent whose app it is: its name, description, publisher and what people may begin with are those of the app.',
        value: 'AGENT',
      },
      website: { about: 'A page of yours, https://, which Teams shows of who runs the app.', value: 'URL' },
      privacy: { about: 'Your privacy statement; --website without it.', value: 'URL' },
      terms: { about: 'Your terms of use; --website without it.', value: 'URL' },
      name: { about: 'What the app is called; as the agent, or Parley, without it.', value: 'NAME' },
      publisher: {
        about: 'Who makes the app, as Teams shows it; as the agent says, or Parley, without it.',
        value: 'NAME',
      },
      icon: { about: 'A PNG of 192 by 192 pixels; that of Parley without it.', value: 'FILE' },
      outline: { about: 'A white PNG of 32 by 32 pixels on nothing; that of Parley without it.', value: 'FILE' },
      color: { about: 'Behind the icon, as #4B4FD1.', value: 'COLOR' },
      version: { about: 'Higher than that of the last upload; 1.0.0 without it.', value: 'VERSION' },
      'hears-all': {
        about:
          'Ask to read the teams and chats it is added to, so that an agent sees the thread it is asked in. Teams then tells it every message there, which the modes thread, all and listen need.',
      },
      copilot: { about: 'Have Microsoft 365 Copilot offer it too; Microsoft calls that a preview.' },
      out: { about: 'The file; parley-teams.zip without it.', value: 'FILE' },
    },
    async run({ given, settings, agent: agentNamed }) {
      const application = text(given['application']) ?? settings()?.app?.appId
      if (!application) throw usage('Set TEAMS_APP_ID, or give --application with the app ID of the bot.')
      if (!guid.test(application)) throw usage('--application must be a GUID, as the registration of the bot shows it.')
      const website = page('website', text(given['website']))
      if (website === undefined) throw usage('--website needs a page of yours: Teams shows who runs an app.')
      const name = text(given['name'])
      if (name !== undefined && name.length > 30) throw usage('--name must be at most 30 characters.')
      const publisher = text(given['publisher'])
      if (publisher !== undefined && publisher.length > 32) throw usage('--publisher must be at most 32 characters.')
      const color = text(given['color'])
      if (color !== undefined && !/^#[\da-f]{6}$/i.test(color)) throw usage('--color must be six digits, as #4B4FD1.')
      const version = text(given['version']) ?? '1.0.0'
      if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) throw usage('--version must be three numbers, as 1.0.1.')
      const file = text(given['out']) ?? 'parley-teams.zip'
      const id = text(given['agent'])
      const [{ filesOf }, { packageOf }] = await Promise.all([import('./manifest.ts'), import('./package.ts')])
      const whole = filesOf({
        application: application.toLowerCase(),
        website,
        privacy: page('privacy', text(given['privacy'])) ?? website,
        terms: page('terms', text(given['terms'])) ?? website,
        version,
        hearsAll: given['hears-all'] === true,
        copilot: given['copilot'] === true,
        ...signsIn(settings()),
        ...(name !== undefined && { name }),
        ...(publisher !== undefined && { publisher }),
        ...(color !== undefined && { color }),
        ...(id !== undefined && { agent: packaged(await agentNamed(id)) }),
      })
      const icons = { ...(await icon('color.png', given)), ...(await icon('outline.png', given)) }
      await write(file, await packageOf(whole, icons))
      const how =
        'Upload it at https://admin.teams.microsoft.com (Manage apps), or in Teams under Apps, Manage your apps.'
      return { text: `${file} is written. ${how}`, value: { file, version, application } }
    },
  },
]

/** Where people sign in, if they do. */
function signsIn(settings: TeamsSettings | undefined): { signsIn?: string } {
  if (!settings?.sso) return {}
  const { tokenStoreUrl = CLOUDS[settings.cloud ?? 'Public'].tokenStoreUrl } = settings
  return { signsIn: new URL(tokenStoreUrl).host }
}

function packaged({ agent, replies }: AgentDocument): PackagedAgent {
  const { displayName: name, description, providerName: publisher } = agent
  const usesKnowledge = agent.knowledge?.knowledgeDataStore?.useKnowledgeDataStore === true
  return { name, description, publisher, prompts: replies.openingOptions ?? [], usesKnowledge }
}

async function icon(name: Icon, given: Arguments): Promise<Partial<Record<Icon, Uint8Array>>> {
  const option = name === 'color.png' ? 'icon' : 'outline'
  const file = text(given[option])
  if (file === undefined) return {}
  const { faultOfIcon } = await import('./package.ts')
  const png = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw usage(`--${option}: ${file} cannot be read (${error.code}).`)
  })
  const fault = faultOfIcon(name, png)
  if (fault !== undefined) throw usage(`--${option} ${fault}.`)
  return { [name]: new Uint8Array(png) }
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  await writeFile(file, bytes).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EISDIR' ? 'it is a folder' : error.code
    throw usage(`--out: ${file} cannot be written (${why}).`)
  })
}

function page(option: string, given: string | undefined): string | undefined {
  if (given === undefined) return undefined
  if (!URL.canParse(given) || new URL(given).protocol !== 'https:' || given.length > 2048) {
    throw usage(`--${option} must be an https:// address.`)
  }
  return given
}
