import { takeDone } from './done.ts'

interface Problem {
  code?: string
  detail?: string
  errors?: { path: string; message: string }[]
}

/** What the server said no to, in its own sentence. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  /** Each thing that is wrong with what was sent, and where in it. */
  readonly faults: readonly { path: string; message: string }[]
  constructor(status: number, { code = 'unknown', detail = '', errors = [] }: Problem) {
    super(detail || `The server answered ${status}.`)
    this.status = status
    this.code = code
    this.faults = errors
  }
}

/** Whether nobody is signed in any more. */
export const isSignedOut = (error: unknown): boolean => error instanceof Refused && error.status === 401

interface Asking {
  method?: string
  body?: unknown
  /** Of the state that was seen: 412 where it is another one by now. */
  match?: string
}

/** Asks the server as whoever is signed in. Resolves with what it answers, undefined where that is nothing. */
export async function ask<Answer>(path: string, { method = 'GET', body, match }: Asking = {}) {
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      // No page of another site can send it in somebody’s name.
      'x-parley-console': '1',
      // What the page asks by itself keeps nobody signed in.
      ...(!takeDone() && { 'x-parley-by-itself': '1' }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(match !== undefined && { 'if-match': `"${match}"` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Refused(response.status, await response.json().catch(() => ({})))
  return (response.status === 204 ? undefined : await response.json()) as Answer
}

export interface Page<Item> {
  items: Item[]
  next: string | null
}

/** All pages of a short list. */
export async function askAll<Item>(path: string): Promise<Item[]> {
  const found: Item[] = []
  let cursor = ''
  do {
    const page: Page<Item> = await ask(`${path}?limit=200${cursor}`)
    found.push(...page.items)
    cursor = page.next === null ? '' : `&cursor=${encodeURIComponent(page.next)}`
  } while (cursor)
  return found
}
