import { onTestFinished } from 'vitest'
import { intentAnswer } from '../../src/engine/scenario/intents.ts'
import { startModelServer } from '../support/model-server.ts'
import { startWebhookServer } from '../support/webhook-server.ts'

/** A body, as JSON unless it is a text; or a status without one. */
export type Reply = object | string | number
/** A text, perhaps after calls of functions. */
export type Written = string | { calls: readonly { name: string; arguments: object }[]; text: string }

export async function startServers(servers: Readonly<Record<string, Reply | readonly Reply[]>>) {
  const left = new Map(Object.entries(servers).map(([path, replies]) => [path, [replies].flat() as Reply[]]))
  return startWebhookServer(({ method, url }, response) => {
    const replies = left.get(`${method} ${url.split('?')[0]}`) ?? [404]
    const reply = (replies.length > 1 ? replies.shift() : replies[0])!
    if (typeof reply === 'number') response.writeHead(reply).end()
    else response.end(typeof reply === 'string' ? reply : JSON.stringify(reply))
  })
}

interface Request {
  messages: { role: string; content?: unknown }[]
}

/** A model that writes what a script says, and fails with everything else. */
export async function startModel(answers: Readonly<Record<string, Written>>, intents: readonly string[]) {
  const { server, baseUrl, stop } = await startModelServer()
  onTestFinished(stop)
  let isDown = false
  const failure = { error: { message: 'not in the script' }, status: 503 }
  const on = (fits: (request: Request) => boolean, response: object) =>
    server.on({ predicate: ((request: Request) => fits(request)) as never }, response as never)

  // It is busy, not gone: a server that is gone is left alone for seconds (`drivers/llm/breaker.ts`), which here are not waited for.
  on(() => isDown, { error: { message: 'too many requests' }, status: 429 })
  on((request) => intents.includes(judged(request) ?? ''), { content: intentAnswer([0]) })
  on((request) => judged(request) !== undefined, { content: intentAnswer([]) })
  on(isNoting, { content: '{"add":[],"drop":[]}' })
  for (const [utterance, written] of Object.entries(answers)) {
    const { calls, text } = typeof written === 'string' ? { calls: [], text: written } : written
    const toolCalls = calls.map(({ name, arguments: given }, i) => ({
      id: `c${i}`,
      name,
      arguments: JSON.stringify(given),
    }))
    const isDone = ({ messages }: Request) => calls.length === 0 || messages.at(-1)!.role === 'tool'
    on((request) => said(request) === utterance && isDone(request), { content: text })
    on((request) => said(request) === utterance, { toolCalls })
  }
  on(() => true, failure)
  return {
    baseUrl,
    setDown(is: boolean) {
      isDown = is
    },
  }
}

const said = ({ messages }: Request) => messages.findLast(({ role }) => role === 'user')?.content

/** What is asked beside an answer: nothing of these conversations is worth noting. */
const isNoting = ({ messages }: Request): boolean => `${messages[0]?.content}`.startsWith('You keep')

/** The utterance, where it is asked which intent it shows. */
function judged(request: Request): string | undefined {
  const [first] = request.messages
  if (!`${first?.content}`.startsWith('Decide which of the numbered "intents"')) return undefined
  return (JSON.parse(`${said(request)}`) as { message: string }).message
}
