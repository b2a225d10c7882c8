import type { Dispatcher } from 'undici'

/** Reads at most `maxBytes` of a response and closes the connection on the rest. Text that was cut ends with a whole character. */
export async function readBody(
  body: Dispatcher.ResponseData['body'],
  headers: Readonly<Record<string, string | string[] | undefined>>,
  maxBytes: number,
): Promise<{ text: string; cut: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, maxBytes - size))
    size += chunk.length
    if (size > maxBytes) break
  }
  const cut = size > maxBytes
  // Nothing but `identity` was asked for.
  if (!/^(identity)?$/i.test(String(headers['content-encoding'] ?? ''))) return { text: '', cut }
  const decoder = decoderOf(String(headers['content-type'] ?? ''))
  // While streaming, the decoder keeps a character that is not whole to itself.
  return { text: decoder.decode(Buffer.concat(chunks), { stream: cut }), cut }
}

function decoderOf(contentType: string) {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
