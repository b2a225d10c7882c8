import { createPublicKey, type KeyObject } from 'node:crypto'
import { request } from 'undici'
import { z } from 'zod'

/** Documented: keys are looked up anew once a day. */
const FRESH_MS = 24 * 3_600_000
/** For a key that is not known, no oftener than that: anybody can name one. */
const UNKNOWN_MS = 3_600_000
/** After a failure. */
const RETRY_MS = 1000

export interface Key {
  key: KeyObject
  /** The channels whose tokens it may sign. */
  endorsements: readonly string[]
}

const metadataSchema = z.object({ jwks_uri: z.url() })
const keySetSchema = z.object({ keys: z.array(z.record(z.string(), z.unknown())) })
const keySchema = z.object({
  kty: z.literal('RSA'),
  kid: z.string().min(1),
  n: z.string(),
  e: z.string(),
  endorsements: z.array(z.string()).default([]),
})

/** The keys that tokens of the Bot Framework are signed with. */
export function createKeys(parts: { openIdUrl: string; limitMs: number; now: () => number }) {
  const { openIdUrl, limitMs, now } = parts
  let keys: ReadonlyMap<string, Key> | undefined
  let fetchedAt = Number.NEGATIVE_INFINITY
  let failedAt = Number.NEGATIVE_INFINITY
  let fetching: Promise<void> | undefined

  async function read(url: string): Promise<unknown> {
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(limitMs) })
    if (statusCode === 200) return body.json()
    await body.dump()
    throw new Error(`${url} answered ${statusCode}`)
  }

  async function fetchAll(): Promise<void> {
    try {
      const { jwks_uri } = metadataSchema.parse(await read(openIdUrl))
      keys = readable(keySetSchema.parse(await read(jwks_uri)).keys)
      fetchedAt = now()
    } catch {
      failedAt = now()
    }
  }

  /** One request at a time, for whoever waits. */
  function refresh(): Promise<void> {
    if (now() < failedAt + RETRY_MS) return Promise.resolve()
    fetching ??= fetchAll().finally(() => {
      fetching = undefined
    })
    return fetching
  }

  return {
    /** The key of that name, if it is one of them now; `unknown`: that cannot be told. Old ones are good while there are no newer. */
    async find(kid: string): Promise<Key | 'none' | 'unknown'> {
      if (!keys || now() >= fetchedAt + FRESH_MS) await refresh()
      if (keys && !keys.has(kid) && now() >= fetchedAt + UNKNOWN_MS) await refresh()
      return keys ? (keys.get(kid) ?? 'none') : 'unknown'
    },
  }
}
export type Keys = ReturnType<typeof createKeys>

/** Those of other kinds are not used here. */
function readable(keys: readonly unknown[]): Map<string, Key> {
  return new Map(
    keys.flatMap((one): [string, Key][] => {
      const read = keySchema.safeParse(one)
      if (!read.success) return []
      const { kid, kty, n, e, endorsements } = read.data
      return [[kid, { key: createPublicKey({ key: { kty, n, e }, format: 'jwk' }), endorsements }]]
    }),
  )
}
