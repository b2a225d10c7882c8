import type { StreamedResponse } from './fetch.ts'

/** In UTF-16 units: no chunk of an answer comes near it, and a line without an end must not fill the memory. */
const maxLine = 1 << 20

/**
 * The `data` of the server-sent events of a body, in batches as they arrive; undefined at its end. An event of several
 * `data` lines counts as several: the protocol has one line of JSON each.
 *
 * The SDK's own reader is not used because it drops the connection at `[DONE]`, most often before the body's end has
 * come: each answer would then need a connection, and a TLS handshake, of its own.
 */
export function createEventReader(read: StreamedResponse['read']): () => Promise<string[] | undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  /** A server that cannot stream sends a JSON object in place of events; undefined while nothing came that could tell. */
  let isObject: boolean | undefined

  /** Whole lines of what has come by now; the rest waits for more. */
  function linesOf(text: string, done: boolean): string[] {
    if (isObject) {
      rest = done ? '' : text
      return done ? [`data:${text.trim()}`] : []
    }
    // A last line need not end.
    const lines = (done ? `${text}\n` : text).split('\n')
    rest = lines.pop()!
    return lines
  }

  return async () => {
    const value = await read()
    const done = value === undefined
    const text = done ? rest : rest + decoder.decode(value, { stream: true })
    if (done && text === '') return undefined
    if (isObject === undefined && text.trim() !== '') isObject = text.trimStart().startsWith('{')
    const lines = linesOf(text, done)
    if (rest.length > maxLine) throw new SyntaxError('a line without end')
    return lines.flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length).trim()] : []))
  }
}
