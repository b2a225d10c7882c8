import { DatabaseError } from 'pg'
import { AppError } from '../lib/errors.ts'
import { NoConnection, stateOf } from './no-connection.ts'
import type { Sought } from './sought.ts'

/** Answers to a statement that say nothing of the statement: it may work again by itself, later. */
const short = new Set(['25006', '53100', '53200', '53300'])

/** What was tried and may simply be tried again: nothing of it was done. */
const again = new Set(['40001', '40P01'])

export function mayTryAgain(error: unknown): boolean {
  return error instanceof DatabaseError && again.has(error.code ?? '')
}

/** A guard that changed no row divides by zero. */
export function isGuard(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '22012'
}

/** Messages of these classes name tables, columns and constraints, and no values; P0 is what our own triggers say. */
const harmless = new Set(['08', '0A', '23', '25', '26', '28', '3D', '40', '42', '53', '54', '55', '57', 'P0'])

/**
 * What may be logged of an error. PostgreSQL's own hold the row that failed, so they go no further; what is no answer of
 * PostgreSQL is a connection that was lost, and nobody knows whether what was under way was done.
 */
export function told(error: unknown): Error {
  if (error instanceof AppError) return error
  if (!(error instanceof DatabaseError)) return unreachable(error)
  const { code = '', message } = error
  // The server ends, or begins: it was a connection that was lost.
  if (code.startsWith('57P') || short.has(code)) return unreachable(error)
  return new Error(`PostgreSQL refused a statement: ${code}${harmless.has(code.slice(0, 2)) ? ` ${message}` : ''}`)
}

/** `to`: what was to be connected to, where it did not come to that. */
export function unreachable(error: unknown, to?: Sought): AppError {
  const given = (error as { code?: unknown } | undefined)?.code
  const code = typeof given === 'string' ? given : undefined
  const cause = to ? new NoConnection(code, to) : error instanceof DatabaseError ? undefined : error
  return new AppError(
    'database_unreachable',
    `The database ${stateOf(code)} at the moment${code === undefined ? '' : ` (${code})`}. Try again in a moment.`,
    // Where it was looked for is for whoever runs it: the cause goes to the terminal and the log, never to callers.
    { status: 503, retryAfterMs: 2000, cause },
  )
}
