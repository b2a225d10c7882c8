import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import type { SessionStatus } from './activities.ts'
import type { Envelope } from './envelope.ts'
import type { Post } from './post.ts'
import type { ResponseUrl } from './response-url.ts'
import type { OpenView } from './views.ts'

/** One line of the journal. What a line replaces is found by its key; nothing in it needs the lines before. */
export type Entry =
  | { put: Post }
  | { append: { channel: string; ts: string; text: string; bytes: number } }
  | { removed: { channel: string; ts: string } }
  | { file: { id: string; name: string; mimetype: string; user: string; created: number; base64: string } }
  | { session: { channel: string; thread_ts: string; status: SessionStatus } }
  | { responseUrl: ResponseUrl }
  | { view: OpenView }
  | { viewClosed: string }
  | { event: Envelope }
  | { settled: string }

/** A line is in the kernel's hands when `write` returns, so what was answered survives the death of this process. */
export interface Journal {
  write(entry: Entry): void
  close(): void
}

export const noJournal: Journal = { write: () => {}, close: () => {} }

/** Lines that do not parse were torn by a crash: only the last one can be. */
export function readJournal(path: string): Entry[] {
  if (!existsSync(path)) return []
  const entries: Entry[] = []
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    try {
      if (line) entries.push(JSON.parse(line) as Entry)
    } catch {
      break
    }
  }
  return entries
}

/** Starts the file again with `entries` only; a crash meanwhile leaves the old file as it was. */
export function openJournal(path: string, entries: Iterable<Entry>): Journal {
  const fresh = `${path}.new`
  const lines: string[] = []
  for (const entry of entries) lines.push(`${JSON.stringify(entry)}\n`)
  writeFileSync(fresh, lines.join(''))
  const written = openSync(fresh, 'r')
  fsyncSync(written)
  closeSync(written)
  renameSync(fresh, path)
  let file: number | undefined = openSync(path, 'a')
  return {
    write(entry) {
      if (file !== undefined) writeSync(file, `${JSON.stringify(entry)}\n`)
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
