import { Agent, request } from 'undici'
import { onlyInTime, writtenUntil } from '../../src/lib/in-time.ts'
import { LatestMap } from '../../src/lib/latest.ts'
import { type Fetched, type Reply, readReply } from './reply.ts'
import type { Tokens } from './tokens.ts'

/** A page of 50 messages of 28 KB at the most. */
const ANSWER_LIMIT = 4 * 1024 * 1024
const TENANTS = 1000

export interface Graph {
  /** Behind `v1.0/`, or a whole address that Graph told. Never rejects, and repeats nothing but what a token was too old for. */
  get(tenant: string, path: string, signal: AbortSignal): Promise<Reply>
  /** A file, wherever Graph says that it is; our token stays at Graph. */
  fetch(tenant: string, path: string, maxBytes: number, signal: AbortSignal): Promise<Fetched>
}

/** Microsoft Graph, for an app with a token of its own: a tenant's data are read with a token that its Entra gave. */
export function createGraph(parts: {
  url: string
  tokensOf: (tenant: string) => Tokens
  limitMs: number
  now: () => number
}): Graph {
  const { url, tokensOf, limitMs, now } = parts
  const kept = new LatestMap<string, Tokens>(TENANTS)
  const agents = {
    answers: new Agent({ maxResponseSize: ANSWER_LIMIT }).compose(onlyInTime),
    // Whoever asks for a file says how large it may be.
    files: new Agent().compose(onlyInTime),
  }

  function tokens(tenant: string): Tokens {
    const known = kept.get(tenant) ?? tokensOf(tenant)
    kept.set(tenant, known)
    return known
  }

  const addressOf = (path: string): URL => new URL(path, `${url}/v1.0/`)

  async function ask(
    tenant: string,
    path: string,
    what: keyof typeof agents,
    signal: AbortSignal,
    isAgain = false,
  ): Promise<Asked> {
    const address = addressOf(path)
    // A link to the next page is Graph's own, and nothing else gets our token.
    if (address.origin !== new URL(url).origin) return { error: { status: 400, code: 'NotGraph', message: path } }
    const access = await tokens(tenant).get(signal)
    if (!('token' in access)) return access
    const answer = await request(address, {
      method: 'GET',
      dispatcher: agents[what],
      signal,
      ...writtenUntil(performance.now() + limitMs),
      headers: { authorization: `Bearer ${access.token}` },
    })
    if (answer.statusCode !== 401 || isAgain) return { answer }
    await answer.body.dump()
    tokens(tenant).drop(access.token)
    return ask(tenant, path, what, signal, true)
  }

  async function asked<T>(signal: AbortSignal, work: (ends: AbortSignal) => Promise<T>): Promise<T | Unknown> {
    const ends = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
    try {
      return await work(ends)
    } catch (error) {
      return { unknown: error instanceof Error ? error : new Error(String(error)) }
    }
  }

  const readError = async ({ statusCode, headers, body }: Answer): Promise<Exclude<Reply, { ok: unknown }>> => {
    const reply = readReply(statusCode, headers['retry-after']?.toString(), await body.text(), { now: now() })
    return 'ok' in reply ? { error: { status: statusCode, code: 'NoFile', message: '' } } : reply
  }

  async function bytesOf(answer: Answer, maxBytes: number): Promise<Fetched> {
    if (answer.statusCode !== 200) return readError(answer)
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      size += chunk.length
      // Leaving the loop closes the connection.
      if (size > maxBytes) return { error: { status: 413, code: '', message: 'the file is too large' } }
      chunks.push(chunk)
    }
    return { bytes: Buffer.concat(chunks), type: String(answer.headers['content-type'] ?? '') }
  }

  return {
    get: (tenant, path, signal) =>
      asked(signal, async (ends): Promise<Reply> => {
        const told = await ask(tenant, path, 'answers', ends)
        if (!('answer' in told)) return told
        const { statusCode, headers, body } = told.answer
        return readReply(statusCode, headers['retry-after']?.toString(), await body.text(), { now: now() })
      }),

    fetch: (tenant, path, maxBytes, signal) =>
      asked(signal, async (ends): Promise<Fetched> => {
        const told = await ask(tenant, path, 'files', ends)
        if (!('answer' in told)) return told
        const { location } = told.answer.headers
        if (told.answer.statusCode !== 302 || typeof location !== 'string') return bytesOf(told.answer, maxBytes)
        await told.answer.body.dump()
        // It opens by itself.
        return bytesOf(await request(location, { signal: ends }), maxBytes)
      }),
  }
}

type Answer = Awaited<ReturnType<typeof request>>
type Unknown = { unknown: Error }
type Asked = { answer: Answer } | Exclude<Reply, { ok: unknown }>
