import type { Described } from '../ports/command-line.ts'
import type { Platform } from '../ports/platform.ts'
import { type HelpGroup, helpGroups, mostUsed, ofPlatforms, startVariables } from './help-groups.ts'
import { columns, type Paper } from './paper.ts'

/** Run by the program itself. It takes nothing: what it needs to know stands in the environment and in `config/`. */
export const start: Described = {
  name: 'start',
  summary: 'Serve: HTTP, and the chat platforms that are configured. Without a word this is meant.',
}
export const helpItself: Described = {
  name: 'help',
  summary: 'Tell what there is, or all about one command.',
  arguments: [{ name: 'what', about: 'A command, a family like key, or a group of the first page.', optional: true }],
  options: { all: { about: 'Every command there is.' } },
}

const familyOf = ({ name }: Described): string => name.split(' ')[0]!

/** The groups with their commands, those of platforms last. */
function grouped(commands: readonly Described[]): { group: HelpGroup; own: Described[] }[] {
  const known = new Set(helpGroups.flatMap(({ families }) => families))
  const others = [...new Set(commands.map(familyOf))].filter((family) => !known.has(family))
  return [...helpGroups, { ...ofPlatforms, families: others }].map((group) => ({
    group,
    own: group.families.flatMap((family) => commands.filter((command) => familyOf(command) === family)),
  }))
}

const entriesOf = (commands: readonly Described[]) => commands.map(({ name, summary }) => [name, summary] as const)

/** What most people come for, and where the rest is. */
export function firstPage(commands: readonly Described[], paper: Paper): string {
  const most = mostUsed.flatMap((wanted) => commands.filter(({ name }) => name === wanted))
  const groups = grouped(commands).map(
    ({ group }) => [group.name, `${group.title}: ${group.families.join(', ')}`] as const,
  )
  return [
    'Usage: parley <command> [options]',
    ...['', paper.heading('Most used'), ...columns(entriesOf(most), paper)],
    ...['', paper.heading('Groups'), ...columns(groups, paper)],
    '',
    '`parley help agents` lists a group, `parley help key` a family, `parley help --all` everything.',
    '`parley key issue --help` tells all about one command. `parley --version` says which Parley this is.',
  ].join('\n')
}

export function wholePage(commands: readonly Described[], paper: Paper): string {
  const parts = grouped(commands).flatMap(({ group, own }) => ['', ...partOf(group.title, own, paper)])
  return ['Usage: parley <command> [options]', ...parts].join('\n')
}

/** Undefined where no group has that name. */
export function groupPage(commands: readonly Described[], name: string, paper: Paper): string | undefined {
  const found = grouped(commands).find(({ group }) => group.name === name)
  return found && partOf(found.group.title, found.own, paper).join('\n')
}

const partOf = (title: string, own: readonly Described[], paper: Paper): string[] => [
  paper.heading(title),
  ...columns(entriesOf(own), paper),
]

/**
 * Those that begin with these words, which alone are no command: `parley key --help`; beneath the headings that they have. Undefined
 * where there are none.
 */
export function familyPage(commands: readonly Described[], words: readonly string[], paper: Paper): string | undefined {
  const beginning = words.join(' ')
  const own = commands.filter(({ name }) => name.startsWith(`${beginning} `))
  if (own.length === 0 || commands.some(({ name, alias }) => [name, alias].includes(beginning))) return undefined
  const usage = `Usage: parley ${beginning} <command> [options]`
  const headings = [...new Set(own.map(({ heading }) => heading))]
  if (headings.length < 2) return [usage, '', ...columns(entriesOf(own), paper)].join('\n')
  const parts = headings.flatMap((heading) => {
    const beneath = own.filter((command) => command.heading === heading)
    return ['', ...partOf(heading ?? 'Others', beneath, paper)]
  })
  return [usage, ...parts].join('\n')
}

export function helpOf({ name, summary, arguments: places = [], options = {} }: Described, paper: Paper): string {
  const flags = Object.entries(options).map(([option, { value, about, choices }]) => ({
    term: `--${option}${value ? ` ${choices ? choices.join('|') : value}` : ''}`,
    about,
  }))
  const words = places.map(({ name, about, optional, many }) => ({
    term: `<${name}>${many ? ' …' : ''}`,
    about,
    optional,
  }))
  const form = [
    name,
    ...words.map(({ term, optional }) => (optional ? `[${term}]` : term)),
    flags.length > 0 ? '[options]' : '',
  ]
  const entries = [...words, ...flags].map(({ term, about }) => [term, about] as const)
  return [
    summary,
    '',
    `Usage: parley ${form.join(' ').trimEnd()}`,
    ...(entries.length > 0 ? ['', ...columns(entries, paper)] : []),
  ].join('\n')
}

/** All about starting: what it does is said by the environment. */
export function startPage(platforms: readonly Platform[], paper: Paper): string {
  const ofThem = platforms.flatMap(({ words, beginning }) =>
    beginning
      ? [[beginning.variables.join(', '), `${words.name}, as its page of the documentation says.`] as const]
      : [],
  )
  return [
    helpOf(start, paper),
    ...['', paper.heading('The variables that matter most'), ...columns([...startVariables, ...ofThem], paper)],
    '',
    'They may stand in .env, too. docs/settings.md has all of them.',
  ].join('\n')
}
