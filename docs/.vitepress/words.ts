/**
 * What is searched for in a text: its words, and of Chinese and Japanese, which are written without spaces, each pair of letters
 * that stand beside each other. A letter that stands alone is itself. The index and the search must cut alike.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const [run] of text.normalize('NFKC').toLowerCase().matchAll(runs)) {
    if (!unspaced.test(run)) {
      words.push(run)
      continue
    }
    const letters = [...run]
    if (letters.length === 1) words.push(run)
    for (let at = 0; at + 1 < letters.length; at++) words.push(letters[at]! + letters[at + 1]!)
  }
  return words
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u
/** Letters of one kind. */
const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{Letter}\p{Number}_])+/gu
