/** In UTF-16 units: no chunk of an answer comes near it, and a line without an end must not fill the memory. */
const maxLine = 1 << 20

/**
 * The `data` of the server-sent events in a body, in batches as they arrive; undefined at its end. An event of several
 * `data` lines counts as several: the protocol has one line of JSON each.
 *
 * The SDK's own reader is not used because it drops the connection at `[DONE]`, most often before the body's end has
 * come: each answer would then need a connection, and a TLS handshake, of its own.
 */
export function createEventReader(body: ReadableStream<Uint8Array>): () => Promise<string[] | undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''

  return async () => {
    const { done, value } = await reader.read()
    // A last line need not end.
    const text = done ? `${rest}\n` : rest + decoder.decode(value, { stream: true })
    if (done && rest === '') return undefined
    const lines = text.split('\n')
    rest = lines.pop()!
    if (rest.length > maxLine) throw new SyntaxError('a line without end')
    const events: string[] = []
    for (const line of lines) if (line.startsWith('data:')) events.push(line.slice('data:'.length).trim())
    return events
  }
}
