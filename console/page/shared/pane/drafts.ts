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
const fillers = new Map<string, (words: Partial<Draft>) => void>()

/** What a draft belongs to. */
export const draftKey = (person: string, place: string, thread?: string): string =>
  [person, place, ...(thread === undefined ? [] : [thread])].join('/')

export const draftOf = (place: string): Draft => drafts.get(place) ?? emptyDraft

export function keepDraft(place: string, draft: Draft): void {
  drafts.set(place, draft)
}

/** `fill` is called when something else on the page proposes words to this composer. Returns how to end that. */
export function listenForWords(place: string, fill: (words: Partial<Draft>) => void): () => void {
  fillers.set(place, fill)
  return () => void fillers.delete(place)
}

export function fillComposer(place: string, words: Partial<Draft>): void {
  fillers.get(place)?.(words)
}

/** The same, for the composer that has been on screen longest: that of the pane itself. */
export function fillFirstComposer(words: Partial<Draft>): void {
  const [fill] = fillers.values()
  fill?.(words)
}

/** A file as JSON can carry it. */
export async function toUpload(file: File): Promise<{ name: string; type: string; base64: string }> {
  return { name: file.name, type: file.type || 'application/octet-stream', base64: await readBase64(file) }
}
