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

/** Each reply has a channel of its own, where its agent has a face of its own, and makes one or two calls on it. */
function aroundChannel(channel: Channel, installation: string, around: Around): Channel {
  const { platform } = channel
  return new Proxy(channel, {
    get(target, name: keyof Channel) {
      const call = target[name] as ((...args: unknown[]) => Promise<Outcome<unknown>>) | undefined
      if (call === undefined) return undefined
      if (name in shown) {
        const at = shown[name as keyof typeof shown]
        return (...args: unknown[]) => {
          const place = at === undefined ? undefined : (args[at] as Place | undefined)
          return around({ platform, installation, name: name as keyof typeof shown, place }, () =>
            call.apply(target, args),
          )
        }
      }
      if (name === 'as')
        return (face: Parameters<NonNullable<Channel['as']>>[0]) =>
          aroundChannel(target.as!(face), installation, around)
      if (name === 'stream') return streamAround(target, { platform, installation }, around)
      return call
    },
  })
}

function streamAround(
  channel: Channel,
  where: Pick<CallAt, 'platform' | 'installation'>,
  around: Around,
): NonNullable<Channel['stream']> {
  return async (place, ...args) => {
    const at = { ...where, place }
    const opened = await around({ ...at, name: 'stream' }, () => channel.stream!(place, ...args))
    return 'ok' in opened ? { ok: aroundStream(opened.ok, at, around) } : opened
  }
}

function aroundStream(stream: NativeStream, at: Omit<CallAt, 'name'>, around: Around): NativeStream {
  return {
    ref: stream.ref,
    expiresAt: stream.expiresAt,
    append: (...args) => around({ ...at, name: 'append' }, () => stream.append(...args)),
    finish: (...args) => around({ ...at, name: 'finish' }, () => stream.finish(...args)),
  }
}
