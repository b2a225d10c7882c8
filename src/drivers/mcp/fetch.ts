import { Agent, type RequestInit, fetch as undiciFetch } from 'undici'
import { allowed } from '../webhooks/addresses.ts'
import { createGuard } from '../webhooks/guard.ts'
import { createLookup } from '../webhooks/names.ts'

/** Of one response: a longer one is broken off. The SDK takes whatever comes. */
const maxBytes = 4_000_000

/**
 * The `fetch` that the SDK is given: every request of it, redirects too, goes to public addresses and to those that the operator
 * allows, and no response is read beyond `maxBytes`.
 */
export function createGuardedFetch(allow: readonly string[]) {
  const names = allowed(allow)
  const dispatcher = new Agent({ connect: createGuard(names, createLookup(names)), keepAliveTimeout: 10_000 })
  return {
    async fetch(url: string | URL, init?: object): Promise<Response> {
      const response = await undiciFetch(url, { ...(init as RequestInit), dispatcher })
      const { status, statusText, body } = response
      const headers = [...response.headers] as [string, string][]
      const counted = body?.pipeThrough(counter() as never) ?? null
      return new Response(counted as unknown as ReadableStream<Uint8Array> | null, { status, statusText, headers })
    },
    close: () => dispatcher.destroy(),
  }
}

function counter(): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > maxBytes) controller.error(new Error(`the response is larger than ${maxBytes} bytes`))
      else controller.enqueue(chunk)
    },
  })
}
