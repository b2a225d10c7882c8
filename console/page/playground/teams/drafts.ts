import { type Draft, emptyDraft } from './draft.ts'

/** What is in each composer while another one is on screen, by person and place. */
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
