import { stemmer } from 'stemmer'
import { normalise } from '../lib/normalise.ts'
import type { Passage } from '../model/knowledge.ts'

/** Letters of scripts that write no spaces between words, or inflect without any: their words are found by pairs of letters. */
const unspaced =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu
const unspacedStart = new RegExp(`^${unspaced.source.slice(0, -1)}`, 'u')
const ideograph = /\p{scx=Han}/u

/** `what's`, `month's`, `don't`: what is cut off there is no word. */
const endings = /(?<=[A-Za-z])['’](s|t|d|m|re|ve|ll)(?![A-Za-z])/giu

/** In UTF-16 units. Longer ones are no words; nobody asks for more of them than their beginning. */
const maxTerm = 40

/**
 * What a text is found by, in its order: the stems of words, and of scripts without spaces each pair of letters and each
 * ideograph. A term holds letters, digits and marks only.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const word of normalise(text.replace(endings, '')).split(' ')) {
    let at = 0
    for (const { 0: run, index } of word.matchAll(unspaced)) {
      if (index > at) terms.push(stemOf(word.slice(at, index)))
      addPairs(terms, run)
      at = index + run.length
    }
    if (at < word.length) terms.push(stemOf(word.slice(at)))
  }
  return terms
}

/** Whether a term is a pair of letters, or an ideograph, of a script without spaces. */
export const isUnspaced = (term: string): boolean => unspacedStart.test(term)

function stemOf(word: string): string {
  const bare =
    word
      .normalize('NFD')
      .replace(/\p{Mn}+/gu, '')
      .normalize('NFC') || word
  const cut = bare.length > maxTerm ? [...bare.slice(0, maxTerm + 1)].slice(0, -1).join('') : bare
  return /^[a-z]+$/.test(cut) ? stemmer(cut) : cut
}

function addPairs(terms: string[], run: string): void {
  const letters = [...run]
  if (letters.length === 1) terms.push(run)
  for (let i = 0; i + 1 < letters.length; i++) {
    if (ideograph.test(letters[i]!)) terms.push(letters[i]!)
    terms.push(letters[i]! + letters[i + 1]!)
  }
  if (letters.length > 1 && ideograph.test(letters.at(-1)!)) terms.push(letters.at(-1)!)
}

/** With its terms, as it is kept. */
export interface TermedPassage extends Passage {
  terms: string
  /** The number of its terms. */
  length: number
}

export function termed({ title, text }: Passage): TermedPassage {
  const terms = termsOf(`${title}\n${text}`)
  return { title, text, terms: terms.join(' '), length: terms.length }
}
