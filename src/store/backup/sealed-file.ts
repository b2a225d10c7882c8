import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { AppError } from '../../lib/errors.ts'
import { syncFolder } from '../durable-file.ts'
import { damaged } from './dump.ts'

/** Nothing else needs it, and nobody starts a server to make a backup. */
const age = () => import('age-encryption')

/**
 * Makes the key that opens backups, in a new file, and gives its public half, for which backups are made. Files are those of
 * age (age-encryption.org): `age -d -i KEY FILE | gunzip` reads them too.
 */
export async function makeBackupKey(path: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await age()
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  refuseExisting(path)
  try {
    const text = `# Opens the backups made for ${recipient}\n${identity}\n`
    writeFileSync(path, text, { mode: 0o600, flag: 'wx', flush: true })
    syncFolder(dirname(path))
  } catch (cause) {
    throw unwritable(path, cause)
  }
  return recipient
}

/** What the disk refuses, in words; anything else as it is. */
function unwritable(path: string, cause: unknown): unknown {
  const { syscall, message } = cause as { syscall?: unknown; message: string }
  return typeof syscall === 'string'
    ? new AppError('file_exists', `${path} cannot be written: ${message}.`, { cause })
    : cause
}

/** Throws `file_exists`. */
function refuseExisting(path: string): void {
  if (existsSync(path)) throw new AppError('file_exists', `${path} is there already. Name a file that is not.`)
}

/**
 * Writes lines, compressed and encrypted, into a new file that is there only when it is whole and on the disk. Throws
 * `backup_recipient` where `recipient` is none.
 */
export async function writeSealed(path: string, recipient: string, lines: AsyncIterable<string>): Promise<void> {
  refuseExisting(path)
  const { Encrypter } = await age()
  const seal = new Encrypter()
  try {
    seal.addRecipient(recipient)
  } catch (cause) {
    const say =
      'Backups are made for a public key, which begins with age1. Make one with `parley backup-key FILE`, and name it with --to or PARLEY_BACKUP_TO.'
    throw new AppError('backup_recipient', say, { cause })
  }
  const draft = `${path}.${process.pid}`
  try {
    const squeezed = Readable.from(inChunks(lines)).pipe(createGzip({ level: 1 }))
    const sealed = await seal.encrypt(Readable.toWeb(squeezed) as ReadableStream<Uint8Array>)
    await pipeline(
      Readable.fromWeb(sealed as ReadableStream<Uint8Array>),
      createWriteStream(draft, { mode: 0o600, flags: 'wx' }),
    )
    const file = openSync(draft, 'r')
    fsyncSync(file)
    closeSync(file)
    renameSync(draft, path)
    syncFolder(dirname(path))
  } catch (error) {
    rmSync(draft, { force: true })
    throw unwritable(path, error)
  }
}

/** Streams take strings one by one at a price; a database has many. */
async function* inChunks(lines: AsyncIterable<string>): AsyncIterable<Buffer> {
  let some: string[] = []
  let length = 0
  for await (const line of lines) {
    some.push(line)
    length += line.length
    if (length < 65_536) continue
    yield Buffer.from(some.join(''))
    some = []
    length = 0
  }
  yield Buffer.from(some.join(''))
}

/** The lines of a file that `writeSealed` made. Throws `backup_key` where the key is not its key, and `backup_damaged`. */
export async function* readSealed(path: string, keyFile: string): AsyncIterable<string> {
  const { Decrypter } = await age()
  if (!existsSync(keyFile)) throw new AppError('backup_key', `There is no file ${keyFile}, which is to hold the key.`)
  const open = new Decrypter()
  try {
    const identity = readFileSync(keyFile, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line.startsWith('AGE-SECRET-KEY-'))
    open.addIdentity(identity ?? '')
  } catch (cause) {
    throw new AppError('backup_key', `${keyFile} holds no key of backups, as \`parley backup-key\` makes it.`, {
      cause,
    })
  }
  if (!existsSync(path)) throw new AppError('no_backup', `There is no file ${path}.`)
  const sealed = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
  let opened: ReadableStream<Uint8Array>
  try {
    opened = (await open.decrypt(sealed)) as ReadableStream<Uint8Array>
  } catch (cause) {
    if (/no identity matched/i.test(String(cause))) {
      throw new AppError('backup_key', `The key in ${keyFile} does not open ${path}: it was made for another one.`, {
        cause,
      })
    }
    throw damaged('it is not a backup of Parley, or its beginning is damaged', cause)
  }
  const plain = Readable.fromWeb(opened)
  const text = plain.pipe(createGunzip())
  plain.on('error', (error) => text.destroy(error))
  try {
    yield* linesOf(text)
  } catch (cause) {
    throw damaged('a part of it is missing or damaged', cause)
  } finally {
    plain.destroy()
  }
}

/** Parted by line feeds alone: JSON leaves other ends of lines in its texts as they are. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const some of bytes) {
    const lines = (rest + decoder.decode(some, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}
