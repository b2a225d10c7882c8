import { describe, expect, it } from 'vitest'
import { atTerminal } from '../../../src/admin/actor.ts'
import { minimalAgent } from '../../support/agent.ts'
import { answerOf, guide, problemOf, startServer } from '../server.ts'
import { json, secondAccount, settings, startManagement, webhook } from './support.ts'

describe('States and transitions', () => {
  it('an empty utterance: the conversation is recognised as started, and short-term memory is reset', async () => {
    const { say, model } = await startServer()
    await say({ utterance: 'my name is Ann', uid: 'ann' })
    const opening = await answerOf(await say({ utterance: '', uid: 'ann', state: { kept: 'yes' } }))
    expect(opening).toMatchObject({ bestResponse: { utterance: 'Welcome!' }, userState: { kept: 'yes' } })
    const script = model.script()
    const answered = say({ utterance: 'who am I?', uid: 'ann' })
    const { messages } = await script.asked
    expect(JSON.stringify(messages)).not.toContain('my name is Ann')
    script.write('I cannot tell')
    script.end()
    expect((await answerOf(await answered)).userState).toEqual({ kept: 'yes' })
  })

  it('with start_utterance: it controls the opening utterance', async () => {
    const { say } = await startServer()
    const opening = await answerOf(await say({ utterance: '', uid: 'ann', start_utterance: 'Back again' }))
    expect(opening.bestResponse.utterance).toBe('Back again')
  })

  it('scope: public and private', async () => {
    const server = await startServer({ agents: { guide, hidden: minimalAgent() } })
    await secondAccount(server)
    const { key } = await server.admin.keys.issue(
      { account: 'second', kind: 'conversation', name: 'second' },
      atTerminal,
    )
    const status = async (agent_id: string, api_key?: string) =>
      (await server.say({ agent_id, utterance: 'hello', ...(api_key && { api_key }) })).status
    expect([await status('guide'), await status('hidden')]).toEqual([200, 200])
    expect([await status('guide', key), await status('hidden', key)]).toEqual([200, 400])
  })
})

describe('Create agent', () => {
  it('POST /admin/{uid}/agent', async () => {
    const { request, managementKey } = await startManagement()
    const response = await request('POST', '/admin/default/agent', { agent: settings }, { 'x-api-key': managementKey })
    expect(response.status).toBe(201)
  })

  it('uid: the administrator’s user id, however the path is written', async () => {
    const { request, managementKey } = await startManagement()
    const headers = { 'x-api-key': managementKey }
    const response = await request('POST', '/admin/%64efault/agent', { agent: settings }, headers)
    expect(response.status).toBe(201)
    expect(response.headers.get('location')).toMatch(/^\/admin\/default\/agent\//)
    expect((await request('POST', '/admin/somebody/agent', { agent: settings }, headers)).status).toBe(401)
  })

  it('headers: X-API-Key and Content-Type: application/json', async () => {
    const { request, managementKey } = await startManagement()
    const post = async (headers: Record<string, string>) =>
      problemOf(await request('POST', '/admin/default/agent', { agent: settings }, headers))
    expect(await post({})).toMatchObject({ status: 401, code: 'invalid_api_key' })
    expect(await post({ 'x-api-key': managementKey, 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
  })

  it('body: agent required; webhooks and issueAgentApiKey optional; agent.id is not sent', async () => {
    const { create } = await startManagement()
    expect((await create({ agent: settings })).status).toBe(201)
    expect((await create({ agent: settings, webhooks: [webhook], issueAgentApiKey: true })).status).toBe(201)
    expect((await create({})).status).toBe(400)
  })

  it('response: 201 with id and, if it was asked for, issuedAgentApiKey; Location says where it is', async () => {
    const { create, request, managementKey } = await startManagement()
    const response = await create({ agent: settings, issueAgentApiKey: true })
    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { id, issuedAgentApiKey } = await json(response)
    expect(issuedAgentApiKey).toMatch(/^pak_/)
    const location = response.headers.get('location')
    expect(location).toBe(`/admin/default/agent/${id}`)
    expect((await request('GET', location!, undefined, { 'x-api-key': managementKey })).status).toBe(200)
  })

  it('usable only by an account that has already created at least one agent', async () => {
    const { create, update } = await startManagement({ agents: {} })
    for (const response of [await create({ agent: settings }), await update({ agent: { id: 'guide' } })]) {
      expect(await problemOf(response)).toMatchObject({ status: 403, code: 'first_agent_required' })
    }
  })
})

describe('Update agent', () => {
  it('PUT /admin/{uid}/agent: 200 with id and, if it was asked for, issuedAgentApiKey', async () => {
    const { update, say } = await startManagement()
    const response = await update({ agent: { id: 'guide' }, issueAgentApiKey: true })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { id, issuedAgentApiKey, ...rest } = await json(response)
    expect([id, rest]).toEqual(['guide', {}])
    expect((await say({ utterance: 'hello', api_key: issuedAgentApiKey })).status).toBe(200)
  })

  it('omitted fields are kept; settings objects merge key by key; null clears', async () => {
    const { create, update, kept } = await startManagement()
    const llmSettings = { llm: 'gpt-4o', temperature: 0.2, prompt: 'Be kind' }
    const mine = { ...settings, id: 'mine', serviceURL: 'https://example.com/', llmSettings }
    await create({ agent: mine, webhooks: [webhook] })
    const merged = await kept(
      await update({ agent: { id: 'mine', llmSettings: { temperature: 0.9 }, serviceURL: null } }),
    )
    const { serviceURL: _, ...rest } = mine
    expect(merged.agent).toEqual({ ...rest, llmSettings: { ...llmSettings, temperature: 0.9 } })
    expect(merged.webhooks).toEqual([webhook])
    const cleared = await kept(await update({ agent: { id: 'mine', llmSettings: { prompt: null } }, webhooks: [] }))
    expect(cleared.agent['llmSettings']).toEqual({ llm: 'gpt-4o', temperature: 0.9 })
    expect(cleared.webhooks).toEqual([])
  })

  it('publishes at once', async () => {
    const { update, say } = await startManagement()
    await update({ agent: { id: 'guide', photoUrl: 'https://example.com/new.png' } })
    expect((await answerOf(await say({ utterance: 'hello' }))).avatarIconUrl).toBe('https://example.com/new.png')
  })

  it('of two at the same time, both are kept', async () => {
    const { update, kept } = await startManagement()
    await Promise.all([
      update({ agent: { id: 'guide', displayName: 'New' } }),
      update({ agent: { id: 'guide', description: 'Newer' } }),
      update({ agent: { id: 'guide', providerName: 'Newest' } }),
    ])
    const { agent } = await kept(await update({ agent: { id: 'guide' } }))
    expect(agent).toMatchObject({ displayName: 'New', description: 'Newer', providerName: 'Newest' })
  })
})

describe('Delete agent', () => {
  it('DELETE /admin/{uid}/agent/{agentId}: 204 with no body, and it is gone', async () => {
    const { manage, say } = await startManagement()
    const response = await manage('DELETE', '/guide')
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(await problemOf(await say({ utterance: 'hello' }))).toMatchObject({ code: 'agent_not_found' })
    expect((await manage('DELETE', '/guide')).status).toBe(404)
  })

  it('header: X-API-Key, a key for agent management', async () => {
    const { request, conversationKey } = await startManagement()
    for (const headers of [{}, { 'x-api-key': conversationKey }]) {
      const response = await request(
        'DELETE',
        '/admin/default/agent/guide',
        undefined,
        headers as Record<string, string>,
      )
      expect(await problemOf(response)).toMatchObject({ status: 401 })
    }
  })

  it('body: none, whatever a client says of one', async () => {
    const { request, managementKey } = await startManagement()
    const headers = { 'x-api-key': managementKey, 'content-type': 'application/json' }
    expect((await request('DELETE', '/admin/default/agent/guide', undefined, headers)).status).toBe(204)
  })

  it('takes what was kept of its users, so that an agent of the same id begins anew', async () => {
    const { manage, create, say } = await startManagement()
    await say({ utterance: 'hello', uid: 'ann', state: { name: 'Ann' } })
    await manage('DELETE', '/guide')
    await create({ agent: { ...settings, id: 'guide' } })
    expect((await answerOf(await say({ utterance: 'hello', uid: 'ann' }))).userState).toEqual({})
  })
})

describe('Conversation', () => {
  it('POST /api with Content-Type: application/json; the key travels in the body', async () => {
    const { request, conversationKey } = await startServer()
    const body = { api_key: conversationKey, agent_id: 'guide', utterance: 'hello' }
    const response = await request('POST', '/api', body)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect((await request('POST', '/api', body, { 'content-type': 'application/xml' })).status).toBe(415)
  })

  it.each([
    [{ utterance: 'hello' }, 'rule'],
    [{ utterance: 'hello', uid: 'ann' }, 'rule'],
    [{ utterance: 'hello', stream: true }, 'rule'],
    [{ utterance: 'why?' }, 'model'],
    [{ utterance: 'why?', uid: 'ann', stream: true }, 'model'],
  ])('each turn has an id in X-Turn-Id that its trace is kept under: %j', async (body, source) => {
    const { say, store } = await startServer()
    const response = await say(body)
    await response.text()
    const turn = await store.turns.byId(response.headers.get('x-turn-id')!)
    expect(turn).toMatchObject({ agent: 'guide', status: 'delivered' })
    expect(JSON.parse(turn!.trace!)).toMatchObject({ source })
    // Without a uid nothing is kept of what was said.
    if (!('uid' in body)) expect(turn?.answer).toBeNull()
  })

  it.each(['ann', undefined])('a turn that failed has one too (uid %s)', async (uid) => {
    const { say, store, model } = await startServer()
    model.script().fail(new Error('a bug'))
    const failed = await say({ utterance: 'why?', uid })
    expect(failed.status).toBe(500)
    const turn = await store.turns.byId(failed.headers.get('x-turn-id')!)
    expect(turn).toMatchObject({ interrupted: 'failed', answer: null, status: 'delivered' })
  })
})

describe('Beyond the specification', () => {
  it('GET /admin/{uid}/agent lists the account’s agents', async () => {
    const server = await startManagement({ agents: { guide, hidden: minimalAgent() } })
    await secondAccount(server)
    const response = await server.manage('GET', '')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { agents } = (await json(response)) as { agents: object[] }
    expect(agents).toEqual([
      {
        id: 'guide',
        version: 1,
        displayName: 'Guide',
        description: 'A guide',
        photoUrl: 'https://example.com/guide.png',
        providerName: 'Example',
        scope: 'public',
        llm: 'gpt-4o-mini',
      },
      expect.objectContaining({ id: 'hidden', scope: 'private', llm: null }),
    ])
  })

  it('GET /admin/{uid}/agent/{agentId} shows an agent as an update would take it, its secrets masked', async () => {
    const { create, update, manage } = await startManagement()
    const authHeaders = [{ key: 'Authorization', value: 'Bearer secret' }]
    await create({ agent: { ...settings, id: 'mine' }, webhooks: [{ ...webhook, authHeaders }] })
    const shown = await json(await manage('GET', '/mine'))
    expect(shown).toEqual({
      agent: { ...settings, id: 'mine' },
      webhooks: [{ ...webhook, authHeaders: [{ key: 'Authorization', value: '••••' }] }],
      version: 1,
      rules: 0,
      scenarios: 0,
      warnings: [],
    })
    const { agent, webhooks } = shown
    expect((await update({ agent, webhooks })).status).toBe(200)
    expect(await json(await manage('GET', '/mine'))).toEqual({ ...shown, version: 2 })
  })

  it('GET /admin/{uid}/agent/{agentId} is refused as a deletion is', async () => {
    const server = await startManagement()
    await secondAccount(server)
    const status = async (path: string) => (await problemOf(await server.manage('GET', path)))['status']
    expect([await status('/a'), await status('/nobody'), await status('/theirs')]).toEqual([400, 404, 403])
  })

  it('GET /admin/{uid}/usage tells what was used, by day, agent and door', async () => {
    let at = Date.UTC(2026, 10, 20, 12)
    const { say, manage } = await startManagement({ now: () => at, plan: { conversationsPerMonth: 100 } })
    const usage = async (query = '') => json(await manage('GET', `/../usage${query}`))
    await say({ utterance: 'hello', uid: 'ann' })
    await say({ utterance: 'hello' })
    at += 86_400_000
    await say({ utterance: 'hello' })
    const line = { agent: 'guide', door: 'http', inputTokens: 0, outputTokens: 0 }
    expect(await usage()).toEqual({
      from: '2026-11-01',
      to: '2026-11-21',
      plan: { name: 'default', conversationsPerMonth: 100, conversationsThisMonth: 3 },
      total: { conversations: 3, inputTokens: 0, outputTokens: 0 },
      usage: [
        { ...line, day: '2026-11-20', conversations: 2 },
        { ...line, day: '2026-11-21', conversations: 1 },
      ],
    })
    expect(await usage('?from=2026-11-21')).toMatchObject({ total: { conversations: 1 } })
    expect(await usage('?to=2026-11-20&by=agent')).toMatchObject({
      usage: [{ agent: 'guide', conversations: 2, inputTokens: 0, outputTokens: 0 }],
    })
    expect(await usage('?agent=nobody')).toMatchObject({ usage: [], total: { conversations: 0 } })
  })

  it.each([
    ['from=2026-13-01', 'from'],
    ['from=yesterday', 'from'],
    ['from=2026-11-22&to=2026-11-21', 'from'],
    ['to=', 'to'],
    ['by=hour', 'by'],
    ['until=2026-11-21', 'until'],
    ['from=2026-11-01&from=2026-11-02', 'from'],
  ])('GET /admin/{uid}/usage refuses %s, naming it', async (query, path) => {
    const { manage, pathsOf } = await startManagement({ now: () => Date.UTC(2026, 10, 21) })
    expect(await pathsOf(await manage('GET', `/../usage?${query}`))).toEqual([path])
  })

  it.each(['', '/guide', '/../usage'])(
    'GET /admin/{uid}/agent%s needs a management key of the account',
    async (path) => {
      const server = await startManagement()
      const theirs = await secondAccount(server)
      for (const key of ['', server.conversationKey, theirs]) {
        const response = await server.request('GET', `/admin/default/agent${path}`, undefined, { 'x-api-key': key })
        expect(await problemOf(response)).toMatchObject({ status: 401, code: 'invalid_api_key' })
      }
    },
  )
})
