import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface Asked {
  messages: { role: string; content: unknown; tool_calls?: unknown }[]
  tools?: { function: { name: string } }[]
}

/**
 * A server of the OpenAI protocol whose model does whatever any text says that it is shown, hidden or not: it calls each function
 * that is named, offered or not, and then says again everything it was told.
 */
export async function startObeyingModel(functions: readonly string[]) {
  const requests: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked
    requests.push(asked)
    const told = asked.messages.filter(({ role }) => role !== 'assistant').map(({ content }) => textOf(content))
    const all = told.flatMap((text) => [text, ...undone(text)])
    const isFirst = asked.messages.at(-1)?.role !== 'tool'
    const named = functions.filter((name) => name !== 'lookup' && all.some((text) => text.includes(name)))
    const offered = (asked.tools ?? []).some(({ function: { name } }) => name === 'lookup') ? ['lookup'] : []
    const calls = isFirst ? [...named, ...offered] : []
    // Short enough for one message of each platform: what is hidden, then what it was told last.
    const found = told
      .slice(1)
      .flatMap(undone)
      .filter((text) => /@everyone|#\{role|evil\.example|grant_admin/.test(text))
    const last = [...found.map((text) => text.slice(0, 700)), ...told.slice(-2)]
    const delta =
      calls.length > 0
        ? {
            tool_calls: calls.map((name, index) => ({
              index,
              id: `call_${index}`,
              type: 'function',
              function: { name, arguments: '{}' },
            })),
          }
        : { content: last.join('\n').slice(-1700) || 'Nothing.' }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const send = (choice: object) =>
      response.write(
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'test', choices: [{ index: 0, ...choice }] })}\n\n`,
      )
    send({ delta: { role: 'assistant', ...delta }, finish_reason: null })
    send({ delta: {}, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' })
    response.end('data: [DONE]\n\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests }
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part: { text?: string }) => part.text ?? '').join('\n')
      : ''

/** What a text says to whoever looks closely. */
function undone(text: string): string[] {
  const base64 = [...text.matchAll(/[A-Za-z0-9+/]{24,}={0,2}/g)].map(([run]) => Buffer.from(run, 'base64').toString())
  const hex = [...text.matchAll(/(?:[0-9a-f]{2}){12,}/g)].map(([run]) => Buffer.from(run, 'hex').toString())
  const points = [...text].map((char) => char.codePointAt(0)!)
  const from = (start: number, end: number, base: number) =>
    String.fromCodePoint(...points.filter((at) => at >= start && at < end).map((at) => at - base))
  const zeroWidth = [...text]
    .filter((char) => char === '\u200b' || char === '\u200c')
    .map((char) => (char === '\u200b' ? 0 : 1))
  const bytes = zeroWidth.join('').match(/[01]{8}/g) ?? []
  return [
    ...base64,
    ...hex,
    text.replace(/[a-z]/gi, (char) => String.fromCharCode(char.charCodeAt(0) + (char.toLowerCase() < 'n' ? 13 : -13))),
    text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString()),
    text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
    text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    text.replace(/(?:\b\d{2,3} ){8,}/g, (run) => String.fromCharCode(...run.trim().split(' ').map(Number))),
    from(0xe0000, 0xe0080, 0xe0000),
    from(0xe0100, 0xe01f0, 0xe0100),
    Buffer.from(bytes.map((one) => Number.parseInt(one, 2))).toString(),
    text.replace(/[\u200b\u2009]/g, ''),
    text.normalize('NFKC'),
    [...text].toReversed().join(''),
  ].filter((one) => one !== '' && one !== text)
}
