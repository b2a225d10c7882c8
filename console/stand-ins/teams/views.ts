import type { Limits } from './limits.ts'
import { isRunning, type Place, type Post, type Shown, type SuggestedAction } from './records.ts'
import type { Attachment, Conversation, Message, User } from './view.ts'
import type { World } from './world.ts'

export function conversationView(world: World, place: Place): Conversation {
  const { id, kind, name, team, user } = place
  return {
    id,
    kind,
    // Both sides of a personal chat see the other one's name; people see the bot's.
    name: kind === 'personal' ? world.app.name : name,
    ...(team && { team: team.id }),
    ...(user && { user }),
    installed: world.isInstalled(place),
  }
}

export function userView(world: World, id: string): User {
  return { id, name: world.nameOf(id), bot: id === world.botId }
}

/** A stream that ended before it had a word leaves nothing. */
export function isShown(post: Post, user: string): boolean {
  if (post.targetedTo !== undefined && post.targetedTo !== user) return false
  if (post.attachments.some((one) => one.kind === 'signin' && !one.isShown)) return false
  const isEmpty = post.text === '' && post.attachments.length === 0 && !post.deleted
  return !(isEmpty && post.stream && !isRunning(post))
}

/** What is suggested to a person below a message: nothing once something was said after it, or beside an attachment. */
export function suggestionsOf(world: World, post: Post, user: string, limits: Limits): SuggestedAction[] {
  if (post.suggested.length === 0 || post.attachments.length > 0 || post.deleted || isRunning(post)) return []
  if (post.suggestedTo.length > 0 && !post.suggestedTo.includes(user)) return []
  const thread = post.root ?? post.id
  for (const later of world.posts(post.place).backward()) {
    if (later === post) break
    const isBeside = world.places.get(post.place)?.kind === 'channel' && (later.root ?? later.id) !== thread
    if (!isBeside && isShown(later, user)) return []
  }
  return post.suggested.slice(0, limits.suggestedActions)
}

/** As one person sees it. */
export function messageView(world: World, post: Post, user: string, limits: Limits): Message {
  const { root, feedback, targetedTo, importance, stream, marks } = post
  const given = post.given[user]
  return {
    id: post.id,
    conversation: post.place,
    ...(root !== undefined && { root }),
    author: post.program ? { ...post.program, bot: true } : userView(world, post.author),
    text: post.text,
    text_format: post.format,
    mentions: post.mentions,
    notified: post.notified,
    attachments: post.attachments.map((shown, index) => attachmentView(shown, post.replaced[user]?.[index])),
    attachment_layout: post.layout,
    suggested_actions: suggestionsOf(world, post, user, limits),
    ...(stream && isRunning(post) && { stream: runningView(stream) }),
    ai_label: marks.label,
    ...(marks.sensitivity && { sensitivity: marks.sensitivity }),
    citations: marks.citations,
    ...(feedback && { feedback }),
    ...(given && { given }),
    edited: post.edited,
    deleted: post.deleted,
    ...(targetedTo !== undefined && { targeted_to: targetedTo }),
    ...(importance && { importance }),
    reactions: post.reactions,
    at: post.at,
  }
}

function runningView({ state, informative }: NonNullable<Post['stream']>): NonNullable<Message['stream']> {
  return { state: state === 'informative' ? 'informative' : 'streaming', informative }
}

function attachmentView(shown: Shown, replaced: Record<string, unknown> | undefined): Attachment {
  const { contentType: content_type } = shown
  if (shown.kind === 'card') return { kind: 'card', content_type, content: replaced ?? shown.content }
  if (shown.kind === 'file') return { kind: 'file', content_type, name: shown.name, file: shown.file }
  if (shown.kind === 'signin') return { kind: 'signin', content_type, text: shown.text, title: shown.title }
  if (shown.kind === 'consent') {
    const { name, description, size } = shown
    return { kind: 'consent', content_type, name, description, size }
  }
  const { name, file, url } = shown
  return { kind: 'image', content_type, name, ...(file && { file }), ...(url && { url }) }
}
