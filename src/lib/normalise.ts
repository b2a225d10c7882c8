/**
 * A text as Parley compares it: letters, digits and the marks on letters only, one case, one width, hiragana for katakana,
 * one space between words. `''` when it has neither letters nor digits. Normalising twice is normalising once.
 */
export function normalise(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      // Lower case may come apart again.
      .normalize('NFKC')
      .replace(/[\u30a1-\u30f6\u30fd\u30fe]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
      // They choose a glyph, as in ❤️.
      .replace(/\p{Variation_Selector}+/gu, '')
      .replace(/[^\p{L}\p{N}\p{Mn}\p{Mc}][^\p{L}\p{N}]*|^[\p{Mn}\p{Mc}]+/gu, ' ')
      .trim()
  )
}

/** What a text is looked up by. One with neither letters nor digits, like an emoji or a lone question mark, means itself. */
export const keyOf = (text: string): string => normalise(text) || plain(text)

/** A text in one width, without what only chooses a glyph: an emoji is the same in colour and in black. */
export const plain = (text: string): string =>
  text
    .replace(/\p{Variation_Selector}+/gu, '')
    .normalize('NFKC')
    .trim()

/** Characters of scripts that put no spaces between words, or, in Korean, hang their particles on them: for expressions. */
export const unspacedScripts =
  '\\p{scx=Hani}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Bopo}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}'
const unspaced = new RegExp(`[${unspacedScripts}]+`, 'gu')
const kanji = /\p{sc=Hani}/u

/** A normalised text in two: the words of scripts that space them, and the runs of characters of those that do not. */
export function byScript(normalised: string): { words: string[]; runs: string[] } {
  const words = normalised.replace(unspaced, ' ').split(' ')
  return { words: words.filter((word) => word !== ''), runs: normalised.match(unspaced) ?? [] }
}

/** What stands for the words of a run: every two neighbours, and each kanji, which means something alone. */
export function gramsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  const grams: string[] = []
  for (const [i, character] of characters.entries()) {
    if (kanji.test(character)) grams.push(character)
    if (i > 0) grams.push(characters[i - 1]! + character)
  }
  return grams
}
