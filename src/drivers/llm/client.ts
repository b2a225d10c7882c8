import type { Anthropic } from '@anthropic-ai/sdk'
import type { OpenAI } from 'openai'
import type { Prompt } from '../../ports/llm.ts'
import type { ReadEvents } from './answer.ts'
import { readChat } from './chat.ts'
import type { Endpoint } from './endpoints.ts'
import { createStreamingFetch, type StreamedResponse } from './fetch.ts'
import { messagesRequestOf, readMessages } from './messages.ts'
import { requestOf } from './request.ts'
import type { Target } from './resolve.ts'
import { readResponses, responsesRequestOf } from './responses.ts'

export interface CallOptions {
  signal: AbortSignal
  timeout?: number
}

/** What is asked of servers, whatever they speak. Throws as their SDKs do: the error of a response has a `status`. */
export interface Clients {
  /** An answer, which streams, and how its events are read. */
  ask(prompt: Prompt, target: Target, options: CallOptions): Promise<{ response: StreamedResponse; read: ReadEvents }>
  /** What models an endpoint has. */
  list(endpoint: Endpoint, options: CallOptions): Promise<Response>
}

export function createClients(): Clients {
  const fetch = createStreamingFetch()
  const openAi = keptBy((endpoint) => openAiOf(endpoint, { fetch }))
  const anthropic = keptBy((endpoint) => anthropicOf(endpoint, { fetch }))
  // The SDKs hand on what that has given them.
  const streamed = async (asked: { asResponse(): Promise<Response> }) =>
    (await asked.asResponse()) as unknown as StreamedResponse
  return {
    async ask(prompt, target, options) {
      const { endpoint, protocol } = target
      if (protocol === 'messages') {
        const { messages } = await anthropic(endpoint)
        const request = messagesRequestOf(prompt, target)
        return { response: await streamed(messages.create(request, options)), read: readMessages }
      }
      const { chat, responses } = await openAi(endpoint)
      return protocol === 'chat'
        ? { response: await streamed(chat.completions.create(requestOf(prompt, target), options)), read: readChat }
        : {
            response: await streamed(responses.create(responsesRequestOf(prompt, target), options)),
            read: readResponses,
          }
    },
    async list(endpoint, options) {
      if (endpoint.protocol === 'messages') {
        return (await anthropic(endpoint)).models.list({ limit: 1000 }, options).asResponse()
      }
      return (await openAi(endpoint)).models.list(options).asResponse()
    },
  }
}

/** For what else is asked by the same protocol. */
export const createOpenAiClients = (): ((endpoint: Endpoint) => Promise<OpenAI>) =>
  keptBy((endpoint) => openAiOf(endpoint))

/** One client an endpoint. An SDK is loaded with the first: it costs start-up time and memory that many never need. */
function keptBy<Client>(create: (endpoint: Endpoint) => Promise<Client>): (endpoint: Endpoint) => Promise<Client> {
  const clients = new Map<Endpoint, Promise<Client>>()
  return (endpoint) => {
    let client = clients.get(endpoint)
    if (!client) {
      client = create(endpoint)
      clients.set(endpoint, client)
    }
    return client
  }
}

async function openAiOf(
  { baseUrl, apiKey, keyHeader, query }: Endpoint,
  own: { fetch?: typeof fetch } = {},
): Promise<OpenAI> {
  const { OpenAI } = await import('openai')
  return new OpenAI({
    baseURL: baseUrl,
    // Local servers want no key, but the SDK insists on one.
    apiKey: apiKey ?? 'none',
    // Taken from OPENAI_* variables otherwise, and then sent to every vendor.
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: 0,
    ...(keyHeader && apiKey ? { defaultHeaders: { Authorization: null, [keyHeader]: apiKey } } : {}),
    ...(query ? { defaultQuery: query } : {}),
    // What it logs may hold the prompt.
    logLevel: 'off',
    ...own,
  })
}

async function anthropicOf({ baseUrl, apiKey, query }: Endpoint, own: { fetch: typeof fetch }): Promise<Anthropic> {
  const { Anthropic } = await import('@anthropic-ai/sdk')
  return new Anthropic({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    // Taken from ANTHROPIC_* variables otherwise.
    authToken: null,
    webhookKey: null,
    maxRetries: 0,
    ...(query ? { defaultQuery: query } : {}),
    logLevel: 'off',
    ...own,
  })
}
