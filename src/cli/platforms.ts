import { usage } from '../ports/command-line.ts'
import type { Platform } from '../ports/platform.ts'

/** As people type them. */
export const listOf = (platforms: readonly Platform[]): string => platforms.map(({ id }) => id).join(', ')

/** The one that somebody typed. */
export function platformNamed(platforms: readonly Platform[], name: string): Platform {
  const platform = platforms.find(({ id }) => id === name)
  if (!platform) throw usage(`${name} is not a platform of Parley: ${listOf(platforms)}.`)
  return platform
}

/** What they are installed in: `workspaces, servers and tenants`. */
export function rooms(
  platforms: readonly Platform[],
  which: 'one' | 'many',
  type: 'conjunction' | 'disjunction',
): string {
  const names = new Set(platforms.map(({ words }) => words[which]))
  return new Intl.ListFormat('en-GB', { type }).format(names)
}
