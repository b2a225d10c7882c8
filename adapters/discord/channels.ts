import { type Channel, type Guild, isForum, isThread } from './payloads.ts'
import type { Web } from './request.ts'
import { isText } from './sound.ts'

/** Threads that people have not written in for longest are asked about again when they do. */
const KEPT = 20_000

/** What communities call the tag of a question that is answered, with or without an emoji before it: `✅ Solved`, and not `Unsolved`. */
const SOLVED = /(?:^|[^\p{L}])(?:solved|resolved|answered|解決(?:済み?)?|回答済み?)$/iu

/** Which channels are threads, and of what: messages name the thread alone. */
export function createChannels({ web }: { web: Web }) {
  /** By thread, the channel it is in; by a channel that was asked about, undefined. */
  const parents = new Map<string, string | undefined>()
  /** What threads are called, and their tags. */
  const threads = new Map<string, { name: string; tags: readonly string[] }>()
  /** By forum, what its tags are called. */
  const forums = new Map<string, ReadonlyMap<string, string>>()
  /** Servers whose threads we were told of. After a restart that goes on with its session we are not told again. */
  const told = new Set<string>()
  const asking = new Map<string, Promise<void>>()
  /** Channels that are for adults only; threads are told of by theirs. */
  const adults = new Set<string>()

  function keep(id: string, parent: string | undefined): void {
    parents.delete(id)
    parents.set(id, parent)
    if (parents.size > KEPT) parents.delete(parents.keys().next().value!)
  }

  function heard(channel: Channel): void {
    if (channel.nsfw === true) adults.add(channel.id)
    else if (channel.nsfw === false) adults.delete(channel.id)
    if (isForum(channel)) {
      const named = (channel.available_tags ?? []).filter((tag) => isText(tag?.id) && isText(tag.name))
      forums.set(channel.id, new Map(named.map((tag) => [tag!.id!, tag!.name!])))
    }
    if (!isThread(channel) || !channel.parent_id) return
    keep(channel.id, channel.parent_id)
    if (!isText(channel.name)) return
    threads.delete(channel.id)
    threads.set(channel.id, { name: channel.name, tags: channel.applied_tags ?? [] })
    if (threads.size > KEPT) threads.delete(threads.keys().next().value!)
  }

  const api = {
    heard,
    guild({ id, channels = [], threads = [] }: Guild): void {
      told.add(id)
      for (const channel of [...channels, ...threads]) heard(channel)
    },
    gone(id: string): void {
      parents.delete(id)
      adults.delete(id)
      threads.delete(id)
    },
    isForAdults: (id: string): boolean => adults.has(parents.get(id) ?? id),
    /** As far as it was told: what a thread is called, a post of a forum with its tags. */
    titleOf(thread: string): string | undefined {
      const known = threads.get(thread)
      if (!known) return undefined
      const names = forums.get(parents.get(thread) ?? '')
      const tags = known.tags.flatMap((tag) => names?.get(tag) ?? [])
      return tags.length > 0 ? `${known.name} [${tags.join(', ')}]` : known.name
    },
    /** The tag by which a forum marks what is answered, if it has one. */
    solvedTag(forum: string): string | undefined {
      return [...(forums.get(forum) ?? [])].find(([, name]) => SOLVED.test(name.trim()))?.[0]
    },
    isForum: (id: string): boolean => forums.has(id),
    parentOf: (id: string): string | undefined => parents.get(id),
    /** Undefined when nobody has to be asked. Best effort: what cannot be found out is taken for no thread. */
    ask(guild: string, id: string): Promise<void> | undefined {
      if (parents.has(id) || (told.has(guild) && parents.size < KEPT)) return undefined
      const begun = asking.get(id)
      if (begun) return begun
      const done = web.call({ method: 'GET', path: `channels/${id}` }).then(async (reply) => {
        asking.delete(id)
        if (!('ok' in reply)) return
        const channel = reply.ok as Channel
        heard(channel)
        const parent = isThread(channel) ? (channel.parent_id ?? undefined) : undefined
        keep(id, parent)
        // What a thread is in tells for whom it is.
        if (parent !== undefined) await api.ask(guild, parent)
      })
      asking.set(id, done)
      return done
    },
  }
  return api
}
export type Channels = ReturnType<typeof createChannels>
