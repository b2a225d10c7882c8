import { expect, it } from 'vitest'
import { atTerminal } from '../../../src/admin/actor.ts'
import type { Scope } from '../../../src/model/scope.ts'
import { guide, startServer } from '../server.ts'

const mask = '••••'
const webhook = (url: string, value: string) => ({
  ...{ name: 'crm', method: 'POST', url, trigger: { triggerType: 0, condition: 0 } },
  authHeaders: [{ key: 'Authorization', value }],
})
const elsewhere = webhook('https://elsewhere.example/hook', mask)

async function furnished() {
  const server = await startServer()
  const scopes: Scope[] = ['agents:read', 'agents:write']
  const { key } = await server.admin.keys.issue(
    { account: server.account, kind: 'management', name: 'editor', scopes },
    atTerminal,
  )
  async function call(method: string, path: string, body?: unknown, match?: string) {
    const headers = { authorization: `Bearer ${key}`, ...(match && { 'if-match': match }) }
    const response = await server.request(method, path, body, headers)
    return {
      status: response.status,
      json: JSON.parse(await response.text()),
      etag: response.headers.get('etag') ?? '',
    }
  }
  const made = {
    agent: { ...guide.agent, id: 'desk' },
    webhooks: [webhook('https://crm.example/#{conversation}', 'Bearer of-the-crm')],
  }
  expect((await call('POST', '/v1/agents', made)).status).toBe(201)
  const sealed = async () => (await server.store.agents.live('desk'))!.document.webhooks[0]!.authHeaders![0]!.value
  return { server, call, sealed }
}

const refused = (path: string) => ({
  status: 400,
  json: {
    errors: [
      {
        path,
        message:
          'is masked, but the Authorization that is kept is for https://crm.example alone: write its value again',
      },
    ],
  },
})
const field = 'webhooks[0].authHeaders[0].value'

it('a secret that whoever edits an agent cannot read stays with the server it is for, whichever door they come by', async () => {
  const { server, call, sealed } = await furnished()
  const before = await sealed()
  const { etag } = await call('GET', '/v1/agents/desk')
  const moved = { webhooks: [elsewhere] }
  expect(await call('PATCH', '/v1/agents/desk', moved, etag)).toMatchObject(refused(field))
  for (const url of ['http://crm.example/x', 'https://crm.example:8443/x', 'https://crm.example.evil.example/x']) {
    const sent = { webhooks: [webhook(url, mask)] }
    expect(await call('PATCH', '/v1/agents/desk', sent, etag)).toMatchObject(refused(field))
  }
  const draft = await call('GET', '/v1/agents/desk/draft')
  expect(await call('PATCH', '/v1/agents/desk/draft', moved, draft.etag)).toMatchObject(refused(field))
  const whole = { ...draft.json.document, webhooks: [elsewhere] }
  expect(await call('PUT', '/v1/agents/desk/draft', whole, draft.etag)).toMatchObject(refused(field))
  const put = { agent: { id: 'desk' }, webhooks: [elsewhere] }
  const byAdmin = await server.manage('PUT', '', put)
  expect([byAdmin.status, await byAdmin.text()]).toEqual([
    400,
    expect.stringContaining(refused(field).json.errors[0]!.message),
  ])
  expect(await sealed()).toBe(before)
  // On the same server it stays, and where it is written again it goes along.
  const beside = { webhooks: [webhook('https://crm.example/v2', mask)] }
  const kept = await call('PATCH', '/v1/agents/desk', beside, etag)
  expect([kept.status, await sealed()]).toEqual([200, before])
  const anew = { webhooks: [{ ...elsewhere, authHeaders: [{ key: 'Authorization', value: 'Bearer other' }] }] }
  expect((await call('PATCH', '/v1/agents/desk', anew, kept.etag)).status).toBe(200)
})

it('a draft that takes up what went live meanwhile sends no secret of it elsewhere', async () => {
  const { call, sealed } = await furnished()
  const bare = { ...webhook('https://crm.example/hook', mask), authHeaders: [] }
  const { etag } = await call('GET', '/v1/agents/desk')
  const without = await call('PATCH', '/v1/agents/desk', { webhooks: [bare] }, etag)
  const begun = await call('GET', '/v1/agents/desk/draft')
  const drafted = { ...begun.json.document, webhooks: [{ ...bare, url: 'https://elsewhere.example/hook' }] }
  expect((await call('PUT', '/v1/agents/desk/draft', drafted, begun.etag)).status).toBe(200)
  const secret = { webhooks: [webhook('https://crm.example/hook', 'Bearer of-the-crm')] }
  expect((await call('PATCH', '/v1/agents/desk', secret, without.etag)).status).toBe(200)
  const { json, etag: now } = await call('GET', '/v1/agents/desk/draft')
  expect(json.document.webhooks).toEqual([expect.objectContaining({ authHeaders: [], url: elsewhere.url })])
  expect(json.conflicts).toMatchObject([{ path: 'webhooks["crm"]' }])
  const settled = await call('POST', '/v1/agents/desk/draft/settle', { take: 'live' }, now)
  const { json: after } = await call('GET', '/v1/agents/desk/draft')
  expect([settled.status, after.document.webhooks[0].url]).toEqual([200, 'https://crm.example/hook'])
  expect(await sealed()).not.toContain('of-the-crm')
})

it('a conflict that is settled for what is live sends no secret of it elsewhere either', async () => {
  const { call } = await furnished()
  const bare = { ...webhook('https://crm.example/hook', mask), authHeaders: [] }
  const begun = await call('GET', '/v1/agents/desk/draft')
  const put = (url: string, etag: string) =>
    call('PUT', '/v1/agents/desk/draft', { ...begun.json.document, webhooks: [{ ...bare, url }] }, etag)
  expect((await put('https://crm.example/#{conversation}', begun.etag)).status).toBe(200)
  const { etag } = await call('GET', '/v1/agents/desk')
  const anew = { webhooks: [webhook('https://crm.example/#{conversation}', 'Bearer anew')] }
  expect((await call('PATCH', '/v1/agents/desk', anew, etag)).status).toBe(200)
  const torn = await call('GET', '/v1/agents/desk/draft')
  const path = 'webhooks["crm"].authHeaders'
  expect(torn.json.conflicts).toMatchObject([{ path }])
  const moved = await put('https://elsewhere.example/hook', torn.etag)
  expect(moved.status).toBe(200)
  await call('POST', '/v1/agents/desk/draft/settle', { take: 'live', path })
  const { json } = await call('GET', '/v1/agents/desk/draft')
  expect(json.document.webhooks).not.toContainEqual(
    expect.objectContaining({ url: 'https://elsewhere.example/hook', authHeaders: [expect.anything()] }),
  )
  expect(json.document.webhooks[0].url).toBe('https://crm.example/#{conversation}')
})
