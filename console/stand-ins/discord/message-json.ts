import { channelJson, iso, memberJson, userJson } from './json.ts'
import { ChannelType, type Json, MessageFlag, MessageType, type Post } from './records.ts'
import { filesShownBy, withShown } from './shown-files.ts'
import { timeOf } from './snowflake.ts'
import type { World } from './world.ts'

/** Whether an app without the privileged intent may read a message: its own, one to it, or one that calls it. */
export function mayRead(world: World, post: Post): boolean {
  const { id } = world.app
  const direct = world.channels.get(post.channel)?.type === ChannelType.dm
  return direct || post.author === id || post.mentions.includes(id)
}

export interface View {
  /** Whether the app sees what people write to each other. */
  content: boolean
  /** Without the message it replies to, so that a chain does not go on for ever. */
  shallow?: boolean
}

/** A message as apps get it. Optional objects are left out, never null, except where Discord has null too. */
export function messageJson(world: World, post: Post, view: View): Json {
  const readable = view.content || mayRead(world, post)
  const { id, channel, type, content, edited, flags, tts, embeds, components, attachments, nonce } = post
  const { mentions, mentionRoles, mentionEveryone, webhook, interaction, thread } = post
  const inComponents = filesShownBy(components)
  const listed = attachments.filter((file) => !inComponents.includes(file))
  const reactions = Object.entries(post.reactions).map(([name, people]) => ({
    emoji: { id: null, name },
    count: people.length,
    count_details: { burst: 0, normal: people.length },
    burst_colors: [],
    me: people.includes(world.app.id),
    me_burst: false,
    burst_me: false,
    burst_count: 0,
  }))
  const startedThread = thread === undefined ? undefined : world.channels.get(thread)
  return {
    id,
    channel_id: channel,
    type,
    author: authorJson(world, post),
    content: readable ? content : '',
    timestamp: iso(timeOf(id)),
    edited_timestamp: edited === undefined ? null : iso(edited),
    tts,
    pinned: false,
    flags,
    mention_everyone: mentionEveryone,
    mentions: mentions.map((user) => mentionJson(world, post, user)),
    mention_roles: mentionRoles,
    attachments: readable ? listed.map((file) => attachmentJson(world, post, file)) : [],
    embeds: readable ? embeds : [],
    components: readable ? withShown(components, (file) => unfurled(world, file)) : [],
    ...(nonce !== undefined && { nonce }),
    ...(reactions.length > 0 && { reactions }),
    ...(webhook && {
      webhook_id: webhook.id,
      ...(madeBy(world, webhook) && { application_id: madeBy(world, webhook) }),
    }),
    ...(interaction && interactionFields(world, interaction)),
    ...(startedThread && { thread: channelJson(world, startedThread) }),
    ...referenceFields(world, post, view),
    ...(post.forwarded && { message_snapshots: [{ message: copyJson(world, post, readable) }] }),
  }
}

/** A webhook that a person made is of no app. */
const madeBy = (world: World, { id, application }: NonNullable<Post['webhook']>): string | undefined =>
  id === world.app.id ? world.app.id : application

function copyJson(world: World, post: Post, readable: boolean): Json {
  const { content, embeds, attachments, mentions, at } = post.forwarded!
  return {
    type: MessageType.default,
    content: readable ? content : '',
    timestamp: iso(at),
    edited_timestamp: null,
    flags: 0,
    mentions: mentions.map((user) => mentionJson(world, post, user)),
    mention_roles: [],
    attachments: readable ? attachments.map((file) => attachmentJson(world, post, file)) : [],
    embeds: readable ? embeds : [],
    components: [],
  }
}

function attachmentJson(world: World, post: Post, file: string): Json {
  return { ...world.files.json(file), ...(post.flags & MessageFlag.ephemeral && { ephemeral: true }) }
}

/** A file that a component shows. Where it is a file and no picture, its component tells its name and size. */
function unfurled(world: World, file: string): { medium: Json; holder: Json } {
  const { filename, size, url, proxy_url, content_type, width, height } = world.files.json(file)
  const measured = width === undefined ? {} : { width, height }
  return { medium: { id: file, url, proxy_url, content_type, ...measured }, holder: { name: filename, size } }
}

function authorJson(world: World, { author, webhook }: Post): Json {
  if (webhook && webhook.id !== world.app.id) {
    return { ...userJson({ id: webhook.id, username: webhook.name, global_name: null, bot: true }) }
  }
  return userJson(world.users.get(author) ?? { id: author, username: 'Deleted User', global_name: null, bot: false })
}

function mentionJson(world: World, post: Post, user: string): Json {
  const member = world.member(world.channels.get(post.channel)!, user)
  return { ...userJson(world.users.get(user)!), ...(member && { member: memberJson(member) }) }
}

function referenceFields(world: World, post: Post, view: View): Json {
  const { reference, type } = post
  if (!reference) return {}
  const guild = world.channels.get(reference.channel)?.guild
  const message_reference = {
    type: post.forwarded ? 1 : 0,
    channel_id: reference.channel,
    ...(reference.message && { message_id: reference.message }),
    ...(guild && { guild_id: guild }),
  }
  const quotes = type === MessageType.reply || type === MessageType.threadStarter
  if (!quotes || view.shallow || !reference.message) return { message_reference }
  const target = world.posts.get(reference.channel, reference.message)
  // Null says that the message was deleted.
  return {
    message_reference,
    referenced_message: target ? messageJson(world, target, { ...view, shallow: true }) : null,
  }
}

function interactionFields(world: World, interaction: NonNullable<Post['interaction']>): Json {
  const { id, type, user, name, source } = interaction
  const person = userJson(world.users.get(user)!)
  return {
    application_id: world.app.id,
    interaction_metadata: {
      id,
      type,
      user: person,
      authorizing_integration_owners: {},
      ...(type === 2 && { name, command_type: 1 }),
      ...(type === 3 && { interacted_message_id: source }),
    },
    ...(type === 2 && { interaction: { id, type, name, user: person } }),
  }
}
