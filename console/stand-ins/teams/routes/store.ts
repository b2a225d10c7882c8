import type { TokenStore } from '../identity/token-store.ts'
import type { Handlers } from './handler.ts'

export function storeRoutes(
  store: TokenStore,
): Pick<
  Handlers,
  'GET sign-in resource' | 'GET user token' | 'GET token status' | 'POST exchange' | 'DELETE user token'
> {
  return {
    'GET sign-in resource': ({ query }) => ({ status: 200, json: store.resource(query) }),
    'GET user token'({ query }) {
      const json = store.get(query)
      return json ? { status: 200, json } : { status: 404 }
    },
    'GET token status': ({ query }) => ({ status: 200, json: store.status(query) }),
    'POST exchange': ({ query, body }) => ({ status: 200, json: store.exchange(query, body) }),
    'DELETE user token'({ query }) {
      store.signOut(query)
      return { status: 200, json: {} }
    },
  }
}
