import { readBase64 } from '../base64.ts'

/** What is in a composer and not sent yet. */
export interface Draft {
  text: string
  files: File[]
}

export const emptyDraft: Draft = { text: '', files: [] }

export function isEmpty({ text, files }: Draft): boolean {
  return text.trim() === '' && files.length === 0
}

/** What is in each composer while another one is on screen, by person and place: no two platforms have one in common. */
const drafts = new Map<string, Draft>()
const fillers = new Map<string, (text: string) => void>()

export const draftOf = (place: string): Draft => drafts.get(place) ?? emptyDraft

export function keepDraft(place: string, draft: Draft): void {
  drafts.set(place, draft)
}

/** `fill` is called when something else on the page proposes words to this composer. Returns how to end that. */
export function listenForWords(place: string, fill: (text: string) => void): () => void {
  fillers.set(place, fill)
  return () => void fillers.delete(place)
}

export function fillComposer(place: string, text: string): void {
  fillers.get(place)?.(text)
}

/** A file as JSON can carry it. */
export async function toUpload(file: File): Promise<{ name: string; type: string; base64: string }> {
  return { name: file.name, type: file.type || 'application/octet-stream', base64: await readBase64(file) }
}
