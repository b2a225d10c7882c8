import { describe, expect, it } from 'vitest'
import { freePort } from '../../src/lib/free-port.ts'
import { problemOf, startServer } from './server.ts'

const status = async (address: string) => (await fetch(address)).status

describe('metrics and documentation', () => {
  it('that are switched off are nowhere', async () => {
    const { url } = await startServer({ pages: { metrics: 'nowhere', docs: 'nowhere' } })
    for (const path of ['/metrics', '/docs', '/openapi.json']) {
      expect(await problemOf(await fetch(url + path))).toMatchObject({ status: 404, code: 'endpoint_not_found' })
    }
    expect(await status(`${url}/healthz`)).toBe(200)
  })

  it('at a port of their own are at no other, and nothing else is there', async () => {
    const metrics = { host: '127.0.0.1', port: await freePort() }
    const docs = { host: '127.0.0.1', port: await freePort() }
    const { url, http } = await startServer({ pages: { metrics, docs } })
    const [atMetrics, atDocs] = [metrics, docs].map(({ port }) => `http://127.0.0.1:${port}`)
    for (const path of ['/metrics', '/docs', '/openapi.json']) {
      expect([path, await status(url + path)]).toEqual([path, 404])
      expect([path, await status(`${atMetrics}${path}`)]).toEqual([path, path === '/metrics' ? 200 : 404])
      expect([path, await status(`${atDocs}${path}`)]).toEqual([path, path === '/metrics' ? 404 : 200])
    }
    const told = await fetch(`${atMetrics}/metrics`)
    expect(told.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await told.text()).toContain('http_request_duration_seconds')
    expect((await fetch(`${atMetrics}/metrics`, { method: 'POST' })).status).toBe(405)
    for (const path of ['/api', '/healthz', '/admin/default/agent'])
      expect(await status(`${atMetrics}${path}`)).toBe(404)
    await http.close(0)
    await expect(fetch(`${atMetrics}/metrics`)).rejects.toThrow()
  })

  it('share a port where both have the same', async () => {
    const served = { host: '127.0.0.1', port: await freePort() }
    await startServer({ pages: { metrics: served, docs: { ...served } } })
    for (const path of ['/metrics', '/docs']) expect(await status(`http://127.0.0.1:${served.port}${path}`)).toBe(200)
  })

  it('at a port that is taken say which setting to change', async () => {
    const { url } = await startServer()
    const served = { host: '127.0.0.1', port: Number(new URL(url).port) }
    await expect(startServer({ pages: { metrics: served, docs: 'here' } })).rejects.toThrow('set http.metrics.port')
  })
})
