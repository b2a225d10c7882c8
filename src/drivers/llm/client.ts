import type { OpenAI } from 'openai'
import type { Endpoint } from './endpoints.ts'

/** One client an endpoint. The SDK is loaded with the first: it costs start-up time and memory that many never need. */
export function createClients(): (endpoint: Endpoint) => Promise<OpenAI> {
  const clients = new Map<Endpoint, Promise<OpenAI>>()
  return (endpoint) => {
    let client = clients.get(endpoint)
    if (!client) {
      client = createClient(endpoint)
      clients.set(endpoint, client)
    }
    return client
  }
}

async function createClient({ baseUrl, apiKey, keyHeader, query }: Endpoint): Promise<OpenAI> {
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
  })
}
