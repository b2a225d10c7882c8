import type { CommandDescription, CommandGroup, Right } from './command.ts'
import { ofAgents } from './commands/agents.ts'
import { ofEverybody } from './commands/everybody.ts'
import { ofMore } from './commands/more.ts'
import { ofPeople } from './commands/people.ts'
import { ofPlaces } from './commands/places.ts'
import { ofShaping } from './commands/shaping.ts'
import { ofTools } from './commands/tools.ts'
import { groups } from './words/index.ts'

/** What stands outside of them is everybody's, or has to be found at once. */
export const commandGroups = [
  { name: 'agent', title: groups.agent },
  { name: 'rule', title: groups.rule },
  { name: 'scenario', title: groups.scenario },
  { name: 'knowledge', title: groups.knowledge },
  { name: 'tool', title: groups.tool },
  { name: 'place', title: groups.place },
  { name: 'people', title: groups.people },
  { name: 'more', title: groups.more },
] as const satisfies readonly CommandGroup[]

/** The table of `/agent`. What each does is in `src/admin/commands/`; every door shows it from here. */
export const commandTable = [
  ...ofAgents,
  ...ofEverybody,
  ...ofPlaces,
  ...ofShaping,
  ...ofTools,
  ...ofMore,
  ...ofPeople,
] as const satisfies readonly (CommandDescription & { group?: (typeof commandGroups)[number]['name'] })[]

export type CommandName = (typeof commandTable)[number]['name']

/**
 * A command's two words where commands stand in groups: `agent list`, `rule add`, `tool webhook-add`; one word for those that stand
 * outside of them.
 */
export function groupedName({ name, group }: Pick<CommandDescription, 'name' | 'group'>): string {
  if (group === undefined || name.startsWith(`${group} `)) return name
  return `${group} ${name.replace(' ', '-')}`
}

const rightsOfMembers: readonly Right[] = ['anyone', 'self']

/** Whether it is for people as they talk to agents, and not for those who shape them. */
export const isForMembers = ({ may }: Pick<CommandDescription, 'may'>): boolean => rightsOfMembers.includes(may)

/** Its one word where those of members stand apart: `me`, `handover-take`. */
export const memberName = ({ name }: Pick<CommandDescription, 'name'>): string => name.replace(' ', '-')

/**
 * A command as people choose it where they do not type it, as in Discord: `parley me` of those for members, `agent rule add` of the
 * others.
 */
const chosenName = (command: Pick<CommandDescription, 'name' | 'group' | 'may'>): string =>
  isForMembers(command) ? `parley ${memberName(command)}` : `agent ${groupedName(command)}`

/** How somebody uses commands where they are: chosen among those that are shown, or typed after these words. */
export type Spelling = 'chosen' | { after: string }

/** Our sentences name commands as they are typed, `/agent use`; this names them as somebody finds them where they are. */
export function namedAt(spelling: Spelling, text: string): string {
  if (spelling === 'chosen') return text.replace(/`\/agent ([^`\n]+)/g, (_, line: string) => `\`/${chosenLine(line)}`)
  return text.replace(/`\/agent(?=[ `])/g, () => `\`${spelling.after}`)
}

/** What stands after `/agent` where it is typed, as it is chosen. */
export function chosenLine(line: string): string {
  const begun = commandTable.filter(({ name }) => line === name || line.startsWith(`${name} `))
  const command = begun.toSorted((a, b) => b.name.length - a.name.length)[0]
  return command ? chosenName(command) + line.slice(command.name.length) : `agent ${line}`
}
