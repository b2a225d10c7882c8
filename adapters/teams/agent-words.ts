import { commandTable, groupedName } from '../../src/model/commands.ts'

/**
 * What the lists of commands offer: they are the same for all who see them, so only what everybody may use. `help` tells each what
 * else they may.
 */
export const offered = ['help', 'why', 'stop', 'reset', 'me'] as const

/** Said without a slash in a personal chat these are commands too; packages of before offered them. */
const offeredBefore = ['list', 'show', 'create', 'edit', 'use', 'test', 'publish', 'rule add', 'knowledge add'] as const

/** A command's title in those lists, which is what is said when it is chosen. */
export const titleOf = (command: string): string => `agent ${command}`

const begins = (commands: readonly string[]): RegExp =>
  new RegExp(`^agent\\s+(?=(?:${commands.map((name) => name.replace(' ', '\\s+')).join('|')})(?:\\s|$))`, 'i')
const SLASH = /^[/／]agent(?=\s|$)/i
const OFFERED = begins([...offered, ...offeredBefore])
const CALLED = begins(commandTable.flatMap((command) => [command.name, groupedName(command)]))

/**
 * What stands after `/agent`, if the words are a command. Without the slash they are one as the lists write it: any command where
 * the bot is called, or told alone (`isCalled`); else only what a list offers, since people say things that begin with “agent”.
 */
export function readLine(text: string, isCalled: boolean): string | undefined {
  const [found] = SLASH.exec(text) ?? (isCalled ? CALLED : OFFERED).exec(text) ?? []
  return found === undefined ? undefined : text.slice(found.length).trim()
}
