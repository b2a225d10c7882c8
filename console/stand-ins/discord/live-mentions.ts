import type { Change } from './change.ts'
import { MessageFlag } from './records.ts'
import { wordsOf } from './shown-files.ts'
import type { World } from './world.ts'

/** A call that a message of the app made: what really rings at somebody, or would stand out on their screen. */
export interface LiveMention {
  channel: string
  message: string
  /** `reply`: of the person whose message it replies to. */
  kind: 'user' | 'role' | 'everyone' | 'reply'
  /** Of the person or role; empty for everyone. */
  id: string
  /** An edit rings nowhere, but the message stands out for those it names. */
  edited: boolean
}

/** Keeps what the app's messages call, as they happen. */
export function liveMentionsOf(world: World, change: Change): LiveMention[] {
  if (change.type !== 'message_added' && change.type !== 'message_changed') return []
  const { post } = change
  if (post.author !== world.app.id) return []
  const before = change.type === 'message_changed' ? change.previous : undefined
  // What fills a message that waited rings like a new one.
  const edited = before !== undefined && (before.flags & MessageFlag.loading) === 0
  const common = { channel: post.channel, message: post.id, edited }
  const target = post.reference?.message
  const replied = target === undefined ? undefined : world.posts.get(post.reference!.channel, target)?.author
  const users = post.mentions
    .filter((id) => !before?.mentions.includes(id))
    .map((id): LiveMention => {
      const inText = new RegExp(`<@!?${id}>`).test(wordsOf(post.content, post.components))
      return { ...common, kind: id === replied && !inText ? 'reply' : 'user', id }
    })
  const roles = post.mentionRoles
    .filter((id) => !before?.mentionRoles.includes(id))
    .map((id): LiveMention => ({ ...common, kind: 'role', id }))
  const all: LiveMention[] =
    post.mentionEveryone && !before?.mentionEveryone ? [{ ...common, kind: 'everyone', id: '' }] : []
  return [...users, ...roles, ...all]
}
