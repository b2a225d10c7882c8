import { Permission, type PermissionName } from './permissions.ts'
import { type Channel, ChannelType, type Guild, isThread, type Post } from './records.ts'
import { refuse } from './refusal.ts'
import type { World } from './world.ts'

/** A channel the app can see. */
export function channelOf(world: World, id: string): Channel {
  const channel = world.channels.get(id)
  if (!channel) return refuse(10003)
  if (!world.sees(channel, world.app.id)) return refuse(50001)
  return channel
}

/** Refuses unless the app may do that here. */
export function need(world: World, channel: Channel, ...names: PermissionName[]): void {
  const held = world.permissions(channel, world.app.id)
  for (const name of names) if (!(held & Permission[name])) refuse(50013)
}

/** Refuses unless the app may say something here. */
export function needToSpeak(world: World, channel: Channel): void {
  if (channel.type === ChannelType.forum) refuse(50008)
  need(world, channel, isThread(channel) ? 'sendMessagesInThreads' : 'sendMessages')
  if (isThread(channel) && channel.thread.locked) refuse(160005)
}

/** A message everybody in the channel sees; ephemeral ones have no place in it. */
export function messageOf(world: World, channel: Channel, id: string): Post {
  const post = world.posts.get(channel.id, id)
  return !post || post.ephemeralTo ? refuse(10008) : post
}

export function guildOf(world: World, id: string): Guild {
  const guild = world.guilds.get(id)
  if (!guild) return refuse(10004)
  return guild.members.has(world.app.id) ? guild : refuse(50001)
}

/** The servers that the app is in, of which alone it is told. */
export const ownGuilds = (world: World): Guild[] =>
  [...world.guilds.values()].filter(({ members }) => members.has(world.app.id))
