import type { Phrasebook } from './phrasebook.ts'
import type { Weights } from './weights.ts'

/**
 * What each phrase of a version has of some features, as though it were of mean length; of phrases that are not in use,
 * nonsense. Valid until it is called again.
 */
export function sharesOf(book: Phrasebook, weights: Weights, features: readonly number[]): Float64Array {
  const { idf, gain, found, lengths } = weights
  const { end, all, repeated } = book.postings()
  const sortedPhrases = all.others
  const sortedFeatures = all.starts.length - 1
  const shares = zeroShares(Math.max(end, lengths.length))
  for (const feature of features) {
    if (feature >= sortedFeatures) continue
    const value = idf(feature)
    for (let i = all.starts[feature]!, to = all.starts[feature + 1]!; i < to; i++) shares[sortedPhrases[i]!]! += value
    for (let i = repeated.starts[feature]!, to = repeated.starts[feature + 1]!; i < to; i++) {
      const phrase = repeated.others[i]!
      shares[phrase]! += value * (gain(phrase, repeated.counts[i]!) - 1)
    }
  }
  if (end >= lengths.length) return shares

  const values = zeroValues(found.length)
  for (const feature of features) values[feature] = idf(feature)
  const { starts, others, counts } = book.parts()
  for (let phrase = end; phrase < lengths.length; phrase++) {
    for (let i = starts[phrase]!; i < starts[phrase + 1]!; i++) {
      const value = values[others[i]!]!
      if (value > 0) shares[phrase]! += value * gain(phrase, counts[i]!)
    }
  }
  return shares
}

// Searches never overlap, so all of them can use the same memory.
const zeroShares = scratch()
const zeroValues = scratch()

function scratch(): (length: number) => Float64Array {
  let numbers = new Float64Array(0)
  return (length) => {
    if (numbers.length < length) numbers = new Float64Array(length * 2)
    else numbers.fill(0, 0, length)
    return numbers
  }
}
