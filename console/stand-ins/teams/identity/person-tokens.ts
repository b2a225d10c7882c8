import { randomUUID } from 'node:crypto'
import type { Json } from '../../shared/json.ts'
import type { Limits } from '../limits.ts'
import type { Person } from '../records.ts'
import type { AppSettings, TenantSettings } from '../settings.ts'
import { claimsOf, type Key, signed } from './jwt.ts'

export const ON_BEHALF = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

type Refused = { refused: [error: string, code: number, sentence: string] }

/** Tokens that say who somebody is, as Entra gives them. */
export interface PersonTokens {
  /** Of somebody for the app, as Teams gives it to their devices. */
  deviceToken(person: Person): string
  /** Whether it is one. */
  isPersonToken(token: string, person: Person): boolean
  /** Of somebody for an audience; without one, for the app. */
  personToken(person: Person, audience?: string): string
  /** Whose token for an audience it is, by their address; undefined: nobody's. */
  holder(token: string, audience: string): string | undefined
  /** With a token that somebody has for the app, another one for them. */
  onBehalf(form: URLSearchParams): { status: number; json: Json } | Refused
}

export function createPersonTokens(parts: {
  app: AppSettings
  tenant: TenantSettings
  limits: Limits
  key: () => Key
  now: () => number
}): PersonTokens {
  const { app, tenant, limits, key, now } = parts
  const own = `api://botid-${app.id}`
  const lifetime = (): number => Math.floor(limits.tokenLifetimeMs / 1000)

  function tokenOf(
    { aadObjectId: oid, email: upn }: Pick<Person, 'aadObjectId' | 'email'>,
    audience = own,
    scp = 'access_as_user',
  ): string {
    const seconds = Math.floor(now() / 1000)
    const iss = `https://sts.windows.net/${tenant.id}/`
    const times = { iat: seconds, nbf: seconds, exp: seconds + lifetime() }
    const who = { appid: app.id, tid: tenant.id, oid, upn }
    return signed({ aud: audience, iss, ...times, ...who, scp, uti: randomUUID() }, key())
  }

  function personIn(token: string, audience: string): Json | undefined {
    const claims = claimsOf(token, key())
    const isGood = claims?.['aud'] === audience && claims['tid'] === tenant.id && Number(claims['exp']) * 1000 > now()
    return isGood && typeof claims['oid'] === 'string' ? claims : undefined
  }

  return {
    personToken: (person, audience) => tokenOf(person, audience),
    deviceToken: (person) => tokenOf(person),
    isPersonToken: (token, { aadObjectId }) => personIn(token, own)?.['oid'] === aadObjectId,
    holder: (token, audience) => personIn(token, audience)?.['upn'] as string | undefined,

    onBehalf(form) {
      const refused = (...why: Refused['refused']): Refused => ({ refused: why })
      if (form.get('requested_token_use') !== 'on_behalf_of') {
        const sentence = "The request body must contain the following parameter: 'requested_token_use'."
        return refused('invalid_request', 900144, sentence)
      }
      const person = personIn(form.get('assertion') ?? '', own)
      if (!person) {
        const sentence = 'Assertion audience does not match the Client app presenting the assertion.'
        return refused('invalid_grant', 500131, sentence)
      }
      const wanted = form.get('scope')!.split(' ')
      const found = (app.delegated ?? []).find(({ audience, scopes }) =>
        wanted.every((one) => one === `${audience}/.default` || scopes.some((scope) => one === `${audience}/${scope}`)),
      )
      if (!found)
        return refused('invalid_scope', 70011, `The provided value for the input parameter 'scope' is not valid.`)
      const sentence = 'The user or administrator has not consented to use the application.'
      if (!found.consented) return refused('invalid_grant', 65001, sentence)
      const { audience, scopes } = found
      const whose = { aadObjectId: String(person['oid']), email: String(person['upn']) }
      const access_token = tokenOf(whose, audience, scopes.join(' '))
      const scope = form.get('scope')
      return { status: 200, json: { token_type: 'Bearer', scope, expires_in: lifetime(), access_token } }
    },
  }
}
