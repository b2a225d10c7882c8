import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { constants, copyFileSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../lib/errors.ts'
import type { Secrets } from '../ports/secrets.ts'
import { makeFolder, syncFolder } from '../store/durable-file.ts'

const fileName = 'parley.key'

/** The ids of the keys at hand, as sealed texts carry them. */
export interface KeyRing {
  /** The one that seals. */
  readonly own: string
  /** It is PARLEY_KEY, and not that of the file. */
  readonly isGiven: boolean
  readonly all: ReadonlySet<string>
}

/**
 * AES-256-GCM; sealed texts read `v1:keyid:iv:tag:text`. Seals with `key` (PARLEY_KEY), else with the key in
 * `<dataFolder>/parley.key`, which is made when it is missing. Opens what either has sealed, so that PARLEY_KEY can be
 * introduced later.
 */
export function createSecrets({ dataFolder, key }: { dataFolder: string; key?: Uint8Array | undefined }): Secrets & {
  readonly keys: KeyRing
} {
  const file = join(dataFolder, fileName)
  const fromFile = key ? readKey(file) : (readKey(file) ?? makeKey(dataFolder, file))
  const ring = new Map([fromFile, key].filter((bytes) => bytes !== undefined).map((bytes) => named(bytes)))
  const [ownId, ownKey] = [...ring].at(-1)!

  return {
    keys: { own: ownId, isGiven: key !== undefined, all: new Set(ring.keys()) },

    seal(text, context) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', ownKey, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return ['v1', ownId, ...[iv, cipher.getAuthTag(), sealed].map((bytes) => bytes.toString('base64url'))].join(':')
    },

    open(sealed, context) {
      const [version, id, ...parts] = sealed.split(':')
      const [iv, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'))
      const known = id === undefined ? undefined : ring.get(id)
      if (version !== 'v1' || !known || !iv || !tag || !text) throw unreadable()
      try {
        const decipher = createDecipheriv('aes-256-gcm', known, iv, { authTagLength: 16 })
        decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
        return decipher.update(text, undefined, 'utf8') + decipher.final('utf8')
      } catch (cause) {
        throw unreadable(cause)
      }
    },
  }
}

/** The cipher's key with the id that sealed texts carry; neither tells anything of the bytes it comes from. */
function named(bytes: Uint8Array): [id: string, key: Uint8Array] {
  const key = new Uint8Array(hkdfSync('sha256', bytes, '', 'parley secrets v1', 32))
  return [createHash('sha256').update(key).digest('hex').slice(0, 8), key]
}

function readKey(file: string): Uint8Array | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.length === 32) return bytes
  throw new AppError(
    'key_file_damaged',
    `${file} does not hold an encryption key. Restore it from a backup; without it, the secrets in the database cannot be read.`,
    { status: 500 },
  )
}

/** Two processes may come here at once: the file appears whole, and the one that is there first counts. */
function makeKey(folder: string, file: string): Uint8Array {
  makeFolder(folder)
  const draft = join(folder, `${fileName}.${randomUUID()}`)
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    placeOnce(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  // What is encrypted with it may be durable a moment later.
  syncFolder(folder)
  return readKey(file)!
}

/** Throws EEXIST when the file is there. Some network volumes have no hard links. */
function placeOnce(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    copyFileSync(draft, file, constants.COPYFILE_EXCL)
  }
}

function unreadable(cause?: unknown): AppError {
  return new AppError(
    'secret_unreadable',
    'A stored secret was encrypted with another key. Restore the PARLEY_KEY or parley.key it was made with, or set the secret anew.',
    { status: 500, cause },
  )
}
