import { keyOf, normalise } from '../../lib/normalise.ts'
import { everyday } from './everyday.ts'
import { featuresOf } from './features.ts'

/**
 * Every phrase that any version of a list of entries has had, each once, and what it is made of. Phrases and features are
 * numbers from 0 that never change, so versions share a book, and each has its own view of which phrases count.
 */
export interface Phrasebook {
  /** The phrase of a text, whichever way it is spelt; undefined when it is not in the book. */
  find(text: string): number | undefined
  /** The same, after writing it down if it is new; undefined for a text of nothing but white space. */
  add(text: string): number | undefined
  feature(name: string): number | undefined
  /** In how many everyday phrases a feature occurs. */
  everyday(feature: number): number
  size(): { phrases: number; features: number; spellings: number }
  /** What each phrase is made of: its `others` are features. */
  parts(): Links
  /** Which phrases have each feature, as far as they come before `end`: its `others` are phrases. */
  postings(): { end: number; all: Links; repeated: Links }
}

/** Of `starts[one]` to `starts[one + 1]`, `others[i]` go with it, `counts[i]` times. */
export interface Links {
  starts: Uint32Array
  others: Uint32Array
  counts: Uint16Array
}

/** Up to so many phrases are compared one by one before it is worth a sort to find them by their features. */
const maxUnsorted = 256

export function createPhrasebook(): Phrasebook {
  const phraseOf = new Map<string, number>()
  const featureOf = new Map<string, number>()
  const everydayOf: number[] = []
  /** Where in `others` a feature stood last. */
  const lastAt: number[] = []
  let phrases = 0
  let used = 0
  let starts = new Uint32Array(64)
  let others = new Uint32Array(1024)
  let counts = new Uint16Array(1024)
  let sorted = { end: 0, all: sort(1), repeated: sort(2) }

  function write(normalised: string): number {
    const names = featuresOf(normalised)
    starts = atLeast(phrases + 2, starts)
    others = atLeast(used + names.length, others)
    counts = atLeast(used + names.length, counts)
    const from = used
    for (const name of names) {
      const feature = numberOf(name)
      if (lastAt[feature]! >= from) {
        counts[lastAt[feature]!]!++
        continue
      }
      lastAt[feature] = used
      others[used] = feature
      counts[used++] = 1
    }
    starts[phrases + 1] = used
    return phrases++
  }

  function numberOf(name: string): number {
    const known = featureOf.get(name)
    if (known !== undefined) return known
    lastAt.push(-1)
    featureOf.set(name, everydayOf.push(everyday(name)) - 1)
    return everydayOf.length - 1
  }

  /** Which phrases have each feature at least so many times, in rising order. */
  function sort(least: number): Links {
    const ends = new Uint32Array(everydayOf.length + 1)
    for (let i = 0; i < used; i++) if (counts[i]! >= least) ends[others[i]! + 1]!++
    for (let feature = 1; feature < ends.length; feature++) ends[feature]! += ends[feature - 1]!
    const at = ends.slice()
    const byFeature = { starts: ends, others: new Uint32Array(ends.at(-1)!), counts: new Uint16Array(ends.at(-1)!) }
    for (let phrase = 0; phrase < phrases; phrase++) {
      for (let i = starts[phrase]!; i < starts[phrase + 1]!; i++) {
        if (counts[i]! < least) continue
        const to = at[others[i]!]!++
        byFeature.others[to] = phrase
        byFeature.counts[to] = counts[i]!
      }
    }
    return byFeature
  }

  return {
    find: (text) => phraseOf.get(text) ?? phraseOf.get(keyOf(text)),
    add(text) {
      const known = phraseOf.get(text)
      if (known !== undefined) return known
      const key = keyOf(text)
      if (key === '') return undefined
      const phrase = phraseOf.get(key) ?? write(normalise(key))
      phraseOf.set(key, phrase).set(text, phrase)
      return phrase
    },
    feature: (name) => featureOf.get(name),
    everyday: (feature) => everydayOf[feature]!,
    size: () => ({ phrases, features: everydayOf.length, spellings: phraseOf.size }),
    parts: () => ({ starts, others, counts }),
    postings() {
      if (phrases - sorted.end > Math.max(maxUnsorted, sorted.end / 8)) {
        sorted = { end: phrases, all: sort(1), repeated: sort(2) }
      }
      return sorted
    },
  }
}

function atLeast<Numbers extends Uint32Array | Uint16Array>(length: number, numbers: Numbers): Numbers {
  if (numbers.length >= length) return numbers
  const longer = new (numbers.constructor as new (length: number) => Numbers)(length * 2)
  longer.set(numbers)
  return longer
}
