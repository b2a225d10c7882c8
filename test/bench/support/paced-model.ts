import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Scope } from './bench.ts'
import { listen } from './loopback.ts'

/** When the first and the last token of an answer were written, by `performance.now()`, and what it was asked for with. */
export interface Written {
  asked: string
  firstAt: number
  lastAt: number
}

/** A server of the OpenAI protocol that writes one token every `everyMs`, counted from the first, however late the last one was. */
export async function startPacedModel(
  scope: Scope,
  parts: { everyMs: number; tokens: readonly string[]; onAnswer?: (written: Written) => void },
) {
  const server = await listen(scope, (request, response) => void serve(request, response))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { messages } = (await json(request)) as { messages: { content: unknown }[] }
    const asked = String(messages.at(-1)!.content)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    write(response, parts.tokens, parts.everyMs, (times) => parts.onAnswer?.({ asked, ...times }))
  }

  return { env: { PARLEY_LLM_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` } }
}

function write(
  response: ServerResponse,
  tokens: readonly string[],
  everyMs: number,
  done: (times: Omit<Written, 'asked'>) => void,
): void {
  const firstAt = performance.now()
  let next = 0
  const tick = () => {
    if (response.destroyed) return
    const due = Math.floor((performance.now() - firstAt) / everyMs) + 1
    for (; next < Math.min(due, tokens.length); next++) response.write(chunk({ content: tokens[next]! }, null))
    if (next < tokens.length) {
      setTimeout(tick, Math.max(0, firstAt + next * everyMs - performance.now()))
      return
    }
    done({ firstAt, lastAt: performance.now() })
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
  }
  tick()
}

function chunk(delta: { content?: string }, finishReason: 'stop' | null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }]
  const event = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'paced', choices }
  return `data: ${JSON.stringify(event)}\n\n`
}
