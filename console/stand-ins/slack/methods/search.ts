import { flag, integer, list, oneOf, optional, required, text } from '../args.ts'
import { type Method, type MethodParts, method } from '../method.ts'
import type { Post } from '../post.ts'
import { refuse } from '../refusal.ts'

const MOST = 20

/**
 * Stricter than Slack: of what it can look for it takes public channels and messages alone, and one that an organisation has installed
 * it refuses, as was seen.
 */
export function searchMethods({ workspace, orgWide, actionTokens }: MethodParts): Record<string, Method> {
  const { team } = workspace

  const isFound = (words: readonly string[], { text: said, markdown }: Post): boolean => {
    const all = (markdown ?? said).toLowerCase()
    return words.every((word) => all.includes(word))
  }

  return {
    'assistant.search.context': method(
      {
        query: required(text(1000)),
        action_token: required(text(200)),
        channel_types: required(list(oneOf('public_channel'), 4)),
        content_types: required(list(oneOf('messages'), 4)),
        include_bots: optional(flag),
        limit: optional(integer(1, MOST)),
      },
      ({ query, action_token, limit = MOST, include_bots = false }) => {
        if (orgWide()) refuse('enterprise_is_restricted')
        const user = workspace.users.get(actionTokens.read(action_token))!
        const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
        const channels = [...workspace.channels.values()].filter(
          (one) => one.kind === 'channel' && (!user.guest || workspace.members(one).includes(user.id)),
        )
        const posts = channels.flatMap((channel) => {
          const all = [...workspace.posts(channel.id).forward()]
          return all.filter((post) => !post.tombstone && !post.ephemeral_to && isFound(words, post))
        })
        const isBot = ({ user: by }: Post) => workspace.users.get(by)?.is_bot !== false
        const messages = posts
          .filter((post) => include_bots || !isBot(post))
          .sort((a, b) => Number(b.ts) - Number(a.ts))
          .slice(0, limit)
          .map((post) => ({
            author_user_id: post.user,
            team_id: team.id,
            channel_id: post.channel,
            message_ts: post.ts,
            content: post.markdown ?? post.text,
            is_author_bot: isBot(post),
            permalink: `https://${team.domain}.slack.com/archives/${post.channel}/p${post.ts.replace('.', '')}`,
          }))
        return { results: { messages } }
      },
    ),
  }
}
