import type { AppError } from '../lib/errors.ts'

/** An error for the terminal: its sentence, then a line for each fault. */
export function describe(error: AppError): string {
  const { address, port } = (error.cause ?? {}) as { address?: unknown; port?: unknown }
  const looked = typeof address === 'string' ? [`It was looked for at ${address}:${port}.`] : []
  return [error.message, ...looked, ...error.faults.map(({ path, message }) => `  - ${path}: ${message}`)].join('\n')
}
