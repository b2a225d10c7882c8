import { Mistake } from '../shared/mistake.ts'
import type { Post } from './post.ts'
import type { Channel, User } from './view.ts'
import type { Workspace } from './workspace.ts'

export function personOf(workspace: Workspace, id: string): User {
  const user = workspace.users.get(id)
  if (!user || user.is_bot) throw new Mistake(`There is no person ${id}`, 404)
  return user
}

/** A channel this person is in. */
export function placeOf(workspace: Workspace, what: { user: string; channel: string }): Channel {
  const user = personOf(workspace, what.user)
  const channel = workspace.channels.get(what.channel)
  if (!channel || !workspace.members(channel).includes(user.id)) {
    throw new Mistake(`${user.real_name} is in no channel ${what.channel}`, 404)
  }
  return channel
}

/** A message this person sees. */
export function messageBefore(workspace: Workspace, channel: Channel, ts: string, user: string): Post {
  const post = workspace.post(channel.id, ts)
  if (!post || post.tombstone || !workspace.sees(user, post)) throw new Mistake(`There is no message ${ts}`, 404)
  return post
}
