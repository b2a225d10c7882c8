import { readFileSync } from 'node:fs'
import { AppError } from '../lib/errors.ts'

export const unreadableFile = (path: string, why: string, cause?: unknown) =>
  new AppError('file_unreadable', `${path} cannot be read: ${why}.`, { cause })

/** The bytes of a file that somebody named. Throws `file_unreadable`, with the path once: Node says it again after its reason. */
export function bytesAt(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'there is no such file' : message.replace(/, \w+(?: '.*')?$/s, '')
    throw unreadableFile(path, why, cause)
  }
}
