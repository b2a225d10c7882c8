import { isUnspaced, termsOf } from './terms.ts'

/** A word of a question in Japanese, of two letters or more. */
export interface AskedWord {
  letters: number
  /** The pairs it is found by, or itself where it is written with spaces. */
  terms: string[]
}

/** Where the script changes, a word begins: names and what is asked about are written in kanji, katakana, Latin letters or digits. */
const written = /\p{Script=Han}{2,}|[\p{Script=Katakana}ー]{2,}|[a-z]+|\d+/giu
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
/** 何年, 誰: what is asked for, which no answer says. */
const asksFor = /[何誰]/u

/**
 * The words that a question in Japanese names. Their pairs are soon there by chance, one here and one there: 死去 in every life, シャ in many
 * a name. The whole word seldom is.
 */
export function wordsNamed(question: string): AskedWord[] {
  if (!kana.test(question)) return []
  return [...question.normalize('NFKC').matchAll(written)]
    .filter(([word]) => !asksFor.test(word))
    .map(([word]) => {
      const terms = termsOf(word)
      const pairs = terms.filter((term) => !isUnspaced(term) || [...term].length > 1)
      return { letters: [...word].length, terms: pairs }
    })
    .filter(({ terms }) => terms.length > 0)
}

/** How much of the words is held, each by its length. One that is held by half is hardly that word: its share counts to the third power. */
export function shareOfWords(words: readonly AskedWord[], isHeld: (term: string) => boolean): number {
  const all = words.reduce((sum, { letters }) => sum + letters, 0)
  const held = words.reduce(
    (sum, { letters, terms }) => sum + letters * (terms.filter(isHeld).length / terms.length) ** 3,
    0,
  )
  return held / all
}
