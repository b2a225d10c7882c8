import { AppError } from '../../lib/errors.ts'
import { sentences } from './words/index.ts'
import type { ReadFault } from './worker.ts'

/** A file that cannot be read, and what to do about it. */
export function unreadable(name: string, fault: ReadFault | 'unknown' | 'old_office', cause?: unknown): AppError {
  const code = fault === 'too_much' ? 'document_too_large' : 'document_unreadable'
  return new AppError(code, sentences[fault](name), { cause })
}
