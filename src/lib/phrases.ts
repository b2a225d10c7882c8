import { keyOf, plain, unspacedScripts } from './normalise.ts'

/** A text made ready to be compared with phrases. */
export interface Comparable {
  /** As `keyOf` makes it. */
  key: string
  /** With its punctuation and its emoji. */
  plain: string
}

export const comparable = (text: string): Comparable => ({ key: keyOf(text), plain: plain(text) })

/**
 * Whether a phrase, as its `keyOf`, stands anywhere in a text. Words of scripts that space them are matched whole; one with
 * neither letters nor digits, like an emoji, is looked for as it is.
 */
export function standsIn(phrase: string, { key, plain }: Comparable): boolean {
  if (!/[\p{L}\p{N}]/u.test(phrase)) return phrase !== '' && plain.includes(phrase)
  for (let at = key.indexOf(phrase); at >= 0; at = key.indexOf(phrase, at + 1)) {
    if (!isInWord(key, at) && !isInWord(key, at + phrase.length)) return true
  }
  return false
}

/** Whether a place is between two characters of one word. */
function isInWord(text: string, at: number): boolean {
  return wordEnd.test(text.slice(Math.max(0, at - 2), at)) && wordStart.test(text.slice(at, at + 2))
}

/** A letter or digit of a script that puts spaces between its words, and hangs nothing else on them. */
const spaced = `(?![${unspacedScripts}])[\\p{L}\\p{M}\\p{N}]`
const wordEnd = new RegExp(`${spaced}$`, 'u')
const wordStart = new RegExp(`^${spaced}`, 'u')

/** What options are told apart by: one case, one width, one space between words. `C` and `C++` are two. */
export const tidy = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
