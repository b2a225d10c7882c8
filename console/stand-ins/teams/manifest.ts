import type { BotManifest } from './settings.ts'
import type { Command, Conversation, MessageAction } from './view.ts'

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
    if (one.type !== 'action' || !one.fetchTask) throw new Error('Only actions that fetch their form are known here')
  }
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
