import { createTimeline, type Timeline } from '../shared/timeline.ts'
import { type Activities, type Activity, createActivities } from './activities.ts'
import { createFileStore, type FileStore } from './file-store.ts'
import type { Entry, Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import { byTs, isStreaming, type Post } from './post.ts'
import type { Channel, Group, User } from './view.ts'

/** What happened in the workspace, told to whoever watches, in order. */
export type Change =
  | { type: 'added'; post: Post }
  /** `partial`: a stream grew, of which pages hear but apps do not. */
  | { type: 'changed'; post: Post; previous: Post; partial: boolean }
  | { type: 'deleted'; post: Post }
  | Activity

/** A workspace, as one app that is installed in it sees it. */
export interface Workspace {
  readonly team: { id: string; name: string; domain: string; enterprise?: Enterprise | undefined }
  readonly app: App
  readonly bot: User
  /** Of all apps, by the ids of their bot users. */
  readonly bots: Map<string, App>
  readonly users: Map<string, User>
  readonly channels: Map<string, Channel>
  /** User groups. */
  readonly groups: readonly Group[]
  readonly files: FileStore
  readonly activities: Activities
  /** The same workspace for another app, whose bot is new to it. */
  seat(app: App, bot: User): Workspace
  /** A channel by its id, or a person's direct conversation with the bot by theirs. */
  channel(id: string): Channel | undefined
  members(channel: Channel): string[]
  sees(user: string, post: Post): boolean
  /** A ts no message has had yet. */
  mint(): string
  add(post: Omit<Post, 'ts'>): Post
  change(post: Post, patch: Partial<Post>, options?: { partial?: boolean }): void
  /** Adds to a stream's Markdown without writing the whole message to the journal. */
  append(post: Post, text: string, bytes: number): void
  /** Who put which emoji to a message: no change of what it says. */
  react(post: Post, reactions: NonNullable<Post['reactions']>): void
  remove(post: Post): void
  post(channel: string, ts: string): Post | undefined
  /** Replies to a message, oldest first. */
  replies(channel: string, ts: string): Timeline<Post> | undefined
  posts(channel: string): Timeline<Post>
  /** Ends what has a time to live: streams and statuses. */
  expire(): void
  watch(watcher: (change: Change) => void): void
  restore(entry: Entry): void
  entries(): Iterable<Entry>
}

export interface App {
  id: string
  botId: string
}

/** An organisation of several workspaces (Enterprise Grid). */
export interface Enterprise {
  id: string
  name: string
}

export interface WorkspaceParts {
  now: () => number
  limits: Limits
  journal: () => Journal
  team: { id: string; name: string; enterprise?: Enterprise | undefined }
  people: User[]
  channels: Channel[]
  groups?: readonly Group[] | undefined
  app: App
  bot: User
}

export function createWorkspace(parts: WorkspaceParts): Workspace {
  const { now, limits, journal, team, people, channels } = parts
  const users = new Map([parts.bot, ...people].map((user) => [user.id, user]))
  const bots = new Map([[parts.bot.id, parts.app]])
  const allChannels = new Map(channels.map((channel) => [channel.id, channel]))
  /** Whose bot a direct conversation is with. */
  const botOf = new Map<string, string>()
  const timelines = new Map(channels.map(({ id }) => [id, createTimeline<Post>(byTs)]))
  const threads = new Map<string, Timeline<Post>>()
  const streams = new Set<Post>()
  const watchers: ((change: Change) => void)[] = []
  let lastMicros = 0

  const write = (entry: Entry): void => journal().write(entry)
  const tell = (change: Change): void => {
    for (const watcher of watchers) watcher(change)
  }
  const files = createFileStore(write)
  const activities = createActivities({ limits, now, write, tell })

  /** Direct conversations of this bot with everybody here, by person: named D instead of U. */
  function meet(bot: User, suffix = ''): Map<string, Channel> {
    const ims = new Map<string, Channel>()
    for (const { id, name, team: foreign } of people) {
      if (foreign) continue
      const im: Channel = { id: `D${id.slice(1)}${suffix}`, kind: 'im', name, user: id }
      allChannels.set(im.id, im)
      timelines.set(im.id, createTimeline<Post>(byTs))
      botOf.set(im.id, bot.id)
      ims.set(id, im)
    }
    return ims
  }
  const ims = meet(parts.bot)

  const key = (channel: string, ts: string): string => `${channel}:${ts}`
  const isReply = (post: Post): boolean => post.thread_ts !== undefined && post.thread_ts !== post.ts

  function insert(post: Post): void {
    const timeline = timelines.get(post.channel)!
    timeline.add(post)
    if (isReply(post) && !post.ephemeral_to) {
      const thread = key(post.channel, post.thread_ts!)
      if (!threads.has(thread)) threads.set(thread, createTimeline<Post>(byTs))
      threads.get(thread)!.add(post)
    }
    if (isStreaming(post)) streams.add(post)
    if (timeline.size > limits.messages) forget(timeline.shift()!)
  }

  function forget(post: Post): void {
    streams.delete(post)
    const root = key(post.channel, isReply(post) ? post.thread_ts! : post.ts)
    const thread = threads.get(root)
    if (isReply(post)) thread?.remove(post.ts)
    if (!isReply(post) || thread?.size === 0) threads.delete(root)
  }

  function keep(post: Post): void {
    // Ephemeral messages are gone when a person reloads, so they are not kept either.
    if (!post.ephemeral_to) write({ put: post })
  }

  function mint(): string {
    lastMicros = Math.max(Math.floor(now()) * 1000, lastMicros + 1)
    return `${Math.floor(lastMicros / 1e6)}.${String(lastMicros % 1e6).padStart(6, '0')}`
  }

  function change(post: Post, patch: Partial<Post>, { partial = false } = {}): void {
    const previous = { ...post }
    Object.assign(post, patch)
    if (!isStreaming(post)) streams.delete(post)
    keep(post)
    tell({ type: 'changed', post, previous, partial })
  }

  function restorePost(post: Post): void {
    if (!timelines.has(post.channel)) return
    lastMicros = Math.max(lastMicros, Number(post.ts.replace('.', '')))
    const known = timelines.get(post.channel)!.get(post.ts)
    if (known) {
      // A field that JSON left out was undefined when the line was written.
      for (const field of Object.keys(known)) if (!(field in post)) delete known[field as keyof Post]
      Object.assign(known, post)
      if (!isStreaming(known)) streams.delete(known)
    } else {
      insert(post)
    }
  }

  const workspace: Workspace = {
    team: { ...team, domain: team.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') },
    app: parts.app,
    bot: parts.bot,
    bots,
    users,
    channels: allChannels,
    groups: parts.groups ?? [],
    files,
    activities,
    seat(app, bot) {
      users.set(bot.id, bot)
      bots.set(bot.id, app)
      const own = meet(bot, `${bots.size}`)
      return { ...workspace, app, bot, channel: (id) => allChannels.get(id) ?? own.get(id) }
    },
    channel: (id) => allChannels.get(id) ?? ims.get(id),
    members: (channel) =>
      channel.members ?? (channel.kind === 'im' ? [channel.user!, botOf.get(channel.id)!] : [...users.keys()]),
    sees(user, post) {
      const channel = allChannels.get(post.channel)!
      if (channel.kind !== 'channel' && !workspace.members(channel).includes(user)) return false
      return !post.ephemeral_to || post.ephemeral_to === user
    },
    mint,
    add(draft) {
      const post: Post = { ...draft, ts: mint() }
      insert(post)
      keep(post)
      tell({ type: 'added', post })
      if (bots.has(post.user) && post.thread_ts && !post.ephemeral_to) {
        activities.setStatus(post.channel, post.thread_ts, '')
      }
      return post
    },
    change,
    append(post, text, bytes) {
      const previous = { ...post }
      post.markdown = (post.markdown ?? '') + text
      post.stream!.bytes += bytes
      write({ append: { channel: post.channel, ts: post.ts, text, bytes } })
      tell({ type: 'changed', post, previous, partial: true })
    },
    react(post, reactions) {
      post.reactions = reactions
      keep(post)
    },
    remove(post) {
      if ((threads.get(key(post.channel, post.ts))?.size ?? 0) > 0) {
        // A root that has replies stays as a tombstone, and apps hear of an edit instead of a deletion.
        const empty = { text: 'This message was deleted.', tombstone: true, edited: undefined, metadata: undefined }
        change(post, {
          ...empty,
          markdown: undefined,
          blocks: undefined,
          attachments: undefined,
          files: undefined,
          stream: undefined,
        })
        return
      }
      timelines.get(post.channel)!.remove(post.ts)
      forget(post)
      write({ removed: { channel: post.channel, ts: post.ts } })
      tell({ type: 'deleted', post })
    },
    post: (channel, ts) => timelines.get(channel)?.get(ts),
    replies: (channel, ts) => threads.get(key(channel, ts)),
    posts: (channel) => timelines.get(channel)!,
    expire() {
      for (const post of streams) {
        if (now() - post.stream!.openedAt < limits.streamLifetimeMs) continue
        change(post, { stream: { ...post.stream!, state: 'expired' } })
      }
      activities.expire()
    },
    watch: (watcher) => void watchers.push(watcher),
    restore(entry) {
      if ('put' in entry) restorePost(entry.put)
      if ('file' in entry) files.restore(entry)
      if ('session' in entry) activities.restore(entry)
      if ('append' in entry) {
        const post = timelines.get(entry.append.channel)?.get(entry.append.ts)
        if (!post?.stream) return
        post.markdown = (post.markdown ?? '') + entry.append.text
        post.stream.bytes += entry.append.bytes
      }
      if ('removed' in entry) {
        const post = timelines.get(entry.removed.channel)?.get(entry.removed.ts)
        if (!post) return
        timelines.get(post.channel)!.remove(post.ts)
        forget(post)
      }
    },
    *entries() {
      yield* files.entries()
      yield* activities.entries()
      for (const timeline of timelines.values()) {
        for (const post of timeline.forward()) if (!post.ephemeral_to) yield { put: post }
      }
    },
  }
  return workspace
}
