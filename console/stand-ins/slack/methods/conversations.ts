import { flag, integer, optional, required, string, ts } from '../args.ts'
import { toJson } from '../messages.ts'
import { type Answer, type Method, type MethodParts, method } from '../method.ts'
import type { Post } from '../post.ts'
import { refuse } from '../refusal.ts'
import type { Channel } from '../view.ts'
import { channelOf } from './shared.ts'

const bound = optional(string)
const page = {
  channel: required(string),
  cursor: optional(string),
  limit: optional(integer(1, 1000)),
  oldest: bound,
  latest: bound,
  inclusive: optional(flag),
  include_all_metadata: optional(flag),
}

interface Page {
  cursor?: string | undefined
  limit?: number | undefined
  oldest?: string | undefined
  latest?: string | undefined
  inclusive?: boolean | undefined
  include_all_metadata?: boolean | undefined
}

/** Documented for apps distributed outside of the Marketplace. */
const RESTRICTED_PAGE = 15

export function conversationMethods({ workspace, url, limits }: MethodParts): Record<string, Method> {
  const most = limits.restrictedReads ? RESTRICTED_PAGE : 1000

  /** Takes a page from posts that come in order; what follows is told by a cursor, which is the ts to go on after. */
  function paged(posts: Iterable<Post>, args: Page): Answer {
    const { oldest = '0', latest, inclusive = false } = args
    const limit = Math.min(args.limit ?? 100, most)
    const isOutside = (ts: string): boolean =>
      inclusive ? ts < oldest || ts > (latest ?? ts) : ts <= oldest || (latest !== undefined && ts >= latest)
    const messages: Answer[] = []
    let last = ''
    for (const post of posts) {
      if (post.ephemeral_to) continue
      if (isOutside(post.ts)) continue
      if (messages.length === limit) {
        const next_cursor = Buffer.from(last).toString('base64')
        return { messages, has_more: true, response_metadata: { next_cursor } }
      }
      const metadata = args.include_all_metadata && post.metadata
      messages.push({ ...toJson(workspace, post, url()), ...(metadata && { metadata }) })
      last = post.ts
    }
    return { messages, has_more: false, response_metadata: { next_cursor: '' } }
  }

  function cursorOf(args: Page): string | undefined {
    if (!args.cursor) return undefined
    const last = Buffer.from(args.cursor, 'base64').toString()
    return /^\d+\.\d{6}$/.test(last) ? last : refuse('invalid_cursor')
  }

  function* roots(channel: Channel, before: string | undefined): Generator<Post> {
    for (const post of workspace.posts(channel.id).backward(before)) {
      if (post.thread_ts === undefined || post.thread_ts === post.ts) yield post
    }
  }

  function* thread(channel: Channel, root: Post, after: string | undefined): Generator<Post> {
    if (after === undefined) yield root
    for (const post of workspace.replies(channel.id, root.ts)?.forward(after) ?? []) if (post.ts !== after) yield post
  }

  return {
    'conversations.history': method(page, (args) => {
      const channel = channelOf(workspace, args.channel)
      return paged(roots(channel, cursorOf(args)), args)
    }),

    'conversations.replies': method({ ...page, ts: required(ts) }, (args) => {
      const channel = channelOf(workspace, args.channel)
      const named = workspace.post(channel.id, args.ts)
      if (!named || named.ephemeral_to) return refuse('thread_not_found')
      const root = named.thread_ts ? workspace.post(channel.id, named.thread_ts) : named
      return paged(thread(channel, root ?? named, cursorOf(args)), args)
    }),

    'conversations.info': method(
      { channel: required(string), include_num_members: optional(flag), include_locale: optional(flag) },
      (args) => {
        const { id, kind, name, user } = channelOf(workspace, args.channel)
        const im = kind === 'im'
        const about = im
          ? { user }
          : {
              name,
              name_normalized: name,
              is_private: kind !== 'channel',
              is_mpim: kind === 'mpim',
              is_member: true,
              is_general: true,
            }
        return {
          channel: { id, is_channel: !im, is_im: im, is_archived: false, context_team_id: workspace.team.id, ...about },
        }
      },
    ),

    'conversations.members': method(
      { channel: required(string), cursor: optional(string), limit: optional(integer(1, 1000)) },
      (args) => {
        const all = workspace.members(channelOf(workspace, args.channel))
        const members = all.slice(0, args.limit ?? 100)
        return { members, response_metadata: { next_cursor: members.length < all.length ? 'bmV4dA==' : '' } }
      },
    ),
  }
}
