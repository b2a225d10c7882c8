import { randomUUID } from 'node:crypto'
import type { Json } from '../../shared/json.ts'
import type { Limits } from '../limits.ts'
import type { AppSettings, TenantSettings } from '../settings.ts'
import { ASSERTION, createAssertions } from './assertions.ts'
import { CLOUDS } from './clouds.ts'
import { claimsOf, createSharedKey, signed } from './jwt.ts'
import { createPersonTokens, ON_BEHALF, type PersonTokens } from './person-tokens.ts'

/** The tenant in which multi-tenant bots are known, in the public cloud. */
export const BOT_TENANT = 'd6d49420-f39b-4df7-a1dc-d59a935871db'

/** What a token may be for: the connector, or Microsoft Graph. */
type Resource = 'connector' | 'graph'

const isGrant = (name: string, v2: boolean): boolean => name === 'client_credentials' || (v2 && name === ON_BEHALF)

const key = createSharedKey()

/** Issues access tokens to the app, as Entra ID does, and knows them again. */
export interface Login extends Omit<PersonTokens, 'onBehalf'> {
  /** Answers a request to the token endpoint of `tenant`; `v2`: by scope, else by resource. */
  token(tenant: string, form: URLSearchParams, v2: boolean): { status: number; json: Json }
  /** Whether a call of that service with this `Authorization` is the app's. */
  accepts(authorization: string | undefined, resource: Resource): boolean
  /** As a machine is given one of its identity's; undefined for what it may not be for. */
  issue(resource: string): { status: number; json: Json } | undefined
  revoke(): void
  setClaims(claims: Json): void
}

export function createLogin(parts: {
  app: AppSettings
  tenant: TenantSettings
  limits: Limits
  /** Where it is itself: proofs are made for one token endpoint. */
  url: () => string
  now: () => number
}): Login {
  const { app, tenant, limits, url, now } = parts
  const cloud = CLOUDS[app.cloud ?? 'Public']
  const bots = { id: BOT_TENANT, name: cloud.bots }
  const homes = app.type === 'SingleTenant' ? [tenant] : [tenant, bots]
  const assertions = createAssertions({ app, now })
  const people = createPersonTokens({ app, tenant, limits, key, now })
  const valid = new Set<unknown>()
  let patch: Json = {}

  function refused(status: number, error: string, code: number, sentence: string): { status: number; json: Json } {
    const [trace, correlation] = [randomUUID(), randomUUID()]
    const timestamp = new Date(now())
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z/, 'Z')
    const error_description = `AADSTS${code}: ${sentence} Trace ID: ${trace} Correlation ID: ${correlation} Timestamp: ${timestamp}`
    const rest = { error_codes: [code], timestamp, trace_id: trace, correlation_id: correlation }
    return { status, json: { error, error_description, ...rest } }
  }
  const missing = (field: string) =>
    refused(400, 'invalid_request', 900144, `The request body must contain the following parameter: '${field}'.`)

  /** What a tenant's administrator lets the app do; what teams and chats let it, Graph finds out by itself. */
  const roles = [
    ...(app.readsTenant ? ['ChannelMessage.Read.All', 'Chat.Read.All'] : []),
    ...(app.readsFiles ? ['Files.Read.All'] : []),
  ]

  function issue(home: TenantSettings, resource: string): { status: number; json: Json } {
    const seconds = Math.floor(now() / 1000)
    const lifetime = Math.floor(limits.tokenLifetimeMs / 1000)
    const claims = {
      aud: resource,
      ...(resource === cloud.graph && roles.length > 0 && { roles }),
      iss: `https://sts.windows.net/${home.id}/`,
      iat: seconds,
      nbf: seconds,
      exp: seconds + lifetime,
      appid: app.id,
      appidacr: '1',
      idtyp: 'app',
      tid: home.id,
      uti: randomUUID(),
      ver: '1.0',
    }
    valid.add(claims.uti)
    const access_token = signed({ ...claims, ...patch }, key())
    return { status: 200, json: { token_type: 'Bearer', expires_in: lifetime, ext_expires_in: lifetime, access_token } }
  }

  /** What is wrong with what the app shows. */
  function judge(form: URLSearchParams, name: string): { status: number; json: Json } | undefined {
    const secret = form.get('client_secret')
    const assertion = form.get('client_assertion')
    if (!secret && assertion && form.get('client_assertion_type') === ASSERTION) {
      const refusal = assertions.judge(assertion, `${url()}/login/${name}/oauth2/v2.0/token`)
      return refusal && refused(401, 'invalid_client', ...refusal)
    }
    if (!secret) {
      const sentence = "The request body must contain the following parameter: 'client_assertion' or 'client_secret'."
      return refused(401, 'invalid_client', 7000218, sentence)
    }
    if (secret === app.password && !app.isMachine) return undefined
    const sentence = `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${app.id}'.`
    return refused(401, 'invalid_client', 7000215, sentence)
  }

  function onBehalf(form: URLSearchParams): { status: number; json: Json } {
    const answer = people.onBehalf(form)
    return 'refused' in answer ? refused(400, ...answer.refused) : answer
  }

  return {
    ...people,
    token(name, form, v2) {
      const known = [tenant, bots].find(({ id, name: domain }) => name === id || name === domain)
      if (!known) {
        const sentence = `Tenant '${name}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud. Check with your subscription administrator, this may happen if there are no active subscriptions for the tenant.`
        return refused(400, 'invalid_request', 90002, sentence)
      }
      const audience = v2 ? 'scope' : 'resource'
      for (const field of ['grant_type', 'client_id', audience]) if (!form.get(field)) return missing(field)
      const grant = form.get('grant_type')!
      const isOnBehalf = grant === ON_BEHALF
      if (!isGrant(grant, v2)) {
        return refused(400, 'unsupported_grant_type', 70003, 'The app requested an unsupported grant type.')
      }
      const id = form.get('client_id')
      if (id !== app.id || !homes.includes(known)) {
        const sentence = `Application with identifier '${id}' was not found in the directory '${known.name}'. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant. You may have sent your authentication request to the wrong tenant.`
        return refused(400, 'unauthorized_client', 700016, sentence)
      }
      const unproven = judge(form, name)
      if (unproven) return unproven
      if (isOnBehalf) return onBehalf(form)
      const resource = [cloud.connector, cloud.graph].find(
        (one) => form.get(audience) === (v2 ? `${one}/.default` : one),
      )
      if (!resource) {
        return v2
          ? refused(400, 'invalid_scope', 70011, `The provided value for the input parameter 'scope' is not valid.`)
          : refused(400, 'invalid_resource', 500011, 'The resource principal was not found in the tenant.')
      }
      return issue(known, resource)
    },
    accepts(authorization, resource) {
      const [scheme, token, ...more] = (authorization ?? '').split(' ')
      if (scheme?.toLowerCase() !== 'bearer' || !token || more.length > 0) return false
      const claims = claimsOf(token, key())
      if (!claims || !valid.has(claims['uti'])) return false
      const seconds = now() / 1000
      return (
        claims['aud'] === cloud[resource] &&
        claims['appid'] === app.id &&
        homes.some(({ id }) => claims['tid'] === id && claims['iss'] === `https://sts.windows.net/${id}/`) &&
        Number(claims['exp']) > seconds
      )
    },
    issue: (resource) =>
      resource === cloud.connector || resource === cloud.graph ? issue(tenant, resource) : undefined,
    revoke: () => valid.clear(),
    setClaims(claims) {
      patch = claims
    },
  }
}
