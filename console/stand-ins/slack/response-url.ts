import { randomBytes } from 'node:crypto'

import { isRecord } from './args.ts'
import { readBlocks } from './blocks.ts'
import type { Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import type { Post } from './post.ts'
import { Refusal } from './refusal.ts'
import type { Workspace } from './workspace.ts'

/** What an app may do with the `response_url` of a press or a command: up to 5 uses in 30 minutes. */
export interface ResponseUrl {
  id: string
  channel: string
  user: string
  thread_ts?: string | undefined
  /** The message it replaces or deletes: the one pressed on, or the last one it made. */
  message?: string | undefined
  uses: number
  until: number
}

export interface ResponseUrls {
  has(id: string): boolean
  /** The id of a new one; its address is `<url>/response/<id>`. */
  open(from: Pick<ResponseUrl, 'channel' | 'user' | 'thread_ts' | 'message'>): string
  /** Does what a response asks for; counts as a use unless it is the acknowledgement itself. Throws a Refusal. */
  use(id: string, response: unknown, acknowledgement?: boolean): void
  restore(entry: ResponseUrl): void
  all(): Iterable<ResponseUrl>
}

const KEPT = 10_000
const FIELDS = new Set(['text', 'blocks', 'response_type', 'replace_original', 'delete_original', 'thread_ts'])

export function createResponseUrls(parts: {
  workspace: Workspace
  limits: Limits
  now: () => number
  journal: () => Journal
}): ResponseUrls {
  const { workspace, limits, now, journal } = parts
  const urls = new Map<string, ResponseUrl>()

  function insert(url: ResponseUrl): void {
    urls.set(url.id, url)
    if (urls.size > KEPT) urls.delete(urls.keys().next().value!)
  }

  function answer(url: ResponseUrl, response: Record<string, unknown>): void {
    const { text, response_type, replace_original, delete_original } = response
    for (const name of Object.keys(response)) {
      if (!FIELDS.has(name)) throw new Refusal('invalid_payload', [`unknown field: ${name}`])
    }
    if (response_type !== undefined && response_type !== 'ephemeral' && response_type !== 'in_channel') {
      throw new Refusal('invalid_payload', ['response_type must be ephemeral or in_channel'])
    }
    const original = url.message === undefined ? undefined : workspace.post(url.channel, url.message)
    if (delete_original === true) {
      if (original) workspace.remove(original)
      url.message = undefined
      return
    }
    const blocks = response['blocks'] === undefined ? undefined : readBlocks(response['blocks'])
    if (text !== undefined && typeof text !== 'string') throw new Refusal('invalid_payload', ['text must be a string'])
    if (!text && !blocks?.length) throw new Refusal('no_text')
    const content: Pick<Post, 'text' | 'blocks'> = { text: text ?? '', ...(blocks?.length && { blocks }) }
    if (replace_original === true && original) {
      workspace.change(original, { blocks: undefined, markdown: undefined, ...content })
      return
    }
    const thread_ts = typeof response['thread_ts'] === 'string' ? response['thread_ts'] : url.thread_ts
    url.message = workspace.add({
      channel: url.channel,
      user: workspace.bot.id,
      ...content,
      ...(thread_ts && { thread_ts }),
      ...(response_type !== 'in_channel' && { ephemeral_to: url.user }),
    }).ts
  }

  return {
    has: (id) => urls.has(id),
    open(from) {
      const url = { ...from, id: randomBytes(9).toString('hex'), uses: 0, until: now() + limits.responseUrlLifetimeMs }
      insert(url)
      journal().write({ responseUrl: url })
      return url.id
    },
    use(id, response, acknowledgement = false) {
      const url = urls.get(id)
      if (!url || url.until <= now()) throw new Refusal('expired_url')
      if (!acknowledgement && url.uses >= limits.responseUrlUses) throw new Refusal('used_url')
      if (!isRecord(response)) throw new Refusal('invalid_payload')
      if (!acknowledgement) url.uses += 1
      try {
        answer(url, response)
      } finally {
        journal().write({ responseUrl: url })
      }
    },
    restore: insert,
    *all() {
      for (const url of urls.values()) if (url.until > now()) yield url
    },
  }
}
