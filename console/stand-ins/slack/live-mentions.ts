import { isRecord } from './args.ts'
import type { Limits } from './limits.ts'
import { isStreaming, type Post } from './post.ts'
import { remember } from './record.ts'
import { mentionsIn, mentionsInMarkdown } from './text.ts'
import type { Workspace } from './workspace.ts'

/** A mention in a message of the app that notified people. */
export interface LiveMention {
  channel: string
  ts: string
  mention: string
}

/** Every mention the app's messages brought to life, each once a message. */
export function recordLiveMentions({ workspace, limits }: { workspace: Workspace; limits: Limits }): LiveMention[] {
  const record: LiveMention[] = []
  const seen = new Set<string>()

  workspace.watch((change) => {
    if (change.type !== 'added' && change.type !== 'changed') return
    const { post } = change
    if (!workspace.bots.has(post.user)) return
    for (const mention of mentionsOf(post)) {
      const id = `${post.channel} ${post.ts} ${mention}`
      if (seen.has(id)) continue
      seen.add(id)
      if (seen.size > limits.records) seen.delete(seen.values().next().value!)
      remember(record, { channel: post.channel, ts: post.ts, mention }, limits.records)
    }
  })
  return record
}

function mentionsOf(post: Post): string[] {
  const complete = !isStreaming(post)
  const found = [...mentionsIn(post.text), ...mentionsInMarkdown(post.markdown ?? '', complete)]
  if (post.blocks) found.push(...mentionsInBlocks(post.blocks))
  if (post.stream) found.push(...mentionsInBlocks(post.stream.chunkBlocks), ...mentionsInBlocks(post.stream.tasks))
  return found
}

/** Plain text objects show what they hold; every other text is alive. */
function mentionsInBlocks(value: unknown): string[] {
  if (typeof value === 'string') return mentionsIn(value)
  if (Array.isArray(value)) return value.flatMap(mentionsInBlocks)
  if (!isRecord(value) || value['type'] === 'plain_text') return []
  if (value['type'] === 'markdown') return mentionsInMarkdown(String(value['text']), true)
  if (value['type'] === 'broadcast') return [`<!${String(value['range'])}>`]
  if (value['type'] === 'user' && typeof value['user_id'] === 'string') return [`<@${value['user_id']}>`]
  return Object.entries(value).flatMap(([name, field]) =>
    name === 'value' || name === 'url' ? [] : mentionsInBlocks(field),
  )
}
