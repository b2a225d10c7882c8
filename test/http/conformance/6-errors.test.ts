import { describe, expect, it } from 'vitest'
import { LlmError } from '../../../src/ports/llm.ts'
import { minimalAgent } from '../../support/agent.ts'
import { guide, problemOf, startServer } from '../server.ts'
import { secondAccount, settings, startManagement, webhook } from './support.ts'

describe('Errors: Management', () => {
  it('400: required parameter missing', async () => {
    const { create, update } = await startManagement()
    for (const response of [await create({ agent: {} }), await update({ agent: {} })]) {
      expect(await problemOf(response)).toMatchObject({ status: 400, code: 'invalid_request' })
    }
  })

  it('400: validation violation, every fault at once with its JSON path', async () => {
    const { create, pathsOf } = await startManagement({ exceedsTokens: async (text, max) => text.length > max })
    const response = await create({
      agent: {
        ...settings,
        displayName: 'x'.repeat(101),
        llmSettings: { llm: 'gpt-4o', temperature: 2, prompt: 'x'.repeat(6001) },
        knowledge: { knowledgeDataStore: { knowledgeDataStoreNumCandidates: 31 } },
        colour: 'red',
      },
      webhooks: [{ name: 'hook' }, { ...webhook, trigger: { triggerType: 2, condition: 9 } }],
      isueAgentApiKey: true,
    })
    expect(await pathsOf(response)).toEqual([
      'agent.displayName',
      'agent.llmSettings.temperature',
      'agent.knowledge.knowledgeDataStore.knowledgeDataStoreNumCandidates',
      'agent.colour',
      'webhooks[0].method',
      'webhooks[0].url',
      'webhooks[0].trigger',
      'webhooks[1].trigger.condition',
      'isueAgentApiKey',
      'agent.llmSettings.prompt',
    ])
  })

  it('400: agent already exists (create)', async () => {
    const { create } = await startManagement()
    const problem = await problemOf(await create({ agent: { ...settings, id: 'guide' } }))
    expect(problem).toMatchObject({ status: 400, code: 'agent_already_exists', errors: [{ path: 'agent.id' }] })
  })

  it('400: agent limit exceeded', async () => {
    const { create } = await startManagement({ plan: { agents: 1 } })
    expect(await problemOf(await create({ agent: settings }))).toMatchObject({
      status: 400,
      code: 'agent_limit_exceeded',
    })
  })

  it('400: invalid agent id format (delete)', async () => {
    const { manage } = await startManagement()
    for (const id of ['a', '-abc', 'x'.repeat(65), 'a%20b', '%F0%9F%90%9F']) {
      expect(await problemOf(await manage('DELETE', `/${id}`))).toMatchObject({ status: 400, code: 'invalid_agent_id' })
    }
  })

  it('401: invalid API key; authentication failure', async () => {
    const { request } = await startManagement()
    const response = await request('DELETE', '/admin/default/agent/guide', undefined, { 'x-api-key': 'pmk_wrong' })
    expect(await problemOf(response)).toMatchObject({ status: 401, code: 'invalid_api_key' })
  })

  it('403: no permission to delete the specified agent (delete)', async () => {
    const server = await startManagement()
    await secondAccount(server)
    expect(await problemOf(await server.manage('DELETE', '/theirs'))).toMatchObject({ status: 403, code: 'forbidden' })
  })

  it('404: the specified agent does not exist (delete)', async () => {
    const { manage } = await startManagement()
    expect(await problemOf(await manage('DELETE', '/nobody'))).toMatchObject({ status: 404, code: 'agent_not_found' })
  })

  it('400 comes before 403 and 404', async () => {
    const first = await startManagement({ agents: {} })
    expect((await first.create({ agent: {} })).status).toBe(400)
    const { update } = await startManagement()
    expect((await update({ agent: { id: 'nobody', scope: 'secret' } })).status).toBe(400)
    expect((await update({ agent: { id: 'nobody' } })).status).toBe(404)
  })
})

describe('Errors: Conversation', () => {
  it('200: success', async () => {
    const { say } = await startServer()
    expect((await say({ utterance: 'hello' })).status).toBe(200)
  })

  it('400: problem with the request, every fault at once', async () => {
    const { say } = await startServer()
    const problem = await problemOf(
      await say({
        utterance: 1,
        uid: {},
        stream: 'yes',
        start_utterance: [],
        base64_image: 4,
        disable_ai_response: 1,
        disable_history: 'no',
        third_party_token: false,
      }),
    )
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' })
    expect(problem['errors']).toEqual([
      { path: 'utterance', message: 'must be a string' },
      { path: 'uid', message: 'must be a string or a number' },
      { path: 'stream', message: 'must be true or false' },
      { path: 'start_utterance', message: 'must be a string' },
      { path: 'base64_image', message: 'must be a string' },
      { path: 'disable_ai_response', message: 'must be true or false' },
      { path: 'disable_history', message: 'must be true or false' },
      { path: 'third_party_token', message: 'must be a string' },
    ])
  })

  it('401: authentication error', async () => {
    const { say } = await startServer()
    expect(await problemOf(await say({ utterance: 'hello', api_key: 'wrong' }))).toMatchObject({ status: 401 })
  })

  it.each([
    ['GET', '/nothing'],
    ['POST', '/apis'],
    ['POST', '/api/'],
    ['DELETE', '/admin'],
    ['GET', '/admin/default/agents'],
    ['GET', '/'],
    ['GET', '/playground/slack/events'],
  ])('404: endpoint does not exist: %s %s', async (method, path) => {
    const { request } = await startServer()
    const response = await request(method, path)
    expect(await problemOf(response)).toMatchObject({ status: 404, code: 'endpoint_not_found', title: 'Not Found' })
  })

  it('429: too many requests', async () => {
    const { say } = await startServer({ now: () => 0, plan: { requests: { perSecond: 1, burst: 1 } } })
    await say({ utterance: 'hello' })
    expect(await problemOf(await say({ utterance: 'hello' }))).toMatchObject({ status: 429, code: 'too_many_requests' })
  })

  it('500: server error, without its cause, which the log has under the same id', async () => {
    const { say, model, lines } = await startServer()
    model.script().fail(new Error('a bug at /home'))
    const response = await say({ utterance: 'why?' })
    const problem = await problemOf(response)
    const requestId = response.headers.get('x-request-id')
    expect(problem).toMatchObject({ status: 500, code: 'internal_error', requestId })
    expect(JSON.stringify(problem)).not.toContain('bug')
    expect(lines.some((line) => line.includes('a bug at') && line.includes(requestId!))).toBe(true)
  })

  it('503: service unavailable, as no model answers and nothing else can; it says when to ask again, and not why', async () => {
    const mute = minimalAgent({ agent: { llmSettings: { llm: 'gpt-4o' } } })
    const { say, model } = await startServer({ agents: { guide: mute } })
    model.script().fail(new LlmError('rate_limited', 'the secret of the provider', 7000))
    const response = await say({ utterance: 'why?' })
    expect(response.headers.get('retry-after')).toBe('7')
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ status: 503, code: 'model_unavailable' })
    expect(JSON.stringify(problem)).not.toContain('secret')
  })

  it('503: too many utterances of a user wait, however many come at once', async () => {
    const { say, model } = await startServer()
    const scripts = Array.from({ length: 3 }, () => model.script())
    const asked = Array.from({ length: 20 }, (_, n) => say({ utterance: `q${n}`, uid: 'ann' }))
    await scripts[0]!.asked
    await expect.poll(async () => (await say({ utterance: 'hello', uid: 'ann' })).status).toBe(503)
    expect((await say({ utterance: 'hello', uid: 'ben' })).status).toBe(200)
    for (const script of scripts) {
      script.write('ok')
      script.end()
    }
    const answers = await Promise.all(asked)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused).toHaveLength(17)
    expect(refused[0]!.headers.get('retry-after')).toBe('2')
    expect(await problemOf(refused[0]!)).toMatchObject({ code: 'too_many_open_turns' })
  })

  it('an unknown or foreign agent_id is a 400, not a 404', async () => {
    const server = await startServer()
    await secondAccount(server)
    for (const agent_id of ['nobody', 'theirs', '../admin']) {
      const problem = await problemOf(await server.say({ utterance: 'hello', agent_id }))
      expect(problem).toMatchObject({ status: 400, code: 'agent_not_found' })
    }
  })

  it('the language of `detail` is the one that is asked for', async () => {
    const { say } = await startServer()
    const response = await say({ utterance: 'hello', agent_id: 'nobody' }, { 'accept-language': 'ja,en;q=0.5' })
    expect((await problemOf(response))['detail']).toMatch(/エージェント/)
  })

  it('an answer that was cut short is an answer, and says so', async () => {
    for (const uid of ['ann', undefined]) {
      const { say, model } = await startServer({ agents: { guide } })
      const script = model.script()
      script.write('Half of')
      script.cut()
      const answer = await (await say({ utterance: 'why?', uid })).json()
      expect(answer).toMatchObject({ bestResponse: { utterance: 'Half of' }, error: { code: 'model_interrupted' } })
    }
  })
})
