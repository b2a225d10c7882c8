import { normalise } from '../../lib/normalise.ts'
import { featuresOf } from './features.ts'
import { createPhrasebook, type Phrasebook } from './phrasebook.ts'
import { type Entries, type Places, placesOf } from './places.ts'
import { createRanking } from './ranking.ts'
import { sharesOf } from './shares.ts'
import { type Weights, weigh } from './weights.ts'

export interface Match {
  /** Its place in the list the index was made of. */
  entry: number
  /** As it was written. */
  phrase: string
  /** 0 to 100; 100 is the same text. */
  score: number
}

/** Finds which of many entries, each with some phrases, an utterance is most like. */
export interface PhraseIndex {
  /**
   * Best entries first, at most `limit`, each once with its best phrase; of two that are equally good the first comes first.
   * Entries that have nothing in common with the utterance are left out.
   */
  search(utterance: string, limit?: number): Match[]
  /** The entries of which a phrase is the same text, each once, in their order. */
  same(utterance: string): Match[]
  /** Of some entries the phrase most like the utterance; undefined when none has anything in common with it. */
  nearest(utterance: string, entries: readonly number[]): Match | undefined
  /** An index of other entries, as if made anew, but cheap where most phrases are the same. This one stays as it is. */
  derive(entries: Entries): PhraseIndex
}

export function phraseIndex(entries: Entries): PhraseIndex {
  return indexOn(createPhrasebook(), entries)
}

interface Version {
  places: Places
  weights: Weights
}

/** Phrases are far shorter: what an utterance says after so many characters could only make it less like any. */
const heard = 2000
/** What is not the same text gets less than 100. */
const almost = 99.99
/** A book is begun anew once it has so many spellings more than twice what its next version can need. */
const maxLeftovers = 1000

function indexOn(book: Phrasebook, lists: Entries, before?: Version): PhraseIndex {
  const places = placesOf(book, lists, before?.places)
  const weights = weigh(book, places.first, before?.weights)

  /** What a normalised text says, and what that is worth. */
  function read(text: string): { features: number[]; worth: number } {
    const features: number[] = []
    let worth = 0
    for (const name of new Set(featuresOf(text))) {
      const feature = book.feature(name)
      // Other versions may have brought features that this one has never seen.
      if (feature === undefined || feature >= weights.found.length) worth += weights.idfOfUnknown(name)
      else {
        worth += weights.idf(feature)
        features.push(feature)
      }
    }
    return { features, worth }
  }

  /** Where each entry's phrases begin; made when it is first asked for. */
  let begins: Uint32Array | undefined
  function* placesIn(entry: number): Iterable<number> {
    if (!begins) {
      begins = new Uint32Array(lists.length + 1)
      for (const of of places.entries) begins[of + 1]!++
      for (let i = 1; i < begins.length; i++) begins[i]! += begins[i - 1]!
    }
    for (let place = begins[entry]!; place < begins[entry + 1]!; place++) yield place
  }

  /** Offers what is like a normalised text, but for phrases that score below the floor. */
  function compare(text: string, floor: () => number, offer: (phrase: number, score: number) => void): void {
    const { features, worth } = read(text)
    const shares = sharesOf(book, weights, features)
    const { once } = weights
    let least = floor()
    for (let phrase = 0; phrase < once.length; phrase++) {
      const share = shares[phrase]! * once[phrase]!
      // No phrase is worth less than what it shares, which spares most of them the exact figure.
      if (!(share > 0) || 200 * share < (least - 0.001) * (worth + share)) continue
      offer(phrase, Math.min(almost, rounded((200 * share) / (worth + weights.worth(phrase)))))
      least = floor()
    }
  }

  /** The phrase that an utterance is, whichever way it is spelt. */
  function sameAs(text: string): number | undefined {
    return text.length > heard ? undefined : book.find(text)
  }

  return {
    same(utterance) {
      const { texts, entries, first, next } = places
      const phrase = sameAs(utterance.trim())
      const found = new Map<number, Match>()
      for (let place = phrase === undefined ? -1 : (first[phrase] ?? -1); place >= 0; place = next[place]!) {
        const entry = entries[place]!
        if (!found.has(entry)) found.set(entry, { entry, phrase: texts[place]!, score: 100 })
      }
      return [...found.values()]
    },
    nearest(utterance, among) {
      const { features, worth } = read(normalise(utterance.slice(0, heard)))
      const asked = new Set(features)
      const { starts, others, counts } = book.parts()
      let best: Match | undefined
      for (const entry of among) {
        for (const place of placesIn(entry)) {
          const phrase = places.phrases[place]!
          let share = 0
          for (let i = starts[phrase]!; i < starts[phrase + 1]!; i++) {
            if (asked.has(others[i]!)) share += weights.idf(others[i]!) * weights.gain(phrase, counts[i]!)
          }
          share *= weights.once[phrase]!
          const score = Math.min(almost, rounded((200 * share) / (worth + weights.worth(phrase))))
          if (share > 0 && score > (best?.score ?? 0)) best = { entry, phrase: places.texts[place]!, score }
        }
      }
      return best
    },
    search(utterance, limit = 10) {
      const { texts, entries, first, next } = places
      const ranking = createRanking(limit)
      const offer = (phrase: number, score: number) => {
        for (let place = first[phrase] ?? -1; place >= 0; place = next[place]!) {
          ranking.offer({ entry: entries[place]!, place, score })
        }
      }
      const text = utterance.trim()
      const same = sameAs(text)
      if (same !== undefined) offer(same, 100)
      if (!ranking.full()) compare(normalise(text.slice(0, heard)), ranking.floor, offer)
      return ranking.best.map(({ entry, place, score }) => ({ entry, phrase: texts[place]!, score }))
    },
    derive(others) {
      const needed = others.reduce((sum, phrases) => sum + 2 * phrases.length, 0)
      const isWorn = book.size().spellings > 2 * needed + maxLeftovers
      return isWorn ? phraseIndex(others) : indexOn(book, others, { places, weights })
    },
  }
}

/** So that the order in which numbers were added up never decides. */
const rounded = (score: number) => Math.round(score * 1000) / 1000
