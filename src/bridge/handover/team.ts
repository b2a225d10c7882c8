import type { Place } from '../../model/message.ts'
import type { TeamChannel as ChannelName } from '../../model/team-channel.ts'
import type { Channel } from '../../ports/channel.ts'
import type { Store } from '../../store/index.ts'
import type { ChannelOf } from '../context.ts'

export interface TeamChannel {
  platform: string
  installation: string
  channel: Channel
  place: Place
}

/** Nobody waits longer for a channel to be found. */
const lookMs = 5000

/** The channel of the team: only in an installation that belongs to the person's own account. */
export async function teamChannelOf(
  store: Pick<Store, 'places'>,
  channelOf: ChannelOf,
  account: string,
  { platform, channel: name }: ChannelName,
): Promise<TeamChannel | undefined> {
  const own = (await store.places.installations(platform)).filter(
    (one) => one.account === account && one.status === 'approved' && one.removed_at === null,
  )
  const named = own.filter(({ id }) => name === id || name.startsWith(`${id}/`))
  for (const { id } of named.length > 0 ? named : own) {
    const channel = channelOf({ platform, installation: id })
    const place = await channel?.locate?.(name, AbortSignal.timeout(lookMs))
    if (channel && place) return { platform, installation: id, channel, place }
  }
  return undefined
}
