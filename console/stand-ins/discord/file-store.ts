import { createHmac, timingSafeEqual } from 'node:crypto'
import { imageSize } from './image-size.ts'
import type { Entry } from './journal.ts'
import type { Limits } from './limits.ts'
import type { Json, StoredFile } from './records.ts'
import type { Snowflakes } from './snowflake.ts'

export type NewFile = Omit<StoredFile, 'id' | 'channel'>

/** Attachments, which only a signed address opens and only for a time. */
export interface FileStore {
  add(channel: string, file: NewFile): StoredFile
  get(id: string): StoredFile | undefined
  /** As Discord's JSON describes it, with an address that is good from now on. */
  json(id: string): Json
  /** What an address leads to, as long as it is good. */
  open(path: string): StoredFile | undefined
  restore(file: Extract<Entry, { file: unknown }>['file']): void
  entries(): Iterable<Entry>
}

const KEY = 'simulator'

export function createFileStore(parts: {
  limits: Limits
  now: () => number
  url: () => string
  ids: Snowflakes
  write: (entry: Entry) => void
}): FileStore {
  const { limits, now, url, ids, write } = parts
  const files = new Map<string, StoredFile>()

  const sign = (path: string): string => createHmac('sha256', KEY).update(path).digest('hex')
  const hex = (ms: number): string => Math.floor(ms / 1000).toString(16)
  const pathOf = ({ channel, id, name }: StoredFile): string =>
    `attachments/${channel}/${id}/${encodeURIComponent(name)}`

  function address(file: StoredFile): string {
    const terms = `ex=${hex(now() + limits.fileLinkMs)}&is=${hex(now())}`
    return `${pathOf(file)}?${terms}&hm=${sign(`${file.id}?${terms}`)}`
  }

  const line = (file: StoredFile): Entry => {
    const { bytes, ...rest } = file
    return { file: { ...rest, base64: bytes.toString('base64') } }
  }

  return {
    add(channel, file) {
      const stored: StoredFile = { ...file, id: ids.mint(), channel }
      files.set(stored.id, stored)
      write(line(stored))
      return stored
    },
    get: (id) => files.get(id),
    json(id) {
      const file = files.get(id)!
      const { name, type, bytes, description, voice } = file
      const where = address(file)
      return {
        id,
        filename: name,
        size: bytes.length,
        url: `${url()}/cdn/${where}`,
        proxy_url: `${url()}/cdn/${where}`,
        ...imageSize(type, bytes),
        content_type: type,
        ...(description && { description }),
        ...(voice && { duration_secs: voice.seconds, waveform: voice.waveform }),
      }
    },
    open(path) {
      const [place = '', query = ''] = path.split('?')
      const file = files.get(place.split('/')[2] ?? '')
      const { ex = '', is = '', hm = '' } = Object.fromEntries(new URLSearchParams(query))
      if (!file || place !== pathOf(file) || Number.parseInt(ex, 16) * 1000 < now()) return undefined
      const good = Buffer.from(sign(`${file.id}?ex=${ex}&is=${is}`))
      const given = Buffer.from(hm)
      return good.length === given.length && timingSafeEqual(good, given) ? file : undefined
    },
    restore({ base64, ...file }) {
      ids.passed(file.id)
      files.set(file.id, { ...file, bytes: Buffer.from(base64, 'base64') })
    },
    *entries() {
      for (const file of files.values()) yield line(file)
    },
  }
}
