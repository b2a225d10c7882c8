import { Agent } from 'undici'
import { AppError } from '../lib/errors.ts'
import type { Documents } from '../ports/documents.ts'
import type { Page, Pages } from '../ports/pages.ts'
import { allowed } from './webhooks/addresses.ts'
import { AddressRefused, createGuard } from './webhooks/guard.ts'
import { createLookup, type Lookup } from './webhooks/names.ts'

export interface PagesParts {
  documents: Documents
  /** What may be read besides the public Internet. What webhooks may call is not for everybody who writes a link. */
  allow?: readonly string[]
  lookup?: Lookup
  /** For a page with all its redirects, to the last byte. */
  timeoutMs?: number
}

const maxBytes = 2 * 1024 * 1024
const maxRedirects = 5
/** What the bytes are read as, by the type that the server says they are of. */
const names: Record<string, string> = {
  'text/html': 'page.html',
  'application/xhtml+xml': 'page.html',
  'text/plain': 'page.txt',
  'text/markdown': 'page.md',
  'application/pdf': 'page.pdf',
}

class Unread extends Error {}
const timedOut = new Unread('it took too long to come')

interface Fetched {
  url: URL
  name: string
  bytes: Uint8Array
}

export function createPages(parts: PagesParts): Pages & { close(): Promise<void> } {
  const { documents, timeoutMs = 8_000 } = parts
  const allow = allowed(parts.allow ?? [])
  const agent = new Agent({
    connect: createGuard(allow, parts.lookup ?? createLookup(allow)),
    connections: 20,
    keepAliveTimeout: 5_000,
    maxHeaderSize: 32 * 1024,
  })

  /** Each hop is a connection of its own, and its address is checked like the first one's. */
  async function fetched(first: URL, signal: AbortSignal): Promise<Fetched> {
    let url = first
    for (let left = maxRedirects; left >= 0; left--) {
      const { statusCode, headers, body } = await agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method: 'GET',
        headers: { 'user-agent': 'Parley', accept: Object.keys(names).join(', '), 'accept-encoding': 'identity' },
        signal,
      })
      // What is broken off ends in an error of the stream, which is told to nobody twice.
      body.on('error', () => {})
      try {
        if (statusCode >= 300 && statusCode < 400) {
          url = addressOf(one(headers['location']), url)
          continue
        }
        if (statusCode < 200 || statusCode > 299) throw new Unread(`its server answered with status ${statusCode}`)
        const [type = '', charset] = typeOf(one(headers['content-type']) ?? 'text/html')
        const name = names[type]
        if (!name || !/^(?:identity)?$/i.test(one(headers['content-encoding']) ?? ''))
          throw new Unread('it is no page with text')
        return { url, name, bytes: inUtf8(await wholeOf(body), charset) }
      } finally {
        body.destroy()
      }
    }
    throw new Unread('it leads from one address to the next without end')
  }

  async function page(url: URL, person: string, signal: AbortSignal): Promise<Page> {
    const found = await fetched(url, AbortSignal.any([signal, timeout(timeoutMs)]))
    const { name, bytes } = found
    const { text, mimetype, title } = await documents.read({ name, bytes, person, isPage: true }, signal)
    const address = found.url.href
    return { url: address, title: title || address.replace(/^https?:\/\/(?:www\.)?|\/$/g, ''), mimetype, text }
  }

  return {
    async read(url, person, signal) {
      signal.throwIfAborted()
      try {
        return await page(addressOf(url), person, signal)
      } catch (error) {
        signal.throwIfAborted()
        return { unread: whyUnread(error) }
      }
    },
    close: () => agent.destroy(),
  }
}

function timeout(ms: number): AbortSignal {
  const ending = new AbortController()
  setTimeout(() => ending.abort(timedOut), ms).unref()
  return ending.signal
}

function addressOf(text: string | undefined, base?: URL): URL {
  if (text === undefined || !URL.canParse(text, base?.href)) throw new Unread('it leads nowhere')
  const url = new URL(text, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Unread('it is not on the Web')
  if (url.username || url.password) throw new Unread('its address holds a password')
  return url
}

async function wholeOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new Unread(`it is larger than ${maxBytes / 1024 / 1024} MB`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header)

function typeOf(header: string): [type: string, charset: string | undefined] {
  const [type = ''] = header.split(';')
  return [type.trim().toLowerCase(), /charset\s*=\s*"?([\w-]+)/i.exec(header)?.[1]]
}

/** A server knows better how its text is encoded than its bytes do. */
function inUtf8(bytes: Uint8Array, charset: string | undefined): Uint8Array {
  if (charset === undefined || /^utf-?8$/i.test(charset)) return bytes
  try {
    return Buffer.from(new TextDecoder(charset).decode(bytes))
  } catch {
    return bytes
  }
}

/** Without a name or an address of what lies behind it. */
function whyUnread(error: unknown): string {
  if (error instanceof Unread) return error.message
  if (error instanceof AddressRefused) return 'it is not on the public Internet'
  if (error instanceof AppError)
    return error.code === 'document_too_large' ? 'it takes too much to read' : 'there is no text on it'
  return 'its server could not be reached'
}
