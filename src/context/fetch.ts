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

/** The bytes of a file, or why they cannot be had. */
export async function fetchFile(
  { ref, name, size }: InboundFile,
  max: number,
  channel: Pick<Channel, 'download'>,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array } | Unread> {
  const tooLarge = { why: sentences.tooLarge(name, max / mebibyte) }
  if (size > max) return tooLarge
  const outcome = await channel.download?.(ref, max, signal)
  if (!outcome || 'limited' in outcome || 'unknown' in outcome) return { why: sentences.notFetched(name) }
  if ('ok' in outcome) return { bytes: outcome.ok }
  const { code, detail } = outcome.refused
  if (/too_large/.test(detail)) return tooLarge
  return { why: code === 'gone' ? sentences.gone(name) : sentences.notAllowedToFetch(name) }
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
