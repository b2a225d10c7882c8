import { type Channel, ChannelType, MessageFlag, MessageType, type Post } from './records.ts'
import type { World } from './world.ts'

const DAY_MINUTES = 1440

interface Start {
  parent: Channel
  owner: string
  name: string
  now: number
  /** The message it starts from; the thread has its id. */
  from?: Post
  autoArchive?: number | undefined
  isPrivate?: boolean
  invitable?: boolean | undefined
  /** Of a post in a forum. */
  tags?: string[]
}

/** Starts a thread, and says so where Discord does. */
export function startThread(world: World, what: Start): Channel {
  const { parent, owner, name, now, from, autoArchive = DAY_MINUTES, isPrivate = false, invitable = true, tags } = what
  const open = parent.type === ChannelType.announcement ? ChannelType.announcementThread : ChannelType.publicThread
  const channel = world.addChannel({
    ...(from && { id: from.id }),
    type: isPrivate ? ChannelType.privateThread : open,
    name,
    guild: parent.guild!,
    parent: parent.id,
    overwrites: [],
    ...(tags && { applied: tags }),
    thread: {
      owner,
      archived: false,
      locked: false,
      invitable,
      autoArchive,
      archiveChanged: now,
      members: [owner],
      count: 0,
    },
  })
  const about = { author: owner, reference: { channel: parent.id, ...(from && { message: from.id }) } }
  if (from) {
    world.posts.change(from, { thread: channel.id, flags: from.flags | MessageFlag.hasThread })
    world.posts.add({ channel: channel.id, type: MessageType.threadStarter, ...about })
  } else if (!isPrivate && parent.type !== ChannelType.forum) {
    world.posts.add({
      channel: parent.id,
      type: MessageType.threadCreated,
      content: name,
      author: owner,
      reference: { channel: channel.id },
    })
  }
  return channel
}
