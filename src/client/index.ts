import { type Fault, ParleyError, refusalOf } from './error.ts'
import { type Answer, type ConversationRequest, type Operations, routes } from './generated.ts'
import { LostStream, retrying } from './retry.ts'

export { type Fault, ParleyError } from './error.ts'
export type * from './generated.ts'

export interface ClientOptions {
  /** Of Parley, without a path: `https://parley.example.com`. */
  url: string
  /** A conversation key or the key of an agent for `ask`, a management key for everything else. */
  key: string
  /** How often what failed in passing is tried again, five times unless told. Nothing is done twice: writes carry an `Idempotency-Key`. */
  retries?: number
  fetch?: typeof fetch
}

export type Question = Omit<ConversationRequest, 'api_key' | 'stream'>

export interface Progress {
  /** All of the text so far. */
  text: string
  isSearching: boolean
  /** The whole answer, with the last one. */
  answer?: Answer
}

export interface CallOptions {
  /** Aborted, it cancels an answer too, which is then what was written of it by then. */
  signal?: AbortSignal
  /** Of your own, so that a program that starts anew is told what it was answered before; else one is made for each call. */
  idempotencyKey?: string
}

export interface Given {
  path?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  /** The `etag` of what you saw: what somebody has changed since is left as it is, and `changed_since` thrown. */
  match?: string
}

type Name = keyof Operations
/** What the operation needs may not be left out. */
type Arguments<N extends Name> = object extends Operations[N]['given']
  ? [given?: Operations[N]['given'], options?: CallOptions]
  : [given: Operations[N]['given'], options?: CallOptions]
type Listing = {
  [N in Name]: Operations[N]['answer'] extends { items: unknown[]; next: string | null } ? N : never
}[Name]
type Item<N extends Listing> = Operations[N]['answer'] extends { items: (infer T)[] } ? T : never

export type Client = ReturnType<typeof createClient>

/** Speaks with a Parley server, in a browser or in Node. Refusals are thrown as `ParleyError`. */
export function createClient({ url, key, retries = 5, fetch: given }: ClientOptions) {
  const server = url.replace(/\/+$/, '')
  const call: typeof fetch = given ?? ((...of) => fetch(...of))

  async function* streamed(question: Question, options: CallOptions): AsyncGenerator<Progress, void> {
    const { signal, idempotencyKey = newKey() } = options
    const body = JSON.stringify({ ...question, api_key: key, stream: true })
    const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }
    let last: Progress = { text: '', isSearching: false }
    // The answer is made whoever leaves, since whoever comes again is told it.
    const abort = () => cancel(idempotencyKey)
    signal?.addEventListener('abort', abort, { once: true })
    // Whoever comes again with the key is told the same answer, by whichever process: so a lost stream goes on.
    const told = retrying({ retries, signal }, async function* (tries) {
      const response = await call(`${server}/api`, { method: 'POST', headers, body, ...(signal && { signal }) })
      if (!response.ok) throw await refusalOf(response)
      for await (const line of linesOf(response)) {
        const heard = JSON.parse(line) as Partial<Answer> & {
          error?: { code: string; detail: string; errors?: Fault[] }
        }
        const { utterance = '', is_searching: isSearching = false } = heard.bestResponse as {
          utterance?: string
          is_searching?: boolean
        }
        if ('userState' in heard) {
          yield { text: utterance, isSearching: false, answer: heard as Answer }
          if (heard.error) throw new ParleyError(200, heard.error)
          return
        }
        // The last line is repeated while nothing is new, and a stream that goes on begins with less than was told.
        const isNew = utterance.length > last.text.length || isSearching !== last.isSearching
        if (!isNew || utterance.length < last.text.length) continue
        tries.inVain = 0
        last = { text: utterance, isSearching }
        yield last
      }
      throw new LostStream('The stream ended before the answer did.')
    })
    try {
      yield* told
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  /** Whoever aborts may not have heard yet what their turn is called, but knows the key that they asked with. */
  function cancel(idempotencyKey: string): void {
    const turn = encodeURIComponent(idempotencyKey.replace(/^"(.*)"$/, '$1'))
    // A page that is being left still says it.
    const request = { method: 'POST', headers: { authorization: `Bearer ${key}` }, keepalive: true }
    const done = retrying({ retries }, async function* () {
      const response = await call(`${server}/v1/turns/${turn}/cancel`, request)
      if (response.status === 404) throw new LostStream('The question may still be on its way.')
      if (!response.ok) throw await refusalOf(response)
      yield
    })
    // There is nobody any more who would hear that it could not be.
    done.next().catch(() => {})
  }

  async function operate(name: Name, { path = {}, query = {}, body, match }: Given, options: CallOptions) {
    const { signal, idempotencyKey = newKey() } = options
    const [method, pattern] = routes[name].split(' ') as [string, string]
    const filled = pattern.replace(/\{(\w+)\}/g, (_, member) => encodeURIComponent(path[member] ?? ''))
    const asked = new URLSearchParams()
    for (const [member, value] of Object.entries(query)) if (value != null) asked.set(member, `${value}`)
    const target = `${server}${filled}${asked.size > 0 ? `?${asked}` : ''}`
    const headers = {
      authorization: `Bearer ${key}`,
      ...(method !== 'GET' && { 'idempotency-key': idempotencyKey }),
      ...(match !== undefined && { 'if-match': match }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const request = {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }
    const once = retrying({ retries, signal }, async function* () {
      const response = await call(target, request)
      if (!response.ok) throw await refusalOf(response)
      const text = await response.text()
      const etag = response.headers.get('etag') ?? undefined
      yield { data: text === '' ? undefined : JSON.parse(text), etag }
    })
    return (await once.next()).value!
  }

  return {
    /** Says something to an agent: its text as it comes, and the whole answer with the last one. */
    ask(question: Question, options: CallOptions = {}): AsyncGenerator<Progress, void> {
      return streamed(question, options)
    },

    /** An operation of `/v1` by the name that the description has for it. */
    async call<N extends Name>(name: N, ...[given = {}, options = {}]: Arguments<N>): Promise<Called<N>> {
      return operate(name, given, options)
    },

    /** All of a list, page after page. */
    async *all<N extends Listing>(name: N, ...[given = {}, options = {}]: Arguments<N>): AsyncGenerator<Item<N>, void> {
      const { query, ...more } = given as Given
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { data } = await operate(name, { ...more, query: { ...query, cursor } }, options)
        yield* data.items
        cursor = data.next
      }
    },
  }
}

export interface Called<N extends Name> {
  data: Operations[N]['answer']
  /** Of what has a version; `match` of a later change. */
  etag: string | undefined
}

/** Browsers give `randomUUID` to pages of https alone. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function* linesOf(response: Response): AsyncGenerator<string, void> {
  const reader = response.body!.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let one = await reader.read(); !one.done; one = await reader.read()) {
      const lines = (rest + decoder.decode(one.value, { stream: true })).split('\n')
      rest = lines.pop()!
      yield* lines.filter((line) => line !== '')
    }
  } finally {
    // Whoever stops listening lets the connection go.
    await reader.cancel().catch(() => {})
  }
}
