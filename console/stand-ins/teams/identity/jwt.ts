import { createHmac, generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID, sign, verify } from 'node:crypto'
import type { Json } from '../../shared/json.ts'

export interface Key {
  id: string
  private: KeyObject
  public: KeyObject
}

export function createKey(): Key {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { id: randomUUID().replaceAll('-', ''), private: pair.privateKey, public: pair.publicKey }
}

/** One key for all of a process, made when it is first needed: making one takes long. */
export function createSharedKey(): () => Key {
  let key: Key | undefined
  return () => {
    key ??= createKey()
    return key
  }
}

/** As it stands in a key set. */
export function toJwk(key: Key): JsonWebKey & { kid: string; x5t: string; use: string } {
  const { kty, n, e } = key.public.export({ format: 'jwk' })
  return { kty: kty!, use: 'sig', kid: key.id, x5t: key.id, n: n!, e: e! }
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export function signed(claims: Json, key: Key): string {
  const text = `${part({ alg: 'RS256', typ: 'JWT', kid: key.id, x5t: key.id })}.${part(claims)}`
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key.private).toString('base64url')}`
}

/** The classic forgery: signed with the public key as if it were a secret. */
export function signedWithPublicKey(claims: Json, key: Key): string {
  const text = `${part({ alg: 'HS256', typ: 'JWT', kid: key.id, x5t: key.id })}.${part(claims)}`
  const secret = key.public.export({ format: 'pem', type: 'spki' })
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

/** The claims of a token that this key signed; times are not looked at. */
export function claimsOf(token: string, key: Key): Json | undefined {
  const [header, claims, signature, ...more] = token.split('.')
  if (!header || !claims || !signature || more.length > 0) return undefined
  const text = Buffer.from(`${header}.${claims}`)
  try {
    const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Json
    const isOurs = verify('RSA-SHA256', text, key.public, Buffer.from(signature, 'base64url'))
    return alg === 'RS256' && isOurs ? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as Json) : undefined
  } catch {
    return undefined
  }
}
