import type { IncomingHttpHeaders } from 'node:http'
import type { Json } from '../../shared/json.ts'
import type { AppSettings } from '../settings.ts'
import { signed } from './jwt.ts'

const EXCHANGE = 'api://AzureADTokenExchange'

/** The metadata service of a machine of Azure's, which gives tokens of its managed identities to whoever runs there. */
export function createMachine(parts: {
  app: AppSettings
  /** A token of the app itself, if it is an identity of the machine. */
  issue: (resource: string) => { status: number; json: Json } | undefined
  now: () => number
}) {
  const { app, issue, now } = parts

  return {
    token(query: URLSearchParams, headers: IncomingHttpHeaders): { status: number; json: Json } {
      const bad = (error: string, error_description: string) => ({ status: 400, json: { error, error_description } })
      if (headers['metadata'] !== 'true') return bad('bad_request_102', 'Required metadata header not specified')
      if (query.get('api-version') !== '2018-02-01')
        return bad('bad_request_101', 'Required audience parameter not specified')
      const resource = query.get('resource')
      const client = query.get('client_id')
      if (!resource) return bad('invalid_resource', 'Required audience parameter not specified')
      if (client === app.id && app.isMachine) return issue(resource) ?? bad('invalid_resource', 'AADSTS500011')
      const identity = (app.federated ?? []).find((one) => one.client === client)
      if (!identity || resource !== EXCHANGE) return bad('invalid_request', 'Identity not found')
      const seconds = Math.floor(now() / 1000)
      const names = { iss: identity.issuer, sub: identity.subject, aud: EXCHANGE }
      const access_token = signed({ ...names, iat: seconds, nbf: seconds, exp: seconds + 3600 }, identity.key)
      // Documented: numbers as text.
      return {
        status: 200,
        json: { access_token, client_id: client, expires_in: '3600', resource, token_type: 'Bearer' },
      }
    },
  }
}
