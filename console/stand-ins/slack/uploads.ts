import { randomBytes } from 'node:crypto'

/** A file that an app was given an address for, and that is nobody's to see before it was shared. */
interface Upload {
  id: string
  name: string
  length: number
  alt_txt?: string | undefined
  bytes?: Buffer
}

export interface Uploads {
  /** The id of the file to come; it is sent to `<url>/upload/v1/<id>`. */
  open(name: string, length: number, alt_txt?: string): string
  has(id: string): boolean
  /** False when that is not what was announced. */
  put(id: string, bytes: Buffer): boolean
  /** A file that was sent and not yet shared. */
  take(id: string): { name: string; bytes: Buffer; alt_txt?: string | undefined } | undefined
}

const KEPT = 1000

export function createUploads(): Uploads {
  const uploads = new Map<string, Upload>()
  return {
    open(name, length, alt_txt) {
      const id = `F${randomBytes(5).toString('hex').toUpperCase()}`
      uploads.set(id, { id, name, length, alt_txt })
      if (uploads.size > KEPT) uploads.delete(uploads.keys().next().value!)
      return id
    },
    has: (id) => uploads.has(id),
    put(id, bytes) {
      const upload = uploads.get(id)
      if (!upload || upload.bytes || bytes.length !== upload.length) return false
      upload.bytes = bytes
      return true
    },
    take(id) {
      const { name, bytes, alt_txt } = uploads.get(id) ?? {}
      if (name === undefined || !bytes) return undefined
      uploads.delete(id)
      return { name, bytes, alt_txt }
    },
  }
}
