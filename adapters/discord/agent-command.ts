import type { Texts } from '../../src/lib/language.ts'
import type { CommandDescription, Parameter } from '../../src/model/command.ts'
import { commandGroups, commandTable, groupedName } from '../../src/model/commands.ts'
import { CommandType } from './payloads.ts'
import { words } from './words/index.ts'

export const AGENT = 'agent'
/** A command in the menu of messages: people see this name. */
export const WHY = words.commands.why.en

const OptionType = { subcommand: 1, group: 2, text: 3, person: 6, file: 11 } as const
const LONGEST = 6000

/** Discord shows the English where it has no other for somebody's language. */
export const described = ({ en, ...others }: Texts) => ({ description: en, description_localizations: others })
export const named = ({ en, ...others }: Texts) => ({ name: en, name_localizations: others })

/** `/agent` as Discord takes it, made from the table. Who may do what is not Discord's to know: everybody sees all of it. */
export function agentCommand() {
  const table: readonly CommandDescription[] = commandTable
  const single = table.filter(({ group }) => group === undefined).map(subcommand)
  const grouped = commandGroups.map(({ name, title }) => ({
    type: OptionType.group,
    name,
    ...described(title),
    options: table.filter(({ group }) => group === name).map(subcommand),
  }))
  return {
    type: CommandType.slash,
    name: AGENT,
    ...described(words.commands.agent),
    options: [...single, ...grouped],
  }
}

export function whyCommand() {
  return { type: CommandType.message, ...named(words.commands.why) }
}

function subcommand(command: CommandDescription) {
  const { summary, parameters } = command
  const options = parameters.map(option)
  return {
    type: OptionType.subcommand,
    name: groupedName(command).split(' ').at(-1)!,
    ...described(summary),
    // Discord wants those that are needed to stand first.
    options: [...options.filter(({ required }) => required), ...options.filter(({ required }) => !required)],
  }
}

function option({ name, about, kind, choices, completes, optional, rest }: Parameter) {
  const type = kind === 'person' ? OptionType.person : kind === 'file' ? OptionType.file : OptionType.text
  return {
    type,
    name,
    ...described(about),
    // Several files, and texts of several lines, can only be given in the form that asks for what was left out.
    required: !optional && kind !== 'file' && !rest,
    ...(choices && { choices: choices.map((choice) => ({ name: choice, value: choice })) }),
    ...(completes && { autocomplete: true }),
    ...(type === OptionType.text && !choices && { max_length: LONGEST }),
  }
}
