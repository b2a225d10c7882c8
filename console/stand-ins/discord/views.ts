import { imageSize } from './image-size.ts'
import type { OpenModal } from './interactions.ts'
import { mayWrite } from './presence.ts'
import { type Channel, ChannelType, isThread, MessageFlag, type Post, type User } from './records.ts'
import { filesShownBy, withShown } from './shown-files.ts'
import type * as view from './view.ts'
import type { World } from './world.ts'

export function userView({ id, username, global_name, bot }: User): view.User {
  return { id, username, name: global_name ?? username, bot }
}

const KINDS: Record<number, view.Channel['kind']> = {
  [ChannelType.text]: 'text',
  [ChannelType.announcement]: 'announcement',
  [ChannelType.forum]: 'forum',
  [ChannelType.dm]: 'dm',
}

export function channelView(world: World, channel: Channel, me: string): view.Channel {
  const { id, type, guild, name, topic, parent } = channel
  return {
    id,
    ...(guild && { guild }),
    kind: KINDS[type] ?? 'thread',
    name: type === ChannelType.dm ? world.bot.username : name,
    ...(topic && { topic }),
    ...(isThread(channel) && { parent: parent!, archived: channel.thread.archived }),
    writable: type !== ChannelType.forum && mayWrite(world, channel, me),
  }
}

function authorView(world: World, { author, webhook }: Post): view.Message['author'] {
  const user = world.users.get(author)
  if (user) return { id: author, name: user.global_name ?? user.username, bot: user.bot }
  return { id: author, name: webhook?.name ?? 'Deleted User', bot: webhook !== undefined }
}

export function messageView(world: World, post: Post): view.Message {
  const { id, channel, type, content, components, embeds, edited, flags, mentions, interaction, thread } = post
  return {
    id,
    channel,
    type,
    author: authorView(world, post),
    content,
    components: withShown(components, (file) => ({
      medium: { attachment: attachmentView(world, file) },
    })) as view.Component[],
    embeds,
    attachments: besides(post).map((file) => attachmentView(world, file)),
    edited: edited !== undefined,
    loading: (flags & MessageFlag.loading) !== 0,
    ephemeral: post.ephemeralTo !== undefined,
    mentions,
    mention_everyone: post.mentionEveryone,
    ...replyView(world, post),
    ...(interaction?.type === 2 && { command: { user: interaction.user, name: interaction.name ?? '' } }),
    ...(thread !== undefined && { thread }),
    reactions: Object.entries(post.reactions).map(([emoji, users]) => ({ emoji, users })),
  }
}

/** Files that nobody sees where a message is its components stand in those alone. */
function besides({ flags, attachments, components }: Post): string[] {
  if (flags & MessageFlag.componentsV2) return []
  const inComponents = filesShownBy(components)
  return attachments.filter((file) => !inComponents.includes(file))
}

function replyView(world: World, { type, reference }: Post): Pick<view.Message, 'reply'> {
  if (type !== 19 || !reference?.message) return {}
  const target = world.posts.get(reference.channel, reference.message)
  if (!target) return { reply: { id: reference.message } }
  const { id, content, attachments } = target
  return { reply: { id, author: authorView(world, target), content, attachments: attachments.length > 0 } }
}

function attachmentView(world: World, id: string): view.Attachment {
  const file = world.files.get(id)!
  const size = imageSize(file.type, file.bytes)
  return {
    id,
    filename: file.name,
    content_type: file.type,
    size: file.bytes.length,
    ...size,
    ...(file.description && { description: file.description }),
    ...(file.voice && { duration: file.voice.seconds }),
  }
}

export function modalView({ interaction, title, components }: OpenModal): view.Modal {
  return { id: interaction.id, title, components: components as view.Component[] }
}
