import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { atTerminal } from '../../src/admin/actor.ts'
import { scenarioSchema } from '../../src/model/scenario.ts'
import { minimalAgent } from '../support/agent.ts'
import { guide, problemOf, startServer, type TestServer } from './server.ts'

const eras = ['legacy', 'auto'] as const

const table = scenarioSchema.parse({
  version: 1,
  id: 'table',
  title: 'Book a table',
  start: [{ match: { partial: ['book a table'] } }],
  first: 'done',
  nodes: { done: { say: 'Done.', end: 'completed' } },
})
const booking = { ...minimalAgent({ agent: { displayName: 'Booking' } }), scenarios: [table] }

async function connect({ url, conversationKey }: TestServer, era: (typeof eras)[number], key = conversationKey) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } })
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
  onTestFinished(() => client.close())
  return client
}

const textsOf = (result: { content?: unknown }) => (result.content as { text: string }[]).map(({ text }) => text)

describe.each(eras)('the official client, %s', (era) => {
  it('asks agents, goes on with a conversation, reads and searches what they know, and finds scenarios', async () => {
    const server = await startServer({ agents: { guide, booking } })
    const actor = { account: server.account, author: 'test', door: 'cli' } as const
    await server.admin.knowledge.add('guide', { name: 'hours.md', text: '# Hours\n\nThe museum opens at nine.' }, actor)
    const client = await connect(server, era)

    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['ask_booking', 'ask_guide', 'search_guide'])

    const first = await client.callTool({ name: 'ask_guide', arguments: { question: 'hello' } })
    expect(textsOf(first)).toEqual(['Hello there', '- More'])
    const { conversation } = first.structuredContent as { conversation: string }
    const counted = server.store.db.query.selectFrom('usage').select(['door', 'turns']).where('agent', '=', 'guide')
    expect(await counted.execute()).toEqual([{ door: 'mcp', turns: 1 }])

    const heard = server.model.script()
    const again = client.callTool({ name: 'ask_guide', arguments: { question: 'and now?', conversation } })
    expect((await heard.asked).messages.map(({ text }) => text)).toEqual(['hello', 'Hello there', 'and now?'])
    heard.write('Now this.')
    heard.end()
    expect(textsOf(await again)).toEqual(['Now this.'])

    const found = await client.callTool({ name: 'search_guide', arguments: { query: 'museum' } })
    expect(textsOf(found)).toEqual(['hours.md › Hours\n\nThe museum opens at nine.'])
    const [resource] = (await client.listResources()).resources
    expect(resource).toMatchObject({ name: 'hours.md', uri: 'parley://knowledge/guide/hours.md' })
    const { contents } = await client.readResource({ uri: resource!.uri })
    expect(contents).toEqual([expect.objectContaining({ text: '# Hours\n\nThe museum opens at nine.' })])
    await expect(client.readResource({ uri: 'parley://knowledge/guide/none.md' })).rejects.toThrow()

    const { prompts } = await client.listPrompts()
    expect(prompts).toEqual([expect.objectContaining({ name: 'booking.table', title: 'Book a table' })])
    const { messages } = await client.getPrompt({ name: 'booking.table' })
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: expect.stringContaining('"book a table"') } },
    ])
  })

  it('tells how the answer grows to whoever wants to know, and refuses in our words', async () => {
    let time = Date.now()
    const server = await startServer({ now: () => time })
    const client = await connect(server, era)
    const script = server.model.script()
    const told = Promise.withResolvers<string | undefined>()
    const answer = client.callTool(
      { name: 'ask_guide', arguments: { question: 'tell me' } },
      { onprogress: ({ message }) => told.resolve(message) },
    )
    await script.asked
    time += 1000
    script.write('Once upon')
    expect(await told.promise).toBe('Once upon')
    script.write(' a time.')
    script.end()
    expect(textsOf(await answer)).toEqual(['Once upon a time.'])

    const empty = await client.callTool({ name: 'ask_guide', arguments: { question: '' } })
    expect(empty).toMatchObject({ isError: true })
    expect(textsOf(empty)[0]).toMatch(/^The arguments have faults\. question /)
    await expect(client.callTool({ name: 'ask_nobody', arguments: { question: 'hi' } })).rejects.toThrow('no tool')
    server.model.script().fail(new Error('the secret of the model'))
    const failed = await client.callTool({ name: 'ask_guide', arguments: { question: 'what?' } })
    expect(failed).toMatchObject({ isError: true })
    expect(textsOf(failed)[0]).not.toContain('secret')
  })
})

it('stops the turn when the caller gives up', async () => {
  const server = await startServer()
  const client = await connect(server, 'auto')
  const script = server.model.script()
  const leave = new AbortController()
  const asked = client.callTool({ name: 'ask_guide', arguments: { question: 'long?' } }, { signal: leave.signal })
  await script.asked
  leave.abort()
  await expect(asked).rejects.toThrow()
  await script.aborted
})

it.each(eras)('tells whose key is revoked meanwhile that it is, and stops the model (%s)', async (era) => {
  const server = await startServer()
  const { key, id } = await server.admin.keys.issue(
    { account: server.account, kind: 'conversation', name: 'soon revoked' },
    atTerminal,
  )
  const client = await connect(server, era, key)
  const script = server.model.script()
  const answer = client.callTool({ name: 'ask_guide', arguments: { question: 'tell me' } })
  await script.asked
  script.write('Well')
  await server.admin.keys.revoke(server.account, id, atTerminal)
  expect(await answer).toMatchObject({
    isError: true,
    content: [{ text: 'The API key is missing, unknown or revoked. Check it in the console, or issue a new one.' }],
  })
  await script.aborted
})

it('opens to keys alone, each to its own agents, within its rate, and to no foreign page', async () => {
  const other = minimalAgent({ agent: { displayName: 'Other' } })
  const plan = { requests: { perSecond: 0.001, burst: 2 } }
  const server = await startServer({ agents: { guide, other }, plan, cors: ['*', 'https://app.example.com'] })
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const accept = 'application/json, text/event-stream'
  const post = (headers: Record<string, string>, body: unknown = list) =>
    server.request('POST', '/mcp', body, { accept, ...headers })

  const without = await post({})
  expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  expect((await post({ authorization: `Bearer ${server.managementKey}` })).status).toBe(401)
  const authorization = `Bearer ${server.conversationKey}`
  expect(await problemOf(await post({ authorization, origin: 'https://evil.example' }))).toMatchObject({
    status: 403,
    code: 'foreign_origin',
  })
  expect((await post({ authorization, origin: 'https://app.example.com' })).status).toBe(200)
  expect((await post({ authorization, origin: server.url })).status).toBe(200)
  expect((await post({ authorization, origin: 'http://localhost:1' })).status).toBe(403)
  expect((await post({ authorization }, `{"x":"${'x'.repeat(300_000)}"}`)).status).toBe(413)
  expect((await server.request('GET', '/mcp')).status).toBe(405)

  const called = await post(
    { authorization },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'ask_guide', arguments: { question: 'hello' } } },
  )
  expect(called.status).toBe(200)
  expect(called.headers.get('ratelimit-policy')).toBe('"requests";q=2;w=2000')
  expect(called.headers.get('ratelimit-remaining')).toBe('1')

  const { key } = await server.admin.keys.issue(
    { account: server.account, kind: 'agent', agent: 'other', name: 'one' },
    atTerminal,
  )
  const client = await connect(server, 'auto', key)
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['ask_other'])
  const ask = (name: string) => client.callTool({ name, arguments: { question: 'hello' } })
  await expect(ask('ask_guide')).rejects.toThrow('no tool')
  await ask('ask_other')
  expect(textsOf(await ask('ask_other'))).toEqual([expect.stringContaining('Too many requests')])
})
