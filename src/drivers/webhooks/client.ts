import { Agent } from 'undici'
import { isFraming } from '../../lib/webhook-headers.ts'
import type { OutgoingRequest, SendOptions, WebhookClient, WebhookOutcome } from '../../ports/webhooks.ts'
import { allowed } from './addresses.ts'
import { readBody } from './body.ts'
import { AddressRefused, createGuard } from './guard.ts'
import { createLookup, type Lookup } from './names.ts'

export interface WebhookClientParts {
  /** What may be called besides the public Internet: host names, addresses and networks. */
  allow: readonly string[]
  lookup?: Lookup
  now: () => number
}

const timedOut = new Error('the time is up')

export function createWebhookClient(parts: WebhookClientParts): WebhookClient & { close(): Promise<void> } {
  const { now } = parts
  const allow = allowed(parts.allow)
  const agent = new Agent({
    connect: createGuard(allow, parts.lookup ?? createLookup(allow)),
    connections: 100,
    keepAliveTimeout: 10_000,
  })

  type Exchange = Pick<SendOptions, 'maxBytes' | 'signal'>
  async function exchange(url: URL, request: OutgoingRequest, options: Exchange, startedAt: number) {
    const { method, body } = request
    const response = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: headersOf(request),
      body: body ?? null,
      signal: options.signal,
    })
    const { statusCode: status, headers } = response
    // What is broken off, by us too, ends in an error of the stream; it is told to nobody twice.
    response.body.on('error', () => {})
    if (status >= 300 && status < 400) {
      response.body.destroy()
      return { failed: 'redirect', detail: `status ${status}`, ms: now() - startedAt } as const
    }
    const { text, cut } = await readBody(response.body, headers, options.maxBytes)
    const retryAfterMs = retryAfter(headers['retry-after'], now())
    return {
      status,
      body: text,
      ms: now() - startedAt,
      ...(cut && { cut }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }
  }

  return {
    async send(request, { timeoutMs, maxBytes, signal }): Promise<WebhookOutcome> {
      signal.throwIfAborted()
      const startedAt = now()
      const failed = (kind: 'refused' | 'timeout' | 'connection', detail: string): WebhookOutcome => ({
        failed: kind,
        detail,
        ms: now() - startedAt,
      })
      const url = readUrl(request.url)
      if (typeof url === 'string') return failed('refused', url)

      const ending = new AbortController()
      // A request that waits for its connection does not hear that it was aborted.
      const ended = new Promise<never>((_, reject) => {
        ending.signal.addEventListener('abort', () => reject(ending.signal.reason), { once: true })
      })
      const abort = () => ending.abort(signal.reason)
      signal.addEventListener('abort', abort, { once: true })
      const timer = setTimeout(() => ending.abort(timedOut), timeoutMs)
      try {
        return await Promise.race([exchange(url, request, { maxBytes, signal: ending.signal }, startedAt), ended])
      } catch (error) {
        signal.throwIfAborted()
        if (ending.signal.aborted) return failed('timeout', `no whole response within ${timeoutMs} ms`)
        if (error instanceof AddressRefused) return failed('refused', error.message)
        return failed(...reasonOf(error))
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
      }
    },

    /** Drops the connections that are kept open. */
    close: () => agent.destroy(),
  }
}

/** The URL, or why it cannot be called. */
function readUrl(text: string): URL | string {
  if (!URL.canParse(text)) return 'the URL is malformed'
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'the URL is neither http nor https'
  return url.username || url.password ? 'the URL holds a user name or password' : url
}

function headersOf({ headers }: OutgoingRequest): string[] {
  const sent = headers.filter(([name]) => !isFraming(name))
  return [...sent, ['accept-encoding', 'identity'] as const].flat()
}

/** Codes say what happened without saying to whom. */
function reasonOf(error: unknown): ['refused' | 'timeout' | 'connection', string] {
  const { code, name } = error as NodeJS.ErrnoException
  if (code === 'UND_ERR_INVALID_ARG') return ['refused', 'a header cannot be sent']
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return ['timeout', 'no connection']
  return ['connection', code ?? name]
}

/** Of `Retry-After`, seconds or a date, in milliseconds from now. */
function retryAfter(header: string | string[] | undefined, now: number): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim()
  if (!text) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}
