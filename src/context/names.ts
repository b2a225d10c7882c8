import type { Channel } from '../ports/channel.ts'

/** Names are worth no longer wait. */
const namesMs = 3000

export type Names = ReadonlyMap<string, string>
export type NamesOf = (ids: Iterable<string>) => Promise<Names>

/** What people, channels and groups are called, as far as the platform tells; nobody is asked about twice. */
export function createNames(channel: Pick<Channel, 'names'>, signal: AbortSignal): NamesOf {
  const known = new Map<string, string>()
  const asked = new Set<string>()
  return async (ids) => {
    const unknown = [...new Set(ids)].filter((id) => !asked.has(id))
    if (unknown.length === 0 || !channel.names) return known
    for (const id of unknown) asked.add(id)
    const told = await channel.names(unknown, AbortSignal.any([signal, AbortSignal.timeout(namesMs)]))
    for (const [id, name] of told) known.set(id, name)
    return known
  }
}

/** A text in which people, groups and channels stand by their ids, with their names instead. */
export function byName(text: string, names: Names): string {
  if (names.size === 0 || !/[@#]/.test(text)) return text
  return text.replace(/([@#])(\w+)/g, (whole, sign: string, id: string) => {
    const name = names.get(id)
    return name === undefined ? whole : `${sign}${name.replace(/^[@#]/, '')}`
  })
}
