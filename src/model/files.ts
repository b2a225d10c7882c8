import { z } from 'zod'
import { sniffImage } from './images.ts'

/** Kinds of files by which an agent can be told what to read. */
const fileKinds = ['text', 'pdf', 'office', 'mail', 'archive', 'image', 'voice'] as const
export type FileKind = (typeof fileKinds)[number]

/** What an agent reads of the files that people send it; without it all kinds. */
export const fileSettingsSchema = z.strictObject({
  /** Other kinds are named to the model and to the person, and not read. */
  kinds: z.array(z.enum(fileKinds)).optional(),
  /** Of one file, in MiB. */
  maxSize: z.int().min(1).max(25).optional(),
})

/** What a file is, by its bytes; its name decides only between kinds of text and of archives. */
export function fileKindOf(name: string, bytes: Uint8Array): FileKind {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString('latin1')
  if (sniffImage(bytes)) return 'image'
  if (sniffVoice(bytes)) return 'voice'
  if (start.includes('%PDF-')) return 'pdf'
  if (start.startsWith('PK')) return /\.(docx|xlsx|pptx)$/i.test(name) ? 'office' : 'archive'
  return /\.eml$/i.test(name) ? 'mail' : 'text'
}

/** The ending that tells a server how speech is packed; names lie, and a server refuses what is packed otherwise than it is called. */
export function sniffVoice(bytes: Uint8Array): 'ogg' | 'm4a' | 'webm' | 'mp3' | 'wav' | 'flac' | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString('latin1')
  if (start.startsWith('OggS')) return 'ogg'
  if (start.slice(4, 8) === 'ftyp') return 'm4a'
  if (start.startsWith('\x1a\x45\xdf\xa3')) return 'webm'
  if (start.startsWith('ID3') || /^\xff[\xe0-\xff]/.test(start)) return 'mp3'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WAVE') return 'wav'
  return start.startsWith('fLaC') ? 'flac' : undefined
}
