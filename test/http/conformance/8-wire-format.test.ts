import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { atTerminal } from '../../../src/admin/actor.ts'
import { problemOf, startServer } from '../server.ts'
import { json, settings, startManagement, webhook } from './support.ts'

/** The rows of "Wire format" and "Keys, accounts, plans" in the decisions on what the specification leaves open. */
describe('Wire format', () => {
  it('Error bodies: RFC 9457 with a code; for validation errors: [{path, message}]', async () => {
    const { say } = await startServer()
    const response = await say({ utterance: 7 })
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expect(await response.json()).toEqual({
      type: '/errors/invalid_request',
      title: 'Bad Request',
      status: 400,
      detail: expect.any(String),
      code: 'invalid_request',
      errors: [{ path: 'utterance', message: 'must be a string' }],
    })
  })

  it('Unknown body fields: ignored in /api, refused in the management API with their path', async () => {
    const { say, create, update, pathsOf } = await startManagement()
    expect((await say({ utterance: 'hello', username: 'Ann', history_id: 7, is_test: null })).status).toBe(200)
    expect(await pathsOf(await create({ agent: { ...settings, displayNmae: 'x' } }))).toEqual(['agent.displayNmae'])
    expect(await pathsOf(await update({ agent: { id: 'guide', llmSettings: { promt: 'x' } } }))).toEqual([
      'agent.llmSettings.promt',
    ])
  })

  it('state in /api: applied before anything else, also when utterance is empty', async () => {
    const { say } = await startServer()
    const answer = await json(await say({ utterance: '', uid: 'ann', state: { name: 'Ann' } }))
    expect(answer['userState']).toEqual({ name: 'Ann' })
  })

  it('Success: create 201 with Location, update 200, delete 204', async () => {
    const { create, update, manage } = await startManagement()
    const created = await create({ agent: { ...settings, id: 'mine' } })
    expect([created.status, created.headers.get('location')]).toEqual([201, '/admin/default/agent/mine'])
    expect((await update({ agent: { id: 'mine' } })).status).toBe(200)
    expect((await manage('DELETE', '/mine')).status).toBe(204)
  })

  it('agent.id on create: optional; free ids are taken, taken ones are refused, malformed ones are faults', async () => {
    const { create, pathsOf } = await startManagement()
    expect(await json(await create({ agent: { ...settings, id: 'My_agent-1' } }))).toEqual({ id: 'My_agent-1' })
    const taken = await problemOf(await create({ agent: { ...settings, id: 'My_agent-1' } }))
    expect(taken).toMatchObject({ status: 400, code: 'agent_already_exists' })
    for (const id of ['ab', '-abc', '_abc', 'a b c', 'x'.repeat(65), '']) {
      expect(await pathsOf(await create({ agent: { ...settings, id } }))).toEqual(['agent.id'])
    }
  })

  it('Update: a new webhook’s secret comes back once; one that keeps its name keeps its secret; masked means unchanged', async () => {
    const { update, manage } = await startManagement()
    const authHeaders = [{ key: 'Authorization', value: 'Bearer secret' }]
    const added = await json(await update({ agent: { id: 'guide' }, webhooks: [{ ...webhook, authHeaders }] }))
    expect(added['webhookSecrets']).toEqual([{ name: 'hook', secret: expect.stringMatching(/^whsec_/) }])
    const { agent, webhooks } = await json(await manage('GET', '/guide'))
    expect(JSON.stringify(webhooks)).not.toContain('Bearer')
    expect(await json(await update({ agent: { id: 'guide' }, webhooks }))).toEqual({ id: 'guide' })
    expect(JSON.stringify(agent)).not.toContain('whsec_')
    const unknown = [{ ...webhook, name: 'other', authHeaders: [{ key: 'Authorization', value: '••••' }] }]
    expect((await update({ agent: { id: 'guide' }, webhooks: unknown })).status).toBe(400)
  })

  it('503 always says when to ask again', async () => {
    const { say, http, model } = await startServer()
    const script = model.script()
    const running = say({ utterance: 'why?', uid: 'ann' })
    await script.asked
    const [response] = await Promise.all([running, http.close(0)])
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  })

  it('Absent strings are empty, absent options [], absent extensions null', async () => {
    const { say } = await startServer()
    expect((await json(await say({ utterance: 'why?' })))['bestResponse']).toMatchObject({
      topic: '',
      imageUrl: '',
      url: '',
      state: '',
      embededHtml: '',
      options: [],
      extensions: null,
    })
  })

  it('Empty bestResponse.utterance: only with disable_ai_response', async () => {
    const { say } = await startServer()
    const best = async (body: object) => (await json(await say({ uid: 'ann', ...body })))['bestResponse']
    expect(await best({ utterance: 'a note', disable_ai_response: true })).toMatchObject({ utterance: '' })
    for (const utterance of ['', 'hello', 'why?', ' '])
      expect(await best({ utterance })).not.toMatchObject({ utterance: '' })
  })

  it('Body size: 1 MiB for /admin', async () => {
    const { request, managementKey } = await startServer()
    const put = (bytes: number) => {
      const body = `{"agent":${' '.repeat(bytes - 10)}}`
      return request('PUT', '/admin/default/agent', body, { 'x-api-key': managementKey })
    }
    expect((await put(1024 * 1024)).status).toBe(400)
    expect(await problemOf(await put(1024 * 1024 + 1))).toMatchObject({ status: 413, code: 'body_too_large' })
  })

  it('Body size: 256 KiB for /api, of everything but the image', async () => {
    const { say } = await startServer({ model: { vision: true } })
    const image = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(400_000)]).toString('base64')
    expect((await say({ utterance: 'hello', padding: 'x'.repeat(255 * 1024) })).status).toBe(200)
    expect((await say({ utterance: 'x', base64_image: image })).status).toBe(200)
    const big = await say({ utterance: 'x', base64_image: image, padding: 'x'.repeat(256 * 1024) })
    expect(await problemOf(big)).toMatchObject({ status: 413, code: 'body_too_large' })
  })

  it('Utterance length: configurable, in characters, whatever they are made of', async () => {
    const { say } = await startServer({ limits: { utterance: 10 } })
    expect((await say({ utterance: '🐟'.repeat(10) })).status).toBe(200)
    const problem = await problemOf(await say({ utterance: '🐟'.repeat(11) }))
    expect(problem).toMatchObject({ status: 400, code: 'utterance_too_long', errors: [{ path: 'utterance' }] })
    expect(await problemOf(await say({ utterance: '', start_utterance: 'x'.repeat(25) }))).toMatchObject({
      code: 'utterance_too_long',
    })
  })
})

describe('Keys, accounts, plans', () => {
  it('keys: told apart by prefix, 256 random bits, stored only as a hash, with a name and a last-used time', async () => {
    let at = Date.UTC(2026, 10, 21)
    const { say, admin, account, store, conversationKey } = await startServer({ now: () => at })
    expect(conversationKey).toMatch(/^pck_[A-Za-z0-9_-]{43}$/)
    const { id, key } = await admin.keys.issue({ account, kind: 'conversation', name: 'For Ann' }, atTerminal)
    at += 60_000
    await say({ utterance: 'hello', api_key: key })
    const view = (await admin.keys.list(account)).find((one) => one.id === id)
    expect(view).toMatchObject({ name: 'For Ann', hint: key.slice(-4), createdAt: at - 60_000, lastUsedAt: at })
    const rows = await store.db.query.selectFrom('api_key').selectAll().execute()
    expect(rows.map(({ hash }) => hash)).toContain(createHash('sha256').update(key).digest('hex'))
    expect(JSON.stringify(rows)).not.toContain(key.slice(4))
    await admin.keys.rename(account, id, 'For Ben', atTerminal)
    expect((await admin.keys.list(account)).find((one) => one.id === id)).toMatchObject({ name: 'For Ben' })
  })

  it('who pays and who owns: the calling account, of whom no other one reads the users', async () => {
    const { say, admin, store, account } = await startServer()
    await admin.accounts.create({ uid: 'second', name: 'Second' }, atTerminal)
    const { key } = await admin.keys.issue({ account: 'second', kind: 'conversation', name: 'second' }, atTerminal)
    await say({ utterance: 'hello', uid: 'ann', state: { secret: 'ours' } })
    const theirs = await json(await say({ utterance: 'hello', uid: 'ann', api_key: key }))
    expect(theirs['userState']).toEqual({})
    expect([await store.usage.thisMonth(account), await store.usage.thisMonth('second')]).toEqual([1, 1])
  })

  it('a plan: another one takes effect at once', async () => {
    const { say, admin, account } = await startServer({ now: () => 0, plan: { requests: { perSecond: 1, burst: 1 } } })
    expect((await say({ utterance: 'hello' })).status).toBe(200)
    expect((await say({ utterance: 'hello' })).status).toBe(429)
    await admin.accounts.update(account, { plan: 'unlimited' }, atTerminal)
    const response = await say({ utterance: 'hello' })
    expect([response.status, response.headers.get('ratelimit-limit')]).toEqual([200, null])
  })
})
