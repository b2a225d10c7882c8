import { describe, expect, it } from 'vitest'
import { atTerminal } from '../../../src/admin/actor.ts'
import { guide, problemOf, startServer } from '../server.ts'
import { json, secondAccount, settings, startManagement } from './support.ts'

describe('Authentication', () => {
  it.each([
    ['POST', ''],
    ['PUT', ''],
    ['DELETE', '/guide'],
  ])('1. every management request requires X-API-Key, before anything else is looked at: %s', async (method, path) => {
    const server = await startManagement()
    const theirs = await secondAccount(server)
    for (const key of [undefined, '', 'nonsense', server.conversationKey, theirs]) {
      const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'x-api-key': key }) }
      const body = method === 'DELETE' ? undefined : 'no json'
      const response = await server.request(method, `/admin/default/agent${path}`, body, headers)
      expect(response.headers.get('www-authenticate')).toBe('ApiKey')
      expect(await problemOf(response)).toMatchObject({ status: 401, code: 'invalid_api_key' })
    }
  })

  it('2. the conversation request carries its key in api_key, which opens every agent of the account', async () => {
    const { say, managementKey } = await startServer({ agents: { guide, other: guide } })
    for (const agent_id of ['guide', 'other']) expect((await say({ agent_id, utterance: 'hello' })).status).toBe(200)
    expect((await say({ utterance: 'hello', api_key: managementKey })).status).toBe(401)
  })

  it('2. it works while the account’s API integration is enabled, which takes effect at once', async () => {
    const { say, admin, account } = await startServer()
    expect((await say({ utterance: 'hello' })).status).toBe(200)
    await admin.accounts.update(account, { apiEnabled: false }, atTerminal)
    expect(await problemOf(await say({ utterance: 'hello' }))).toMatchObject({ status: 401, code: 'api_disabled' })
    const { key } = await admin.keys.issue({ account, kind: 'agent', agent: 'guide', name: 'guide' }, atTerminal)
    expect((await say({ utterance: 'hello', api_key: key })).status).toBe(200)
    await admin.accounts.update(account, { apiEnabled: true }, atTerminal)
    expect((await say({ utterance: 'hello' })).status).toBe(200)
  })

  it('3. on creation with issueAgentApiKey true, the response returns issuedAgentApiKey', async () => {
    const { create } = await startManagement()
    expect(await json(await create({ agent: settings, issueAgentApiKey: true }))).toMatchObject({
      issuedAgentApiKey: expect.stringMatching(/^pak_[\w-]{43}$/),
    })
  })

  it('4. missing, invalid or failed authentication yields 401, also where more is wrong', async () => {
    const { say } = await startServer()
    for (const api_key of [undefined, null, '', 'pck_unknown', `pck_${'x'.repeat(43)}`]) {
      const response = await say({ utterance: 7, api_key })
      expect(response.headers.get('www-authenticate')).toBe('ApiKey')
      expect(await problemOf(response)).toMatchObject({ status: 401, code: 'invalid_api_key' })
    }
  })

  it('4. a key that is revoked opens nothing from then on', async () => {
    const { say, manage, admin, account } = await startServer()
    const [conversation, management] = await Promise.all(
      (['conversation', 'management'] as const).map((kind) =>
        admin.keys.issue({ account, kind, name: 'soon gone' }, atTerminal),
      ),
    )
    expect((await say({ utterance: 'hello', api_key: conversation!.key })).status).toBe(200)
    for (const { id } of [conversation!, management!]) await admin.keys.revoke(account, id, atTerminal)
    expect((await say({ utterance: 'hello', api_key: conversation!.key })).status).toBe(401)
    expect((await manage('GET', '')).status).toBe(200)
  })

  it('5. delete yields 403 when the caller has no permission to delete the agent', async () => {
    const server = await startManagement()
    await secondAccount(server)
    expect(await problemOf(await server.manage('DELETE', '/theirs'))).toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('6. the key issued at agent creation opens that one agent, and manages nothing', async () => {
    const { create, say, request } = await startManagement()
    const { issuedAgentApiKey: key } = await json(
      await create({ agent: { ...settings, id: 'mine' }, issueAgentApiKey: true }),
    )
    expect((await say({ agent_id: 'mine', utterance: '', api_key: key })).status).toBe(200)
    const other = await problemOf(await say({ agent_id: 'guide', utterance: 'hello', api_key: key }))
    expect(other).toMatchObject({ status: 400, code: 'agent_not_found' })
    const managing = await request('DELETE', '/admin/default/agent/mine', undefined, { 'x-api-key': String(key) })
    expect(managing.status).toBe(401)
  })
})
