import { request } from 'undici'
import type { ServerClock } from '../../src/ports/server-clock.ts'
import { type Credential, CredentialFault } from './credentials.ts'
import type { Reply } from './reply.ts'

/** A token is not used for its last minutes: the clocks of others may be ahead. */
const EARLY_MS = 5 * 60_000

/** The code of what is not Microsoft's refusal: there is nothing to show to its login. */
export const NO_CREDENTIAL = 'credential'

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
  credential: Credential
  /** What it is for, the connector or Graph. */
  scope: string
  limitMs: number
  clock?: ServerClock | undefined
  now: () => number
}): Tokens {
  const { tokenUrl, appId, credential, scope, limitMs, clock, now } = parts
  let kept: { token: string; until: number } | undefined
  let asking: ReturnType<typeof ask> | undefined

  async function ask(): Promise<{ token: string } | Exclude<Reply, { ok: unknown }>> {
    const signal = AbortSignal.timeout(limitMs)
    const askedAt = now()
    try {
      const { url, ...asked } = await credential.request({ tokenUrl, appId, scope }, signal)
      const { statusCode, headers, body } = await request(url, { ...asked, signal })
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
    } catch (error) {
      if (error instanceof CredentialFault) {
        return { error: { status: 401, code: NO_CREDENTIAL, message: error.message } }
      }
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
