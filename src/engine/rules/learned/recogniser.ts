import { choose, emptyCandidates, weighUp } from './candidates.ts'
import { cosinesWith } from './centroids.ts'
import { featuresOf, wordOf } from './features.ts'
import { addRegression } from './regression.ts'
import type { Thresholds } from './thresholds.ts'
import type { Learned } from './train.ts'
import { vectoriser } from './vocabulary.ts'

export interface Recognised {
  group: number
  /** How likely it is that this is meant, 0 to 1. */
  share: number
}

export interface Recogniser {
  thresholds: Thresholds
  /** The likeliest groups, best first, at most `limit`; of equals the first. None where nothing is in common with any. */
  recognise(utterance: string, limit: number): Recognised[]
  /** The words that an utterance shares with a group and that told most, at most `limit`. */
  shared(utterance: string, group: number, limit: number): string[]
}

/** Phrases are far shorter: what an utterance says after so many characters could only make it less like any. */
const heard = 2000

export function recogniser({ groups, vocabulary, centroids, regression, thresholds }: Learned): Recogniser {
  const vectorOf = vectoriser(vocabulary)
  const cosines = new Float64Array(groups)
  const candidates = emptyCandidates()

  return {
    thresholds,
    recognise(utterance, limit) {
      const vector = vectorOf(featuresOf(utterance.slice(0, heard)))
      cosinesWith(centroids, vector, cosines)
      choose(cosines, candidates)
      if (regression) addRegression(regression, vector, candidates)
      weighUp(candidates, groups)
      return Array.from({ length: candidates.count }, (_, i) => ({
        group: candidates.groups[i]!,
        share: candidates.shares[i]!,
      }))
        .sort((a, b) => b.share - a.share || a.group - b.group)
        .slice(0, limit)
    },
    shared(utterance, group, limit) {
      const found: { word: string; worth: number }[] = []
      for (const [name, amount] of featuresOf(utterance.slice(0, heard))) {
        const word = wordOf(name)
        if (word === undefined) continue
        const { features, values } = vectorOf(new Map([[name, amount]]))
        const [feature] = features
        if (feature === undefined) continue
        for (let at = centroids.starts[feature]!; at < centroids.starts[feature + 1]!; at++) {
          if (centroids.groups[at] !== group) continue
          found.push({ word, worth: values[0]! * vocabulary.idf[feature]! * centroids.weights[at]! })
        }
      }
      return found
        .sort((a, b) => b.worth - a.worth)
        .slice(0, limit)
        .map(({ word }) => word)
    },
  }
}
