import { createHash } from 'node:crypto'
import type * as Jose from 'jose'
import { z } from 'zod'
import type { Admin } from '../../admin/index.ts'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { agentIdIn } from '../../store/apart.ts'
import type { Store } from '../../store/index.ts'
import type { Caller } from '../callers.ts'
import { sentences } from '../words/index.ts'
import type { WrongKeys } from '../wrong-keys.ts'

/** Who gives tokens for `/mcp`, and what they open. */
export interface TokenIssuer {
  issuer: string
  account: string
  /** The one agent; without it all of the account. */
  agent?: string | undefined
}

export interface McpTokenParts {
  admin: Pick<Admin, 'plans'>
  store: Pick<Store, 'accounts'>
  wrongKeys: WrongKeys
  /** The address of `/mcp`, as clients know it: whom tokens have to be for. */
  resource: string
  issuers: readonly TokenIssuer[]
  log: Log
}

/** What a token has to be good for. */
export const askScope = 'agents:ask'

/** Signatures that can be checked with what an issuer publishes; never one with a shared secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const clockToleranceSeconds = 30
const patienceMs = 5000
/** Metadata is asked for again after so long, in milliseconds. Keys are, when one is used that is not known. */
const metadataMs = 3_600_000

const metadataSchema = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) })
const claimsSchema = z.object({
  sub: z.string().min(1),
  scope: z.string().optional(),
  // Of Microsoft's issuers.
  scp: z.string().optional(),
})

type Keys = ReturnType<typeof Jose.createRemoteJWKSet>

/** Callers by access tokens (RFC 9068) of issuers that the operator trusts. `/mcp` gives no tokens itself: it is a resource server. */
export function createMcpTokens({ admin, store, wrongKeys, resource, issuers, log }: McpTokenParts) {
  const keys = new Map<string, { keys: Promise<Keys>; until: number }>()

  function keysOf(jose: typeof Jose, issuer: string): Promise<Keys> {
    const known = keys.get(issuer)
    if (known && known.until > Date.now()) return known.keys
    const found = discover(jose, issuer)
    keys.set(issuer, { keys: found, until: Date.now() + metadataMs })
    found.catch(() => keys.delete(issuer))
    return found
  }

  async function callerOf(token: string, address: string): Promise<Caller> {
    const jose = await import('jose')
    const wrong = () =>
      wrongKeys.refuse(address, new AppError('invalid_api_key', sentences.invalidToken, { status: 401 }))
    const trusted = issuers.find(({ issuer }) => issuer === issuerIn(jose, token))
    if (!trusted) throw wrong()
    const { issuer, account, agent } = trusted
    const checked = await verified(jose, token, issuer)
    if (!checked) throw wrong()
    const scopes = `${checked.scope ?? ''} ${checked.scp ?? ''}`.split(' ')
    if (!scopes.includes(askScope)) throw new AppError('out_of_scope', sentences.outOfScope(askScope), { status: 403 })
    const row = await store.accounts.get(account)
    if (row?.api_enabled !== 1) throw new AppError('api_disabled', sentences.apiDisabled, { status: 401 })
    const { requests: rate } = await admin.plans.of(account)
    const who = createHash('sha256')
      .update(JSON.stringify([issuer, checked.sub]))
      .digest('hex')
      .slice(0, 32)
    return { key: `token:${who}`, account, agent: agent === undefined ? null : agentIdIn(account, agent), rate }
  }

  /** What a token says that is good here; undefined: it is not. */
  async function verified(jose: typeof Jose, token: string, issuer: string) {
    try {
      const by = await keysOf(jose, issuer)
      const { payload } = await jose.jwtVerify(token, by, {
        ...{ issuer, audience: resource, algorithms, clockTolerance: clockToleranceSeconds },
        requiredClaims: ['exp', 'sub'],
      })
      return claimsSchema.safeParse(payload).data
    } catch (error) {
      if (error instanceof jose.errors.JOSEError && !(error instanceof jose.errors.JWKSTimeout)) return undefined
      log.warn({ err: error, issuer }, 'the issuer of tokens for /mcp cannot be asked')
      throw new AppError('issuer_unreachable', sentences.issuerUnreachable, {
        status: 503,
        retryAfterMs: 5000,
        cause: error,
      })
    }
  }

  return {
    callerOf,
    /** RFC 9728: where clients learn whom to ask for a token. */
    metadata: {
      resource,
      authorization_servers: issuers.map(({ issuer }) => issuer),
      scopes_supported: [askScope],
      bearer_methods_supported: ['header'],
      resource_name: 'Parley',
    },
  }
}

/** Keys of ours have no dots. */
export const isToken = (bearer: string): boolean => bearer.split('.').length === 3

function issuerIn(jose: typeof Jose, token: string): string | undefined {
  try {
    return jose.decodeJwt(token).iss
  } catch {
    return undefined
  }
}

/** By OpenID Connect's discovery, else by RFC 8414's; what is found has to be of that issuer. */
async function discover(jose: typeof Jose, issuer: string): Promise<Keys> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  const places = [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ]
  for (const place of places) {
    const response = await fetch(place, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' })
    const read = response.ok ? metadataSchema.safeParse(await response.json()) : undefined
    if (read?.data?.issuer === issuer) {
      return jose.createRemoteJWKSet(new URL(read.data.jwks_uri), { timeoutDuration: patienceMs })
    }
  }
  throw new Error(`${issuer} tells nowhere what its keys are`)
}
