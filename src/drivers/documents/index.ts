import type { Documents } from '../../ports/documents.ts'
import { createReaders, type Readers, type ReadersParts } from './children.ts'
import { textOf } from './decode.ts'
import { kindOf, mimetypeOf } from './kind.ts'
import { unreadable } from './unreadable.ts'

/** Reads files: text at once, everything else in processes of their own, so that no file harms, or holds up, anybody who chats. */
export function createDocuments(parts?: ReadersParts): Documents & Pick<Readers, 'load' | 'close'> {
  const readers = createReaders(parts)
  return {
    async read({ name, bytes, person = '', isPage }, signal) {
      const kind = kindOf(name, bytes)
      if (kind === 'unknown' || kind === 'old_office' || kind === 'web_page') throw unreadable(name, kind)
      const outcome =
        kind === 'text'
          ? textOf(bytes)
          : await readers.read({ name, kind, bytes, ...(isPage && { isPage }) }, person, signal)
      if ('fault' in outcome) throw unreadable(name, outcome.fault)
      if (outcome.text.trim() === '') throw unreadable(name, kind === 'pdf' ? 'no_text' : 'empty')
      return { mimetype: mimetypeOf(kind, name), ...outcome }
    },
    load: readers.load,
    close: readers.close,
  }
}
