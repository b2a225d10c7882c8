import { readClaims } from './claims.ts'
import type { Authenticate } from './http.ts'
import { createKeys } from './keys.ts'
import { createProofs } from './proofs.ts'
import { createTurns } from './turns.ts'
import type { Verifier } from './verifier.ts'

/** The channel whose tokens are taken: other channels have other rules. */
export const CHANNEL = 'msteams'

/**
 * Whether a request comes from Teams: its token is signed by a key of the channel, for our app, about this service URL, and not
 * out of date.
 */
export function createAuthenticate(parts: {
  appId: string
  /** Of Teams' tokens, in the cloud of the app. */
  issuer: string
  /** Names the keys that Teams signs with. */
  openIdUrl: string
  verifier: Verifier
  limitMs: number
  now: () => number
}): Authenticate {
  const { appId, issuer, openIdUrl, verifier, limitMs, now } = parts
  const proofs = createProofs({
    keys: createKeys({ openIdUrl, limitMs, now }),
    turns: createTurns({ now: () => performance.now(), later: (ms, go) => void setTimeout(go, ms) }),
    channel: CHANNEL,
    now,
  })

  return async ({ channelId, serviceUrl }, authorization, address) => {
    if (channelId !== CHANNEL) return 'denied'
    const claimed = readClaims(authorization, { appId, issuer, serviceUrl, now: now() })
    if (!claimed) return 'denied'
    return proofs.of(claimed, address, () => verifier.verify(claimed.serviceUrl, authorization))
  }
}
