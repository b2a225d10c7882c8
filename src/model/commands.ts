import type { CommandDescription, CommandGroup } from './command.ts'
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
