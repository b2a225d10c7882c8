import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../src/app/index.ts'
import { runCommand } from '../support/command.ts'
import { loadConfig } from '../support/config.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { type Received, startWebhookServer } from '../support/webhook-server.ts'

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
})
afterAll(() => models.stop())

const bodyOf = (received: Received | undefined) => JSON.parse(received!.body)

/** All of Parley, with an agent `shop` whose webhooks go to this machine. */
async function start(webhooks: object[], rules: object[] = []) {
  const folder = tempFolder()
  const configFolder = join(folder, 'config')
  cpSync('config', configFolder, { recursive: true })
  const settings = readFileSync('config/parley.yaml', 'utf8')
  writeFileSync(join(configFolder, 'parley.yaml'), settings.replace('allow: []', 'allow: [127.0.0.1]'))
  mkdirSync(join(configFolder, 'agents/shop'))
  const agent = {
    displayName: 'Shop',
    description: 'A shop',
    photoUrl: 'https://example.com/shop.png',
    providerName: 'Example',
    scope: 'private',
    llmSettings: { llm: 'gpt-4o-mini', prompt: 'You sell shoes.' },
  }
  // JSON is YAML.
  writeFileSync(join(configFolder, 'agents/shop/agent.yaml'), JSON.stringify({ agent, webhooks }))
  writeFileSync(join(configFolder, 'agents/shop/rules.yaml'), JSON.stringify(rules))
  const env = {
    PORT: '0',
    PARLEY_DATA: join(folder, 'data'),
    PARLEY_PLAYGROUND: 'off',
    LOG_LEVEL: 'silent',
    PARLEY_LLM_BASE_URL: models.baseUrl,
    PARLEY_LLM_MODEL: 'test',
  }
  const out: string[] = []
  const terminal = { stdout: { write: (text: string) => out.push(text) }, stderr: { write: () => {} }, env }
  await runCommand(['key', 'issue', '--kind', 'conversation', '--json'], terminal)
  const app = await createApp(loadConfig(env, configFolder))
  onTestFinished(() => app.close())
  const { key } = JSON.parse(out[0]!)
  return {
    data: env.PARLEY_DATA,
    async say(utterance: string, more: object = {}) {
      const response = await fetch(`${app.url}/api`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ api_key: key, agent_id: 'shop', uid: 'ann', utterance, ...more }),
      })
      const body = (await response.json()) as { bestResponse: { utterance: string } }
      expect(response.status, JSON.stringify(body)).toBe(200)
      return body.bestResponse.utterance
    },
  }
}

it('an answer waits for what it needs and for nothing else, and the caller’s token stays with the calls', async () => {
  const slow = Promise.withResolvers<void>()
  const server = await startWebhookServer(async ({ url, body }, response) => {
    if (url === '/after') await slow.promise
    response.end(url === '/stock' ? 'Size 42 is in stock.' : body)
  })
  const token = 'tok-5f0c9a7e-secret'
  const payload = { auth: '@{thirdPartyToken}' }
  const { say, data } = await start([
    {
      name: 'stock',
      method: 'GET',
      url: `${server.url}/stock`,
      useResponseInPrompt: true,
      trigger: { triggerType: 0, condition: 0 },
    },
    {
      name: 'price',
      method: 'POST',
      url: `${server.url}/price`,
      useResponseInPrompt: true,
      payload,
      trigger: {
        triggerType: 2,
        condition: 0,
        functionCallingName: 'price_of',
        functionCallingDescription: 'The price of a shoe',
      },
    },
    { name: 'after', method: 'POST', url: `${server.url}/after`, payload, trigger: { triggerType: 1, condition: 0 } },
  ])
  const asksFor =
    (n: number) =>
    ({ messages }: { messages: { tool_calls?: unknown }[] }) =>
      messages.filter((message) => message.tool_calls).length === n
  const call = { id: 'c1', name: 'price_of', arguments: '{"shoe":"Runner"}' }
  models.server.on({ predicate: asksFor(0) as never }, { toolCalls: [call] })
  models.server.on({ predicate: asksFor(1) as never }, { content: 'It costs 80.' })

  expect(await say('How much is the Runner?', { third_party_token: token, state: { size: '42' } })).toBe('It costs 80.')
  const asked = JSON.stringify(models.server.getRequests().map(({ body }) => body))
  expect(asked).toContain('> Size 42 is in stock.')
  expect(asked).not.toContain(token)
  const price = server.received.find(({ url }) => url === '/price')
  expect(bodyOf(price)).toMatchObject({ webhookType: 'function_calling', shoe: 'Runner', auth: token })
  await expect.poll(() => server.received.find(({ url }) => url === '/after')).toBeDefined()
  const after = bodyOf(server.received.find(({ url }) => url === '/after'))
  expect(after).toMatchObject({
    webhookType: 'agent_response',
    agentId: 'shop',
    userId: 'ann',
    utterance: 'How much is the Runner?',
    response: 'It costs 80.',
    state: { size: '42' },
    history: '',
    auth: token,
  })
  const written = readdirSync(data).map((file) => readFileSync(join(data, file), 'latin1'))
  expect(written.join()).toContain('How much is the Runner?')
  expect(written.join()).not.toContain(token)
  slow.resolve()
})

it('calls go out after turns of every kind', async () => {
  const server = await startWebhookServer()
  const hook = (name: string, triggerType: number) => ({
    name,
    method: 'POST',
    url: `${server.url}/${name}`,
    trigger: { triggerType, condition: 0 },
  })
  const rules = [{ when: ['hello'], say: 'Hello there' }]
  const { say } = await start([hook('said', 0), hook('answered', 1)], rules)
  const next = async () => {
    const [one, other] = server.received.splice(0).map((received) => [received.url, bodyOf(received)] as const)
    return Object.fromEntries([one, other].filter((pair) => pair !== undefined))
  }
  const arrived = (count: number) => expect.poll(() => server.received.length).toBe(count)

  expect(await say('hello')).toBe('Hello there')
  await arrived(2)
  expect(await next()).toMatchObject({ '/said': { userId: 'ann' }, '/answered': { response: 'Hello there' } })

  expect(await say('hello', { uid: undefined })).toBe('Hello there')
  await arrived(2)
  expect(await next()).toMatchObject({ '/said': { userId: '', history: '' }, '/answered': { userId: '' } })

  expect(await say('hello', { disable_ai_response: true })).toBe('')
  await arrived(1)
  expect(await next()).toMatchObject({
    '/said': { history: 'user: hello\nassistant: Hello there', utterance: 'hello' },
  })

  await say('', { start_utterance: 'Welcome!' })
  await arrived(1)
  expect(await next()).toMatchObject({ '/answered': { utterance: '', response: 'Welcome!', history: '' } })
})
