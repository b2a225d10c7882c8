import type { Environment } from '../config/index.ts'
import type { AppError } from '../lib/errors.ts'
import type { Language } from '../lib/language.ts'
import { NoConnection } from '../store/no-connection.ts'
import { explainedAt } from './explained-at.ts'
import { words } from './words/index.ts'

/** An error for the terminal: its sentence, then a line for each fault. */
export function describe(error: AppError): string {
  if (error.cause instanceof NoConnection) return error.cause.message
  const { address, port } = (error.cause ?? {}) as { address?: unknown; port?: unknown }
  const looked = typeof address === 'string' ? [`It was looked for at ${address}:${port}.`] : []
  return [error.message, ...looked, ...error.faults.map(({ path, message }) => `  - ${path}: ${message}`)].join('\n')
}

/** The same, and where one can read more about it. */
export const describeWithPage = (error: AppError, language: Language, env: Environment): string =>
  `${describe(error)}\n${words.more(explainedAt(error.code, env))[language]}`

/** The same for programs, on one line: `code` is what docs/errors.md tells of. */
export function describeAsJson({ code, message, faults, cause }: AppError): string {
  const detail = cause instanceof NoConnection ? cause.message : message
  return JSON.stringify({ code, detail, ...(faults.length > 0 && { errors: faults }) })
}
