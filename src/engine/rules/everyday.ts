import { everydayPhrases } from '../../lib/everyday.ts'
import { featuresOf } from './features.ts'

/** Each counts like so many phrases of an agent. */
const weight = 4

/**
 * An agent of three rules cannot know which words are common, so every index counts these phrases too, as if others had been
 * asked so; they are nobody's answer, and beside thousands of phrases they fade.
 */
const found = new Map<string, number>()
for (const phrase of everydayPhrases) {
  for (const feature of new Set(featuresOf(phrase))) found.set(feature, (found.get(feature) ?? 0) + weight)
}

/** How many everyday phrases are counted. */
export const everydayCount = everydayPhrases.length * weight

/** In how many of them a feature occurs. */
export const everyday = (feature: string): number => found.get(feature) ?? 0
