import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Authenticate } from '../../adapters/teams/http.ts'
import { type BadToken, createInboundTokens } from '../../console/stand-ins/teams/identity/inbound-tokens.ts'

export interface AuthenticateParts {
  appId: string
  openIdUrl: string
  now: () => number
}

const APP_ID = '7a11e500-0000-4000-8000-00000000b07f'
const SERVICE_URL = 'https://smba.example.com/emea/'
const ADDRESS = '203.0.113.9'
const forgeries: BadToken[] = [
  'none',
  'malformed',
  'expired',
  'not_yet',
  'wrong_key',
  'wrong_audience',
  'wrong_issuer',
  'wrong_service_url',
  'no_service_url',
  'hs256',
  'unendorsed',
  'no_endorsements',
  'unknown_key',
]

/** What whoever says whether a request comes from Teams must refuse, and take; whatever checks the tokens behind it. */
export function authenticateContract(name: string, create: (parts: AuthenticateParts) => Authenticate): void {
  async function open() {
    const tokens = createInboundTokens({ appId: APP_ID, now: Date.now })
    let isDown = false
    const server = createServer((req, res) => {
      if (isDown) return void res.writeHead(503).end()
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(JSON.stringify(req.url === '/keys' ? tokens.keySet : { jwks_uri: `${url}/keys` }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const authenticate = create({ appId: APP_ID, openIdUrl: `${url}/openid`, now: Date.now })
    const ask = (kind?: BadToken, about: Partial<Parameters<Authenticate>[0]> = {}) => {
      if (kind) tokens.spoil(kind, 1)
      const { header = '' } = tokens.next(SERVICE_URL)
      return authenticate({ channelId: 'msteams', serviceUrl: SERVICE_URL, ...about }, header, ADDRESS)
    }
    return {
      ask,
      rotate: tokens.rotate,
      fail(down: boolean): void {
        isDown = down
      },
    }
  }

  describe(`who says whether a request comes from Teams: ${name}`, () => {
    it('takes a token that is right, again and again, and another one of the same key', async () => {
      const { ask } = await open()
      for (let n = 0; n < 3; n++) expect(await ask()).toBe('ok')
    })

    it.each(forgeries)('refuses one that is forged, before and after it has seen a right one: %s', async (kind) => {
      const { ask } = await open()
      expect(await ask(kind)).toBe('denied')
      expect(await ask()).toBe('ok')
      expect(await ask(kind)).toBe('denied')
    })

    it('refuses a token that is about another service URL, and takes one that differs by case and a slash', async () => {
      const { ask } = await open()
      expect(await ask(undefined, { serviceUrl: 'https://elsewhere.example.com/' })).toBe('denied')
      expect(await ask(undefined, { serviceUrl: '' })).toBe('denied')
      expect(await ask(undefined, { serviceUrl: 'https://SMBA.example.com/emea' })).toBe('ok')
    })

    it.each(['emulator', 'webchat', 'directline', ''])('refuses what another channel sends: %j', async (channelId) => {
      const { ask } = await open()
      expect(await ask(undefined, { channelId })).toBe('denied')
    })

    it('blames nobody while it cannot be told', async () => {
      const { ask, fail } = await open()
      fail(true)
      expect(await ask()).toBe('trouble')
    })
  })
}
