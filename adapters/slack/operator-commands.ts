import { type Arguments, text, usage } from '../../src/ports/command-line.ts'
import type { PlatformCommand } from '../../src/ports/platform.ts'
import type { SlackSection, SlackSettings } from './settings.ts'

/** `parley slack …`, for whoever sets the app up. */
export const commands: readonly PlatformCommand<SlackSettings>[] = [
  {
    name: 'manifest',
    summary: 'Print the manifest of the Slack app, to be pasted at https://api.slack.com/apps.',
    options: {
      url: {
        about: 'The public https:// address of Parley, for events over HTTP and for OAuth; without it: Socket Mode.',
        value: 'URL',
      },
      faces: { about: 'Agents may appear under names and pictures of their own; as slack.faces says without it.' },
      reactions: { about: 'Agents are asked by reactions too, and mark messages; as slack.reactions says without it.' },
      search: { about: 'Models may search public channels for whoever asks; as slack.search says without it.' },
      unfurls: {
        about: 'Links of the console say what they lead to; as slack.unfurls says without it. Needs PUBLIC_URL.',
      },
      steps: {
        about: 'Workflow Builder gets a step that asks an agent; as slack.steps says without it.',
      },
      canvases: { about: 'Long answers come as canvases; as slack.canvases says without it.' },
      organisation: { about: 'An organisation (Enterprise Grid) may install it for all of its workspaces.' },
      name: { about: 'What the app is called; Parley without it.', value: 'NAME' },
      command: { about: 'What its slash command is called; /agent without it.', value: '/COMMAND' },
    },
    async run({ given, section, publicUrl }) {
      const [url, name] = [urlOf(given), text(given['name']) ?? 'Parley']
      if (name.length > 35) throw usage('--name must be at most 35 characters.')
      const { manifest } = await import('./manifest.ts')
      const command = commandOf(given)
      const set = section() as SlackSection
      const wants = {
        reactions: given['reactions'] === true || set.reactions,
        faces: given['faces'] === true || set.faces,
        search: given['search'] === true || set.search,
        unfurls: given['unfurls'] === true || set.unfurls,
        steps: given['steps'] === true || set.steps,
        canvases: given['canvases'] === true || set.canvases,
      }
      const organisation = given['organisation'] === true
      const at = wants.unfurls ? publicUrl() : undefined
      if (wants.unfurls && at === undefined)
        throw usage(
          'Whose links Slack is to tell of is not known: set PUBLIC_URL, or leave --unfurls and slack.unfurls out.',
        )
      const json = manifest({ name, url, publicUrl: at, ...(command && { command }), ...wants, organisation })
      return { text: json, value: JSON.parse(json) }
    },
  },
]

function urlOf(given: Arguments): string | undefined {
  const url = text(given['url'])
  if (url !== undefined && (!URL.canParse(url) || new URL(url).protocol !== 'https:')) {
    throw usage('--url must be an https:// address: Slack takes no other.')
  }
  return url
}

function commandOf(given: Arguments): string | undefined {
  const named = text(given['command'])
  if (named === undefined) return undefined
  // A shell on Windows may make a path of what begins with a slash.
  const command = `/${named.replace(/^\//, '')}`
  if (/^\/[a-z0-9_-]{1,31}$/.test(command)) return command
  throw usage('--command must be at most 31 small letters, digits, hyphens and underscores: Slack takes no other.')
}
