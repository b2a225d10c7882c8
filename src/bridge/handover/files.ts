import { fetchBytes, type Unfetched } from '../../context/fetch.ts'
import { hiddenFiles } from '../../context/hidden.ts'
import { safeFileName } from '../../lib/file-name.ts'
import { type AnswerFile, answerFiles, type LostFile } from '../../model/conversation.ts'
import { pictureExtensions, sniffImage } from '../../model/images.ts'
import type { InboundFile } from '../../model/message.ts'
import type { Channel } from '../../ports/channel.ts'
import { afterLimit } from '../after-limit.ts'
import type { ChannelOf, WaitingMessage } from '../context.ts'

export interface PassedFilesParts {
  channelOf: ChannelOf
  now: () => number
  /** Rejects with the signal's reason when it is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The words wait for it, and whatever is said after them. */
const fetchMs = 20_000
const longestWaitMs = 5000
const binary = 'application/octet-stream'

/**
 * What came with a message that is passed on, fetched from where it was said and bounded as what an answer brings: a file of which that
 * cannot be had, or that there is no room for, says why.
 */
export async function passedFiles(
  { handover, files, filesAt }: WaitingMessage,
  parts: PassedFilesParts,
  ends: AbortSignal,
): Promise<AnswerFile[]> {
  const { from } = handover!
  if (!from || (files.length === 0 && !filesAt)) return []
  const signal = AbortSignal.any([ends, AbortSignal.timeout(fetchMs)])
  const channel = parts.channelOf(from)
  const told = filesAt && channel ? await hiddenFiles(filesAt, channel, signal) : undefined
  const hidden = told && 'files' in told ? told.files : undefined
  const passed: AnswerFile[] = []
  for (const file of [...files, ...(hidden ?? [])]) passed.push(await passedFile(file, passed))
  ends.throwIfAborted()
  if (filesAt && !hidden) passed.push({ name: 'file', type: binary, base64: '', lost: 'hidden' })
  return passed

  async function passedFile(file: InboundFile, before: readonly AnswerFile[]): Promise<AnswerFile> {
    const coming = before.filter(({ lost }) => !lost)
    const room = answerFiles.bytes - coming.reduce((sum, { base64 }) => sum + Buffer.byteLength(base64, 'base64'), 0)
    const got = coming.length < answerFiles.most ? await bytesOf(file, room) : ({ lost: 'many' } as const)
    const taken = new Set(before.map(({ name }) => name))
    if ('lost' in got) return { name: nameOf(file, undefined, taken), type: binary, base64: '', lost: got.lost }
    const picture = sniffImage(got.bytes)
    const { mimetype = binary } = file
    const type = picture ?? (mimetype.startsWith('image/') ? binary : mimetype)
    return { name: nameOf(file, picture, taken), type, base64: Buffer.from(got.bytes).toString('base64') }
  }

  async function bytesOf(file: InboundFile, room: number): Promise<{ bytes: Uint8Array } | { lost: LostFile }> {
    if (!channel?.download) return { lost: 'unfetched' }
    const download: Channel['download'] = (...given) =>
      afterLimit({ ...parts, signal, longestWaitMs }, () => channel.download!(...given))
    const got = await fetchBytes(file, room, { download }, signal).catch(() => ({ failed: 'not_fetched' as const }))
    return 'bytes' in got ? got : { lost: lostBy[got.failed] }
  }
}

const lostBy: Record<Unfetched, LostFile> = {
  too_large: 'large',
  not_fetched: 'unfetched',
  not_allowed: 'unfetched',
  gone: 'unfetched',
}

/** As it was called; a picture is what its bytes show. */
function nameOf(
  { name }: InboundFile,
  picture: keyof typeof pictureExtensions | undefined,
  taken: Set<string>,
): string {
  const [, stem = name, extension = 'bin'] = /^(.+)\.([A-Za-z0-9]{1,10})$/.exec(name) ?? []
  return safeFileName(stem, picture ? pictureExtensions[picture] : extension.toLowerCase(), taken)
}
