import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { type Back, type Claims, type Identities, IdentityFailure, type Issuer } from '../ports/identities.ts'

/** For each request. The library's own is half a minute. */
const patienceSeconds = 10
/** What an issuer says of itself is asked for again after so long, in milliseconds. Keys are, when one is used that is not known. */
const metadataMs = 3_600_000

/** What a browser comes back with, of which the issuer has seen no more than the verifier's hash. */
interface Kept {
  state: string
  nonce: string
  verifier: string
}

/** OpenID Connect's authorization code flow, with PKCE, a state and a nonce, whatever an issuer says that it needs of them. */
export function createIdentities({ now }: { now: () => number }): Identities {
  const known = new Map<string, { config: Promise<Configuration>; until: number }>()

  function configOf(of: Issuer): Promise<Configuration> {
    const id = JSON.stringify([of.issuer, of.clientId])
    const found = known.get(id)
    if (found && found.until > now()) return found.config
    const config = discovered(of)
    known.set(id, { config, until: now() + metadataMs })
    // Once it is there again it is asked anew.
    config.catch(() => known.delete(id))
    return config
  }

  return {
    begin: (issuer, redirectUrl) =>
      failing(async () => {
        const config = await configOf(issuer)
        const kept: Kept = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
        const { state, nonce, verifier } = kept
        const url = buildAuthorizationUrl(config, {
          ...{ redirect_uri: redirectUrl, scope: issuer.scope, state, nonce },
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href, kept: JSON.stringify(kept) }
      }),

    finish: (issuer, redirectUrl, back) => failing(async () => claimsOf(await configOf(issuer), redirectUrl, back)),
  }
}

function discovered({ issuer, clientId, clientSecret }: Issuer): Promise<Configuration> {
  const server = new URL(issuer)
  const execute = [enableNonRepudiationChecks]
  // Settings let no other issuer be without TLS than one on this machine.
  if (server.protocol === 'http:') execute.push(allowInsecureRequests)
  return discovery(server, clientId, undefined, secretOf(clientSecret), { timeout: patienceSeconds, execute })
}

/** In the body, which all take who do not say otherwise; Discord, which says nothing in its metadata, documents it. */
function secretOf(secret: string): ClientAuth {
  const [post, basic] = [ClientSecretPost(secret), ClientSecretBasic(secret)]
  return (server, ...rest) => {
    const takes = server.token_endpoint_auth_methods_supported ?? ['client_secret_post']
    return (takes.includes('client_secret_post') ? post : basic)(server, ...rest)
  }
}

async function claimsOf(config: Configuration, redirectUrl: string, { params, kept, wanted }: Back): Promise<Claims> {
  const { state, nonce, verifier } = JSON.parse(kept) as Kept
  if (params.get('state') !== state) throw new IdentityFailure('foreign', 'the state is another one')
  // The address as the issuer knows it, whatever a proxy has made of it since.
  const tokens = await authorizationCodeGrant(config, new URL(`${redirectUrl}?${params}`), {
    ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
  })
  const claims = tokens.claims()!
  const isWhole = wanted.every((name) => claims[name] !== undefined)
  if (isWhole || config.serverMetadata().userinfo_endpoint === undefined) return claims
  return fetchUserInfo(config, tokens.access_token, claims.sub)
}

/** Whatever goes wrong says which of a few things it is. */
async function failing<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof IdentityFailure) throw error
    const why = reasonOf(error)
    if (why === 'access_denied') throw new IdentityFailure('denied', why, error)
    throw new IdentityFailure(isAway(error) || ownTroubles.has(why) ? 'away' : 'untrue', why, error)
  }
}

/** What an issuer sends people back with that has trouble itself. */
const ownTroubles = new Set(['server_error', 'temporarily_unavailable'])

/** For the log: a code of the issuer's, or the library's own sentence. What else an issuer says may hold what it was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return /^[a-z_]{1,64}$/.test(error.error) ? error.error : 'an error of no known form'
  }
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}: ${cause.message}` : message
}

function isAway(error: unknown): boolean {
  // What `fetch` throws where nobody answers.
  if (error instanceof TypeError) return true
  if (!(error instanceof ClientError)) return false
  return error.code === 'OAUTH_TIMEOUT' || (error.cause instanceof Response && error.cause.status >= 500)
}
