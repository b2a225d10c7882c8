import { expect, it } from 'vitest'
import { settingsSchema } from '../../src/config/settings.ts'
import { startServer } from './server.ts'

/** The address that a request is taken to come from. */
async function seen(trustProxies: string[], forwarded?: string): Promise<string> {
  const { request } = await startServer({
    trustProxies,
    routes: [{ method: 'GET', path: '/whoami', handle: async ({ address }) => ({ status: 200, body: address }) }],
  })
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await request('GET', '/whoami', undefined, headers)).text()
}

it('is who connects, whatever they say', async () => {
  expect(await seen([])).toBe('127.0.0.1')
  expect(await seen([], '203.0.113.9')).toBe('127.0.0.1')
  expect(await seen(['10.0.0.0/8'], '203.0.113.9')).toBe('127.0.0.1')
})

it('is whom trusted proxies say that they pass on, and not what those have said themselves', async () => {
  expect(await seen(['127.0.0.1'], '203.0.113.9')).toBe('203.0.113.9')
  expect(await seen(['127.0.0.0/8', '10.0.0.0/8'], '198.51.100.7, 203.0.113.9, 10.1.2.3')).toBe('203.0.113.9')
  expect(await seen(['127.0.0.1'])).toBe('127.0.0.1')
})

it.each([
  ['127.0.0.1', true],
  ['10.0.0.0/8', true],
  ['fd00::/8', true],
  ['10.0.0.0/33', false],
  ['proxy.example.com', false],
  ['*', false],
])('a proxy is named by its address or network: %s', (entry, good) => {
  expect(settingsSchema.safeParse({ http: { trustProxies: [entry] } }).success).toBe(good)
})
