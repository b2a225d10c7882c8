import { z } from 'zod'
import { sniffImage } from './images.ts'

/** Kinds of files by which an agent can be told what to read. */
const fileKinds = ['text', 'pdf', 'office', 'mail', 'archive', 'image'] as const
export type FileKind = (typeof fileKinds)[number]

/** What an agent reads of the files that people send it; without it all kinds. */
export const fileSettingsSchema = z.strictObject({
  /** Other kinds are named to the model and to the person, and not read. */
  kinds: z.array(z.enum(fileKinds)).optional(),
  /** Of one file, in MiB. */
  maxSize: z.int().min(1).max(25).optional(),
})

/** What a file is, by its bytes; `voice` is speech, which nobody reads yet. its name decides only between kinds of text and of archives. */
export function fileKindOf(name: string, bytes: Uint8Array): FileKind | 'voice' {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString('latin1')
  if (sniffImage(bytes)) return 'image'
  if (isVoice(bytes)) return 'voice'
  if (start.includes('%PDF-')) return 'pdf'
  if (start.startsWith('PK')) return /\.(docx|xlsx|pptx)$/i.test(name) ? 'office' : 'archive'
  return /\.eml$/i.test(name) ? 'mail' : 'text'
}

/** Speech, as platforms and phones pack it. UTF-16 begins nearly as an MP3 does. */
function isVoice(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString('latin1')
  if (start.startsWith('RIFF')) return start.slice(8, 12) === 'WAVE'
  if (start.slice(4, 8) === 'ftyp' || start.startsWith('\x1a\x45\xdf\xa3')) return true
  return /^(?:OggS|ID3|fLaC|\xff[\xf2\xf3\xfa\xfb])/.test(start)
}
