import { plain } from '../lib/quoting.ts'
import { readOrderKey } from '../model/key.ts'
import type { PlatformId } from '../model/message.ts'
import type { Store } from '../store/index.ts'
import type { ChannelOf, ChatContext } from './context.ts'
import { nameOf } from './handover/passed.ts'

export interface NamesParts {
  store: Pick<Store, 'agents'>
  channelOf: ChannelOf
  /** What platforms are called. */
  platforms: readonly { id: PlatformId; words: { name: string } }[]
}

/** Who they are, as others read it who were not there. */
export interface Names {
  person: string
  agent: string
  /** What the platform is called. */
  platform: string
}

export async function namesOf(parts: NamesParts, key: string, context: ChatContext): Promise<Names> {
  const { platform, installation, author } = context
  const { agent } = readOrderKey(key)
  const { id, name } = author
  const person = await nameOf(parts.channelOf, { platform, installation, id, ...(name !== undefined && { name }) })
  const { displayName = agent } = (await parts.store.agents.live(agent))?.document.agent ?? {}
  const platformName = parts.platforms.find((one) => one.id === platform)?.words.name ?? platform
  return { person: plain(person ?? id, 60), agent: plain(displayName), platform: platformName }
}
