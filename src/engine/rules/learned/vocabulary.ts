import { everydayPhrases } from '../../../lib/everyday.ts'
import { featuresOf } from './features.ts'

/** A text as a direction: how much of each feature it has, all squares together 1 with those of words nobody knows. */
export interface Vector {
  features: number[]
  values: number[]
}

/** Which features some phrases have, and how much each tells. Plain data, so that threads can hand it on. */
export interface Vocabulary {
  /** In the order of their numbers, a line each: no feature has a line break. */
  names: string
  /** How rare each is. */
  idf: Float32Array
  /** Of how many texts they were counted. */
  texts: number
}

/** Each everyday phrase counts like so many of an agent's: beside few phrases nothing else tells which words are common. */
const everydayWeight = 4
/** Words that no phrase has make a text less like all of them, but not as much as words that another phrase has. */
const unknownShare = 0.7

const everyday = new Map<string, number>()
for (const phrase of everydayPhrases) {
  for (const name of featuresOf(phrase).keys()) everyday.set(name, (everyday.get(name) ?? 0) + everydayWeight)
}

export function vocabularyOf(texts: readonly ReadonlyMap<string, number>[]): Vocabulary {
  const found = new Map<string, number>()
  for (const text of texts) for (const name of text.keys()) found.set(name, (found.get(name) ?? 0) + 1)
  const all = texts.length + everydayPhrases.length * everydayWeight
  const idf = new Float32Array(found.size)
  let next = 0
  for (const [name, count] of found) idf[next++] = rarity(all, count + (everyday.get(name) ?? 0))
  return { names: [...found.keys()].join('\n'), idf, texts: all }
}

/** Reads texts as vectors of a vocabulary. */
export function vectoriser({ names, idf, texts }: Vocabulary) {
  const numbers = new Map<string, number>()
  if (names !== '') for (const [number, name] of names.split('\n').entries()) numbers.set(name, number)

  return (text: ReadonlyMap<string, number>): Vector => {
    const features: number[] = []
    const values: number[] = []
    let squares = 0
    for (const [name, amount] of text) {
      const feature = numbers.get(name)
      if (feature === undefined) {
        squares += (unknownShare * amount * rarity(texts, everyday.get(name) ?? 0)) ** 2
        continue
      }
      const value = amount * idf[feature]!
      squares += value * value
      features.push(feature)
      values.push(value)
    }
    const length = Math.sqrt(squares) || 1
    for (let i = 0; i < values.length; i++) values[i]! /= length
    return { features, values }
  }
}

const rarity = (all: number, found: number): number => Math.log(1 + (all - found + 0.5) / (found + 0.5))
