export interface Fault {
  /** Where in the request: `agent.displayName`. */
  path: string
  message: string
}

/** What the server refused, as it said it. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError'
  /** Of HTTP; of an answer that ended in the middle 200. */
  readonly status: number
  /** What went wrong, for programs; it never changes. `unknown` where what answered was not Parley. */
  readonly code: string
  readonly errors: readonly Fault[]
  /** Milliseconds after which it may go better, where the server says so. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, problem: { code?: string; detail?: string; errors?: readonly Fault[] }, retryAfter = '') {
    super(problem.detail ?? `The server answered with status ${status}.`)
    this.status = status
    this.code = problem.code ?? 'unknown'
    this.errors = problem.errors ?? []
    this.retryAfterMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined
  }
}

/** Of a response that is no success. What stands before Parley may answer with a page. */
export async function refusalOf(response: Response): Promise<ParleyError> {
  const text = await response.text().catch(() => '')
  let problem: object | null = null
  try {
    problem = JSON.parse(text)
  } catch {}
  return new ParleyError(response.status, problem ?? {}, response.headers.get('retry-after') ?? '')
}
