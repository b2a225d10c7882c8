import type { Texts } from '../../src/lib/language.ts'
import type { CommandDescription, Parameter } from '../../src/model/command.ts'
import { commandGroups, commandTable, groupedName, isForMembers, memberName } from '../../src/model/commands.ts'
import { CommandType } from './payloads.ts'
import { words } from './words/index.ts'

export const AGENT = 'agent'
/** Everybody's; Discord has a `/me` of its own, so theirs stand beneath one name. */
export const PARLEY = 'parley'
export const ASK = 'ask'
export const QUESTION = 'question'
export const PRIVATE = 'private'
/** A command in the menu of messages: people see this name. */
export const WHY = words.commands.why.en

const OptionType = { subcommand: 1, group: 2, text: 3, yesOrNo: 5, person: 6, file: 11 } as const
const LONGEST = 6000

/** Discord shows the English where it has no other for somebody's language. */
export const described = ({ en, ...others }: Texts) => ({ description: en, description_localizations: others })
export const named = ({ en, ...others }: Texts) => ({ name: en, name_localizations: others })

/** Documented: of whoever manages the server. What a server's own settings say of a command goes before it. */
const MANAGE_GUILD = String(1n << 5n)

const table: readonly CommandDescription[] = commandTable
const forAdmins = table.filter((command) => !isForMembers(command))

/**
 * `/agent` as Discord takes it, made from the table. Discord shows it to who manages the server, and refuses it to others, unless the
 * server says who else; what each of them may do is not Discord's to know.
 */
export function agentCommand() {
  const single = forAdmins.filter(({ group }) => group === undefined).map(admins)
  const grouped = commandGroups.map(({ name, title }) => ({
    type: OptionType.group,
    name,
    ...described(title),
    options: forAdmins.filter(({ group }) => group === name).map(admins),
  }))
  return {
    type: CommandType.slash,
    name: AGENT,
    ...described(words.commands.agent),
    options: [...single, ...grouped],
    default_member_permissions: MANAGE_GUILD,
  }
}

/** `/parley`: what everybody may, asking among it. */
export function memberCommand() {
  const ask = { type: OptionType.subcommand, name: ASK, ...described(words.commands.ask), options: askOptions() }
  const others = table.filter(isForMembers).map((command) => subcommand(command, memberName(command)))
  return { type: CommandType.slash, name: PARLEY, ...described(words.commands.parley), options: [ask, ...others] }
}

/** What `/ask` takes, and `/parley ask`. */
export function askOptions() {
  return [
    {
      type: OptionType.text,
      name: QUESTION,
      ...described(words.commands.question),
      required: true,
      max_length: LONGEST,
    },
    { type: OptionType.yesOrNo, name: PRIVATE, ...described(words.commands.private), required: false },
  ]
}

export function whyCommand() {
  return { type: CommandType.message, ...named(words.commands.why) }
}

const admins = (command: CommandDescription) => subcommand(command, groupedName(command).split(' ').at(-1)!)

function subcommand({ summary, parameters }: CommandDescription, name: string) {
  const options = parameters.map(option)
  return {
    type: OptionType.subcommand,
    name,
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
