import type { AppError } from '../lib/errors.ts'

/** An error for the terminal: its sentence, then a line for each fault. */
export function describe(error: AppError): string {
  return [error.message, ...error.faults.map(({ path, message }) => `  - ${path}: ${message}`)].join('\n')
}
