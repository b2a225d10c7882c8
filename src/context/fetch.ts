import type { Texts } from '../lib/language.ts'
import { soundOf } from '../lib/sound.ts'
import type { FileKind } from '../model/files.ts'
import { sniffImage } from '../model/images.ts'
import type { InboundFile } from '../model/message.ts'
import type { Channel } from '../ports/channel.ts'
import { sentences } from './words/index.ts'

export const mebibyte = 1024 * 1024

/** For the person; the model is told that they are. */
export interface Unread {
  why: Texts | string
}

export type Unfetched = 'too_large' | 'not_fetched' | 'gone' | 'not_allowed'

/** The bytes of a file, or why they cannot be had. */
export async function fetchBytes(
  { ref, size }: Pick<InboundFile, 'ref' | 'size'>,
  max: number,
  channel: Pick<Channel, 'download'>,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array } | { failed: Unfetched }> {
  if (size > max) return { failed: 'too_large' }
  const outcome = await channel.download?.(ref, max, signal)
  if (!outcome || 'limited' in outcome || 'unknown' in outcome) return { failed: 'not_fetched' }
  if ('ok' in outcome) return { bytes: outcome.ok }
  const { code, detail } = outcome.refused
  if (/too[_ ]large|more than \d+ bytes/.test(detail)) return { failed: 'too_large' }
  return { failed: code === 'gone' ? 'gone' : 'not_allowed' }
}

/** The same, and what is said of it. */
export async function fetchFile(
  file: InboundFile,
  max: number,
  channel: Pick<Channel, 'download'>,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array } | Unread> {
  const got = await fetchBytes(file, max, channel, signal)
  if ('bytes' in got) return got
  const { name } = file
  const why: Record<Unfetched, Texts> = {
    too_large: sentences.tooLarge(name, max / mebibyte),
    not_fetched: sentences.notFetched(name),
    gone: sentences.gone(name),
    not_allowed: sentences.notAllowedToFetch(name),
  }
  return { why: why[got.failed] }
}

/** What a file is, by its bytes; its name decides only between kinds of text and of archives. */
export function fileKindOf(name: string, bytes: Uint8Array): FileKind {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString('latin1')
  if (sniffImage(bytes)) return 'image'
  if (soundOf(bytes)) return 'voice'
  if (start.includes('%PDF-')) return 'pdf'
  if (start.startsWith('PK')) return /\.(docx|xlsx|pptx)$/i.test(name) ? 'office' : 'archive'
  return /\.eml$/i.test(name) ? 'mail' : 'text'
}
