import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { onTestFinished } from 'vitest'

const silent = { alg: 'ES256', use: 'sig', kty: 'EC', crv: 'P-256' } as const

/** A person in front of a browser: what they hold, and how far they are led. */
export function browser() {
  const jar = new Map<string, Map<string, string>>()
  async function open(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url)
    const cookies = jar.get(origin) ?? new Map<string, string>()
    jar.set(origin, cookies)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(init.headers as object), ...(cookie !== '' && { cookie }) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      cookies.set(name!, value!)
    }
    return response
  }
  /** As far as pages lead on by themselves. */
  async function follow(url: string, init?: RequestInit): Promise<Response> {
    let response = await open(url, init)
    let n = 0
    for (let at = url; response.status >= 300 && response.status < 400; ) {
      at = new URL(response.headers.get('location')!, at).href
      response = await open(at)
      if (++n > 12) throw new Error(`pages lead on and on: ${at}`)
    }
    return response
  }
  return {
    open,
    follow,
    /** Presses the button of a page of Parley; the text of the page that they end on. */
    async press(link: string): Promise<string> {
      return (await follow(link, { method: 'POST', headers: { origin: new URL(link).origin } })).text()
    },
  }
}

/** An authorization server as strict as the protocol has it: PKCE, resource indicators, refresh tokens that rotate, clients that register themselves. */
/** `jwt`: access tokens say themselves what they are good for. */
export async function startOAuthServer({ registers = true, jwt = false, scope = 'issues' } = {}) {
  const state = {
    /** Who is signed in there, in whichever browser. */
    account: 'ann@example.com',
    agrees: true,
    /** Of access tokens, in seconds. */
    ttl: 3600,
    isAway: false,
    /** It does not say that it takes PKCE with S256, though it does. */
    hidesPkce: false,
    /** What people agree to, of what there is to agree to. */
    granted: scope,
  }
  const seen = { registered: 0, refreshed: 0, revoked: 0 }
  let handler: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  const http: Server = createServer((request, response) => {
    if (state.isAway) return void request.socket.destroy()
    const { pathname } = new URL(request.url!, 'http://localhost')
    if (state.hidesPkce && pathname.startsWith('/.well-known/')) {
      const end = response.end.bind(response)
      // As long as it was, so that its length stays true.
      response.end = ((body: unknown) => end(String(body).replaceAll('"S256"', '"none"'))) as typeof response.end
    }
    if (pathname === '/reg' && request.method === 'POST') seen.registered++
    if (pathname === '/token/revocation') seen.revoked++
    const interaction = /^\/interaction\/(.+)$/.exec(pathname)
    if (interaction) return void decide(request, response)
    handler!(request, response)
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  const provider = new Provider(issuer, {
    clients: [{ client_id: 'parley', redirect_uris: ['http://127.0.0.1/nowhere'], token_endpoint_auth_method: 'none' }],
    cookies: { keys: ['test'] },
    jwks: { keys: [await signingKey()] },
    scopes: ['openid', 'offline_access', ...scope.split(' ')],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    ttl: { AccessToken: () => state.ttl, RefreshToken: 86_400, Grant: 86_400, Session: 86_400, Interaction: 600 },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: registers },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined as never,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, audience) => ({
          ...{ scope, audience, accessTokenFormat: jwt ? ('jwt' as const) : ('opaque' as const) },
          ...(jwt && { jwt: { sign: { alg: 'ES256' as const } } }),
        }),
      },
    },
  })
  provider.on('grant.success', ({ oidc }) => {
    if (oidc.params?.['grant_type'] === 'refresh_token') seen.refreshed++
  })
  handler = provider.callback()

  async function decide(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (!state.agrees) {
      const denied = { error: 'access_denied', error_description: '<b>no</b>' }
      return provider.interactionFinished(request, response, denied, { mergeWithLastSubmission: false })
    }
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: state.account } })
    }
    const grant = new provider.Grant({ accountId: session!.accountId, clientId: params['client_id'] as string })
    grant.addOIDCScope(`openid offline_access ${state.granted}`)
    grant.addResourceScope(params['resource'] as string, state.granted)
    const refused = scope.split(' ').filter((one) => !state.granted.split(' ').includes(one))
    for (const one of refused) {
      grant.rejectOIDCScope(one)
      grant.rejectResourceScope(params['resource'] as string, one)
    }
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }

  onTestFinished(async () => {
    http.closeAllConnections()
    await new Promise((closed) => http.close(closed))
  })
  return {
    issuer,
    state,
    seen,
    /** Whose token it is, if it is good for that resource. */
    async holder(token: string, resource: string): Promise<string | undefined> {
      const found = await provider.AccessToken.find(token)
      return found && !found.isExpired && found.aud === resource ? found.accountId : undefined
    },
    /** What a token reaches. */
    async reach(token: string): Promise<string[]> {
      return (await provider.AccessToken.find(token))?.scope?.split(' ') ?? []
    },
    /** Takes back all that somebody has agreed to. */
    async takeBack(token: string): Promise<void> {
      const found = await provider.AccessToken.find(token)
      await provider.RefreshToken.revokeByGrantId(found!.grantId!)
      await provider.AccessToken.revokeByGrantId(found!.grantId!)
    },
  }
}

export type OAuthServer = Awaited<ReturnType<typeof startOAuthServer>>

async function signingKey() {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  // What it may be used for is said of the key that is published, too, which is for checking.
  const { key_ops: _, ...jwk } = await crypto.subtle.exportKey('jwk', privateKey)
  return { ...jwk, ...silent }
}
