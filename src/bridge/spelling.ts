import type { Spelling } from '../model/commands.ts'
import type { PlatformFacts } from '../ports/platform.ts'
import type { ChannelOf } from './context.ts'

export type SpelledAt = (where: Parameters<ChannelOf>[0]) => Spelling

/** How people use commands in an installation, by what its platform is and what it has told. */
export function createSpelling(
  platforms: readonly Pick<PlatformFacts, 'id' | 'commandsAre'>[],
  channelOf: ChannelOf,
): SpelledAt {
  const chosen = new Set(platforms.filter(({ commandsAre }) => commandsAre === 'chosen').map(({ id }) => id))
  return (where) => (chosen.has(where.platform) ? 'chosen' : { after: channelOf(where)?.command?.() ?? '/agent' })
}
