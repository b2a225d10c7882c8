import type { BotManifest, ExtensionCommand } from './settings.ts'
import type { Command, Conversation, MessageAction, SearchCommand } from './view.ts'

const KINDS: Record<string, Conversation['kind']> = { personal: 'personal', team: 'channel', groupChat: 'group' }

const MOST_LISTS = 3
const MOST_COMMANDS = 12
const MOST_TITLE = 128

/** Throws an Error where the store would refuse the manifest. */
export function checkManifest(manifest: BotManifest): void {
  const { commandLists = [], supportsTargetedMessages = false, composeExtensions = [] } = manifest
  checkExtensions(composeExtensions)
  if (commandLists.length > MOST_LISTS) throw new Error(`A bot has at most ${MOST_LISTS} command lists`)
  for (const { scopes, triggers = ['mention'], commands } of commandLists) {
    if (scopes.length === 0 || scopes.some((scope) => !Object.hasOwn(KINDS, scope))) {
      throw new Error('The scopes of a command list are personal, team and groupChat')
    }
    if (commands.length > MOST_COMMANDS) throw new Error(`A command list has at most ${MOST_COMMANDS} commands`)
    if (triggers.includes('slash') && !supportsTargetedMessages) {
      throw new Error('Slash commands need supportsTargetedMessages')
    }
    for (const { title, description } of commands) {
      if (!title || title.length > MOST_TITLE) throw new Error(`A command's title has 1 to ${MOST_TITLE} characters`)
      if (!description) throw new Error(`The command ${title} needs a description`)
    }
  }
}

function checkExtensions(composeExtensions: NonNullable<BotManifest['composeExtensions']>): void {
  if (composeExtensions.length > 1) throw new Error('An app has at most one message extension')
  for (const one of composeExtensions.flatMap(({ commands }) => commands)) {
    if (!one.id || one.id.length > 64) throw new Error('The id of a message extension has 1 to 64 characters')
    if (!one.title || one.title.length > 32) throw new Error('The title of a message extension has 1 to 32 characters')
    if (one.description.length > 128)
      throw new Error('The description of a message extension has at most 128 characters')
    checkKind(one)
  }
}

function checkKind(one: ExtensionCommand): void {
  if (one.type === 'action') {
    if (!one.fetchTask) throw new Error('Only actions that fetch their form are known here')
    return
  }
  if (one.type !== 'query') throw new Error('A message extension is an action or a query')
  if (one.context.some((context) => context === 'message')) throw new Error('A query is not for the menu of messages')
  const [parameter, ...more] = one.parameters ?? []
  if (!parameter || more.length > 0) throw new Error('Only queries with one parameter are known here')
  const { name, title, description } = parameter
  if (!name || name.length > 64) throw new Error('The name of a parameter has 1 to 64 characters')
  if (!title || title.length > 32) throw new Error('The title of a parameter has 1 to 32 characters')
  if (description.length > 128) throw new Error('The description of a parameter has at most 128 characters')
}

export function commandsOf({ commandLists = [] }: BotManifest): Command[] {
  return commandLists.flatMap(({ scopes, triggers = ['mention'], commands }) =>
    commands.map(({ title, description, prompt }) => ({
      title,
      description,
      triggers,
      scopes: scopes.map((scope) => KINDS[scope]!),
      ...(prompt && { prompt }),
    })),
  )
}

/** What stands in the menu of every message. */
export const messageActionsOf = ({ composeExtensions = [] }: BotManifest): MessageAction[] =>
  composeExtensions
    .flatMap(({ commands }) => commands)
    .flatMap(({ id, title, context }) => (context.includes('message') ? [{ id, title }] : []))

/** What can be searched by the app in the compose box. */
export const searchesOf = ({ composeExtensions = [] }: BotManifest): SearchCommand[] =>
  composeExtensions
    .flatMap(({ commands }) => commands)
    .flatMap((one) => {
      if (one.type !== 'query' || !one.context.includes('compose')) return []
      const { id, title, description, initialRun = false, parameters } = one
      const { inputType: _, ...parameter } = parameters[0]!
      return [{ id, title, description, initialRun, parameter }]
    })
