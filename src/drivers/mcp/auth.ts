import {
  type AuthorizationServerMetadata,
  auth,
  computeScopeUnion,
  exchangeAuthorization,
  extractWWWAuthenticateParams,
  OAuthError,
  type OAuthTokens,
  RegistrationRejectedError,
  refreshAuthorization,
  type StoredOAuthClientInformation,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client'
import { type Granted, type GrantingServer, type ToolAuth, ToolAuthFailure } from '../../ports/tools.ts'
import { createReach } from '../webhooks/reach.ts'
import { createGuardedFetch } from './fetch.ts'

/** For all that one step of the flow asks of servers. */
const stepMs = 10_000

/** What comes back with a person, and what a token is refreshed with. */
interface Known {
  issuer: string
  metadata: AuthorizationServerMetadata
  client: StoredOAuthClientInformation
  resource?: string
}
type OnTheWay = Known & { verifier: string; redirectUrl: string }
type Kept = Known & { tokens: OAuthTokens }

/** Leave by OAuth 2.1, as the protocol has it. Every address of it goes through the guard, and the page that people are sent to is looked at too. */
export function createToolAuth({ allow, now }: { allow: readonly string[]; now: () => number }): ToolAuth & {
  close(): Promise<void>
} {
  const guarded = createGuardedFetch(allow)
  const mayCall = createReach(allow)
  const isPublic = createReach([])

  const within = (signal: AbortSignal) => {
    const both = AbortSignal.any([signal, AbortSignal.timeout(stepMs)])
    return (url: string | URL, init?: object) => guarded.fetch(url, { ...init, signal: both })
  }

  /** Whoever sends people there sends them somewhere on the Internet, by https. */
  function checked(url: URL): string {
    const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && !isPublic(url.href))
    if (!isSafe || url.username !== '' || !mayCall(url.href))
      throw new ToolAuthFailure('unsuitable', 'its page to say yes on is not on the public Internet by https')
    return url.href
  }

  async function begin(server: GrantingServer, back: Parameters<ToolAuth['begin']>[1], fetch: Fetch) {
    const { redirectUrl, clientUrl, clients, state } = back
    const found: { [Name in keyof OnTheWay]?: OnTheWay[Name] | undefined } & { page?: URL } = { redirectUrl }
    const told = await challengeOf(server.url, fetch)
    const challenge = { ...told, ...widened(told.scope, back) }
    await auth(
      {
        redirectUrl,
        ...(clientUrl !== undefined && { clientMetadataUrl: clientUrl }),
        clientMetadata: clientMetadata(redirectUrl),
        state: () => state,
        async clientInformation(of) {
          const issuer = of!.issuer
          if (server.client) found.client = { ...clientOf(server.client), issuer }
          else found.client ??= readClient(await clients.get(issuer), now(), challenge.scope)
          return found.client
        },
        async saveClientInformation(client, of) {
          found.client = client
          if (!server.client) await clients.put(of!.issuer, JSON.stringify(client))
        },
        saveDiscoveryState({ authorizationServerMetadata: metadata, authorizationServerUrl }) {
          // The SDK would go on where it is not said at all.
          if (!metadata?.code_challenge_methods_supported?.includes('S256'))
            throw new ToolAuthFailure(
              'unsuitable',
              'its authorization server does not say that it takes PKCE with S256',
            )
          found.metadata = metadata
          found.issuer = metadata.issuer ?? authorizationServerUrl
        },
        saveResourceUrl(resource) {
          found.resource = resource
        },
        saveCodeVerifier(verifier) {
          found.verifier = verifier
        },
        redirectToAuthorization(page) {
          found.page = page
        },
        tokens: () => undefined,
        saveTokens: () => {},
        codeVerifier: () => found.verifier!,
      },
      { serverUrl: server.url, fetchFn: fetch, ...challenge },
    )
    const { page, ...kept } = found
    return { url: checked(page!), kept: JSON.stringify(kept) }
  }

  function granted({ issuer, metadata, client, resource }: Known, tokens: OAuthTokens): Granted {
    const kept: Kept = { issuer, metadata, client, ...(resource !== undefined && { resource }), tokens }
    const { access_token: token, expires_in: seconds } = tokens
    return { token, ...(seconds !== undefined && { expiresAt: now() + seconds * 1000 }), kept: JSON.stringify(kept) }
  }

  return {
    begin: (server, back, signal) => failing(() => begin(server, back, within(signal))),

    finish: (text, params, signal) =>
      failing(async () => {
        const kept: OnTheWay = JSON.parse(text)
        const { metadata, issuer, client, verifier, redirectUrl, resource } = kept
        const iss = params.get('iss') ?? undefined
        const promised = (metadata as { authorization_response_iss_parameter_supported?: unknown })
          .authorization_response_iss_parameter_supported
        validateAuthorizationResponseIssuer({
          iss,
          expectedIssuer: metadata.issuer,
          issParameterSupported: promised === true,
        })
        const code = params.get('code')
        // What it says of why stays with it: it may say anything.
        if (code === null)
          throw new ToolAuthFailure(params.get('error') === 'access_denied' ? 'denied' : 'failed', 'no code came back')
        const tokens = await exchangeAuthorization(issuer, {
          ...{
            metadata,
            clientInformation: client,
            authorizationCode: code,
            codeVerifier: verifier,
            redirectUri: redirectUrl,
          },
          ...(iss !== undefined && { iss }),
          ...(resource !== undefined && { resource }),
          fetchFn: within(signal),
        })
        return granted(kept, tokens)
      }),

    refresh: (text, signal) =>
      failing(async () => {
        const kept: Kept = JSON.parse(text)
        const { metadata, issuer, client, resource, tokens } = kept
        if (tokens.refresh_token === undefined) return undefined
        try {
          const next = await refreshAuthorization(issuer, {
            ...{ metadata, clientInformation: client, refreshToken: tokens.refresh_token, fetchFn: within(signal) },
            ...(resource !== undefined && { resource }),
          })
          return granted(kept, next)
        } catch (error) {
          if (error instanceof OAuthError && refusals.has(error.code)) return undefined
          throw error
        }
      }),

    revoke: (text, signal) =>
      failing(async () => {
        const { metadata, client, tokens }: Kept = JSON.parse(text)
        const { revocation_endpoint: endpoint } = metadata as { revocation_endpoint?: string }
        if (endpoint === undefined) return
        const { client_id: id, client_secret: secret } = client
        const body = new URLSearchParams({ token: tokens.refresh_token ?? tokens.access_token, client_id: id })
        if (secret !== undefined) body.set('client_secret', secret)
        const response = await within(signal)(endpoint, { method: 'POST', body, redirect: 'error' })
        await response.body?.cancel()
      }),

    close: guarded.close,
  }
}

type Fetch = (url: string | URL, init?: object) => Promise<Response>

/** These will be said again, however often it is asked. */
const refusals = new Set<string>([
  'invalid_grant',
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'invalid_target',
])

/** What was given before is asked for again: new leave takes the place of the old. Without a wish the server's metadata says what to ask for. */
function widened(
  scope: string | undefined,
  { wants, kept }: { wants?: string | undefined; kept?: string | undefined },
) {
  if (wants === undefined) return {}
  const held = kept === undefined ? undefined : (JSON.parse(kept) as Kept).tokens.scope
  const all = computeScopeUnion(scope, held, wants)
  return all === undefined ? {} : { scope: all }
}

/** Whatever goes wrong says which of a few things it is, and nothing that a server said. */
async function failing<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ToolAuthFailure) throw error
    if (error instanceof RegistrationRejectedError || /dynamic client registration/.test((error as Error).message))
      throw new ToolAuthFailure('unregistered', 'its authorization server registers nobody by itself', error)
    if (error instanceof OAuthError) throw new ToolAuthFailure('failed', 'its authorization server refused', error)
    const isAway = error instanceof TypeError || (error as Error).name === 'TimeoutError'
    throw new ToolAuthFailure(isAway ? 'away' : 'failed', 'its authorization server could not be asked', error)
  }
}

/** What the server says of where leave is to be had, to whoever comes without. */
async function challengeOf(url: string, fetch: Fetch) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: '{"jsonrpc":"2.0","id":0,"method":"ping"}',
  })
  await response.body?.cancel()
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response)
  return { ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope !== undefined && { scope }) }
}

/** Who we say that we are. */
export const clientMetadata = (redirectUrl: string) => ({
  client_name: 'Parley',
  redirect_uris: [redirectUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})

const clientOf = ({ id, secret }: NonNullable<GrantingServer['client']>) => ({
  client_id: id,
  ...(secret !== undefined && { client_secret: secret }),
})

/** One whose secret has run out is nobody any more; and who has been registered for less is not let ask for that. */
function readClient(text: string | undefined, now: number, scope = ''): StoredOAuthClientInformation | undefined {
  if (text === undefined) return undefined
  const client = JSON.parse(text) as StoredOAuthClientInformation & {
    client_secret_expires_at?: number
    scope?: string
  }
  const until = client.client_secret_expires_at ?? 0
  const may = client.scope?.split(' ')
  const isWider = may !== undefined && scope.split(' ').some((one) => one !== '' && !may.includes(one))
  return isWider || (until > 0 && until * 1000 <= now) ? undefined : client
}
