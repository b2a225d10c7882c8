interface Problem {
  status: number
  detail: string
  retryAfterMs: number
}

/** What the server, or the site's, said no to, in its words. */
class Refused extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }
}

/** Whether it may be tried again: what is too much, and faults of servers and networks, pass. */
export const passes = (error: unknown): boolean =>
  !(error instanceof Refused) || error.problem.status === 429 || error.problem.status >= 500

/** Who the visitor is, the site does not say, or not any more: it will again, once they have signed in there. */
export const isUnknown = (error: unknown): boolean => error instanceof Refused && error.problem.status === 401

/** When it may be tried again at the earliest. */
export const waitOf = (error: unknown): number => (error instanceof Refused ? error.problem.retryAfterMs : 0)

export async function answered(response: Response): Promise<Response> {
  if (response.ok) return response
  const { status, statusText, headers } = response
  const told = (await response.json().catch(() => ({}))) as { detail?: string }
  const retryAfterMs = Number(headers.get('retry-after') ?? 0) * 1000
  throw new Refused({ status, detail: told.detail ?? `${status} ${statusText}`, retryAfterMs })
}
