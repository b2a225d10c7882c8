import type { ServerResponse } from 'node:http'
import { createEventPages } from '../shared/event-pages.ts'
import type { Change } from './change.ts'
import { commandViews } from './command-input.ts'
import type { Commands } from './commands.ts'
import type { Faults } from './faults.ts'
import { InteractionType } from './interaction.ts'
import type { InteractionNews, Interactions } from './interactions.ts'
import { personOf } from './presence.ts'
import { type Channel, ChannelType, type Guild, type Json, type Post } from './records.ts'
import type { ClientEvent, OfferedCommand } from './view.ts'
import { channelView, messageView, modalView, userView } from './views.ts'
import type { World } from './world.ts'

/** Open pages: each is sent what its person sees, as it happens. */
export interface Pages {
  /** `locale`: of the page, in which its person reads. */
  open(res: ServerResponse, user: string | null, locale: string | null): void
  /** To be called when an app connects or leaves. */
  connected(): void
  close(): void
}

/** Newest messages of each channel that a page is given when it opens. */
const SNAPSHOT_MESSAGES = 300

export function createPages(parts: {
  world: World
  commands: Commands
  interactions: Interactions
  faults: Faults
  isConnected: () => boolean
}): Pages {
  const { world, commands, interactions, faults, isConnected } = parts
  const pages = createEventPages<ClientEvent>()
  const tell = (event: (me: string) => ClientEvent | undefined): void =>
    pages.tell((me) => {
      const told = event(me)
      return told ? [told] : []
    })

  const guildsOf = (me: string): Guild[] => [...world.guilds.values()].filter(({ members }) => members.has(me))
  const sees = (me: string, channel: Channel | undefined): channel is Channel =>
    channel !== undefined && world.sees(channel, me)
  const seesPost = (me: string, post: Post): boolean =>
    sees(me, world.channels.get(post.channel)) && (!post.ephemeralTo || post.ephemeralTo === me)
  const commandsFor = (me: string): OfferedCommand[] => {
    const offered = new Map<Json, Set<'server' | 'direct'>>()
    for (const channel of world.channels.values()) {
      // A group of people is nothing that the page shows.
      if (!sees(me, channel) || channel.recipients) continue
      const where = channel.type === ChannelType.dm ? 'direct' : 'server'
      for (const command of commands.usable(channel, me)) {
        offered.set(command, (offered.get(command) ?? new Set()).add(where))
      }
    }
    return [...offered].flatMap(([command, where]) =>
      commandViews([command], world.localeOf(me)).map((view) => ({ ...view, offered: [...where] })),
    )
  }

  function eventFor(change: Change, me: string): ClientEvent | undefined {
    switch (change.type) {
      case 'message_added':
      case 'message_changed': {
        const type = change.type === 'message_added' ? 'message' : 'message_changed'
        return seesPost(me, change.post) ? { type, message: messageView(world, change.post) } : undefined
      }
      case 'messages_deleted': {
        const seen = change.posts.filter((post) => seesPost(me, post))
        const [first] = seen
        return first && { type: 'messages_deleted', channel: first.channel, ids: seen.map(({ id }) => id) }
      }
      case 'reaction':
        return seesPost(me, change.post)
          ? { type: 'message_changed', message: messageView(world, change.post) }
          : undefined
      case 'typing':
        return sees(me, change.channel) ? { type: 'typing', channel: change.channel.id, user: change.user } : undefined
      case 'channel_removed':
        return { type: 'channel_removed', channel: change.channel.id }
      case 'channel_added':
      case 'channel_changed':
      case 'thread_members':
        return sees(me, change.channel)
          ? { type: 'channel', channel: channelView(world, change.channel, me) }
          : undefined
      case 'member_added':
        if (change.member.user === me) return snapshot(me)
        return change.guild.members.has(me)
          ? { type: 'user', user: userView(world.users.get(change.member.user)!) }
          : undefined
      case 'member_removed':
        return change.member.user === me ? snapshot(me) : undefined
      case 'guild_added':
      case 'guild_removed':
        return change.guild.members.has(me) ? snapshot(me) : undefined
      default:
        return undefined
    }
  }

  world.watch((change) => tell((me) => eventFor(change, me)))
  faults.watch(() => tell(() => ({ type: 'faults', faults: faults.list, hitFaults: faults.hit })))
  commands.watch(() => tell((me) => ({ type: 'commands', commands: commandsFor(me) })))
  interactions.watch((news) => tell((me) => newsFor(news, me)))

  function newsFor(news: InteractionNews, me: string): ClientEvent | undefined {
    if (news.type === 'modal') {
      return news.user === me ? { type: 'modal', modal: news.modal ? modalView(news.modal) : null } : undefined
    }
    const { id, user, channel, source, name, state, type } = news.interaction
    if (user !== me || type === InteractionType.autocomplete) return undefined
    return { type: 'interaction', id, channel, state, ...(source && { message: source }), ...(name && { name }) }
  }

  function newest(channel: string, me: string): Post[] {
    const posts: Post[] = []
    for (const post of world.posts.of(channel).backward()) {
      if (posts.length === SNAPSHOT_MESSAGES) break
      if (seesPost(me, post)) posts.push(post)
    }
    return posts.reverse()
  }

  function snapshot(me: string): ClientEvent {
    const guilds = guildsOf(me)
    const members = new Set([me, ...guilds.flatMap((guild) => [...guild.members.keys()])])
    const roles = guilds.flatMap((guild) =>
      [...guild.roles.values()].map(({ id, name }) => ({ id, name, guild: guild.id })),
    )
    const channels = [...world.channels.values()].filter((channel) => sees(me, channel) && !channel.recipients)
    const open = interactions.modals.get(me)
    return {
      type: 'snapshot',
      guilds: guilds.map(({ id, name }) => ({ id, name })),
      me: userView(world.users.get(me)!),
      bot: userView(world.bot),
      users: [...members].map((member) => userView(world.users.get(member)!)),
      roles,
      channels: channels.map((channel) => channelView(world, channel, me)),
      messages: channels.flatMap((channel) => newest(channel.id, me)).map((post) => messageView(world, post)),
      commands: commandsFor(me),
      modal: open ? modalView(open) : null,
      faults: faults.list,
      hitFaults: faults.hit,
      connected: isConnected(),
    }
  }

  return {
    open(res, id, locale) {
      const user = personOf(world, id ?? '')
      if (locale) world.locales.set(user.id, locale)
      world.direct(user.id)
      pages.open(res, user.id, [snapshot(user.id)])
    },
    connected: () => tell(() => ({ type: 'connected', connected: isConnected() })),
    close: pages.close,
  }
}
