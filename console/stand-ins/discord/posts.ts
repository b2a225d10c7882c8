import { byId, createTimeline, type Timeline } from '../shared/timeline.ts'
import type { Tell } from './change.ts'
import type { Entry } from './journal.ts'
import type { Limits } from './limits.ts'
import { MessageType, type Post } from './records.ts'
import type { Snowflakes } from './snowflake.ts'

export type Draft = Partial<Omit<Post, 'id'>> & Pick<Post, 'channel' | 'author'>

/** The messages of all channels. */
export interface Posts {
  /** `id`: of one that has to have the id of its thread. */
  add(draft: Draft, id?: string): Post
  change(post: Post, patch: Partial<Post>): void
  /** All of one channel. */
  remove(posts: Post[]): void
  react(post: Post, user: string, emoji: string, added: boolean): void
  get(channel: string, id: string): Post | undefined
  /** Oldest first. */
  of(channel: string): Timeline<Post>
  forget(channel: string): void
  restore(entry: Extract<Entry, { post: unknown }> | Extract<Entry, { postRemoved: unknown }>): void
  entries(): Iterable<Entry>
}

export function createPosts(parts: {
  limits: Limits
  ids: Snowflakes
  write: (entry: Entry) => void
  tell: Tell
  /** Before a message is there: what it does to its channel. */
  arriving: (post: Post) => void
}): Posts {
  const { limits, ids, write, tell, arriving } = parts
  const timelines = new Map<string, Timeline<Post>>()

  function of(channel: string): Timeline<Post> {
    const timeline = timelines.get(channel) ?? createTimeline<Post>(byId)
    timelines.set(channel, timeline)
    return timeline
  }

  function insert(post: Post): void {
    const timeline = of(post.channel)
    timeline.add(post)
    if (timeline.size > limits.messages) timeline.shift()
  }

  return {
    add(draft, id = ids.mint()) {
      const post: Post = { ...blank(), ...draft, id }
      arriving(post)
      insert(post)
      write({ post })
      tell({ type: 'message_added', post })
      return post
    },
    change(post, patch) {
      const previous = { ...post }
      Object.assign(post, patch)
      write({ post })
      tell({ type: 'message_changed', post, previous })
    },
    remove(posts) {
      for (const { channel, id } of posts) {
        of(channel).remove(id)
        write({ postRemoved: { channel, id } })
      }
      tell({ type: 'messages_deleted', posts })
    },
    react(post, user, emoji, added) {
      const { [emoji]: people = [], ...rest } = post.reactions
      if (people.includes(user) === added) return
      const left = added ? [...people, user] : people.filter((each) => each !== user)
      post.reactions = left.length > 0 ? { ...post.reactions, [emoji]: left } : rest
      write({ post })
      tell({ type: 'reaction', post, user, emoji, added })
    },
    get: (channel, id) => timelines.get(channel)?.get(id),
    of,
    forget: (channel) => void timelines.delete(channel),
    restore(entry) {
      if ('postRemoved' in entry) return of(entry.postRemoved.channel).remove(entry.postRemoved.id)
      ids.passed(entry.post.id)
      const known = of(entry.post.channel).get(entry.post.id)
      if (!known) return insert(entry.post)
      // A field that JSON left out was undefined when the line was written.
      for (const field of Object.keys(known)) if (!(field in entry.post)) delete known[field as keyof Post]
      Object.assign(known, entry.post)
    },
    *entries() {
      for (const timeline of timelines.values()) for (const post of timeline.forward()) yield { post }
    },
  }
}

function blank(): Omit<Post, 'id' | 'channel' | 'author'> {
  return {
    type: MessageType.default,
    content: '',
    flags: 0,
    tts: false,
    embeds: [],
    components: [],
    attachments: [],
    mentions: [],
    mentionRoles: [],
    mentionEveryone: false,
    reactions: {},
  }
}
