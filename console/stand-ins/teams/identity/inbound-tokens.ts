import type { Json } from '../../shared/json.ts'
import { CLOUDS } from './clouds.ts'
import { createKey, createSharedKey, type Key, signed, signedWithPublicKey, toJwk } from './jwt.ts'

/**
 * What can be wrong with the token of an activity. `unendorsed`: signed with a published key that is not for Teams;
 * `no_endorsements`: with one that is for no channel; `unknown_key`: with one that is published nowhere, and says so.
 */
export type BadToken =
  | 'none'
  | 'malformed'
  | 'expired'
  | 'not_yet'
  | 'wrong_key'
  | 'wrong_audience'
  | 'wrong_issuer'
  | 'wrong_service_url'
  | 'no_service_url'
  | 'hs256'
  | 'unendorsed'
  | 'no_endorsements'
  | 'unknown_key'

/** Tokens that the service sends with activities, and the keys to check them by. */
export interface InboundTokens {
  /** The value of `Authorization`, if any. */
  next(serviceUrl: string): { header?: string; kind: BadToken | 'good' }
  /** The next `times` tokens are bad. */
  spoil(kind: BadToken, times: number): void
  rotate(): void
  readonly keySet: Json
}

const HOUR = 3600
const CHANNELS = ['msteams', 'skype', 'webchat', 'directline']

/** Published too, but of another channel. */
const foreign = createSharedKey()
const channelless = createSharedKey()
/** Until they are replaced. */
const first = createSharedKey()
/** Published nowhere. */
const stranger = createSharedKey()

export function createInboundTokens(parts: {
  appId: string
  /** Of another cloud than the public one. */
  issuer?: string
  now: () => number
}): InboundTokens {
  const { appId, issuer = CLOUDS.Public.connector, now } = parts
  let key = first()
  const spoiled: BadToken[] = []

  function write(kind: BadToken | 'good', serviceUrl: string): string | undefined {
    const seconds = Math.floor(now() / 1000)
    const good: Json = { serviceurl: serviceUrl, nbf: seconds - 60, exp: seconds + HOUR, iss: issuer, aud: appId }
    const { serviceurl: _, ...withoutServiceUrl } = good
    const claims: Partial<Record<typeof kind, Json>> = {
      // Farther than the five minutes by which clocks may differ.
      expired: { ...good, nbf: seconds - 2 * HOUR, exp: seconds - HOUR },
      not_yet: { ...good, nbf: seconds + HOUR, exp: seconds + 2 * HOUR },
      wrong_audience: { ...good, aud: '7a11e500-0000-4000-8000-00000000dead' },
      wrong_issuer: { ...good, iss: 'https://issuer.example.com' },
      wrong_service_url: { ...good, serviceurl: 'https://elsewhere.example.com/' },
      no_service_url: withoutServiceUrl,
    }
    if (kind === 'none') return undefined
    if (kind === 'malformed') return 'Bearer not.a.token'
    if (kind === 'hs256') return `Bearer ${signedWithPublicKey(good, key)}`
    return `Bearer ${signed(claims[kind] ?? good, keyFor(kind))}`
  }

  function keyFor(kind: BadToken | 'good'): Key {
    // Says that it was signed with the published key, which it was not.
    if (kind === 'wrong_key') return { ...stranger(), id: key.id }
    if (kind === 'unknown_key') return stranger()
    if (kind === 'no_endorsements') return channelless()
    return kind === 'unendorsed' ? foreign() : key
  }

  return {
    next(serviceUrl) {
      const kind = spoiled.shift() ?? 'good'
      const header = write(kind, serviceUrl)
      return { kind, ...(header && { header }) }
    },
    spoil(kind, times) {
      for (let left = times; left > 0; left--) spoiled.push(kind)
    },
    rotate() {
      key = createKey()
    },
    get keySet() {
      return {
        keys: [
          { ...toJwk(key), endorsements: CHANNELS },
          { ...toJwk(foreign()), endorsements: ['facebook'] },
          toJwk(channelless()),
        ],
      }
    },
  }
}
