import { AppError } from '../lib/errors.ts'
import { sentences } from './words/index.ts'

/** The plan's conversations are used up until the month (of UTC) ends. */
export function capReached(now: number): AppError {
  const at = new Date(now)
  const retryAfterMs = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1) - now
  return new AppError('conversation_cap_reached', sentences.capReached, { status: 429, retryAfterMs })
}
