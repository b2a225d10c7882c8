import { expect, it } from 'vitest'
import { readClaims } from '../../../adapters/teams/claims.ts'

const now = 1_800_000_000_000
const seconds = now / 1000
const appId = '7a11e500-0000-4000-8000-0000000000b0'
const issuer = 'https://api.botframework.com'
const serviceUrl = 'https://smba.example.com/emea/'
const good = {
  iss: issuer,
  aud: appId,
  serviceurl: serviceUrl,
  nbf: seconds - 60,
  exp: seconds + 3600,
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const read = (claims: unknown, { alg = 'RS256', scheme = 'Bearer', kid = 'k1' as unknown } = {}) =>
  readClaims(`${scheme} ${encoded({ alg, kid })}.${encoded(claims)}.c2ln`, { appId, issuer, serviceUrl, now })

it('are those of a token for this app, about this service, of now', () => {
  expect(read(good)).toEqual({
    token: expect.stringMatching(/\.c2ln$/),
    kid: 'k1',
    serviceUrl,
    expiresAt: now + 3_600_000,
  })
  // The clocks of others may differ.
  expect(read({ ...good, nbf: seconds + 240, exp: seconds + 600 })).toBeDefined()
  expect(read({ ...good, nbf: undefined, exp: seconds - 240 })).toBeDefined()
})

it('are about the same service in whatever case, with a slash at its end or without', () => {
  for (const serviceurl of ['https://SMBA.example.com/EMEA/', 'https://smba.example.com/emea']) {
    expect(read({ ...good, serviceurl })).toMatchObject({ serviceUrl: serviceurl })
  }
  expect(read({ ...good, serviceurl: `${serviceUrl}more` })).toBeUndefined()
  expect(read({ ...good, aud: appId.toUpperCase() })).toBeDefined()
})

it.each([
  ['of another issuer', { ...good, iss: 'https://issuer.example.com' }],
  ['for another app', { ...good, aud: '7a11e500-0000-4000-8000-00000000dead' }],
  ['about another service', { ...good, serviceurl: 'https://elsewhere.example.com/' }],
  ['about none', { ...good, serviceurl: undefined }],
  ['out of date', { ...good, exp: seconds - 400 }],
  ['without an end', { ...good, exp: undefined }],
  ['from the future', { ...good, nbf: seconds + 400 }],
  ['no claims at all', null],
  ['a list', []],
])('are not looked into any further when they are %s', (_, claims) => {
  expect(read(claims)).toBeUndefined()
})

it('are those of a token as Teams sends it', () => {
  expect(read(good, { alg: 'HS256' })).toBeUndefined()
  expect(read(good, { alg: 'none' })).toBeUndefined()
  expect(read(good, { scheme: 'Basic' })).toBeUndefined()
  expect(read(good, { kid: null })).toBeUndefined()
  for (const header of [
    '',
    'Bearer',
    'Bearer a.b',
    'Bearer a.b.c',
    'Bearer \u0000.\u0000.x',
    `Bearer ${'a'.repeat(20_000)}.b.c`,
  ]) {
    expect(readClaims(header, { appId, issuer, serviceUrl, now })).toBeUndefined()
  }
})
