import { intentAnswer, readIntentPrompt } from '../../../engine/scenario/intents.ts'
import { requestOf } from '../../../engine/webhooks/request.ts'
import type { SendWebhook, WebhookCall } from '../../../engine/webhooks/send.ts'
import { keyOf } from '../../../lib/normalise.ts'
import { type Llm, LlmError, type LlmEvent } from '../../../ports/llm.ts'
import type { ConversationTest, WebhookStub } from './format.ts'

type Stub = ConversationTest['stub']

/** A call of a webhook, as its server would see it. */
export interface Called {
  webhook: string
  body: unknown
}

/** A model that says what a test says, and nothing to anything else. `utterance` is what is being answered. */
export function stubModel({ llm, intents }: Stub, utterance: () => string): Llm {
  const isConnected = llm !== undefined || intents !== undefined
  return {
    model: (id) =>
      isConnected ? { upstream: id, provider: 'test', vision: true, tools: true, contextTokens: 32_000 } : undefined,
    async *stream(prompt): AsyncIterable<LlmEvent> {
      const question = readIntentPrompt(prompt)
      const text = question
        ? intentAnswer(placesOf(question.intents, (intent) => isSaid(intents?.[intent] ?? [], question.utterance)))
        : answerTo(llm ?? {}, utterance())
      if (text === undefined) throw new LlmError('unavailable', 'the test says nothing of what the model answers')
      yield { type: 'text', text }
      yield { type: 'end', reason: 'complete' }
    },
  }
}

const placesOf = (all: readonly string[], fits: (one: string) => boolean): number[] =>
  all.flatMap((one, place) => (fits(one) ? [place] : []))

const isSaid = (phrases: readonly string[], utterance: string) =>
  phrases.some((phrase) => keyOf(phrase) === keyOf(utterance))

function answerTo(llm: Readonly<Record<string, string>>, utterance: string): string | undefined {
  return Object.entries(llm).find(([said]) => keyOf(said) === keyOf(utterance))?.[1]
}

/** Webhooks that answer what a test says, and tell `note` what they were called with. */
export function stubWebhooks({ webhooks = {} }: Stub, note: (call: Called) => void): SendWebhook {
  const left = new Map(Object.entries(webhooks).map(([name, replies]) => [name, [replies].flat()]))
  return async (call, { signal }) => {
    signal.throwIfAborted()
    note(calledWith(call))
    const replies = left.get(call.webhook.name) ?? []
    const reply: WebhookStub = (replies.length > 1 ? replies.shift() : replies[0]) ?? { fails: 'connection' }
    if ('fails' in reply) return { failed: reply.fails, detail: 'as the test says', ms: 0 }
    const { status, body = {} } = reply
    return { status, body: typeof body === 'string' ? body : JSON.stringify(body), ms: 0 }
  }
}

/** What is sent; of a request without a body what stands in its query. */
export function calledWith({ webhook, event, input = {} }: Pick<WebhookCall, 'webhook' | 'event' | 'input'>): Called {
  const request = requestOf(webhook, { event, input, thirdPartyToken: '' })
  if (!request) return { webhook: webhook.name, body: {} }
  const query = () => Object.fromEntries(new URL(request.url).searchParams)
  return { webhook: webhook.name, body: request.body === undefined ? query() : JSON.parse(request.body) }
}
