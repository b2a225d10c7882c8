import { randomUUID } from 'node:crypto'
import type { Post } from './post.ts'
import type { Workspace } from './workspace.ts'

/** The links of messages that the app was told of, as it may say what they lead to. */
export interface Unfurls {
  /** What the app is told of a new message; nothing where none of its links are its. */
  share(post: Post): Record<string, unknown> | undefined
  find(id: string): { post: Post; urls: readonly string[] } | undefined
}

const KEPT = 1000
/** As messages keep them. */
const LINK = /<(https?:\/\/[^>|\s]+)(?:\|[^>]*)?>/g

export function createUnfurls({ workspace, domains }: { workspace: Workspace; domains: readonly string[] }): Unfurls {
  const known = new Map<string, { post: Post; urls: readonly string[] }>()
  const isOurs = (url: string): string | undefined =>
    domains.find((domain) => [domain, `.${domain}`].some((end) => `.${new URL(url).hostname}`.endsWith(end)))

  return {
    share(post) {
      // Documented: an app is told nothing of links that it posts itself.
      if (post.user === workspace.bot.id) return undefined
      const urls = Array.from(post.text.matchAll(LINK), ([, url]) => url!.replaceAll('&amp;', '&'))
      const links = urls.flatMap((url) => (isOurs(url) ? [{ domain: isOurs(url)!, url }] : []))
      if (links.length === 0) return undefined
      const id = randomUUID()
      known.set(id, { post, urls: links.map(({ url }) => url) })
      if (known.size > KEPT) known.delete(known.keys().next().value!)
      const channel = workspace.channels.get(post.channel)!
      return {
        type: 'link_shared',
        user: post.user,
        channel: post.channel,
        message_ts: post.ts,
        ...(post.thread_ts && { thread_ts: post.thread_ts }),
        links,
        source: 'conversations_history',
        unfurl_id: id,
        is_bot_user_member: workspace.members(channel).includes(workspace.bot.id),
        event_ts: workspace.mint(),
      }
    },
    find: (id) => known.get(id),
  }
}
