import { completed } from './forms/component-tree.ts'
import { type AttachmentPart, type Content, refuseLegacy } from './forms/message.ts'
import { called } from './mentions.ts'
import { type Channel, MessageFlag, type Post } from './records.ts'
import { refuse } from './refusal.ts'
import { withFiles, wordsOf } from './shown-files.ts'
import type { Upload } from './upload.ts'
import type { World } from './world.ts'

/** Discord strips what is blank around a message. */
const tidy = (content: string | null | undefined): string => (content ?? '').trim()

/** Makes a message of the app out of what it sent. */
export function compose(world: World, channel: Channel, content: Content, files: Upload[], extra: Partial<Post>): Post {
  const { embeds, components, flags = 0, allowed_mentions } = content
  const text = tidy(content.content)
  const isVoice = (flags & MessageFlag.voice) !== 0
  if (isVoice) checkVoice(content, files)
  const isV2 = (flags & MessageFlag.componentsV2) !== 0
  if (!text && !embeds?.length && !components?.length && (isV2 || files.length === 0)) refuse(50006)
  const attachments = store(world, channel, content.attachments, files)
  const shown = withFiles(completed(components), filesOf(world, attachments))
  const replied = extra.reference?.message
  const target = replied === undefined ? undefined : world.posts.get(extra.reference!.channel, replied)?.author
  return world.posts.add({
    channel: channel.id,
    author: world.app.id,
    ...extra,
    content: text,
    embeds: embeds ?? [],
    components: shown,
    flags: (extra.flags ?? 0) | flags,
    attachments,
    ...called(world, channel, world.app.id, wordsOf(text, shown), allowed_mentions, target),
  })
}

/** Changes a message of the app; what is not named stays. `now` marks it as edited, undefined fills one that waited. */
export function recompose(world: World, post: Post, content: Content, files: Upload[], now: number | undefined): void {
  if (post.flags & MessageFlag.voice) refuse(50162)
  const channel = world.channels.get(post.channel)!
  const text = content.content === undefined ? post.content : tidy(content.content)
  const embeds = content.embeds === undefined ? post.embeds : (content.embeds ?? [])
  const given = content.components === undefined ? post.components : completed(content.components)
  const kept = keptFiles(post, content.attachments)
  const fresh = content.attachments?.filter(({ id }) => !kept.includes(id))
  const settable = MessageFlag.suppressEmbeds | MessageFlag.componentsV2
  const flags = content.flags === undefined ? post.flags : (post.flags & ~settable) | content.flags
  const isV2 = (flags & MessageFlag.componentsV2) !== 0
  if (isV2) refuseLegacy({ content: text !== '', embeds: embeds.length > 0 })
  if (!text && embeds.length === 0 && given.length === 0 && (isV2 || kept.length + files.length === 0)) refuse(50006)
  const attachments = [...kept, ...store(world, channel, fresh, files)]
  const components = withFiles(given, filesOf(world, attachments))
  const target = post.reference?.message
  const author = target === undefined ? undefined : world.posts.get(post.reference!.channel, target)?.author
  world.posts.change(post, {
    content: text,
    embeds,
    components,
    attachments,
    flags: flags & ~MessageFlag.loading,
    ...called(world, channel, world.app.id, wordsOf(text, components), content.allowed_mentions, author),
    ...(now !== undefined && { edited: now }),
  })
}

const filesOf = (world: World, ids: readonly string[]) => ids.map((id) => world.files.get(id)!)

/** Of a list that is given only the files named in it stay; without one all do. */
function keptFiles(post: Post, listed: AttachmentPart[] | null | undefined): string[] {
  if (listed === undefined) return post.attachments
  return post.attachments.filter((id) => listed?.some((each) => each.id === id))
}

/** Files come with a description each, or without any. */
function store(world: World, channel: Channel, parts: AttachmentPart[] | null | undefined, files: Upload[]): string[] {
  const wanted = parts ?? files.map((file) => ({ id: file.number }) as AttachmentPart)
  if (wanted.length !== files.length) refuse(50146)
  return wanted.map((part) => {
    const { name, type, bytes } = files.find((file) => file.number === part.id)!
    const { filename = name, description, duration_secs, waveform } = part
    return world.files.add(channel.id, {
      name: filename.replaceAll(/[^\w.-]+/g, '_'),
      type,
      bytes,
      ...(description && { description }),
      ...(duration_secs !== undefined && waveform !== undefined && { voice: { seconds: duration_secs, waveform } }),
    }).id
  })
}

function checkVoice(content: Content, files: Upload[]): void {
  if (content.content || content.embeds?.length || content.components?.length) refuse(50159)
  if (files.length !== 1 || !files[0]!.type.startsWith('audio/')) refuse(50160)
  const [part] = content.attachments ?? []
  if (part?.duration_secs === undefined || part.waveform === undefined) refuse(50161)
}
