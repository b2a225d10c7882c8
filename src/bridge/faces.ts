import { readOrderKey } from '../model/key.ts'
import type { Part } from '../model/message.ts'
import type { Channel } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'

/**
 * The channel as the agent of that key appears in it: under its own name and picture, where it wants that and the platform can, with
 * how confidential what it says is, and with its long answers as it wants them.
 */
export function asAgent(store: Pick<Store, 'agents'>, channel: Channel, key: string): Channel {
  const shown = withSensitivity(store, channel, key)
  if (!channel.as) return withFiles(store, shown, key)
  const faced = channel.as(async () => {
    const agent = await agentOf(store, key)
    if (agent?.face !== 'own') return undefined
    const { displayName: name, photoUrl } = agent
    return { name, ...(photoUrl.startsWith('https://') && { pictureUrl: photoUrl }) }
  })
  return withFiles(store, faced, key)
}

/** The channel, in which what is too long for messages comes as a file where the agent of that key wants that. */
function withFiles(store: Pick<Store, 'agents'>, channel: Channel, key: string): Channel {
  const attach = channel.canvases && channel.attach?.bind(channel)
  if (!attach) return channel
  const made: Channel = Object.create(channel)
  made.attach = async (place, file, ...rest) => {
    const isFile = 'text' in file && (await agentOf(store, key))?.longAnswers === 'file'
    return attach(place, isFile ? { ...file, asFile: true } : file, ...rest)
  }
  return made
}

/** The channel, in which each message of the agent of that key says how confidential it is, where the platform shows that. */
export const withSensitivity = (store: Pick<Store, 'agents'>, channel: Channel, key: string): Channel =>
  channel.labels ? labelled(channel, async () => (await agentOf(store, key))?.sensitivity) : channel

const agentOf = async ({ agents }: Pick<Store, 'agents'>, key: string) =>
  (await agents.live(readOrderKey(key).agent))?.document.agent

function labelled(channel: Channel, labelOf: () => Promise<string | undefined>): Channel {
  const withLabel = async (part: Part): Promise<Part> => {
    const sensitivity = await labelOf()
    return sensitivity === undefined ? part : { ...part, sensitivity }
  }
  const made: Channel = Object.create(channel)
  made.post = async (place, part, ...rest) => channel.post(place, await withLabel(part), ...rest)
  made.edit = async (ref, part, signal) => channel.edit(ref, await withLabel(part), signal)
  const stream = channel.stream?.bind(channel)
  if (stream) {
    made.stream = async (...opening) => {
      const opened = await stream(...opening)
      if (!('ok' in opened)) return opened
      const { ref, expiresAt, append, finish } = opened.ok
      const ended: typeof finish = async (text, part, ...rest) => finish(text, await withLabel(part), ...rest)
      return { ok: { ref, expiresAt, append, finish: ended } }
    }
  }
  return made
}
