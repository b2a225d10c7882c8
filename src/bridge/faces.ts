import { readOrderKey } from '../model/key.ts'
import type { Channel } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'

/** The channel as the agent of that key appears in it: under its own name and picture, where it wants that and the platform can. */
export function asAgent(store: Pick<Store, 'agents'>, channel: Channel, key: string): Channel {
  if (!channel.as) return channel
  return channel.as(async () => {
    const agent = (await store.agents.live(readOrderKey(key).agent))?.document.agent
    if (agent?.face !== 'own') return undefined
    const { displayName: name, photoUrl } = agent
    return { name, ...(photoUrl.startsWith('https://') && { pictureUrl: photoUrl }) }
  })
}
