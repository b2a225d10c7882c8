import fc from 'fast-check'
import { expect, it } from 'vitest'
import { startServer } from './server.ts'

const cases = { seed: 20261121, numRuns: 500, interruptAfterTimeLimit: 15_000 } as const

/** A value that is right, nearly right, or anything. */
const maybe = (right: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 6, arbitrary: right },
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'hello', '#{a}', '#{a:', '@{option:x}', '\0', '\ud800'),
)
const state = fc.oneof(
  fc.dictionary(text, text),
  fc.dictionary(text, text).map((value) => JSON.stringify(value)),
)

it('whatever is sent to a conversation, only documented statuses come back and no key', async () => {
  const { request, conversationKey } = await startServer({ model: { vision: true } })
  const body = fc.record(
    {
      api_key: maybe(fc.constant(conversationKey)),
      agent_id: maybe(fc.constant('guide')),
      utterance: maybe(text),
      uid: maybe(text),
      state: maybe(state),
      stream: maybe(fc.boolean()),
      start_utterance: maybe(text),
      base64_image: maybe(fc.base64String()),
      disable_ai_response: maybe(fc.boolean()),
      disable_history: maybe(fc.boolean()),
      third_party_token: maybe(text),
      more: fc.jsonValue(),
    },
    { requiredKeys: ['api_key', 'agent_id', 'utterance'] },
  )
  await fc.assert(
    fc.asyncProperty(body, async (value) => {
      const response = await request('POST', '/api', value)
      expect([200, 400, 401]).toContain(response.status)
      expect(await response.text()).not.toContain(conversationKey)
    }),
    cases,
  )
})

it('whatever bytes are sent, they are refused', async () => {
  const { url } = await startServer()
  const type = fc.constantFrom('application/json', 'text/plain', 'application/json; charset=utf-16', '')
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), type, async (bytes, contentType) => {
      const response = await fetch(`${url}/api`, {
        method: 'POST',
        headers: { 'content-type': contentType },
        body: bytes,
      })
      expect([400, 401, 415]).toContain(response.status)
      expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
      await response.arrayBuffer()
    }),
    { ...cases, numRuns: 200 },
  )
})

it('whatever is sent to the management of agents, only documented statuses come back', async () => {
  const { manage } = await startServer()
  const agent = fc.record(
    {
      id: maybe(fc.constantFrom('guide', 'nobody', 'a/b')),
      displayName: maybe(text),
      description: maybe(text),
      photoUrl: maybe(fc.webUrl()),
      serviceURL: maybe(fc.webUrl()),
      providerName: maybe(text),
      scope: maybe(fc.constantFrom('public', 'private')),
      useAIResponse: maybe(fc.boolean()),
      llmSettings: maybe(
        fc.record({ llm: maybe(fc.constant('gpt-4o')), temperature: maybe(fc.double({ min: 0, max: 1 })) }),
      ),
      knowledge: maybe(fc.record({ searchQueryPrompt: maybe(text) })),
    },
    { requiredKeys: [] },
  )
  const webhook = fc.record({
    name: maybe(text),
    method: maybe(fc.constant('POST')),
    url: maybe(fc.webUrl()),
    trigger: fc.jsonValue(),
  })
  const body = fc.record(
    {
      agent: maybe(agent),
      webhooks: maybe(fc.array(webhook, { maxLength: 3 })),
      issueAgentApiKey: maybe(fc.boolean()),
    },
    { requiredKeys: ['agent'] },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('POST', 'PUT'), body, async (method, value) => {
      const response = await manage(method, '', value)
      expect([200, 201, 400, 404]).toContain(response.status)
      await response.arrayBuffer()
    }),
    cases,
  )
})
