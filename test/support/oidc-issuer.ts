import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { onTestFinished } from 'vitest'
import { browser } from './oauth-server.ts'

export const client = { clientId: 'console', clientSecret: 'a-secret-of-the-console-0123456789' }

type Claims = Record<string, unknown>

export interface IssuerOptions {
  /** Where it may send people back to. */
  redirectUris: string[]
  /** How it takes the secret of a client, and says so. */
  takes?: 'client_secret_post' | 'client_secret_basic'
}

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

/** A real issuer of OpenID Connect, and who is in front of it; what it says can be made to be untrue on its way. */
export async function startIssuer({ redirectUris, takes = 'client_secret_post' }: IssuerOptions) {
  const [own, foreign] = [keyPair(), keyPair()]
  const state = {
    /** Who is signed in there. */
    person: 'ann',
    agrees: true,
    /** `everything`: nobody answers. `token`: it fails when a code is to become a token. */
    isAway: undefined as undefined | 'everything' | 'token',
    /** What somebody makes of its ID tokens; they are signed with its own key again, or with another. */
    tamper: undefined as undefined | ((claims: Claims) => Claims),
    signsItself: true,
  }
  /** What it knows of its people, by who they are there. */
  const people: Record<string, Claims> = {}
  const seen = { requests: 0, tokens: 0 }
  let handler: ((request: IncomingMessage, response: ServerResponse) => void) | undefined
  const http: Server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost')
    seen.requests++
    if (state.isAway === 'everything') return void request.socket.destroy()
    if (url.pathname === '/token') {
      seen.tokens++
      if (state.isAway === 'token') return void response.writeHead(503).end()
      if (state.tamper) tampering(response, state.tamper)
    }
    if (url.pathname.startsWith('/interaction/')) return void decide(request, response)
    handler!(request, response)
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  function tampering(response: ServerResponse, tamper: (claims: Claims) => Claims): void {
    const end = response.end.bind(response)
    response.end = ((body: unknown) => {
      const told = JSON.parse(String(body)) as { id_token: string }
      const [head, claims] = told.id_token.split('.')
      const text = `${head}.${encoded(tamper(JSON.parse(Buffer.from(claims!, 'base64url').toString())))}`
      const key = state.signsItself ? own : foreign
      const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
      const changed = JSON.stringify({ ...told, id_token: `${text}.${signature}` })
      response.setHeader('content-length', Buffer.byteLength(changed))
      return end(changed)
    }) as typeof response.end
  }

  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: redirectUris },
        ...{ token_endpoint_auth_method: takes, id_token_signed_response_alg: 'ES256' },
      },
    ],
    clientAuthMethods: [takes],
    cookies: { keys: ['test'] },
    jwks: { keys: [{ ...own.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'own' } as never] },
    claims: {
      openid: ['sub', 'https://slack.com/team_id', 'https://slack.com/user_id', 'https://slack.com/enterprise_id'],
      profile: ['tid', 'oid', 'name'],
      email: ['email', 'email_verified'],
    },
    pkce: { required: () => true },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ ...people[id], sub: id }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
  })
  handler = provider.callback()

  async function decide(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (!state.agrees) {
      const denied = { error: 'access_denied', error_description: '<b>no</b>' }
      return provider.interactionFinished(request, response, denied, { mergeWithLastSubmission: false })
    }
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: state.person } })
    }
    const grant = new provider.Grant({ accountId: session!.accountId, clientId: params['client_id'] as string })
    grant.addOIDCScope(String(params['scope']))
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }

  onTestFinished(async () => {
    http.closeAllConnections()
    await new Promise((closed) => http.close(closed))
  })
  return {
    issuer,
    state,
    people,
    seen,
    /** Somebody who is sent there says yes or no: where they are sent back to. */
    async back(url: string): Promise<URL> {
      const { open } = browser()
      for (let at = url; ; ) {
        const location = (await open(at)).headers.get('location')
        if (location === null) throw new Error(`nobody is led on from ${at}`)
        at = new URL(location, at).href
        if (redirectUris.some((uri) => at.startsWith(uri))) return new URL(at)
      }
    },
  }
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
