import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'

/** A line is in the kernel's hands when `write` returns, so what was answered survives the death of this process. */
export interface JournalFile<Entry> {
  write(entry: Entry): void
  close(): void
}

/** Lines that do not parse were torn by a crash: only the last one can be. */
export function readJournalFile<Entry>(path: string): Entry[] {
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
export function openJournalFile<Entry>(path: string, entries: Iterable<Entry>): JournalFile<Entry> {
  const fresh = `${path}.new`
  const lines: string[] = []
  for (const entry of entries) lines.push(`${JSON.stringify(entry)}\n`)
  // What people said is nobody else's, also in a file that a crash has left there.
  const written = openSync(fresh, 'w', 0o600)
  fchmodSync(written, 0o600)
  writeFileSync(written, lines.join(''))
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
