import { createHash } from 'node:crypto'
import { AppError } from '../lib/errors.ts'
import { inEach, type Language, type Texts } from '../lib/language.ts'
import type { ContextFile, ConversationContext, UserImage } from '../model/conversation.ts'
import { sniffImage } from '../model/images.ts'
import type { InboundFile } from '../model/message.ts'
import type { Channel } from '../ports/channel.ts'
import type { Documents, ReadDocument } from '../ports/documents.ts'
import { roughTokens, short } from './cut.ts'
import { fetchFile, fileKindOf, mebibyte, type Unread } from './fetch.ts'
import { type FileSettings, mayRead } from './file-settings.ts'
import { type LinksParts, readPages } from './links.ts'
import type { ConversationShelf } from './shelf.ts'
import { type Ear, isVoice } from './voice.ts'
import { sentences } from './words/index.ts'

/** Of one question. */
const maxFiles = 6
const maxImages = 4
const maxImageBytes = 8 * mebibyte
/** Of all texts of files together; a file that is longer than its share is searched instead. */
const maxTokens = 6000
/** What is shown of such a file, in UTF-16 units: enough to see what it is. */
const beginning = 3000
/** Nobody waits longer for what came with their question. */
const readMs = 25_000

export interface FileToRead {
  file: InboundFile
  /** Who sent it, where that was not the person. */
  from?: string
  /** The message it came with, where that is not the one that is answered. */
  eventId?: string
  /** It cannot be had. */
  why?: Texts
}

export interface FilesParts extends LinksParts {
  channel: Pick<Channel, 'download'>
  documents: Documents
  ear: Ear
  /** Where files of this conversation are kept to be searched. */
  shelf: ConversationShelf
  settings: FileSettings
  language: Language
  signal: AbortSignal
}

/** What there is to see of files: also of those that came earlier in the conversation. */
export type SeenFiles = Required<Pick<ConversationContext, 'files' | 'images' | 'notes' | 'unseen'>> &
  Pick<ConversationContext, 'search'>

type Got = { document: ReadDocument; bytes: Uint8Array; spoken?: true } | { image: UserImage } | Unread

/** What there is to read of a file or a page. */
interface Text extends Pick<FileToRead, 'from' | 'eventId'> {
  name: string
  url?: string
  document: ReadDocument
  bytes: Uint8Array
  spoken?: true
}

/** What there is to see of some files and links: texts, pictures, and why not of the others. Never throws for what they are. */
export async function readFiles(
  wanted: readonly FileToRead[],
  links: readonly string[],
  parts: FilesParts,
  need?: 'files',
): Promise<SeenFiles> {
  const { language, shelf } = parts
  const signal = AbortSignal.any([parts.signal, AbortSignal.timeout(readMs)])
  const [chosen, rest] = [wanted.slice(0, maxFiles), wanted.slice(maxFiles)]
  const [pages, ...got] = await Promise.all([
    readPages(links, parts, signal),
    ...chosen.map(({ file, why }) => (why ? { why } : getFile(file, parts, signal))),
  ])
  parts.signal.throwIfAborted()
  const notes: Texts[] = []
  const unseen: string[] = [...pages.unseen]
  const refuse = (name: string, why: Texts | string) => {
    const said = typeof why === 'string' ? inEach(() => why) : why
    notes.push(said)
    unseen.push(`The file ${name} could not be read: ${said.en} The person reads that below your answer.`)
  }
  const images: UserImage[] = []
  const unlooked: string[] = []
  const texts: Text[] = []
  for (const [i, one] of got.entries()) {
    const { file } = chosen[i]!
    if ('why' in one) refuse(file.name, one.why)
    else if ('document' in one) texts.push({ ...chosen[i]!, ...one, name: file.name })
    else if (images.length < maxImages) images.push(one.image)
    else unlooked.push(file.name)
  }
  if (unlooked.length > 0) refuse(unlooked.join(', '), sentences.tooManyImages(unlooked.join(', '), maxImages))
  const names = rest.map(({ file }) => file.name).join(', ')
  if (rest.length > 0) refuse(names, sentences.tooMany(names, maxFiles))

  for (const { url, title, text, mimetype } of pages.found)
    texts.push({ name: title, url, document: { mimetype, text }, bytes: Buffer.from(text) })

  const files: ContextFile[] = []
  let room = maxTokens
  for (const [i, { name: called, url, from, eventId, document, bytes, spoken }] of texts.entries()) {
    const share = Math.floor(room / (texts.length - i))
    const isCut = roughTokens(document.text) > share
    const text = isCut ? short(document.text, Math.min(beginning, share)) : document.text
    room -= roughTokens(text)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const name = await shelf.keep({ name: called, sha256, bytes: bytes.byteLength, eventId, ...document })
    const { leftOut } = document
    files.push({
      name,
      ...(from !== undefined && { from }),
      ...(url !== undefined && { url }),
      ...(spoken && { spoken }),
      text,
      ...(isCut && { isCut }),
      ...(leftOut && { leftOut }),
    })
  }
  // Where no model is shown them, short ones are searched as well.
  const whole = new Set(need === 'files' ? [] : files.filter(({ isCut }) => !isCut).map(({ name }) => name))
  const { names: kept, ...searched } = await shelf.open(whole)
  const earlier = kept.filter((name) => !files.some((one) => one.name === name)).map((name) => ({ name }))
  return { files: [...files, ...earlier], images, notes: notes.map((texts) => texts[language]), unseen, ...searched }
}

async function getFile(file: InboundFile, parts: FilesParts, signal: AbortSignal): Promise<Got> {
  const { name, mimetype } = file
  const { channel, documents, settings, ear, person } = parts
  if (isVoice(file)) return heard(file, ear)
  if (mimetype?.startsWith('video/')) return { why: sentences.voice(name) }
  const isImage = mimetype?.startsWith('image/') === true
  const max = isImage ? Math.min(maxImageBytes, settings.maxBytes) : settings.maxBytes
  try {
    const got = await fetchFile(file, max, channel, signal)
    if ('why' in got) return got
    const { bytes } = got
    const kind = fileKindOf(name, bytes)
    if (kind === 'voice') return heard(file, ear)
    if (!mayRead(settings, kind)) return { why: sentences.notAllowed(name) }
    if (kind === 'image')
      return { image: { mimetype: sniffImage(bytes)!, base64: Buffer.from(bytes).toString('base64') } }
    return { document: await documents.read({ name, bytes, person }, signal), bytes }
  } catch (error) {
    if (error instanceof AppError) return { why: error.say }
    if (signal.aborted) return { why: sentences.notFetched(name) }
    throw error
  }
}

async function heard(file: InboundFile, ear: Ear): Promise<Got> {
  const got = await ear.hear(file)
  if ('why' in got) return got
  const { text } = got
  return { document: { mimetype: file.mimetype ?? 'audio/mpeg', text }, bytes: Buffer.from(text), spoken: true }
}
