/** Milliseconds to wait before attempt number `attempt` (0: the first retry): doubles from 0.5 s to 8 s, with jitter. */
export function backoff(attempt: number, random = Math.random()): number {
  return Math.min(8000, 500 * 2 ** attempt) * (0.75 + random / 2)
}
