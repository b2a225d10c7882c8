import type { Say } from '../../../simulator/slack/view.ts'

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

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
