import { describe, expect, it } from 'vitest'
import { minimalAgent } from '../support/agent.ts'
import { answerOf, problemOf, startServer, type TestServer } from './server.ts'

const agent = {
  displayName: 'Helper',
  description: 'Helps',
  photoUrl: 'https://example.com/helper.png',
  providerName: 'Example',
  scope: 'private',
}
const json = async (response: Response) => (await response.json()) as Record<string, string>

async function otherAccount({ store, admin }: TestServer): Promise<string> {
  const row = { ...(await store.accounts.get('default'))!, id: 'second' }
  await store.db.query.insertInto('account').values(row).execute()
  await store.db.batch(
    store.agents.createSteps({ id: 'theirs', account: 'second', document: minimalAgent(), author: 'test' }),
  )
  return (await admin.keys.issue({ account: 'second', kind: 'management', name: 'second' })).key
}

describe('creating an agent', () => {
  it('answers 201 with its id and where it is, and it talks', async () => {
    const { manage, say } = await startServer()
    const response = await manage('POST', '', { agent })
    expect(response.status).toBe(201)
    const created = await json(response)
    expect(Object.keys(created)).toEqual(['id'])
    expect(response.headers.get('location')).toBe(`/admin/default/agent/${created['id']}`)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const answer = await answerOf(await say({ utterance: '', agent_id: created['id'] }))
    expect(answer.avatarIconUrl).toBe(agent.photoUrl)
  })

  it('issues a key of its own when asked, which opens it', async () => {
    const { manage, say } = await startServer()
    const created = await json(await manage('POST', '', { agent: { ...agent, id: 'helper' }, issueAgentApiKey: true }))
    expect(created['id']).toBe('helper')
    const spoken = await say({ utterance: '', agent_id: 'helper', api_key: created['issuedAgentApiKey'] })
    expect(spoken.status).toBe(200)
    expect((await say({ utterance: '', api_key: created['issuedAgentApiKey'] })).status).toBe(400)
  })

  it('names every fault with its path', async () => {
    const { manage } = await startServer()
    const response = await manage('POST', '', {
      agent: { ...agent, displayName: 'x'.repeat(101), llmSettings: { llm: 'gpt-4o', temperature: 2 }, colour: 'red' },
      webhooks: [{ name: 'hook' }],
    })
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' })
    const paths = (problem['errors'] as { path: string }[]).map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining(['agent.displayName', 'agent.llmSettings.temperature', 'agent.colour', 'webhooks[0].url']),
    )
  })

  it('of an id that is taken is a 400', async () => {
    const { manage } = await startServer()
    const problem = await problemOf(await manage('POST', '', { agent: { ...agent, id: 'guide' } }))
    expect(problem).toMatchObject({ status: 400, code: 'agent_already_exists' })
  })

  it('is for accounts that have made one before', async () => {
    const { manage } = await startServer({ agents: {} })
    expect(await problemOf(await manage('POST', '', { agent }))).toMatchObject({
      status: 403,
      code: 'first_agent_required',
    })
    expect((await manage('POST', '', {})).status).toBe(400)
  })
})

describe('updating an agent', () => {
  it('answers 200 with its id, and is there at once', async () => {
    const { manage, say } = await startServer()
    const photoUrl = 'https://example.com/new.png'
    const response = await manage('PUT', '', { agent: { id: 'guide', photoUrl }, issueAgentApiKey: true })
    expect(response.status).toBe(200)
    const updated = await json(response)
    expect(updated['id']).toBe('guide')
    const answer = await answerOf(await say({ utterance: 'hello', api_key: updated['issuedAgentApiKey'] }))
    expect(answer).toMatchObject({ bestResponse: { utterance: 'Hello there' }, avatarIconUrl: photoUrl })
  })

  it('needs an id that exists and is ours', async () => {
    const server = await startServer()
    await otherAccount(server)
    const put = (body: object) => server.manage('PUT', '', { agent: body })
    expect(await problemOf(await put({ displayName: 'x' }))).toMatchObject({
      status: 400,
      errors: [{ path: 'agent.id' }],
    })
    expect(await problemOf(await put({ id: 'nobody' }))).toMatchObject({ status: 404, code: 'agent_not_found' })
    expect(await problemOf(await put({ id: 'theirs' }))).toMatchObject({ status: 403, code: 'forbidden' })
  })
})

describe('deleting an agent', () => {
  it('answers 204 without a body, and it is gone', async () => {
    const { manage, say } = await startServer()
    const response = await manage('DELETE', '/guide')
    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
    expect((await problemOf(await say({ utterance: 'hello' })))['code']).toBe('agent_not_found')
    expect((await problemOf(await manage('DELETE', '/guide')))['status']).toBe(404)
  })

  it('refuses malformed ids, foreign agents and unknown ones', async () => {
    const server = await startServer()
    await otherAccount(server)
    expect((await problemOf(await server.manage('DELETE', '/a')))['status']).toBe(400)
    expect((await problemOf(await server.manage('DELETE', `/${'x'.repeat(500)}`)))['status']).toBe(400)
    expect((await problemOf(await server.manage('DELETE', '/theirs')))['status']).toBe(403)
    expect((await problemOf(await server.manage('DELETE', '/nobody')))['status']).toBe(404)
  })

  it('does not mind what a client says of a body that it does not send', async () => {
    const { request, managementKey } = await startServer()
    const headers = { 'x-api-key': managementKey, 'content-type': 'application/json' }
    expect((await request('DELETE', '/admin/default/agent/guide', undefined, headers)).status).toBe(204)
  })
})

describe('a management key', () => {
  it.each([
    ['POST', ''],
    ['PUT', ''],
    ['DELETE', '/guide'],
  ])('is needed before anything else is looked at: %s', async (method, path) => {
    const server = await startServer()
    const { request, conversationKey } = server
    const theirs = await otherAccount(server)
    for (const key of [undefined, '', 'nonsense', conversationKey, theirs]) {
      const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'x-api-key': key }) }
      const body = method === 'DELETE' ? undefined : 'no json'
      const response = await request(method, `/admin/default/agent${path}`, body, headers)
      expect(response.headers.get('www-authenticate')).not.toBeNull()
      expect(await problemOf(response)).toMatchObject({ status: 401, code: 'invalid_api_key' })
    }
  })

  it('opens its own account only', async () => {
    const { request, managementKey } = await startServer()
    const response = await request('POST', '/admin/nobody/agent', { agent }, { 'x-api-key': managementKey })
    expect((await problemOf(response))['status']).toBe(401)
  })

  it('is the same however the path is written', async () => {
    const { request, managementKey } = await startServer()
    const response = await request('POST', '/admin/%64efault/agent', { agent }, { 'x-api-key': managementKey })
    expect(response.status).toBe(201)
    expect(response.headers.get('location')).toMatch(/^\/admin\/default\/agent\//)
  })
})

describe('a management body', () => {
  it('has to be JSON of at most 1 MiB', async () => {
    const { request, managementKey } = await startServer()
    const put = (body: string, type = 'application/json') =>
      request('PUT', '/admin/default/agent', body, { 'x-api-key': managementKey, 'content-type': type })
    expect(await problemOf(await put('{'))).toMatchObject({ status: 400, code: 'malformed_json' })
    expect(await problemOf(await put('{}', 'text/plain'))).toMatchObject({ status: 415 })
    expect(await problemOf(await put('[]'))).toMatchObject({ status: 400, code: 'invalid_request' })
    const filled = (bytes: number) => `{"agent":${' '.repeat(bytes - 10)}}`
    expect((await put(filled(1024 * 1024))).status).toBe(400)
    expect(await problemOf(await put(filled(1024 * 1024 + 1)))).toMatchObject({ status: 413, code: 'body_too_large' })
  })
})
