import { cut } from '../../src/lib/cut.ts'
import type { Language, Texts } from '../../src/lib/language.ts'
import { commandTable } from '../../src/model/commands.ts'
import { offered, titleOf } from './agent-words.ts'
import { ASK_ABOUT } from './ask-about.ts'
import { QUERY, SEARCH } from './search.ts'
import { words } from './words/index.ts'

type Json = Record<string, unknown>

const summaries = new Map<string, Texts>(commandTable.map(({ name, summary }) => [name, summary]))

/** By the schema: of a list of commands, of a name that is always shown, of descriptions, and of who makes the app. */
const COMMANDS = 12
const NAME = 30
const FULL_NAME = 100
const SHORT = 80
const TITLE = 128
const PUBLISHER = 32
/** And of an entry in the menu of messages. */
const MENU = 32

/** Whose app it is, where that is one agent's. */
export interface PackagedAgent {
  name: string
  description: string
  publisher: string
  /** What people may begin with. */
  prompts: readonly string[]
  /** Whether there is anything to search. */
  usesKnowledge: boolean
}

export interface PackageOptions {
  application: string
  /** Without it that of the agent, or Parley. */
  name?: string
  agent?: PackagedAgent
  publisher?: string
  /** Six digits behind a #. */
  color?: string
  /** Pages about whoever runs it, https. */
  website: string
  privacy: string
  terms: string
  /** Three numbers; an upload is an update only when they are higher. */
  version: string
  /** Whether it asks to read, with which it is also told what does not mention it: Teams knows no right to the one without the other. */
  hearsAll: boolean
  /** The token store of an OAuth connection, where people are signed in by one. */
  signsIn?: string
  /** Whether Microsoft 365 Copilot offers it too. */
  copilot?: boolean
}

/** The languages besides English that the app has texts in, each in a file of its own. */
const others: readonly Exclude<Language, 'en'>[] = ['ja']
const fileOf = (language: Language): string => `${language}.json`

/** The files of the app as Teams takes it, by the schema of 1.29: the first with slash commands and messages for one person. */
export function filesOf(options: PackageOptions): Record<string, string> {
  const manifest = JSON.stringify(manifestOf(options), null, 2)
  const translated = others.map((language) => [fileOf(language), JSON.stringify(textsOf(options, language), null, 2)])
  return { 'manifest.json': manifest, ...Object.fromEntries(translated) }
}

export function manifestOf(options: PackageOptions): Json {
  const {
    application,
    agent,
    website,
    privacy,
    terms,
    version,
    hearsAll,
    signsIn,
    copilot,
    color = '#4B4FD1',
  } = options
  return {
    $schema: 'https://developer.microsoft.com/json-schemas/teams/v1.29/MicrosoftTeams.schema.json',
    manifestVersion: '1.29',
    version,
    id: application,
    localizationInfo: {
      defaultLanguageTag: 'en-us',
      additionalLanguages: others.map((language) => ({ languageTag: language, file: fileOf(language) })),
    },
    developer: {
      name: cut(options.publisher ?? (agent?.publisher || 'Parley'), PUBLISHER),
      ...{ websiteUrl: website, privacyUrl: privacy, termsOfUseUrl: terms },
    },
    name: nameOf(options),
    description: descriptionOf(options, 'en'),
    icons: { color: 'color.png', outline: 'outline.png' },
    accentColor: color,
    bots: [
      {
        botId: application,
        scopes: ['personal', 'team', 'groupChat'],
        supportsFiles: true,
        supportsTargetedMessages: true,
        commandLists: listsOf(options, 'en').map(({ triggers, scopes, commands }) => ({ triggers, scopes, commands })),
      },
    ],
    composeExtensions: [
      {
        botId: application,
        commands: [
          {
            ...{ id: ASK_ABOUT, type: 'action', context: ['message'], fetchTask: true },
            ...menuTexts(options, 'en'),
          },
          ...(searches(options) ? [searchOf('en')] : []),
        ],
      },
    ],
    // Wherever others are, it is the bot that is added: there is no tab to choose.
    defaultGroupCapability: { team: 'bot', groupchat: 'bot', meetings: 'bot' },
    ...(copilot && { copilotAgents: { customEngineAgents: [{ id: application, type: 'bot' }] } }),
    supportsChannelFeatures: 'tier1',
    supportedChannelTypes: ['sharedChannels', 'privateChannels'],
    // Teams opens the page of a sign-in in no other domain than these.
    validDomains: signsIn === undefined ? [] : [signsIn],
    // What stands for the resource is of no meaning to what a team or chat lets the app read.
    ...((hearsAll || signsIn !== undefined) && {
      webApplicationInfo: {
        id: application,
        resource: signsIn === undefined ? 'https://RscPermission' : `api://botid-${application}`,
      },
    }),
    ...(hearsAll && {
      authorization: {
        permissions: {
          resourceSpecific: [
            { name: 'ChannelMessage.Read.Group', type: 'Application' },
            { name: 'ChatMessage.Read.Chat', type: 'Application' },
          ],
        },
      },
    }),
  }
}

/** In the menu of messages, wherever they are: it asks for no right, since whoever uses it shows the message to the app. */
function menuTexts(options: PackageOptions, language: Language): { title: string; description: string } {
  const { command, about } = words.askAbout
  const { short } = nameOf(options)
  const room = MENU - command('')[language].length
  return { title: command(cut(short, room))[language], description: about[language] }
}

/** Of any agent behind an app that is no agent's own somebody may want to search what it knows. */
const searches = ({ agent }: PackageOptions): boolean => agent?.usesKnowledge ?? true

/** In the compose box. Teams asks once before anything is typed. */
function searchOf(language: Language) {
  const { command, about, parameter, what } = words.search
  const typed = { name: QUERY, title: parameter[language], description: what[language], inputType: 'text' }
  const texts = { title: command[language], description: about[language] }
  return { id: SEARCH, type: 'query', context: ['compose'], initialRun: true, ...texts, parameters: [typed] }
}

function nameOf({ name, agent }: PackageOptions): { short: string; full: string } {
  const whole = name ?? agent?.name ?? 'Parley'
  return { short: cut(whole, NAME), full: cut(whole, FULL_NAME) }
}

/** What an agent says of itself is in its own language, which nobody here knows. */
function descriptionOf({ agent, hearsAll }: PackageOptions, language: Language): { short: string; full: string } {
  const { short, full, heard } = words.app
  const own = agent?.description.trim()
  return {
    short: own ? cut(own, SHORT) : short[language],
    full: [own, full[language], hearsAll ? heard[language] : ''].filter(Boolean).join(' '),
  }
}

interface List {
  triggers: ('mention' | 'slash')[]
  scopes: string[]
  commands: { title: string; description: string; type?: 'prompt'; prompt?: string }[]
}

/** Where people talk to it alone, what they may begin with comes first. */
function listsOf({ agent, copilot }: PackageOptions, language: Language): List[] {
  const commands = offered.map((name) => ({ title: titleOf(name), description: summaries.get(name)![language] }))
  const prompts = (agent?.prompts ?? []).slice(0, COMMANDS - commands.length).map((prompt) => ({
    ...{ title: cut(prompt, TITLE), description: cut(prompt, TITLE), type: 'prompt' as const, prompt },
  }))
  return [
    { triggers: ['mention', 'slash'], scopes: ['team', 'groupChat'], commands },
    { triggers: ['mention', 'slash'], scopes: ['personal'], commands: [...prompts, ...commands] },
    ...(copilot && prompts.length > 0
      ? [{ triggers: ['mention' as const], scopes: ['copilot'], commands: prompts }]
      : []),
  ]
}

/** As a file of texts in another language has them, by their places in the manifest. */
function textsOf(options: PackageOptions, language: Language): Json {
  const { short, full } = nameOf(options)
  const description = descriptionOf(options, language)
  const ofMenu = menuTexts(options, language)
  const ofCommands = listsOf(options, language).flatMap(({ commands }, list) =>
    commands.flatMap(({ description, type }, n) =>
      type === 'prompt' ? [] : [[`bots[0].commandLists[${list}].commands[${n}].description`, description]],
    ),
  )
  return {
    $schema: 'https://developer.microsoft.com/json-schemas/teams/v1.29/MicrosoftTeams.Localization.schema.json',
    'name.short': short,
    'name.full': full,
    'description.short': description.short,
    'description.full': description.full,
    ...Object.fromEntries(ofCommands),
    'composeExtensions[0].commands[0].title': ofMenu.title,
    'composeExtensions[0].commands[0].description': ofMenu.description,
    ...(searches(options) && ofSearch(language)),
  }
}

function ofSearch(language: Language): Json {
  const { title, description, parameters } = searchOf(language)
  const at = 'composeExtensions[0].commands[1]'
  return {
    [`${at}.title`]: title,
    [`${at}.description`]: description,
    [`${at}.parameters[0].title`]: parameters[0]!.title,
    [`${at}.parameters[0].description`]: parameters[0]!.description,
  }
}
