import type { Parameter } from '../../model/command.ts'
import { commandGroups } from '../../model/commands.ts'
import type { View } from '../../model/view.ts'
import { may } from '../roles.ts'
import { button, type CommandUse, listed, say, textOf, typed } from './call.ts'
import { nextSteps } from './next-steps.ts'
import { type CommandMatch, type Described, described, familyOf, findCommand } from './parse.ts'
import type { Family } from './registry.ts'
import { whoMay } from './rights.ts'
import { examples } from './words/examples.ts'
import { general, parse, help as sentences } from './words/index.ts'

export const help: Family = {
  commands: {
    help: {
      async run(call) {
        const wanted = textOf(call, 'command')
        if (wanted === undefined) return beginning(call)
        if (wanted === everything) return { text: await overview(call) }
        const words = wanted.replace(/^\/(agent|parley)\s+/, '').split(/\s+/)
        const found = findCommand(words.map((text) => ({ text, raw: text, isQuoted: false, isOpen: false })))
        if ('command' in found) return { text: pageOf(found.command, call) }
        return notFoundView(found, call)
      },
    },
  },
}

const everything = 'all'

const ownOf = (call: CommandUse) => described.filter(({ may: right }) => may(call.standing, right, { mine: true }))

/** What its person would do next, before the list of what they could. Where there are no buttons it is the list at once. */
async function beginning(call: CommandUse): Promise<View> {
  const steps = await nextSteps(call)
  if (steps.length === 0) return { text: await overview(call) }
  const own = ownOf(call)
  const groups = commandGroups
    .filter(({ name }) => own.some(({ group }) => group === name))
    .map(({ name, title }) => `- \`${typed(call, `help ${name}`)}\` ${say(call, title)}`)
  return {
    text: [
      `**${say(call, sentences.next)}**`,
      ...(groups.length > 0 ? [groups.join('\n')] : []),
      say(call, sentences.howTo(typed(call, 'help'))),
      ...(await restOf(call, own)),
    ].join('\n\n'),
    buttons: [...steps, await button(call, sentences.all, 'help', { command: everything })],
  }
}

/** Whom to ask for what they may not do. */
const restOf = async (call: CommandUse, own: readonly Described[]): Promise<string[]> =>
  own.length < described.length ? [say(call, general.restFor(await whoMay(call, 'admin', undefined)))] : []

/** Only what the caller may do, and whom to ask for the rest. */
async function overview(call: CommandUse): Promise<string> {
  const own = ownOf(call)
  const groups = [{ name: undefined, title: sentences.always }, ...commandGroups]
  const parts = groups.flatMap(({ name, title }) => {
    const lines = own.filter(({ group }) => group === name).map((command) => lineOf(command, call))
    return lines.length === 0 ? [] : [`**${say(call, title)}**\n${lines.join('\n')}`]
  })
  const howTo = say(call, sentences.howTo(typed(call, 'help')))
  return [say(call, sentences.title), ...parts, howTo, ...(await restOf(call, own))].join('\n\n')
}

/** What was typed is no command: which it may be. */
export function notFoundView(
  found: Exclude<CommandMatch, { command: Described }>,
  call: Pick<CommandUse, 'caller' | 'language'>,
): View {
  const help = typed(call, 'help')
  if ('unknown' in found) return { text: say(call, parse.unknownCommand(found.unknown, found.near, help)) }
  const { family, typed: given, near } = found
  const own = familyOf(family).map((command) => lineOf(command, call))
  const head = given === undefined ? sentences.familyOf(typed(call, family)) : parse.unknownCommand(given, near, help)
  return { text: [say(call, head), own.join('\n')].join('\n\n') }
}

const lineOf = ({ name, summary }: Described, call: Pick<CommandUse, 'caller' | 'language'>): string =>
  `- \`${listed(call, name)}\` ${say(call, summary)}`

/** All about one command. */
function pageOf(command: Described, call: CommandUse): string {
  const { summary, parameters, may: right } = command
  const lines = parameters.map((parameter) => {
    const { name, about, choices, optional, kind } = parameter
    const notes = [
      ...(choices ? [`${say(call, sentences.oneOf)}: ${choices.map((choice) => `\`${choice}\``).join(', ')}`] : []),
      ...(kind === 'file' && call.caller.door !== 'cli' ? [say(call, sentences.attached)] : []),
      ...(optional ? [say(call, sentences.optional)] : []),
    ]
    return `- \`${name}\` ${say(call, about)}${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`
  })
  return [
    `**${say(call, summary)}**`,
    usageOf(command, call),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    say(call, sentences.rights[right]),
  ].join('\n\n')
}

/** How a command is typed, with an example. */
export function usageOf(command: Described, call: Pick<CommandUse, 'caller' | 'language'>): string {
  const words = command.parameters.flatMap((parameter) => wordOf(parameter, call))
  const form = typed(call, [command.name, ...words].join(' '))
  const file = call.caller.door === 'cli' && command.parameters.some(({ kind }) => kind === 'file')
  const example = `${examples[command.name]}${file ? ' path/to/file' : ''}`
  return `${say(call, sentences.usage)} \`${form}\`\n${say(call, sentences.example)} \`${typed(call, example)}\``
}

function wordOf({ name, named, optional, kind }: Parameter, call: Pick<CommandUse, 'caller'>): string[] {
  if (kind === 'file' && call.caller.door !== 'cli') return []
  const word = named ? `--${name} <${name}>` : `<${name}>`
  return [optional ? `[${word}]` : word]
}
