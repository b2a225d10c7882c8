import { passagesOf } from '../lib/passages.ts'
import type { ConversationContext } from '../model/conversation.ts'
import type { Hit } from '../model/knowledge.ts'
import { type OfConversation, scopeOfConversation } from '../store/conversation-files.ts'
import type { Store } from '../store/index.ts'

/** The best passages of whose knowledge it is, by their words and by what they mean. */
export type FindPassages = (
  whose: string,
  text: string,
  limit: number,
  signal: AbortSignal,
) => Promise<{ hits: readonly Hit[] }>

export interface FileToKeep {
  name: string
  sha256: string
  mimetype: string
  bytes: number
  /** The message it came with and is forgotten with, where that is not the one that is answered. */
  eventId?: string | undefined
  text: string
}

/** The files that somebody brought into a conversation. */
export interface ConversationShelf {
  /** Keeps a file to be searched from now on, once. Returns what it is called there: no two are called the same. */
  keep(file: FileToKeep): Promise<string>
  /** What is there, and what finds passages of it, save of those that are `known` whole; nothing where there is nothing else. */
  open(known: ReadonlySet<string>): Promise<Pick<ConversationContext, 'search'> & { names: readonly string[] }>
}

export interface ShelfParts {
  store: Pick<Store, 'knowledge' | 'conversationFiles' | 'db'>
  find: FindPassages
  of: OfConversation
  /** Of the message that is answered. */
  eventId: string
  now: () => number
  signal: AbortSignal
}

/** Passages that score less have little more than everyday words in common with what was asked. */
const threshold = 0.15

/** Nobody reads more of a file in a conversation. */
const maxPassages = 5000

export function createShelf({ store, find, of, eventId, now, signal }: ShelfParts): ConversationShelf {
  const { knowledge, conversationFiles, db } = store
  const scope = scopeOfConversation(of)

  async function search(text: string, limit: number, until: AbortSignal, known: ReadonlySet<string>): Promise<Hit[]> {
    const named = partsNamedIn(text)
    const [titled, { hits }] = await Promise.all([
      named.length > 0 ? conversationFiles.titled(of, named, limit) : [],
      find(scope, text, limit, until),
    ])
    const first = titled.map((one) => ({ ...one, score: 1 }))
    const isFirst = new Set(first.map(({ id }) => id))
    const fitting = hits.filter(({ id, score }) => !isFirst.has(id) && score >= threshold)
    return [...first, ...fitting].filter(({ source }) => !known.has(source)).slice(0, limit)
  }

  return {
    async keep({ name, sha256, mimetype, bytes, eventId: cameWith = eventId, text }) {
      const there = await conversationFiles.list(of)
      const same = there.find((one) => one.sha256 === sha256)
      if (same) return same.name
      const free = freeName(name, new Set(there.map((one) => one.name)))
      const source = { agent: scope, name: free, sha256, mimetype, bytes }
      const id = await knowledge.stage(source, new Uint8Array(), first(passagesOf(text), maxPassages))
      signal.throwIfAborted()
      const steps = [conversationFiles.addStep(of, id, cameWith, now()), ...knowledge.goLiveSteps(id, scope, free)]
      if (!(await db.batch(steps))) await knowledge.giveUp([id])
      return free
    },
    async open(known) {
      const names = (await conversationFiles.list(of)).map(({ name }) => name)
      const hasMore = names.some((name) => !known.has(name))
      return { names, ...(hasMore && { search: (text, limit, until) => search(text, limit, until, known) }) }
    },
  }
}

function* first<T>(all: Iterable<T>, most: number): Generator<T> {
  let n = 0
  for (const one of all) {
    if (n++ >= most) return
    yield one
  }
}

/** `message.txt`, `message (2).txt`: people paste several that are called the same. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{1,8})?$/s.exec(name) ?? []
  let free = name
  for (let n = 2; taken.has(free); n++) free = `${stem} (${n})${ending}`
  return free
}

/** What parts of files are headed that a question names by their numbers: pages and slides. */
function partsNamedIn(text: string): string[] {
  const numbered = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, n]) => Number(n))
  const pages = [...numbered(/\b(?:pages?|pp?\.|pg\.?)\s*(\d{1,5})/gi), ...numbered(/(\d{1,5})\s*(?:ページ|頁)/g)]
  const slides = [
    ...numbered(/\bslides?\s*(\d{1,5})/gi),
    ...numbered(/スライド\s*(\d{1,5})/g),
    ...numbered(/(\d{1,5})\s*枚目/g),
  ]
  return [...pages.map((n) => `p. ${n}`), ...slides.map((n) => `Slide ${n}`)].slice(0, 5)
}
