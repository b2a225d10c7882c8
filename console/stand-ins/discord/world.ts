import type { Change, Tell } from './change.ts'
import { createFileStore, type FileStore } from './file-store.ts'
import { toChannel, toGuild } from './guild.ts'
import type { ChannelLine, Entry, Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import { DIRECT, Permission, permissionsOf } from './permissions.ts'
import { createPosts, type Posts } from './posts.ts'
import {
  type Channel,
  ChannelType,
  type Guild,
  isThread,
  type Member,
  MessageType,
  type Post,
  type User,
} from './records.ts'
import type { AppSettings, GroupSettings, GuildSettings, PersonSettings } from './settings.ts'
import { createSnowflakes, type Snowflakes, timeOf } from './snowflake.ts'

/** Discord as one app sees it: servers and their channels, people, and what was said. */
export interface World {
  readonly app: AppSettings
  /** The app's own account. */
  readonly bot: User
  readonly users: Map<string, User>
  /** The language of a person's client. */
  readonly locales: Map<string, string>
  localeOf(user: string): string
  readonly guilds: Map<string, Guild>
  readonly channels: Map<string, Channel>
  readonly posts: Posts
  readonly files: FileStore
  readonly ids: Snowflakes
  /** People who take no direct messages from the app. */
  readonly closedTo: Set<string>
  /** People who have installed the app for themselves. */
  readonly installedBy: Set<string>
  /** Whether the app is where a channel is. */
  isIn(channel: Channel): boolean
  addUser(person: PersonSettings): User
  addGuild(settings: GuildSettings): Guild
  removeGuild(guild: Guild): void
  setAvailable(guild: Guild, available: boolean): void
  join(guild: Guild, user: string): Member
  leave(guild: Guild, user: string): void
  changeMember(guild: Guild, user: string, patch: Partial<Pick<Member, 'nick' | 'roles'>>): void
  /** The direct conversation of a person with the bot. */
  direct(user: string): Channel
  addChannel(channel: Omit<Channel, 'id'> & { id?: string }): Channel
  changeChannel(channel: Channel, patch: Partial<Channel>): void
  /** With its threads, if it has any. */
  removeChannel(channel: Channel): void
  changeThreadMembers(channel: Channel, added: string[], removed: string[]): void
  typing(channel: Channel, user: string): void
  threadsOf(guild: string): Channel[]
  member(channel: Channel, user: string): Member | undefined
  permissions(channel: Channel, user: string): bigint
  /** Whether a person may look into a channel. */
  sees(channel: Channel, user: string): boolean
  /** Archives the threads in which nobody has said anything for long enough. */
  expire(): void
  watch(watcher: Tell): void
  restore(entry: Entry): void
  entries(): Iterable<Entry>
}

export interface WorldParts {
  app: AppSettings
  people: readonly PersonSettings[]
  guilds: readonly GuildSettings[]
  groups: readonly GroupSettings[]
  limits: Limits
  now: () => number
  url: () => string
  journal: () => Journal
}

export function createWorld(parts: WorldParts): World {
  const { app, limits, now, url, journal } = parts
  const ids = createSnowflakes(now)
  const users = new Map<string, User>()
  const locales = new Map<string, string>()
  const guilds = new Map<string, Guild>()
  const channels = new Map<string, Channel>()
  const directs = new Map<string, Channel>()
  /** Servers that were not there from the beginning. */
  const added = new Map<string, GuildSettings>()
  const watchers: Tell[] = []
  /** Those of the settings; what is not among them is written to the journal. */
  const given = new Set<string>()
  let started = false

  const write = (entry: Entry): void => journal().write(entry)
  const tell = (change: Change): void => {
    for (const watcher of watchers) watcher(change)
  }
  const files = createFileStore({ limits, now, url, ids, write })
  const posts = createPosts({ limits, ids, write, tell, arriving })

  /** A message makes an archived thread live again. */
  function arriving(post: Post): void {
    const channel = channels.get(post.channel)!
    channel.lastMessage = post.id
    if (!isThread(channel)) return
    const { thread } = channel
    if (post.type !== MessageType.threadStarter) thread.count += 1
    if (thread.archived) world.changeChannel(channel, { thread: { ...thread, archived: false, archiveChanged: now() } })
    else write({ channel: toLine(channel) })
    const newcomer = !thread.members.includes(post.author) && users.has(post.author)
    if (newcomer) world.changeThreadMembers(channel, [post.author], [])
  }

  const everybody = (): string[] => [...users.keys()].filter((id) => id !== app.id)

  function closeGuild(id: string): void {
    guilds.delete(id)
    added.delete(id)
  }

  function openGuild(settings: GuildSettings): Guild {
    const guild = toGuild(settings, app, everybody(), now())
    guilds.set(guild.id, guild)
    for (const channel of settings.channels) channels.set(channel.id, toChannel(guild, channel))
    return guild
  }

  function restoreChannel(line: Entry & { channel: ChannelLine }): void {
    const { overwrites, ...rest } = line.channel
    const read = overwrites.map((each) => ({ ...each, allow: BigInt(each.allow), deny: BigInt(each.deny) }))
    ids.passed(rest.id)
    const channel: Channel = { ...rest, overwrites: read }
    channels.set(channel.id, channel)
    if (channel.recipient) directs.set(channel.recipient, channel)
  }

  const world: World = {
    app,
    bot: { id: app.id, username: app.name, global_name: null, bot: true },
    users,
    locales,
    localeOf: (user) => locales.get(user) ?? 'en-US',
    guilds,
    channels,
    posts,
    files,
    ids,
    closedTo: new Set(),
    installedBy: new Set(),
    isIn: (channel) => world.sees(channel, app.id) || world.member(channel, app.id) !== undefined,
    addUser({ id, username, global_name, bot = false, locale }) {
      const user: User = { id, username, global_name: global_name ?? null, bot }
      users.set(id, user)
      if (locale) locales.set(id, locale)
      if (started) write({ user })
      else given.add(id)
      return user
    },
    addGuild(settings) {
      const line = { members: everybody(), ...settings }
      added.set(line.id, line)
      write({ guild: line })
      const guild = openGuild(line)
      tell({ type: 'guild_added', guild })
      return guild
    },
    removeGuild(guild) {
      closeGuild(guild.id)
      write({ guildRemoved: guild.id })
      tell({ type: 'guild_removed', guild })
    },
    setAvailable(guild, available) {
      if (guild.available === available) return
      guild.available = available
      tell({ type: available ? 'guild_available' : 'guild_unavailable', guild })
    },
    join(guild, user) {
      const known = guild.members.get(user)
      if (known) return known
      const member: Member = { user, roles: [], nick: null, joined: now() }
      guild.members.set(user, member)
      write({ member: { guild: guild.id, ...member } })
      tell({ type: 'member_added', guild, member })
      return member
    },
    leave(guild, user) {
      const member = guild.members.get(user)
      if (!member) return
      guild.members.delete(user)
      tell({ type: 'member_removed', guild, member })
    },
    changeMember(guild, user, patch) {
      const member = guild.members.get(user)!
      Object.assign(member, patch)
      write({ member: { guild: guild.id, ...member } })
      tell({ type: 'member_changed', guild, member })
    },
    direct(user) {
      const known = directs.get(user)
      if (known) return known
      const channel: Channel = { id: ids.mint(), type: ChannelType.dm, name: '', overwrites: [], recipient: user }
      channels.set(channel.id, channel)
      directs.set(user, channel)
      write({ channel: toLine(channel) })
      return channel
    },
    addChannel(draft) {
      const channel: Channel = { ...draft, id: draft.id ?? ids.mint() }
      channels.set(channel.id, channel)
      write({ channel: toLine(channel) })
      tell({ type: 'channel_added', channel })
      return channel
    },
    changeChannel(channel, patch) {
      Object.assign(channel, patch)
      write({ channel: toLine(channel) })
      tell({ type: 'channel_changed', channel })
    },
    removeChannel(channel) {
      for (const thread of channels.values()) if (thread.parent === channel.id) world.removeChannel(thread)
      channels.delete(channel.id)
      posts.forget(channel.id)
      write({ channelRemoved: channel.id })
      tell({ type: 'channel_removed', channel })
    },
    changeThreadMembers(channel, added, removed) {
      const thread = channel.thread!
      thread.members = [...thread.members.filter((id) => !removed.includes(id)), ...added]
      write({ channel: toLine(channel) })
      tell({ type: 'thread_members', channel, added, removed })
    },
    typing: (channel, user) => tell({ type: 'typing', channel, user }),
    threadsOf: (guild) => [...channels.values()].filter((channel) => channel.guild === guild && isThread(channel)),
    member: (channel, user) => guilds.get(channel.guild ?? '')?.members.get(user),
    permissions(channel, user) {
      if (channel.recipients) return channel.recipients.includes(user) ? DIRECT : 0n
      if (!channel.guild) return channel.recipient === user || user === app.id ? DIRECT : 0n
      const member = world.member(channel, user)
      if (!member) return 0n
      const place = isThread(channel) ? channels.get(channel.parent)! : channel
      const held = permissionsOf(guilds.get(channel.guild)!, member, place)
      const hidden = channel.type === ChannelType.privateThread && !channel.thread!.members.includes(user)
      return hidden && !(held & Permission.manageThreads) ? 0n : held
    },
    sees: (channel, user) => (world.permissions(channel, user) & Permission.viewChannel) !== 0n,
    expire() {
      for (const channel of channels.values()) {
        if (!isThread(channel) || channel.thread.archived) continue
        const last = posts.of(channel.id).last()
        const since = now() - (last ? timeOf(last.id) : channel.thread.archiveChanged)
        if (since < channel.thread.autoArchive * 60_000) continue
        world.changeChannel(channel, { thread: { ...channel.thread, archived: true, archiveChanged: now() } })
      }
    },
    watch: (watcher) => void watchers.push(watcher),
    restore(entry) {
      if ('post' in entry || 'postRemoved' in entry) posts.restore(entry)
      else if ('file' in entry) files.restore(entry.file)
      else if ('channel' in entry) restoreChannel(entry)
      else if ('channelRemoved' in entry) channels.delete(entry.channelRemoved)
      else if ('guild' in entry) {
        added.set(entry.guild.id, entry.guild)
        openGuild(entry.guild)
      } else if ('guildRemoved' in entry) closeGuild(entry.guildRemoved)
      else if ('user' in entry) users.set(entry.user.id, entry.user)
      else if ('member' in entry) {
        const { guild, ...member } = entry.member
        guilds.get(guild)?.members.set(member.user, member)
      }
    },
    *entries() {
      for (const user of users.values()) if (!given.has(user.id)) yield { user }
      for (const guild of added.values()) yield { guild }
      for (const guild of guilds.values()) {
        for (const member of guild.members.values())
          if (!given.has(member.user)) yield { member: { guild: guild.id, ...member } }
      }
      for (const channel of channels.values()) yield { channel: toLine(channel) }
      yield* files.entries()
      yield* posts.entries()
    },
  }

  users.set(app.id, world.bot)
  given.add(app.id)
  for (const person of parts.people) world.addUser(person)
  for (const settings of parts.guilds) openGuild(settings)
  for (const { id, name, members } of parts.groups) {
    channels.set(id, { id, type: ChannelType.groupDm, name, overwrites: [], recipients: members })
  }
  started = true
  return world
}

function toLine(channel: Channel): ChannelLine {
  const overwrites = channel.overwrites.map((each) => ({ ...each, allow: String(each.allow), deny: String(each.deny) }))
  return { ...channel, overwrites }
}
