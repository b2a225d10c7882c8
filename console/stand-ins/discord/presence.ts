import { Mistake } from '../shared/mistake.ts'
import { Permission, type PermissionName } from './permissions.ts'
import { type Channel, isThread, type Post, type User } from './records.ts'
import type { World } from './world.ts'

export function personOf(world: World, id: string): User {
  const user = world.users.get(id)
  if (!user || id === world.app.id) throw new Mistake(`There is no person ${id}`, 404)
  return user
}

/** A channel this person sees. */
export function placeOf(world: World, what: { user: string; channel: string }): Channel {
  const user = personOf(world, what.user)
  const channel = world.channels.get(what.channel)
  if (!channel || !world.sees(channel, user.id))
    throw new Mistake(`${user.username} sees no channel ${what.channel}`, 404)
  return channel
}

export function mayOrMistake(world: World, channel: Channel, user: string, name: PermissionName): void {
  if (!(world.permissions(channel, user) & Permission[name]))
    throw new Mistake(`${user} may not do that here: ${name}`, 403)
}

/** Whether a person may write here; a locked thread takes no more words. */
export function mayWrite(world: World, channel: Channel, user: string): boolean {
  const held = world.permissions(channel, user)
  if (isThread(channel)) return !channel.thread.locked && (held & Permission.sendMessagesInThreads) !== 0n
  return (held & Permission.sendMessages) !== 0n
}

/** A message this person sees. */
export function messageBefore(world: World, what: { user: string; channel: string; message: string }): Post {
  const channel = placeOf(world, what)
  const post = world.posts.get(channel.id, what.message)
  if (!post || (post.ephemeralTo && post.ephemeralTo !== what.user))
    throw new Mistake(`There is no message ${what.message}`, 404)
  return post
}
