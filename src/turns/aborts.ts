import { AppError } from '../lib/errors.ts'
import { sentences } from './words/index.ts'

/** Why a running turn is ended; `stopped`, after which it is still shown, is the engine's. */

/** The message was deleted: no answer is wanted. */
export const deleted = new Error('the message was deleted')

/** The process ends; the next one takes the turn up again. */
export const shutdown = new Error('the process is ending')

/** Everything is paused; the turn is taken up again when that ends. */
export const pausing = new Error('everything is paused')

/** What somebody hears who waits for a turn when the process ends. */
export function shuttingDown(cause?: unknown): AppError {
  return new AppError('shutting_down', sentences.shuttingDown, { status: 503, retryAfterMs: 2000, cause })
}
