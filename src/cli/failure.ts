import { AppError } from '../lib/errors.ts'

/** What was typed is not a command of ours. */
export function usage(say: string): AppError {
  return new AppError('wrong_usage', say)
}

/** An error for the terminal: its sentence, then a line for each fault. */
export function describe(error: AppError): string {
  return [error.message, ...error.faults.map(({ path, message }) => `  - ${path}: ${message}`)].join('\n')
}
