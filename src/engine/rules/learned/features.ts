import { stemmer } from 'stemmer'
import { byScript, gramsOf, normalise } from '../../../lib/normalise.ts'

/** A word as it is written says much the same as its stem, so the two share what they count. */
const wordShare = 0.7
const stemShare = 1.3
const pairShare = 0.8
const pieceShare = 0.8

/**
 * What a text is recognised by, and how much each counts before its rarity does: words, their stems, neighbouring stems, and
 * the three-letter pieces of the line; of scripts without spaces kanji and every two neighbours.
 */
export function featuresOf(text: string): Map<string, number> {
  const { words, runs } = byScript(normalise(text))
  const counts = new Map<string, number>()
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const stems = words.map((word) => (/^[a-z]+$/.test(word) ? stemmer(word) : word))
  for (const [i, word] of words.entries()) {
    add(`=${word}`)
    add(`~${stems[i]}`)
    if (i > 0) add(`+${stems[i - 1]} ${stems[i]}`)
  }
  if (words.length > 0) {
    const line = ` ${words.join(' ')} `
    for (let i = 0; i + 3 <= line.length; i++) add(line.slice(i, i + 3))
  }
  for (const run of runs) for (const gram of gramsOf(run)) add(gram)
  for (const [name, count] of counts) counts.set(name, shareOf(name) * (1 + Math.log(count)))
  return counts
}

/** The word, kanji or pair of letters that a feature stands for in what people are told; undefined for pieces of words. */
export function wordOf(name: string): string | undefined {
  if (name.startsWith('=')) return name.slice(1)
  return [...name].length <= 2 && !name.startsWith('~') ? name : undefined
}

function shareOf(name: string): number {
  if (name.startsWith('=')) return wordShare
  if (name.startsWith('~')) return stemShare
  return name.startsWith('+') ? pairShare : pieceShare
}
