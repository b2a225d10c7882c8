/** What the server answered instead of doing it: `message` is its own sentence where it gave one. */
export class ApiError extends Error {}

/** One JSON request; the path is relative to the page, so the page may be served below any prefix. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = text === '' ? {} : parse(text)
  // Parley was started again, at another address: the server's own page says so.
  if (response.status === 403 && (answer as { code?: unknown })?.code === 'playground_closed') location.reload()
  if (!response.ok) throw new ApiError(errorOf(answer) ?? `${response.status} ${response.statusText}`)
  return answer as T
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The simulators say `error`, the server itself answers a problem document with `detail`. */
function errorOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { error, detail } = answer as Record<string, unknown>
  return [error, detail].find((sentence) => typeof sentence === 'string')
}
