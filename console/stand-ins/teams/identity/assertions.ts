import { constants, createHash, createPublicKey, type KeyObject, verify, X509Certificate } from 'node:crypto'
import type { Json } from '../../shared/json.ts'
import type { AppSettings } from '../settings.ts'
import { claimsOf } from './jwt.ts'

/** By when a proof has to end after it was made. */
const LONGEST_S = 600
const SKEW_S = 300
const EXCHANGE = 'api://AzureADTokenExchange'
export const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Why Entra takes no proof of an app: the number of its error, and its sentence. */
export type Refused = [code: number, sentence: string]

/** Judges what an app shows in place of a secret: a token that it signed with its certificate, or one of somebody it trusts. */
export function createAssertions({ app, now }: { app: AppSettings; now: () => number }) {
  const used = new Set<string>()

  function judge(assertion: string, tokenUrl: string): Refused | undefined {
    const { header, claims } = readJwt(assertion) ?? {}
    if (!header || !claims) return [50027, 'JWT token is invalid or malformed.']
    return claims['iss'] === app.id ? judgeOwn(assertion, header, claims, tokenUrl) : judgeForeign(assertion, claims)
  }

  function judgeOwn(assertion: string, header: Json, claims: Json, tokenUrl: string): Refused | undefined {
    const certificate = (app.certificates ?? []).find((pem) => thumbOf(pem) === header['x5t#S256'])
    if (!certificate) {
      return [
        700027,
        'The certificate with identifier used to sign the client assertion is not registered on application.',
      ]
    }
    if (header['alg'] !== 'PS256' || header['typ'] !== 'JWT' || !isSigned(assertion, createPublicKey(certificate))) {
      return [50012, 'Authentication failed: the signature of the client assertion is not valid.']
    }
    const seconds = now() / 1000
    if (Date.parse(new X509Certificate(certificate).validTo) < now()) return [700027, 'The certificate has expired.']
    const { aud, sub, jti, nbf, exp } = claims
    if (aud !== tokenUrl) return [700023, `Client assertion audience claim does not match Realm issuer.`]
    if (sub !== app.id) return [700021, 'Client assertion application identifier doesn’t match client_id parameter.']
    const isOfNow = Number(nbf) <= seconds + SKEW_S && Number(exp) > seconds - SKEW_S
    if (!isOfNow || Number(exp) - Number(nbf) > LONGEST_S)
      return [700024, 'Client assertion is not within its valid time range.']
    // Stricter than Entra, which is not documented to look.
    if (typeof jti !== 'string' || used.has(jti)) return [50027, 'The client assertion was used before.']
    used.add(jti)
    return undefined
  }

  function judgeForeign(assertion: string, { iss, sub, aud, exp }: Json): Refused | undefined {
    const trusted = (app.federated ?? []).find((one) => one.issuer === iss)
    if (!trusted) return [70021, 'No matching federated identity record found for presented assertion issuer.']
    if (trusted.subject !== sub)
      return [700213, 'No matching federated identity record found for presented assertion subject.']
    if (aud !== EXCHANGE)
      return [700212, 'No matching federated identity record found for presented assertion audience.']
    if (!claimsOf(assertion, trusted.key)) return [50013, 'Assertion failed signature validation.']
    return Number(exp) * 1000 > now() ? undefined : [700024, 'Client assertion is not within its valid time range.']
  }

  return { judge }
}

const thumbOf = (pem: string): string => createHash('sha256').update(new X509Certificate(pem).raw).digest('base64url')

function isSigned(token: string, key: KeyObject): boolean {
  const end = token.lastIndexOf('.')
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  const [text, signature] = [token.slice(0, end), token.slice(end + 1)]
  return verify('RSA-SHA256', Buffer.from(text), { key, ...padding }, Buffer.from(signature, 'base64url'))
}

function readJwt(token: string): { header: Json; claims: Json } | undefined {
  const [header, claims, signature, ...more] = token.split('.')
  if (!header || !claims || !signature || more.length > 0) return undefined
  try {
    const read = (text: string): Json => JSON.parse(Buffer.from(text, 'base64url').toString()) as Json
    return { header: read(header), claims: read(claims) }
  } catch {
    return undefined
  }
}
