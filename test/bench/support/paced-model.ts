import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Scope } from './bench.ts'
import { listen } from './loopback.ts'

/** When the first and the last token of an answer were written, by `performance.now()`. */
export interface Written {
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
    request.resume()
    await once(request, 'end')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    write(response, parts.tokens, parts.everyMs, (written) => parts.onAnswer?.(written))
  }

  return { env: { PARLEY_LLM_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` } }
}

function write(
  response: ServerResponse,
  tokens: readonly string[],
  everyMs: number,
  done: (written: Written) => void,
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
