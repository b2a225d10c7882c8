import type { ServerResponse } from 'node:http'
import type { Change } from './change.ts'
import { commandViews } from './command-input.ts'
import type { Commands } from './commands.ts'
import type { Faults } from './faults.ts'
import { InteractionType } from './interaction.ts'
import type { InteractionNews, Interactions } from './interactions.ts'
import { personOf } from './presence.ts'
import { type Channel, ChannelType, type Post } from './records.ts'
import type { ClientEvent, Command } from './view.ts'
import { channelView, messageView, modalView, userView } from './views.ts'
import type { World } from './world.ts'

/** Open pages: each is sent what its person sees, as it happens. */
export interface Pages {
  open(res: ServerResponse, user: string | null): void
  /** To be called when an app connects or leaves. */
  connected(): void
  close(): void
}

const HEARTBEAT_MS = 15_000
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
  /** Who looks at each page. */
  const pages = new Map<ServerResponse, string>()

  const send = (page: ServerResponse, event: ClientEvent): void => void page.write(`data: ${JSON.stringify(event)}\n\n`)
  const broadcast = (event: (me: string) => ClientEvent | undefined): void => {
    for (const [page, me] of pages) {
      const told = event(me)
      if (told) send(page, told)
    }
  }

  /** The page shows one server, and the conversation with the app. */
  const home = () => [...world.guilds.values()][0]!
  const isHere = (channel: Channel): boolean => channel.type === ChannelType.dm || channel.guild === home().id
  const sees = (me: string, channel: Channel | undefined): channel is Channel =>
    channel !== undefined && isHere(channel) && world.sees(channel, me)
  const seesPost = (me: string, post: Post): boolean =>
    sees(me, world.channels.get(post.channel)) && (!post.ephemeralTo || post.ephemeralTo === me)
  const commandsFor = (me: string): Command[] => {
    const places = [...world.channels.values()].filter((channel) => sees(me, channel))
    return commandViews([...new Set(places.flatMap((channel) => commands.usable(channel, me)))])
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
        return change.guild === home()
          ? { type: 'user', user: userView(world.users.get(change.member.user)!) }
          : undefined
      default:
        return undefined
    }
  }

  world.watch((change) => broadcast((me) => eventFor(change, me)))
  faults.watch(() => broadcast(() => ({ type: 'faults', faults: faults.list })))
  commands.watch(() => broadcast((me) => ({ type: 'commands', commands: commandsFor(me) })))
  interactions.watch((news) => broadcast((me) => newsFor(news, me)))

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

  return {
    open(res, id) {
      const user = personOf(world, id ?? '')
      world.direct(user.id)
      const guild = home()
      const channels = [...world.channels.values()].filter((channel) => sees(user.id, channel))
      const open = interactions.modals.get(user.id)
      res.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      send(res, {
        type: 'snapshot',
        guild: { id: guild.id, name: guild.name },
        me: userView(user),
        bot: userView(world.bot),
        users: [...guild.members.keys()].map((member) => userView(world.users.get(member)!)),
        roles: [...guild.roles.values()].map(({ id: role, name }) => ({ id: role, name })),
        channels: channels.map((channel) => channelView(world, channel, user.id)),
        messages: channels.flatMap((channel) => newest(channel.id, user.id)).map((post) => messageView(world, post)),
        commands: commandsFor(user.id),
        modal: open ? modalView(open) : null,
        faults: faults.list,
        connected: isConnected(),
      })
      pages.set(res, user.id)
      const heartbeat = setInterval(() => res.write(': still here\n\n'), HEARTBEAT_MS).unref()
      res.on('close', () => {
        clearInterval(heartbeat)
        pages.delete(res)
      })
    },
    connected: () => broadcast(() => ({ type: 'connected', connected: isConnected() })),
    close() {
      for (const page of pages.keys()) page.end()
      pages.clear()
    },
  }
}
