import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { constants, copyFileSync, linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../lib/errors.ts'
import type { Secrets } from '../ports/secrets.ts'
import { makeFolder, syncFolder, writeDurably } from '../store/durable-file.ts'

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
 * AES-256-GCM; sealed texts read `v1:keyid:iv:tag:text`. Seals with the first of `keys` (PARLEY_KEY), else with the first in
 * `<dataFolder>/parley.key`, which is made when it is missing. Opens what any of them has sealed, so that a key can be introduced
 * before it seals and kept until nothing is sealed with it. The file is read anew when it has changed: see `rekey.ts`.
 */
export function createSecrets({
  dataFolder,
  keys: given = [],
}: {
  dataFolder: string
  keys?: readonly Uint8Array[] | undefined
}): Secrets & { readonly keys: KeyRing } {
  const file = join(dataFolder, fileName)
  const isGiven = given.length > 0
  const ring = new Map<string, Uint8Array>()
  let own = ''
  let readAt = ''

  /** Nothing that was ever read is forgotten: what is sealed with it may still be in a cache. */
  function read(): void {
    readAt = changedAt(file)
    const inFile = isGiven ? (readKeys(file) ?? []) : (readKeys(file) ?? makeKey(dataFolder, file))
    for (const bytes of [...given, ...inFile]) ring.set(...named(bytes))
    own = named((isGiven ? given : inFile)[0]!)[0]
  }
  const readAgain = () => {
    if (changedAt(file) !== readAt) read()
  }
  read()

  return {
    keys: {
      get own() {
        return own
      },
      isGiven,
      get all() {
        return new Set(ring.keys())
      },
    },

    seal(text, context) {
      readAgain()
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', ring.get(own)!, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return ['v1', own, ...[iv, cipher.getAuthTag(), sealed].map((bytes) => bytes.toString('base64url'))].join(':')
    },

    open(sealed, context) {
      const [version, id, ...parts] = sealed.split(':')
      const [iv, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'))
      if (id !== undefined && !ring.has(id)) readAgain()
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

/** One a line, the one that seals first. */
function readKeys(file: string): Uint8Array[] | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const keys = text
    .trim()
    .split('\n')
    .map((line) => Buffer.from(line.trim(), 'base64'))
  if (keys.every((bytes) => bytes.length === 32)) return keys
  throw new AppError(
    'key_file_damaged',
    `${file} does not hold an encryption key. Restore it from a backup; without it, the secrets in the database cannot be read.`,
    { status: 500 },
  )
}

/** Makes a new key the one that seals, in the file; that before it goes on opening. Where one was introduced before it stays. */
export function introduceKey(dataFolder: string): void {
  const file = join(dataFolder, fileName)
  const before = readKeys(file) ?? []
  if (before.length > 1) return
  writeDurably(file, fileOf([randomBytes(32), ...before]))
}

/** Only the key that seals stays in the file. */
export function dropFormerKeys(dataFolder: string): void {
  const file = join(dataFolder, fileName)
  const [own, ...former] = readKeys(file) ?? []
  if (own && former.length > 0) writeDurably(file, fileOf([own]))
}

const fileOf = (keys: readonly Uint8Array[]): string =>
  keys.map((bytes) => `${Buffer.from(bytes).toString('base64')}\n`).join('')

function changedAt(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.mtimeNs} ${found.ino}` : ''
}

/** Two processes may come here at once: the file appears whole, and the one that is there first counts. */
function makeKey(folder: string, file: string): Uint8Array[] {
  makeFolder(folder)
  const draft = join(folder, `${fileName}.${randomUUID()}`)
  writeFileSync(draft, fileOf([randomBytes(32)]), { mode: 0o600, flag: 'wx', flush: true })
  try {
    placeOnce(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  // What is encrypted with it may be durable a moment later.
  syncFolder(folder)
  return readKeys(file)!
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
