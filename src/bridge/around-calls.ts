import type { Place, PlatformId } from '../model/message.ts'
import type { Channel, NativeStream } from '../ports/channel.ts'
import type { Outcome } from '../ports/outcome.ts'
import type { ChannelOf } from './context.ts'

/** Calls to a platform that people see something of, by where each of them says its place. */
const shown = {
  post: 0,
  edit: undefined,
  attach: 0,
  find: 0,
  remove: undefined,
  notify: 1,
  download: undefined,
  transcript: undefined,
} as const

/** A call, before it is made. */
export interface CallAt {
  platform: PlatformId
  installation: string
  name: keyof typeof shown | 'stream' | 'append' | 'finish'
  /** Undefined of what is done with a message or a file. */
  place: Place | undefined
}

/** Makes the call, and sees what came of it. */
type Around = <T>(at: CallAt, call: () => Promise<Outcome<T>>) => Promise<Outcome<T>>

/** The same channels, with something done around each call. */
export function aroundCalls(channelOf: ChannelOf, around: Around): ChannelOf {
  // A channel is the same for as long as its installation is.
  const known = new WeakMap<Channel, Channel>()
  return (of) => {
    const channel = channelOf(of)
    if (!channel) return undefined
    const before = known.get(channel)
    const made = before ?? aroundChannel(channel, of.installation, around)
    if (!before) known.set(channel, made)
    return made
  }
}

function aroundChannel(channel: Channel, installation: string, around: Around): Channel {
  const { platform } = channel
  const made: Channel = Object.create(channel)
  for (const [name, at] of Object.entries(shown) as [keyof typeof shown, number | undefined][]) {
    const call = channel[name]?.bind(channel) as ((...args: unknown[]) => Promise<Outcome<unknown>>) | undefined
    if (!call) continue
    const called = (...args: unknown[]) => {
      const place = at === undefined ? undefined : (args[at] as Place | undefined)
      return around({ platform, installation, name, place }, () => call(...args))
    }
    Object.assign(made, { [name]: called })
  }
  const as = channel.as?.bind(channel)
  if (as) made.as = (face) => aroundChannel(as(face), installation, around)
  const stream = channel.stream?.bind(channel)
  if (stream) {
    made.stream = async (place, ...args) => {
      const opened = await around({ platform, installation, name: 'stream', place }, () => stream(place, ...args))
      return 'ok' in opened ? { ok: aroundStream(opened.ok, { platform, installation, place }, around) } : opened
    }
  }
  return made
}

function aroundStream(stream: NativeStream, at: Omit<CallAt, 'name'>, around: Around): NativeStream {
  return {
    ref: stream.ref,
    expiresAt: stream.expiresAt,
    append: (...args) => around({ ...at, name: 'append' }, () => stream.append(...args)),
    finish: (...args) => around({ ...at, name: 'finish' }, () => stream.finish(...args)),
  }
}
