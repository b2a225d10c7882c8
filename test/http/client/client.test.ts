import { Validator } from '@seriousme/openapi-schema-validator'
import { oazapfts } from 'oazapfts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OpenApi } from '../../../src/http/openapi/document.ts'
import { type SchemaName, schemas } from '../../../src/http/openapi/schemas.ts'
import { startServer, type TestServer } from '../server.ts'
import * as parley from './generated.ts'
import { typedClient } from './typed.ts'

let server: TestServer
let managed: { headers: { 'X-API-Key': string } }

beforeEach(async () => {
  server = await startServer()
  parley.defaults.baseUrl = server.url
  managed = { headers: { 'X-API-Key': server.managementKey } }
})

const agent = {
  displayName: 'Helper',
  description: 'Helps',
  photoUrl: 'https://example.com/helper.png',
  providerName: 'Example',
  scope: 'private',
} as const

describe('the document at /openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    const document = (await (await server.request('GET', '/openapi.json')).json()) as { openapi: string }
    expect(document.openapi).toBe('3.1.0')
    expect(await new Validator().validate(document)).toEqual({ valid: true })
  })

  it('is what the client in this folder is generated from: `npx vitest run test/http/client -u` makes it anew', async () => {
    const document = await (await server.request('GET', '/openapi.json')).json()
    // It is what it is: only how it is used is checked, here.
    const header = [
      '// @ts-nocheck',
      ...['lint', 'format', 'assist'].map((kind) => `// biome-ignore-all ${kind}: generated`),
    ]
    const client = [...header, await oazapfts(document as never)].join('\n')
    await expect(client).toMatchFileSnapshot('generated.ts')
  })

  it('is what the package for programs is typed from', async () => {
    const document = (await (await server.request('GET', '/openapi.json')).json()) as OpenApi
    await expect(typedClient(document)).toMatchFileSnapshot('../../../src/client/generated.ts')
  })

  it('says of every address what is served there', async () => {
    const { paths } = (await (await server.request('GET', '/openapi.json')).json()) as { paths: Record<string, object> }
    for (const [path, methods] of Object.entries(paths)) {
      const url = path.replace('{uid}', 'default').replace('{agentId}', 'guide')
      const allowed = (await server.request('OPTIONS', url)).headers.get('allow')?.split(', ')
      const documented = Object.keys(methods).map((method) => method.toUpperCase())
      expect(allowed?.filter((method) => method !== 'OPTIONS' && method !== 'HEAD').sort()).toEqual(documented.sort())
    }
  })
})

describe('the generated client', () => {
  it('makes an agent, talks to it, changes it, looks at it and deletes it', async () => {
    const created = await parley.createAgent('default', { agent, issueAgentApiKey: true }, {}, managed)
    if (created.status !== 201) throw new Error(created.data.detail)
    const { id, issuedAgentApiKey } = created.data

    const answered = await parley.converse({
      api_key: issuedAgentApiKey!,
      agent_id: id,
      utterance: '',
      uid: 'ann',
      state: { a: 'b' },
    })
    if (answered.status !== 200) throw new Error(answered.data.detail)
    expect(answered.data).toMatchObject({ avatarIconUrl: agent.photoUrl, userState: { a: 'b' } })
    expect(answered.data.bestResponse.utterance).not.toBe('')

    const updated = await parley.updateAgent('default', { agent: { id, displayName: 'Guide' } }, {}, managed)
    expect(updated).toMatchObject({ status: 200, data: { id } })
    const shown = await parley.getAgent('default', id, managed)
    if (shown.status !== 200) throw new Error(shown.data.detail)
    expect(shown.data.agent.displayName).toBe('Guide')
    const listed = await parley.listAgents('default', managed)
    expect(listed.status === 200 && listed.data.agents.map((one) => one.id)).toEqual(['guide', id])
    const used = await parley.getUsage('default', { by: 'agent' }, managed)
    expect(used.status === 200 && used.data.usage).toEqual([
      { agent: id, conversations: 1, inputTokens: 0, outputTokens: 0 },
    ])
    const forgotten = await parley.forgetPerson('default', 'ann', {}, managed)
    if (forgotten.status !== 200) throw new Error(forgotten.data.detail)
    expect(forgotten.data).toMatchObject({ removed: { user_state: 1, turn: 1 } })
    const again = await parley.forgetPerson('default', 'ann', { agent: id }, managed)
    expect(again.status === 200 && again.data.rows).toBe(0)
    expect((await parley.deleteAgent('default', id, {}, managed)).status).toBe(204)
    expect((await parley.getAgent('default', id, managed)).status).toBe(404)
  })

  it('hears of problems by their codes', async () => {
    const refused = await parley.converse({ api_key: 'wrong', agent_id: 'guide', utterance: 'hello' })
    expect(refused.status === 401 && refused.data.code).toBe('invalid_api_key')
    const faulty = await parley.createAgent('default', { agent: { ...agent, displayName: '' } }, {}, managed)
    expect(faulty.status === 400 && faulty.data.errors?.map(({ path }) => path)).toEqual(['agent.displayName'])
  })

  it('reads health', async () => {
    expect(await parley.health()).toMatchObject({ status: 200, data: { status: 'ok' } })
    expect(await parley.readiness()).toMatchObject({ status: 200, data: { status: 'ready' } })
  })
})

describe('real answers', () => {
  const fits = async (name: SchemaName, response: Response) => {
    expect(schemas[name].safeParse(await response.json())).toMatchObject({ success: true })
  }

  it('are what their schemas say in OpenAI’s protocol, too', async () => {
    const authorization = `Bearer ${server.conversationKey}`
    const ask = (method: string, path: string, body?: object) =>
      server.request(method, `/v1/${path}`, body, { authorization })
    const asked = { model: 'guide', messages: [{ role: 'user', content: 'hello' }] }
    await fits('ChatCompletion', await ask('POST', 'chat/completions', asked))
    const response = await ask('POST', 'responses', { model: 'guide', input: 'hello' })
    const { id } = (await response.clone().json()) as { id: string }
    await fits('ModelResponse', response)
    await fits('ModelResponse', await ask('GET', `responses/${id}`))
    await fits('ModelList', await ask('GET', 'models'))
    await fits('Model', await ask('GET', 'models/guide'))
    await fits('OpenAiError', await ask('GET', 'models/nobody'))
  })

  it('are what their schemas say', async () => {
    const { say, manage, request } = server
    await fits('Answer', await say({ utterance: 'hello', uid: 'ann', state: { name: 'Ann' } }))
    await fits('Problem', await say({ utterance: 7 }))
    await fits('SavedAgent', await manage('POST', '', { agent, issueAgentApiKey: true }))
    await fits('AgentList', await manage('GET', ''))
    await fits('AgentDetails', await manage('GET', '/guide'))
    await fits('Usage', await manage('GET', '/../usage'))
    await fits('Health', await request('GET', '/healthz'))
    await fits('Readiness', await request('GET', '/readyz'))
    const lines = (await (await say({ utterance: 'why?', stream: true })).text()).trim().split('\n')
    for (const [i, line] of lines.entries()) {
      await fits(i === lines.length - 1 ? 'Answer' : 'StreamLine', new Response(line))
    }
  })
})
