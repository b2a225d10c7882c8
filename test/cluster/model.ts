import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** What is answered to something that was said: the pieces of a text, the first after `afterMs`, then one every `everyMs`. */
export interface Speech {
  pieces: readonly string[]
  afterMs: number
  everyMs: number
}

/** One answer of the model, and the process that asked for it. */
export interface Asked {
  by: string
  said: string
  /** Pieces written so far. */
  pieces: number
  open: boolean
}

export interface Model {
  urlFor(name: string): string
  readonly asked: readonly Asked[]
  stop(): Promise<void>
}

/** A server of the OpenAI protocol that says what it is told to. */
export async function startModel(speak: (said: string) => Speech): Promise<Model> {
  const asked: Asked[] = []

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, by] = /^\/([^/]+)\//.exec(request.url ?? '')!
    const { messages } = (await json(request)) as { messages: { content: string | { text?: string }[] }[] }
    const { content } = messages.at(-1)!
    const said = typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')
    const { pieces, afterMs, everyMs } = speak(said)
    const entry: Asked = { by: by!, said, pieces: 0, open: true }
    asked.push(entry)
    response.on('close', () => {
      entry.open = false
    })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    await sleep(afterMs)
    for (const [n, piece] of pieces.entries()) {
      if (n > 0 && everyMs > 0) await sleep(everyMs)
      if (response.destroyed) return
      response.write(chunk({ content: piece }, null))
      entry.pieces++
    }
    response.end(`${chunk({}, 'stop')}${usage}data: [DONE]\n\n`)
  }

  const server = createServer((request, response) => {
    // Whoever asked has left.
    serve(request, response).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    asked,
    urlFor: (name) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}/v1`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** What every answer of it costs, in tokens. */
export const tokensOfAnswer = 50

const counts = { prompt_tokens: tokensOfAnswer - 10, completion_tokens: 10, total_tokens: tokensOfAnswer }
const usage = `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'cluster', choices: [], usage: counts })}\n\n`

function chunk(delta: { content?: string }, finishReason: 'stop' | null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }]
  const event = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'cluster', choices }
  return `data: ${JSON.stringify(event)}\n\n`
}
