import type { Dispatcher } from 'undici'

/** Where a reader is so far behind, in bytes, the server waits. */
const mostUnread = 256 * 1024
const redirects = { maxRedirections: 5 }

/** What an SDK needs of a response, and a body that is read as it comes. */
export interface StreamedResponse extends Pick<Response, 'ok' | 'status' | 'headers' | 'url' | 'text' | 'json'> {
  readonly body: null
  /** The bytes that have come since; undefined at the end. Rejects where the connection broke, or was aborted. */
  read(): Promise<Uint8Array | undefined>
}

/**
 * A `fetch` for SDKs whose answers stream. The streams that `fetch` itself gives cost as much as all that is done with a token besides, so
 * that bytes are taken from the socket here. What sends something else than a text, or nothing, takes the usual way.
 */
export function createStreamingFetch(): typeof fetch {
  let agent: Promise<Dispatcher> | undefined
  return async (input, init = {}) => {
    const { body } = init
    if (typeof body !== 'string') return fetch(input, init)
    agent ??= createAgent()
    return (await begin(await agent, String(input), { ...init, body })) as unknown as Response
  }
}

/** With the first question: it costs start-up time and memory that many never need. */
async function createAgent(): Promise<Dispatcher> {
  const { Agent, EnvHttpProxyAgent, interceptors } = await import('undici')
  // As `fetch` does: https://nodejs.org/api/cli.html#node_use_env_proxy1
  const viaProxies = process.env['NODE_USE_ENV_PROXY'] === '1'
  return (viaProxies ? new EnvHttpProxyAgent() : new Agent()).compose(interceptors.redirect(redirects))
}

function begin(agent: Dispatcher, url: string, init: RequestInit & { body: string }): Promise<StreamedResponse> {
  const { origin, pathname, search } = new URL(url)
  const { method = 'GET', body, signal } = init
  const begun = Promise.withResolvers<StreamedResponse>()
  const incoming = createIncoming()
  let controller: Dispatcher.DispatchController | undefined
  const abort = () => end(signal!.reason)
  function end(error: Error): void {
    controller?.abort(error)
    begun.reject(error)
    incoming.fail(error)
  }
  const over = () => signal?.removeEventListener('abort', abort)
  if (signal?.aborted) return Promise.reject(signal.reason)
  signal?.addEventListener('abort', abort)
  agent.dispatch(
    {
      origin,
      path: pathname + search,
      method: method as Dispatcher.HttpMethod,
      headers: [...new Headers(init.headers)].flat(),
      body,
      // Whoever asks has limits of their own.
      headersTimeout: 0,
      bodyTimeout: 0,
    },
    {
      onRequestStart(begins) {
        controller = begins
        if (signal?.aborted) begins.abort(signal.reason)
      },
      onResponseStart(_, status, headers) {
        begun.resolve(responseOf(url, status, headersOf(headers), incoming))
      },
      onResponseData(from, chunk) {
        incoming.push(chunk, from)
      },
      onResponseEnd() {
        over()
        incoming.end()
      },
      onResponseError(_, error) {
        over()
        end(error)
      },
    },
  )
  return begun.promise
}

function headersOf(headers: Record<string, string | string[] | undefined>): Headers {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) all.append(name, one)
  }
  return all
}

function responseOf(
  url: string,
  status: number,
  headers: Headers,
  { read }: ReturnType<typeof createIncoming>,
): StreamedResponse {
  async function text(): Promise<string> {
    const chunks: Uint8Array[] = []
    for (let chunk = await read(); chunk; chunk = await read()) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  }
  const json = async () => JSON.parse(await text())
  return { ok: status >= 200 && status <= 299, status, headers, url, body: null, text, json, read }
}

/** What has come of a body and is yet to be read. */
function createIncoming() {
  let chunks: Buffer[] = []
  let unread = 0
  let isOver = false
  let failure: Error | undefined
  let paused: Dispatcher.DispatchController | undefined
  let reader: PromiseWithResolvers<Uint8Array | undefined> | undefined

  function taken(): Uint8Array {
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    chunks = []
    unread = 0
    paused?.resume()
    paused = undefined
    return all
  }

  function wake(): void {
    const waiting = reader
    reader = undefined
    if (failure) waiting?.reject(failure)
    else waiting?.resolve(chunks.length > 0 ? taken() : undefined)
  }

  return {
    push(chunk: Buffer, from: Dispatcher.DispatchController): void {
      chunks.push(chunk)
      unread += chunk.length
      if (reader) return wake()
      if (unread < mostUnread) return
      paused = from
      from.pause()
    },
    end(): void {
      isOver = true
      if (reader) wake()
    },
    fail(error: Error): void {
      if (isOver) return
      failure = error
      if (reader) wake()
    },
    async read(): Promise<Uint8Array | undefined> {
      // What had come before it broke is read first.
      if (chunks.length > 0) return taken()
      if (failure) throw failure
      if (isOver) return undefined
      reader ??= Promise.withResolvers()
      return reader.promise
    },
  }
}
