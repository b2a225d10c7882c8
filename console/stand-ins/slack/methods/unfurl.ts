import { isRecord, json, oneOf, required, string } from '../args.ts'
import { readBlocks } from '../blocks.ts'
import { type Method, type MethodParts, method } from '../method.ts'
import { refuse } from '../refusal.ts'

/** Stricter than Slack: by the id of what was told of alone, and with blocks alone. */
export function unfurlMethods({ workspace, unfurls }: MethodParts): Record<string, Method> {
  return {
    'chat.unfurl': method(
      {
        unfurl_id: required(string),
        source: required(oneOf('composer', 'conversations_history')),
        unfurls: required(json),
      },
      ({ unfurl_id, unfurls: given }) => {
        const found = unfurls.find(unfurl_id) ?? refuse('cannot_find_message')
        if (!isRecord(given) || Object.keys(given).length === 0) return refuse('missing_unfurls')
        const attachments = Object.entries(given).map(([url, shown]) => {
          if (!found.urls.includes(url)) refuse('cannot_unfurl_url')
          if (!isRecord(shown) || Object.keys(shown).join() !== 'blocks') return refuse('invalid_unfurls_format')
          return { from_url: url, app_unfurl_url: url, is_app_unfurl: true, blocks: readBlocks(shown['blocks']) }
        })
        const post = workspace.post(found.post.channel, found.post.ts) ?? refuse('cannot_unfurl_message')
        workspace.change(post, { attachments })
        return {}
      },
    ),
  }
}
