import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerTo, canariesIn, leaksIn } from './canaries.ts'

/** So long between two pieces of a long answer, in milliseconds: a kill comes in its middle. */
const everyMs = 8

export interface Model {
  readonly url: string
  /** Requests in which words stood that do not belong together, and what those were. */
  readonly mixed: readonly string[]
  readonly asked: number
  /** Nobody is answered until it is opened again. */
  hold(): void
  open(): void
  stop(): Promise<void>
}

/** A server of OpenAI's protocol that says what it was asked last, and looks at all that it is told. */
export async function startModel(isLong: (canary: string) => boolean): Promise<Model> {
  const mixed: string[] = []
  let asked = 0
  let gate: PromiseWithResolvers<void> | undefined

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const { messages = [] } = JSON.parse(body) as { messages?: { content: unknown }[] }
    asked++
    // What was said last stands last; what was said before it around it may stand in the same message.
    const about = canariesIn(JSON.stringify(messages.at(-1)?.content ?? '')).at(-1)
    if (about) {
      const { tenant, place, canary } = about
      mixed.push(
        ...leaksIn(body, { tenant, place }).map((word) => `the request about ${canary} told the model ${word}`),
      )
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    await gate?.promise
    const answer = about ? answerTo(about.canary, isLong(about.canary)) : 'Nothing was said.'
    for (const piece of answer.split(/(?<=\. )/)) {
      if (response.destroyed) return
      response.write(chunk({ content: piece }, null))
      if (about && isLong(about.canary)) await sleep(everyMs)
    }
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
  }

  const server = createServer((request, response) => {
    // Whoever asked is dead by now.
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const open = () => {
    gate?.resolve()
    gate = undefined
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    mixed,
    get asked() {
      return asked
    },
    hold() {
      gate ??= Promise.withResolvers()
    },
    open,
    async stop() {
      open()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function chunk(delta: { content?: string }, finishReason: 'stop' | null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }]
  const event = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'prove', choices }
  return `data: ${JSON.stringify(event)}\n\n`
}
