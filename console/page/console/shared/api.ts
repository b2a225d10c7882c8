/** What the server said no to, in its own sentence. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, { code = 'unknown', detail = '' }: { code?: string; detail?: string }) {
    super(detail || `The server answered ${status}.`)
    this.status = status
    this.code = code
  }
}

/** Asks the server as whoever is signed in. Resolves with what it answers, undefined where that is nothing. */
export async function ask<Answer>(path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) {
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      // No page of another site can send it in somebody’s name.
      'x-parley-console': '1',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Refused(response.status, await response.json().catch(() => ({})))
  return (response.status === 204 ? undefined : await response.json()) as Answer
}
