import { everyday, everydayCount } from './everyday.ts'
import type { Phrasebook } from './phrasebook.ts'

// BM25: how soon a second occurrence stops to matter, and how much its length is held against a phrase.
const k1 = 1
const b = 0.4

/** What features and phrases weigh (BM25) where only some phrases of a book are in use. */
export interface Weights extends Counted {
  /** Rare features say most. */
  idf(feature: number): number
  idfOfUnknown(name: string): number
  /** What a feature that occurs once in a phrase weighs there, times its idf; 0 in phrases that are not in use. */
  once: Float64Array
  /** How many times that one weighs that occurs `count` times. */
  gain(phrase: number, count: number): number
  /** What a phrase weighs in all. */
  worth(phrase: number): number
}

interface Counted {
  /** In how many phrases in use each feature occurs. */
  found: Uint32Array
  /** Of phrases, in features; 0 for those that are not in use, or have none. */
  lengths: Uint32Array
  /** How many are not 0, and their sum. */
  used: number
  total: number
}

/** `inUse[phrase]` is negative for phrases that are not. Only what differs from `before` is counted. */
export function weigh(book: Phrasebook, inUse: Int32Array, before?: Counted): Weights {
  const { starts, others, counts } = book.parts()
  const found = longer(before?.found, book.size().features)
  const lengths = longer(before?.lengths, inUse.length)
  let { used, total } = before ?? { used: 0, total: 0 }
  for (let phrase = 0; phrase < inUse.length; phrase++) {
    const isUsed = inUse[phrase]! >= 0
    if (isUsed === lengths[phrase]! > 0) continue
    const sign = isUsed ? 1 : -1
    let length = 0
    for (let i = starts[phrase]!; i < starts[phrase + 1]!; i++) {
      found[others[i]!]! += sign
      length += counts[i]!
    }
    if (length === 0) continue
    lengths[phrase] = isUsed ? length : 0
    total += sign * length
    used += sign
  }

  const all = used + everydayCount
  const idfOf = (n: number) => Math.log(1 + (all - n + 0.5) / (n + 0.5))
  const mean = total / used
  const weight = (count: number, length: number) => (count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / mean))
  const once = new Float64Array(lengths.length)
  for (const [phrase, length] of lengths.entries()) if (length > 0) once[phrase] = weight(1, length)

  // Worked out when they are first asked for, since a version may see only a few utterances. 0 is not yet.
  const idfs = new Float64Array(found.length)
  const worths = new Float64Array(inUse.length)
  const idf = (feature: number) => (idfs[feature] ||= idfOf(found[feature]! + book.everyday(feature)))
  const gain = (phrase: number, count: number) => (count === 1 ? 1 : weight(count, lengths[phrase]!) / once[phrase]!)

  return {
    found,
    lengths,
    used,
    total,
    once,
    idf,
    idfOfUnknown: (name) => idfOf(everyday(name)),
    gain,
    worth(phrase) {
      if (worths[phrase] !== 0) return worths[phrase]!
      let sum = 0
      for (let i = starts[phrase]!; i < starts[phrase + 1]!; i++) sum += idf(others[i]!) * gain(phrase, counts[i]!)
      worths[phrase] = sum * once[phrase]!
      return worths[phrase]!
    },
  }
}

function longer(numbers: Uint32Array | undefined, length: number): Uint32Array {
  const copy = new Uint32Array(length)
  if (numbers) copy.set(numbers)
  return copy
}
