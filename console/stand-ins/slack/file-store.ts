import { randomBytes } from 'node:crypto'
import type { Entry } from './journal.ts'
import type { StoredFile } from './post.ts'

/** Files people and apps sent. The oldest are forgotten when there are too many, or too much of them. */
export interface FileStore {
  add(file: Omit<StoredFile, 'id'> & { id?: string }): StoredFile
  get(id: string): StoredFile | undefined
  remove(id: string): void
  restore(entry: Extract<Entry, { file: unknown }>): void
  entries(): Iterable<Entry>
}

const KEPT = 10_000
const BYTES_KEPT = 100_000_000

export function createFileStore(write: (entry: Entry) => void): FileStore {
  const files = new Map<string, StoredFile>()
  let bytes = 0

  function insert(file: StoredFile): void {
    files.set(file.id, file)
    bytes += file.bytes.length
    for (const [id, oldest] of files) {
      if (files.size <= KEPT && bytes <= BYTES_KEPT) break
      files.delete(id)
      bytes -= oldest.bytes.length
    }
  }

  const entryOf = ({ bytes, ...file }: StoredFile): Entry => ({ file: { ...file, base64: bytes.toString('base64') } })

  return {
    add(draft) {
      const file = { ...draft, id: draft.id ?? `F${randomBytes(5).toString('hex').toUpperCase()}` }
      insert(file)
      write(entryOf(file))
      return file
    },
    get: (id) => files.get(id),
    remove(id) {
      bytes -= files.get(id)?.bytes.length ?? 0
      files.delete(id)
    },
    restore({ file: { base64, ...file } }) {
      insert({ ...file, bytes: Buffer.from(base64, 'base64') })
    },
    *entries() {
      for (const file of files.values()) yield entryOf(file)
    },
  }
}
