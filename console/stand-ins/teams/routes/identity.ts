import { isRecord } from '../../shared/json.ts'
import type { InboundTokens } from '../identity/inbound-tokens.ts'
import type { Login } from '../identity/login.ts'
import type { createMachine } from '../identity/machine.ts'
import type { TokenStore } from '../identity/token-store.ts'
import type { Handlers } from './handler.ts'
import { storeRoutes } from './store.ts'

export function identityRoutes(parts: {
  tokens: InboundTokens
  login: Login
  machine: ReturnType<typeof createMachine>
  store: TokenStore
  issuer: string
  url: () => string
}): Pick<Handlers, keyof ReturnType<typeof storeRoutes> | 'POST token' | 'GET identity' | 'GET openid' | 'GET keys'> {
  const { tokens, login, machine, store, issuer, url } = parts
  return {
    ...storeRoutes(store),
    'POST token'({ params, body }) {
      const form = new URLSearchParams(isRecord(body) ? (body as Record<string, string>) : {})
      return login.token(params[0]!, form, params[1] !== '')
    },
    'GET identity': ({ query, headers }) => machine.token(query, headers),
    'GET openid': () => ({
      status: 200,
      json: {
        issuer,
        authorization_endpoint: 'https://invalid.botframework.com',
        jwks_uri: `${url()}/v1/.well-known/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['private_key_jwt'],
      },
    }),
    'GET keys': () => ({ status: 200, json: tokens.keySet }),
  }
}
