/** By which the clocks of others may differ from ours. */
const SKEW_MS = 5 * 60_000
const LONGEST = 16_384

export interface Claimed {
  token: string
  /** Of the key that it says it is signed with. */
  kid: string
  /** The service URL as the token has it. */
  serviceUrl: string
  /** In milliseconds since the epoch. */
  expiresAt: number
}

/**
 * What a token says of itself, nothing of which is proven: undefined unless it says that Bot Framework sent it to this app, now,
 * about this service URL. It costs far less than a look at the signature.
 */
export function readClaims(
  authorization: string,
  expected: { appId: string; issuer: string; serviceUrl: string; now: number },
): Claimed | undefined {
  if (authorization.length > LONGEST) return undefined
  const [, token, header, payload] = /^Bearer (([\w-]+)\.([\w-]+)\.[\w-]+)$/.exec(authorization) ?? []
  const { alg, kid } = recordOf(header)
  const { iss, aud, exp, nbf, serviceurl } = recordOf(payload)
  if (!token || alg !== 'RS256' || typeof kid !== 'string' || iss !== expected.issuer) return undefined
  if (String(aud).toLowerCase() !== expected.appId.toLowerCase() || typeof exp !== 'number') return undefined
  if (typeof serviceurl !== 'string' || comparable(serviceurl) !== comparable(expected.serviceUrl)) return undefined
  const isOfNow = exp * 1000 > expected.now - SKEW_MS && (Number(nbf) || 0) * 1000 < expected.now + SKEW_MS
  return isOfNow ? { token, kid, serviceUrl: serviceurl, expiresAt: exp * 1000 } : undefined
}

/** As Microsoft's own SDK compares them. */
const comparable = (url: string): string => url.toLowerCase().replace(/\/$/, '')

function recordOf(encoded = ''): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
