import { expect, it } from 'vitest'
import { intentAnswer, readIntentPrompt } from '../../src/engine/scenario/intents.ts'
import type { ConversationRequest } from '../../src/model/conversation.ts'
import { orderKey } from '../../src/model/key.ts'
import { LlmError } from '../../src/ports/llm.ts'
import { traces } from '../../src/store/traces.ts'
import { guide, problemOf, startServer } from '../http/server.ts'

const request = (utterance: string): ConversationRequest => ({
  account: 'default',
  agent: 'guide',
  uid: 'ann',
  conversation: 'http',
  door: 'http',
  utterance,
})
const patience = { signal: new AbortController().signal, onProgress() {} }

it('whoever waits is told when another process has taken their place; the model is not asked again', async () => {
  const { conversations, model, store } = await startServer()
  const first = model.script()
  const lost = conversations.converse(request('how are you?'), patience).final
  // Two calls at once may arrive in either order.
  await first.asked
  const behind = conversations.converse(request('and you?'), patience).final
  const [key, now] = [orderKey('default', 'guide', 'ann'), Date.now()]
  // As if this process had slept for a minute, and the other had been quick.
  await store.leases.take({ key, holder: 'another process', now: now + 60_000, until: now })
  first.write('Well.')
  first.end()
  await expect(lost).rejects.toMatchObject({ code: 'internal_error', status: 500 })
  expect((await behind).answer.utterance).toBe('You said: and you?')
  expect(await store.people.memory(key, 'http', 10)).toHaveLength(2)
})

it('whoever waits behind a turn when the process ends is asked to come back', async () => {
  const { say, http, model, store } = await startServer()
  const script = model.script()
  const first = say({ uid: 'ann', utterance: 'how are you?' })
  await script.asked
  const behind = say({ uid: 'ann', utterance: 'hello' })
  const key = orderKey('default', 'guide', 'ann')
  await expect.poll(() => store.inbox.openCount(key), { interval: 2 }).toBe(2)
  const closed = http.close(0)
  expect((await first).status).toBe(503)
  expect(await problemOf(await behind)).toMatchObject({ status: 503, code: 'shutting_down' })
  await closed
})

it('a turn that fails leaves what is known of why', async () => {
  const { conversations, model, store } = await startServer()
  for (const uid of ['ann', undefined]) {
    model.script().fail(new LlmError('unavailable', 'no'))
    const { id, final } = conversations.converse({ ...request('hello you there'), uid }, patience)
    await expect(final).rejects.toMatchObject({ status: 503 })
    expect((await traces(store.db).byId(id))?.trace).toMatchObject({
      source: 'none',
      rule: { phrase: 'hello' },
      modelError: 'unavailable',
    })
  }
})

it('what the utterance means is asked once', async () => {
  const booking = {
    version: 1 as const,
    id: 'book',
    priority: 0,
    start: [{ match: { intent: 'to book a room' } }],
    policy: { digression: 'return' as const },
    first: 'ask',
    nodes: { ask: { say: 'Which floor?' } },
  }
  const { conversations, model } = await startServer({ agents: { guide: { ...guide, scenarios: [booking] } } })
  const intent = model.script()
  const answer = model.script()
  const { final } = conversations.converse(request('what is a room?'), patience)
  expect(readIntentPrompt(await intent.asked)).toMatchObject({ utterance: 'what is a room?' })
  intent.write(intentAnswer([]))
  intent.end()
  expect(readIntentPrompt(await answer.asked)).toBeUndefined()
  answer.write('Four walls.')
  answer.end()
  expect((await final).answer.utterance).toBe('Four walls.')
})
