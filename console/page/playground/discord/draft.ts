import type { Upload } from '../../../stand-ins/discord/view.ts'
import { readBase64 } from '../../shared/base64.ts'

/** What is in a composer and not sent yet. */
export interface Draft {
  text: string
  files: File[]
}

export const emptyDraft: Draft = { text: '', files: [] }

export function isEmpty({ text, files }: Draft): boolean {
  return text.trim() === '' && files.length === 0
}

export async function toUpload(file: File): Promise<Upload> {
  return { name: file.name, type: file.type || 'application/octet-stream', base64: await readBase64(file) }
}
