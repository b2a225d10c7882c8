import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { OpenApi } from '../../src/http/openapi/document.ts'
import { startServer } from './server.ts'

describe('the page at /docs', () => {
  it('shows every operation and every member of what it takes, and links to nothing that is not there', async () => {
    const { request } = await startServer()
    const html = await (await request('GET', '/docs')).text()
    const { paths, components } = (await (await request('GET', '/openapi.json')).json()) as OpenApi
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const methods of Object.values(paths)) {
      for (const { operationId } of Object.values(methods)) expect(ids).toContain(operationId)
    }
    for (const name of Object.keys(components.schemas)) expect(ids).toContain(`schema-${name}`)
    for (const [, anchor] of html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(anchor)
    for (const name of [
      'base64_image',
      'agent.<wbr>llmSettings.<wbr>prompt',
      'webhooks',
      'X-Turn-Id',
      'uid_required',
    ]) {
      expect(html).toContain(name)
    }
  })

  it('loads nothing from elsewhere, and runs nothing but what it was made with', async () => {
    const { request } = await startServer()
    const response = await request('GET', '/docs')
    const html = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).not.toMatch(/<script.*<script|<img|<link|@import|url\(|src=|href="(?!#|\/openapi\.json")/s)
    const style = /<style>(.*?)<\/style>/s.exec(html)![1]!
    const script = /<script>(.*?)<\/script>/s.exec(html)![1]!
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
  })

  it('says the limits that hold here', async () => {
    const { request } = await startServer({ limits: { utterance: 1234 } })
    expect(await (await request('GET', '/docs')).text()).toContain('At most 1234 characters.')
  })
})
