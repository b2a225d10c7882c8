import type { Change } from '../change.ts'
import { channelJson, guildJson, iso, memberJson, threadMemberJson, userJson } from '../json.ts'
import { messageJson, type View } from '../message-json.ts'
import { type Channel, type Guild, isThread, type Json, type Post } from '../records.ts'
import { timeOf } from '../snowflake.ts'
import type { World } from '../world.ts'
import { Intent } from './intents.ts'

/** An event, before it is known who hears it. */
export interface Event {
  name: string
  /** Missing: of a direct conversation, or of nothing in particular. */
  guild?: string | undefined
  /** Sessions without this intent do not hear it; 0: all do. */
  intent: number
  /** What a session is told, which depends on whether it sees what people write. */
  data: (view: View) => Json
}

/** What the app's sessions are told about a change. What happens where it cannot look they are not told. */
export function eventsOf(world: World, change: Change): Event[] {
  switch (change.type) {
    case 'message_added':
      return messageEvents(world, change.post, 'MESSAGE_CREATE')
    case 'message_changed':
      return messageEvents(world, change.post, 'MESSAGE_UPDATE')
    case 'messages_deleted':
      return deletions(world, change.posts)
    case 'reaction':
      return reactions(world, change)
    case 'typing':
      return typing(world, change)
    case 'channel_added':
    case 'channel_changed':
    case 'channel_removed':
      return channelEvents(world, change)
    case 'thread_members':
      return threadMembers(world, change)
    case 'member_added':
    case 'member_changed':
    case 'member_removed':
      return memberEvents(world, change)
    default:
      return guildEvents(world, change)
  }
}

function seen(world: World, channel: Channel): boolean {
  const guild = world.guilds.get(channel.guild ?? '')
  return world.sees(channel, world.app.id) && guild?.available !== false
}

/** A direct conversation names its kind, a server itself. */
const place = (channel: Channel): Json => (channel.guild ? { guild_id: channel.guild } : { channel_type: channel.type })

const pick = (channel: Channel, guild: number, direct: number): number => (channel.guild ? guild : direct)

function messageEvents(world: World, post: Post, name: string): Event[] {
  const channel = world.channels.get(post.channel)!
  // Ephemeral messages are only in the screens of those who see them.
  if (post.ephemeralTo || !seen(world, channel)) return []
  const member = post.webhook ? undefined : world.member(channel, post.author)
  const data = (view: View): Json => ({
    ...messageJson(world, post, view),
    ...place(channel),
    ...(member && { member: memberJson(member) }),
  })
  return [{ name, guild: channel.guild, intent: pick(channel, Intent.guildMessages, Intent.directMessages), data }]
}

function deletions(world: World, posts: Post[]): Event[] {
  const told = posts.filter((post) => !post.ephemeralTo)
  const channel = world.channels.get(told[0]?.channel ?? '')
  if (!channel || !seen(world, channel)) return []
  const where = { channel_id: channel.id, ...(channel.guild && { guild_id: channel.guild }) }
  const common = { guild: channel.guild, intent: pick(channel, Intent.guildMessages, Intent.directMessages) }
  if (told.length === 1) return [{ ...common, name: 'MESSAGE_DELETE', data: () => ({ id: told[0]!.id, ...where }) }]
  return [{ ...common, name: 'MESSAGE_DELETE_BULK', data: () => ({ ids: told.map(({ id }) => id), ...where }) }]
}

function reactions(world: World, { post, user, emoji, added }: Extract<Change, { type: 'reaction' }>): Event[] {
  const channel = world.channels.get(post.channel)!
  if (!seen(world, channel)) return []
  const member = world.member(channel, user)
  const data = (): Json => ({
    user_id: user,
    channel_id: channel.id,
    message_id: post.id,
    ...(channel.guild && { guild_id: channel.guild }),
    ...(added && member && { member: { ...memberJson(member), user: userJson(world.users.get(user)!) } }),
    ...(added && { message_author_id: post.author }),
    emoji: { id: null, name: emoji },
    burst: false,
    type: 0,
  })
  const name = added ? 'MESSAGE_REACTION_ADD' : 'MESSAGE_REACTION_REMOVE'
  return [{ name, guild: channel.guild, intent: pick(channel, Intent.guildReactions, Intent.directReactions), data }]
}

function typing(world: World, { channel, user }: Extract<Change, { type: 'typing' }>): Event[] {
  if (!seen(world, channel)) return []
  const member = world.member(channel, user)
  const data = (): Json => ({
    channel_id: channel.id,
    ...(channel.guild && { guild_id: channel.guild }),
    user_id: user,
    timestamp: Math.floor(timeOf(world.ids.mint()) / 1000),
    ...(member && { member: { ...memberJson(member), user: userJson(world.users.get(user)!) } }),
  })
  return [
    {
      name: 'TYPING_START',
      guild: channel.guild,
      intent: pick(channel, Intent.guildTyping, Intent.directTyping),
      data,
    },
  ]
}

const VERBS = { channel_added: 'CREATE', channel_changed: 'UPDATE', channel_removed: 'DELETE' }

function channelEvents(
  world: World,
  { type, channel }: Extract<Change, { channel: Channel; type: keyof typeof VERBS }>,
): Event[] {
  // Bots are not told when a direct conversation begins.
  const isHidden = type !== 'channel_removed' && !seen(world, channel)
  if (!channel.guild || isHidden) return []
  const name = `${isThread(channel) ? 'THREAD' : 'CHANNEL'}_${VERBS[type]}`
  const short = { id: channel.id, guild_id: channel.guild, parent_id: channel.parent, type: channel.type }
  const data = (): Json => {
    if (type === 'channel_removed' && isThread(channel)) return short
    return { ...channelJson(world, channel), ...(name === 'THREAD_CREATE' && { newly_created: true }) }
  }
  return [{ name, guild: channel.guild, intent: Intent.guilds, data }]
}

function threadMembers(
  world: World,
  { channel, added, removed }: Extract<Change, { type: 'thread_members' }>,
): Event[] {
  const { id } = world.app
  const concerns = added.includes(id) || removed.includes(id)
  const data = (): Json => ({
    id: channel.id,
    guild_id: channel.guild,
    member_count: channel.thread!.members.length,
    ...(added.length > 0 && {
      added_members: added.map((user) => ({
        ...threadMemberJson(channel, user),
        presence: null,
        member: memberIn(world, channel, user),
      })),
    }),
    ...(removed.length > 0 && { removed_member_ids: removed }),
  })
  // Of others only those sessions hear that may know who is in the server.
  const intent = concerns ? Intent.guilds : Intent.guildMembers
  return [{ name: 'THREAD_MEMBERS_UPDATE', guild: channel.guild, intent, data }]
}

function memberIn(world: World, channel: Channel, user: string): Json {
  return { ...memberJson(world.member(channel, user)!), user: userJson(world.users.get(user)!) }
}

function memberEvents(
  world: World,
  change: Extract<Change, { type: 'member_added' | 'member_changed' | 'member_removed' }>,
): Event[] {
  const { type, guild, member } = change
  const user = userJson(world.users.get(member.user)!)
  const verb = { member_added: 'ADD', member_changed: 'UPDATE', member_removed: 'REMOVE' }[type]
  const about = type === 'member_removed' ? {} : memberJson(member)
  const data = (): Json => ({ guild_id: guild.id, user, ...about })
  // Of itself the app hears always.
  const intent = member.user === world.app.id ? Intent.guilds : Intent.guildMembers
  return [{ name: `GUILD_MEMBER_${verb}`, guild: guild.id, intent, data }]
}

function guildEvents(
  world: World,
  { type, guild }: Extract<Change, { guild: Guild; type: `guild_${string}` }>,
): Event[] {
  if (!guild.members.has(world.app.id)) return []
  const common = { guild: guild.id, intent: Intent.guilds }
  if (type === 'guild_removed') return [{ ...common, name: 'GUILD_DELETE', data: () => ({ id: guild.id }) }]
  if (type === 'guild_unavailable')
    return [{ ...common, name: 'GUILD_DELETE', data: () => ({ id: guild.id, unavailable: true }) }]
  return [{ ...common, name: 'GUILD_CREATE', data: () => guildCreate(world, guild) }]
}

/** All there is to know of a server, as far as the app may look. */
export function guildCreate(world: World, guild: Guild): Json {
  const { id } = world.app
  const channels = [...world.channels.values()].filter((channel) => channel.guild === guild.id && !isThread(channel))
  const threads = world.threadsOf(guild.id).filter((channel) => !channel.thread!.archived && world.sees(channel, id))
  const members = [...guild.members.values()].slice(0, 50)
  const own = guild.members.get(id)
  if (own && !members.includes(own)) members.push(own)
  return {
    ...guildJson(guild),
    joined_at: iso(own?.joined ?? 0),
    large: guild.members.size > 50,
    unavailable: false,
    member_count: guild.members.size,
    members: members.map((member) => ({ ...memberJson(member), user: userJson(world.users.get(member.user)!) })),
    channels: channels.map((channel) => channelJson(world, channel)),
    threads: threads.map((channel) => ({
      ...channelJson(world, channel),
      ...(channel.thread!.members.includes(id) && { member: threadMemberJson(channel, id) }),
    })),
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  }
}
