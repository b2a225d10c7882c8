import type { Say } from '../../../stand-ins/slack/view.ts'
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

export function imagesOf(list: FileList | null): File[] {
  return [...(list ?? [])].filter((file) => file.type.startsWith('image/'))
}

export function toUploads(files: File[]): Promise<NonNullable<Say['files']>> {
  return Promise.all(
    files.map(async (file) => ({ name: file.name, mimetype: file.type, base64: await readBase64(file) })),
  )
}
