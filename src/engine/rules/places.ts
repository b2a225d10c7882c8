import type { Phrasebook } from './phrasebook.ts'

/** The phrases of each entry. */
export type Entries = readonly (readonly string[])[]

/** Where the phrases of a book stand in one version of the entries. Places are numbered in the order of writing. */
export interface Places {
  /** Of each place: what is written there, in which entry, and the phrase it is. */
  texts: string[]
  entries: number[]
  phrases: number[]
  /** The places of a phrase are a chain in rising order, from `first[phrase]` to `next[place]`; -1 ends it. */
  first: Int32Array
  next: Int32Array
}

/** Writes down in the book what is new. Texts that stand in `before` in the same order are not even looked up. */
export function placesOf(book: Phrasebook, lists: Entries, before?: Places): Places {
  const texts: string[] = []
  const entries: number[] = []
  const phrases: number[] = []
  let old = 0
  for (const [entry, list] of lists.entries()) {
    for (const text of list) {
      const phrase = before && text === before.texts[old] ? before.phrases[old] : book.add(text)
      if (phrase === undefined) continue
      const stood = before?.phrases[old] === phrase ? old : (before?.first[phrase] ?? -1)
      if (stood >= 0) old = stood + 1
      texts.push(text)
      entries.push(entry)
      phrases.push(phrase)
    }
  }

  const first = new Int32Array(book.size().phrases).fill(-1)
  const next = new Int32Array(texts.length)
  for (let place = texts.length - 1; place >= 0; place--) {
    const phrase = phrases[place]!
    next[place] = first[phrase]!
    first[phrase] = place
  }
  return { texts, entries, phrases, first, next }
}
