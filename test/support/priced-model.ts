import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { LlmTimeouts } from '../../src/drivers/llm/watch.ts'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { llmIds } from '../../src/model/agent.ts'
import { type Models, modelsSchema } from '../../src/model/models.ts'

const named: Readonly<Record<string, string>> = { 'gpt-4o': 'dear', 'gpt-4o-mini': 'cheap' }

/** What the models of these tests cost, of a million tokens; `gpt-4` has no price. */
export const prices: Models = modelsSchema.parse({
  currency: 'EUR',
  providers: {
    here: {
      baseUrl: 'http://127.0.0.1',
      models: {
        dear: { vision: false, outputTokens: 100, price: { input: 10_000, cached: 1000, output: 20_000 } },
        cheap: { vision: false, outputTokens: 100, tokensPerImage: 300, price: { input: 10, output: 20 } },
        unknown: { vision: false, outputTokens: 100 },
      },
    },
  },
  ids: Object.fromEntries(llmIds.map((id) => [id, { provider: 'here', model: named[id] ?? 'unknown' }])),
})

export interface PricedCall {
  model: string
  /** The most tokens that it was allowed to write. */
  most: number | undefined
}

/**
 * A server of the OpenAI protocol that says what each call has used: 40 tokens in, 10 of them cached, and 10 out. Of what is said to
 * it `break` ends in the middle, `refuse` is no answer at all, `think` ends after thoughts, `think and tell` after what they have used
 * too, and `silence` is never broken.
 */
export async function startPricedModel({ timeouts = {} as Partial<LlmTimeouts> } = {}) {
  const calls: PricedCall[] = []
  let gate: Promise<void> | undefined
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { model, messages, max_completion_tokens: most } = JSON.parse(body)
    const said = String(messages.at(-1).content)
    if (said.includes('refuse')) return response.writeHead(400).end('{"error":{"message":"no"}}')
    calls.push({ model, most })
    await gate
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (chunk: object) => response.write(`data: ${JSON.stringify(chunk)}\n\n`)
    if (said.includes('silence')) return response.flushHeaders()
    if (said.includes('think')) {
      send({ choices: [{ delta: { reasoning_content: 'so '.repeat(100) } }] })
      if (said.includes('tell')) send({ choices: [], usage: { prompt_tokens: 13, completion_tokens: 100 } })
      return response.end()
    }
    send({ choices: [{ delta: { content: `${model} says hello` } }] })
    if (said.includes('break')) return response.end()
    send({ choices: [{ delta: {}, finish_reason: 'stop' }] })
    send({
      choices: [],
      usage: { prompt_tokens: 40, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 10 } },
    })
    response.end('data: [DONE]\n\n')
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return {
    calls,
    baseUrl,
    llm: createOpenAiLlm({ models: prices, endpoints: { providers: { here: { baseUrl } } }, timeouts }),
    /** Nobody is answered until this has been settled. */
    wait(until: Promise<void>) {
      gate = until
    },
  }
}
