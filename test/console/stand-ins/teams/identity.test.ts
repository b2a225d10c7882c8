import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { BadToken } from '../../../../console/stand-ins/teams/index.ts'
import {
  ANN,
  ANNS,
  askForToken,
  connectorOf,
  createClock,
  errorOf,
  type Json,
  startApp,
  startSimulator,
} from './support.ts'

const claimsOf = (token: string): Json => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Json

const read = async (url: string): Promise<Json> => (await (await fetch(url)).json()) as Json

/** Which of the published keys signed this, if any. */
async function signerOf(metadataUrl: string, token: string): Promise<Json | undefined> {
  const metadata = await read(metadataUrl)
  const { keys } = (await read(String(metadata['jwks_uri']))) as { keys: (Json & JsonWebKey)[] }
  const [header, claims, signature] = token.split('.')
  const text = Buffer.from(`${header}.${claims}`)
  return keys.find((jwk) => {
    const key = createPublicKey({ key: { kty: jwk.kty!, n: jwk.n!, e: jwk.e! }, format: 'jwk' })
    return verify('RSA-SHA256', text, key, Buffer.from(signature!, 'base64url'))
  })
}

describe('the login', () => {
  it('issues a token that says for whom, by whom and where', async () => {
    const simulator = await startSimulator()
    const { status, json } = await askForToken(simulator)
    expect(status).toBe(200)
    expect(json).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
    expect(claimsOf(String(json['access_token']))).toMatchObject({
      aud: 'https://api.botframework.com',
      tid: simulator.tenantId,
      appid: simulator.appId,
    })
  })

  it('says with a code of Entra ID what is wrong', async () => {
    const simulator = await startSimulator()
    const about = async (form: Record<string, string>, tenant = simulator.tenantId) => {
      const { status, json } = await askForToken(simulator, form, `${simulator.loginUrl}/${tenant}/oauth2/v2.0/token`)
      return `${status} ${String(json['error'])} ${String(json['error_codes'])} ${String(json['error_description']).slice(0, 14)}`
    }
    expect(await about({ client_secret: 'wrong' })).toBe('401 invalid_client 7000215 AADSTS7000215:')
    expect(await about({ client_id: 'wrong' })).toMatch(/^400 unauthorized_client 700016 AADSTS700016/)
    expect(await about({}, 'nowhere')).toMatch(/^400 invalid_request 90002 AADSTS90002/)
    expect(await about({}, 'botframework.com')).toMatch(/^400 unauthorized_client 700016/)
    expect(await about({ scope: 'https://vault.example.com/.default' })).toMatch(/^400 invalid_scope 70011/)
    expect(await about({ grant_type: '' })).toMatch(/^400 invalid_request 900144/)
  })

  it('knows multi-tenant apps in the tenant of the bots', async () => {
    const simulator = await startSimulator({ app: { type: 'MultiTenant' } })
    const { status } = await askForToken(simulator, {}, `${simulator.loginUrl}/botframework.com/oauth2/v2.0/token`)
    expect(status).toBe(200)
  })

  it('takes a resource in place of a scope at its older address', async () => {
    const simulator = await startSimulator()
    const url = `${simulator.loginUrl}/${simulator.tenantId}/oauth2/token`
    expect((await askForToken(simulator, { resource: 'https://api.botframework.com' }, url)).status).toBe(200)
    expect((await askForToken(simulator, {}, url)).json['error_codes']).toEqual([900144])
  })

  it('keeps secrets and tokens out of its records', async () => {
    const simulator = await startSimulator()
    const { json } = await askForToken(simulator)
    const written = JSON.stringify(simulator.calls)
    expect(written).not.toContain(simulator.appPassword)
    expect(written).not.toContain(json['access_token'])
  })
})

describe('the connector', () => {
  it('refuses calls without a token that was issued here and is in force', async () => {
    const clock = createClock()
    const simulator = await startSimulator({ now: clock.now })
    const { call } = await connectorOf(simulator)
    const path = `conversations/${ANNS}/members`
    const statusWith = async (authorization?: string) => {
      const response = await fetch(`${simulator.serviceUrl}v3/${path}`, {
        ...(authorization && { headers: { authorization } }),
      })
      return response.status
    }
    expect((await call('GET', path)).status).toBe(200)
    expect(await statusWith()).toBe(401)
    expect(await statusWith('Bearer nonsense')).toBe(401)
    clock.pass(3_600_000)
    expect((await call('GET', path)).status).toBe(401)
  })

  it('refuses tokens that were revoked, or speak of another tenant', async () => {
    const simulator = await startSimulator()
    const before = await connectorOf(simulator)
    simulator.revokeTokens()
    expect((await before.call('GET', `conversations/${ANNS}/members`)).status).toBe(401)
    simulator.setTokenClaims({ tid: 'another' })
    const forged = await connectorOf(simulator)
    expect((await forged.call('GET', `conversations/${ANNS}/members`)).status).toBe(401)
  })
})

describe('the token of an activity', () => {
  it('is signed with a published key that is endorsed for Teams', async () => {
    const simulator = await startSimulator()
    const { heard } = await startApp(simulator)
    simulator.say({ user: ANN, conversation: ANNS, text: 'hello' })
    await simulator.idle()
    const token = heard[0]!.headers.authorization!.replace('Bearer ', '')
    expect(claimsOf(token)).toMatchObject({
      iss: 'https://api.botframework.com',
      aud: simulator.appId,
      serviceurl: simulator.serviceUrl,
    })
    expect((await signerOf(simulator.openIdMetadataUrl, token))?.['endorsements']).toContain('msteams')
  })

  it('can be bad in one way at a time, as often as it is asked for', async () => {
    const simulator = await startSimulator()
    const { heard } = await startApp(simulator)
    const kinds: BadToken[] = ['none', 'expired', 'wrong_key', 'wrong_audience', 'wrong_issuer', 'hs256', 'unendorsed']
    for (const kind of kinds) simulator.sendBadTokens(kind)
    for (const _ of [...kinds, 'good']) {
      simulator.say({ user: ANN, conversation: ANNS, text: 'hello' })
      await simulator.idle()
    }
    expect(simulator.deliveries.map(({ token }) => token)).toEqual([...kinds, 'good'])
    const tokens = heard.map(({ headers }) => headers.authorization?.replace('Bearer ', ''))
    expect(tokens[0]).toBeUndefined()
    expect(Number(claimsOf(tokens[1]!)['exp'])).toBeLessThan(Date.now() / 1000 - 300)
    expect(await signerOf(simulator.openIdMetadataUrl, tokens[2]!)).toBeUndefined()
    expect(claimsOf(tokens[3]!)['aud']).not.toBe(simulator.appId)
    expect(claimsOf(tokens[4]!)['iss']).not.toBe('https://api.botframework.com')
    expect(await signerOf(simulator.openIdMetadataUrl, tokens[5]!)).toBeUndefined()
    expect((await signerOf(simulator.openIdMetadataUrl, tokens[6]!))?.['endorsements']).not.toContain('msteams')
    expect((await signerOf(simulator.openIdMetadataUrl, tokens[7]!))?.['endorsements']).toContain('msteams')
  })

  it('is signed with new keys after a rotation', async () => {
    const simulator = await startSimulator()
    const { heard } = await startApp(simulator)
    simulator.say({ user: ANN, conversation: ANNS, text: 'hello' })
    await simulator.idle()
    simulator.rotateKeys()
    const token = heard[0]!.headers.authorization!.replace('Bearer ', '')
    expect(await signerOf(simulator.openIdMetadataUrl, token)).toBeUndefined()
  })
})

it('says that there is nothing, or nothing to do so', async () => {
  const simulator = await startSimulator()
  const { call } = await connectorOf(simulator)
  expect(errorOf(await call('GET', 'nothing'))).toMatch(/^404 /)
  expect(errorOf(await call('PUT', `conversations/${ANNS}/members`, {}))).toMatch(/^405 MethodNotAllowed/)
})
