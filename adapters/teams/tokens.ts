import { request } from 'undici'
import type { ServerClock } from '../../src/ports/server-clock.ts'
import type { Reply } from './reply.ts'

/** A token is not used for its last minutes: the clocks of others may be ahead. */
const EARLY_MS = 5 * 60_000
const CONNECTOR = 'https://api.botframework.com/.default'
/** Where messages are read: `scope` of a token for Graph. */
export const GRAPH = 'https://graph.microsoft.com/.default'

export interface Tokens {
  /** A token that is good now; else what there is to say of a call that it was wanted for. */
  get(signal: AbortSignal): Promise<{ token: string } | Exclude<Reply, { ok: unknown }>>
  /** It was not accepted: the next one is a new one. */
  drop(token: string): void
}

/** Access tokens by client credentials. One request at a time, for whoever waits; kept until shortly before its end. */
export function createTokens(parts: {
  tokenUrl: string
  appId: string
  appPassword: string
  /** Without it for the connector. */
  scope?: string
  limitMs: number
  clock?: ServerClock | undefined
  now: () => number
}): Tokens {
  const { tokenUrl, appId, appPassword, scope = CONNECTOR, limitMs, clock, now } = parts
  let kept: { token: string; until: number } | undefined
  let asking: ReturnType<typeof ask> | undefined

  async function ask(): Promise<{ token: string } | Exclude<Reply, { ok: unknown }>> {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: appId,
      client_secret: appPassword,
      scope,
    })
    const askedAt = now()
    try {
      const { statusCode, headers, body } = await request(tokenUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        signal: AbortSignal.timeout(limitMs),
      })
      clock?.heard(headers['date'], askedAt)
      const answer = (await body.json()) as {
        access_token?: unknown
        expires_in?: unknown
        error_description?: unknown
      }
      if (statusCode === 200 && typeof answer.access_token === 'string') {
        const lifeMs = Number(answer.expires_in) * 1000 || 2 * EARLY_MS
        kept = { token: answer.access_token, until: now() + Math.max(lifeMs - EARLY_MS, lifeMs / 2) }
        return { token: kept.token }
      }
      if (statusCode >= 500 || statusCode === 429) return later()
      const [code = `status ${statusCode}`] = /AADSTS\d+/.exec(String(answer.error_description)) ?? []
      return { error: { status: 401, code, message: 'Microsoft gives no token for this app' } }
    } catch {
      return later()
    }
  }

  /** Without a token nothing was done, so it can be tried again. */
  const later = () => ({ retryAt: now() + 1000 })

  return {
    async get(signal) {
      if (kept && kept.until > now()) return { token: kept.token }
      asking ??= ask().finally(() => {
        asking = undefined
      })
      const { promise, resolve } = Promise.withResolvers<{ unknown: Error }>()
      const abort = (): void => resolve({ unknown: signal.reason })
      if (signal.aborted) abort()
      signal.addEventListener('abort', abort, { once: true })
      try {
        return await Promise.race([promise, asking])
      } finally {
        signal.removeEventListener('abort', abort)
      }
    },
    drop(token) {
      if (kept?.token === token) kept = undefined
    },
  }
}
