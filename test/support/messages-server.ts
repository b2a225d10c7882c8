import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Block = Record<string, unknown>
export interface MessagesRequest {
  model: string
  max_tokens: number
  system?: Block[]
  messages: { role: string; content: Block[] }[]
  tools?: Block[]
  [more: string]: unknown
}
type Reply = { events: object[] } | { status: number; body: object }

/** What Anthropic's server refuses of a request, told as it tells it; undefined where it takes it. */
function refusal(request: MessagesRequest, headers: IncomingHttpHeaders): string | undefined {
  const known = [
    'model',
    'max_tokens',
    'system',
    'messages',
    'stream',
    'tools',
    'tool_choice',
    'output_config',
    'thinking',
  ]
  const strange = Object.keys(request).find((name) => !known.includes(name))
  if (headers.authorization !== 'Bearer k-ann') return 'invalid key'
  if (!headers['anthropic-version']) return 'anthropic-version: header is required'
  if (strange) return `${strange}: Extra inputs are not permitted`
  if (!Number.isInteger(request.max_tokens)) return 'max_tokens: Field required'
  const [first] = request.messages
  if (first?.role !== 'user') return 'messages: first message must use the "user" role'
  const blocks = [...(request.system ?? []), ...request.messages.flatMap(({ content }) => content)]
  if (blocks.some(({ type, text }) => type === 'text' && `${text}`.trim() === ''))
    return 'messages: text content blocks must be non-empty'
  if (blocks.filter((block) => 'cache_control' in block).length > 4)
    return 'A maximum of 4 blocks with cache_control may be provided'
  for (const [i, { content }] of request.messages.entries()) {
    const called = content.filter(({ type }) => type === 'tool_use').map(({ id }) => id)
    const results = request.messages[i + 1]?.content.map(({ tool_use_id }) => tool_use_id) ?? []
    if (called.some((id) => !results.includes(id)))
      return 'tool_use ids were found without tool_result blocks immediately after'
  }
  if (JSON.stringify(request.output_config ?? {}).includes('"minimum"'))
    return "output_config.format.schema: For 'integer' type, property 'minimum' is not supported"
  return undefined
}

/** A strict server of Anthropic's Messages that keeps what it has read up to each mark, and says how much of a prompt it had kept. */
export async function startMessagesServer(answer: (request: MessagesRequest) => Reply) {
  const seen: MessagesRequest[] = []
  const kept = new Set<string>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const json = { 'content-type': 'application/json' }
    if (request.method === 'GET' && request.url?.startsWith('/v1/models')) {
      const data = [{ id: 'claude-next', type: 'model', max_input_tokens: 1_000_000 }]
      return response.writeHead(200, json).end(JSON.stringify({ data, has_more: false }))
    }
    const asked: MessagesRequest = JSON.parse(body)
    const message = request.url === '/v1/messages' ? refusal(asked, request.headers) : 'not found'
    if (message) {
      const error = { type: 'error', error: { type: 'invalid_request_error', message } }
      return response.writeHead(message === 'invalid key' ? 401 : 400, json).end(JSON.stringify(error))
    }
    seen.push(asked)
    const reply = answer(asked)
    if ('status' in reply) return response.writeHead(reply.status, json).end(JSON.stringify(reply.body))
    const usage = usageOf(asked, kept)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const events = [
      { type: 'message_start', message: { usage: { ...usage, output_tokens: 1 } } },
      { type: 'ping' },
      ...reply.events,
    ]
    for (const event of events) response.write(`event: ${(event as Block)['type']}\ndata: ${JSON.stringify(event)}\n\n`)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { seen, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A token a character. A prefix that was marked before is read from what is kept, the longest one. */
function usageOf({ tools = [], system = [], messages }: MessagesRequest, kept: Set<string>) {
  const bare = ({ cache_control: _, ...block }: Block) => JSON.stringify(block)
  const blocks = [
    ...tools,
    ...system,
    ...messages.flatMap(({ role, content }) => content.map((block) => ({ role, ...block }))),
  ]
  let prefix = ''
  let read = 0
  const marks: string[] = []
  for (const block of blocks as Block[]) {
    prefix += bare(block)
    if (kept.has(prefix)) read = prefix.length
    if ('cache_control' in block) marks.push(prefix)
  }
  for (const mark of marks) kept.add(mark)
  const made = Math.max(0, (marks.at(-1)?.length ?? 0) - read)
  return { input_tokens: prefix.length - read - made, cache_read_input_tokens: read, cache_creation_input_tokens: made }
}

export const textEvents = (text: string, stop_reason = 'end_turn'): object[] => [
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ...[...text].map((piece) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } })),
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason }, usage: { output_tokens: text.length } },
  { type: 'message_stop' },
]
