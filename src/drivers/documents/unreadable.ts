import { AppError } from '../../lib/errors.ts'
import { sentences } from './words/index.ts'

/** Why a file has no text for us. Each has its sentence in `words/`. */
export type ReadFault = 'no_text' | 'encrypted' | 'broken' | 'nothing_inside' | 'too_deep' | 'too_much'

/** Thrown by readers. */
export class BadFile extends Error {
  readonly fault: ReadFault
  constructor(fault: ReadFault, message: string = fault) {
    super(message)
    this.fault = fault
  }
}

/** A file that cannot be read, and what to do about it. */
export function unreadable(name: string, fault: keyof typeof sentences, cause?: unknown): AppError {
  const code = fault === 'too_much' ? 'document_too_large' : 'document_unreadable'
  return new AppError(code, sentences[fault](name), { cause })
}
