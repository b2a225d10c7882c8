import { createHash } from 'node:crypto'
import { everydayPhrases } from '../lib/everyday.ts'
import type { Hit } from '../model/knowledge.ts'
import { type AskedWord, shareOfWords, wordsNamed } from './asked-words.ts'
import { withoutAsking } from './asking.ts'
import { isUnspaced, termsOf } from './terms.ts'

/** Of a question, in UTF-16 units and in terms; what goes beyond is not asked for. */
const maxText = 4000
const maxTerms = 200

/**
 * How many occurrences of a question's terms are looked at to choose candidates. Its rarest terms come first: they tell most,
 * and the common ones would only be found everywhere.
 */
const maxOccurrences = 4000
/** Candidates beyond those that are wanted, because an index may rank them by less than we do. */
export const moreCandidates = 45

/** Of BM25: how soon a second occurrence stops to matter, and how much its length is held against a passage. */
export interface Saturation {
  k1: number
  b: number
}

/**
 * Words are a language's own unit: the usual values hold for them. Of scripts without spaces a word is several terms, each of them short and
 * soon there again by chance, so a second occurrence says less.
 */
const ofWords: Saturation = { k1: 1.2, b: 0.75 }
const ofPairs: Saturation = { k1: 0.7, b: 0.6 }

export const saturationOf = (term: string): Saturation => (isUnspaced(term) ? ofPairs : ofWords)

/** A term of a question. */
export interface Counted {
  term: string
  /** How many of the agent's passages hold it. */
  passages: number
}

export type Candidate = Omit<Hit, 'score'> & { terms: string; length: number }

/** A way to put a question. */
export interface Way {
  terms: readonly string[]
  /** Those of them that are words of Japanese; none in other languages. */
  words: readonly AskedWord[]
}

/** What a question is found by: each way to put it, and the terms of all of them together. */
export interface AskedTerms {
  ways: Way[]
  all: string[]
}

export function askedTerms(text: string | readonly string[]): AskedTerms {
  const ways = [text].flat().map((way) => wayOf(way.slice(0, maxText)))
  return { ways, all: [...new Set(ways.flatMap(({ terms }) => terms))] }
}

function wayOf(question: string): Way {
  const terms = termsAsked(question).slice(0, maxTerms)
  const asked = new Set(terms)
  return { terms, words: wordsNamed(question).filter((word) => word.terms.every((term) => asked.has(term))) }
}

/**
 * Of a short question what only asks is much, and no passage holds it: 「Webhookとは何ですか」 is answered by what 「Webhook」 is. A longer one
 * is found by the rest of it.
 */
function termsAsked(question: string): string[] {
  const [all, named] = [question, withoutAsking(question)].map((text) => [...new Set(termsOf(text))]) as [
    string[],
    string[],
  ]
  return named.length <= fewTerms ? named : all
}
const fewTerms = 9

/** The best of the candidates, best first, with scores of at most 1. */
export function bestOf(
  rows: readonly Candidate[],
  score: (terms: string, length: number) => number,
  limit: number,
): Hit[] {
  return rows
    .map(({ terms, length, ...hit }) => ({ ...hit, score: score(terms, length) }))
    .sort((x, y) => y.score - x.score || x.id - y.id)
    .slice(0, limit)
    .map((hit) => ({ ...hit, score: Math.min(1, hit.score) }))
}

/** Stands for an agent in the index. It holds nothing that would end a term, or be stemmed with it. */
export function scopeOf(agent: string): string {
  return createHash('sha256').update(agent).digest('hex').slice(0, 16)
}

/** The rarest of a question's terms. */
export function chooseTerms(found: readonly Counted[]): string[] {
  const known = found.filter(({ passages }) => passages > 0).sort((x, y) => x.passages - y.passages)
  let room = maxOccurrences
  const chosen = known.filter(({ passages }, i) => {
    room -= passages
    return room >= 0 || i === 0
  })
  return chosen.map(({ term }) => term)
}

/** How much each of a question's terms tells, by how rare it is among an agent's passages. */
export function weigh(found: readonly Counted[], passages: number): Map<string, number> {
  const all = passages + everydayPhrases.length
  const unknown = 1 + passages / (passages + tellsMuch)
  return new Map(
    found.map(({ term, passages }) => {
      const n = Math.min(all, passages + (everyday.get(term) ?? 0))
      const common = 1 + (everyday.get(term) ?? 0) / halved
      const weight = Math.log(1 + (all - n + 0.5) / (n + 0.5)) / common
      return [term, passages === 0 && !isUnspaced(term) ? weight * unknown : weight]
    }),
  )
}

/**
 * An agent that never uses a word in thousands of passages knows nothing of it, so such a word weighs twice; one with a handful may just call
 * it something else. From so many passages on it is rather the first. Pairs of letters are often unknown by chance.
 */
const tellsMuch = 200

/**
 * A score is the share of a question's terms that a passage holds, each weighed by how rare it is among the agent's passages:
 * BM25 divided by the sum of the question's weights. Terms that no passage holds count too, so what the agent knows nothing of
 * scores low. In Japanese, whose terms are but pairs of letters, the words held whole are a part of it. Of several ways to put the question the
 * one counts that the passage holds most of.
 */
export function scorer(ways: readonly Way[], weights: ReadonlyMap<string, number>, meanLength: number) {
  const wholes = ways.map(({ terms }) => terms.reduce((whole, term) => whole + weights.get(term)!, 0))

  return (terms: string, length: number): number => {
    const counts = new Map<string, number>()
    for (const term of terms.split(' ')) if (weights.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
    const held = new Map<string, number>()
    for (const [term, n] of counts) {
      const { k1, b } = saturationOf(term)
      held.set(term, (weights.get(term)! * n * (k1 + 1)) / (n + k1 * (1 - b + (b * length) / meanLength)))
    }
    const scores = ways.map(({ terms, words }, i) => {
      const ofTerms = terms.reduce((sum, term) => sum + (held.get(term) ?? 0), 0) / wholes[i]!
      if (words.length === 0) return ofTerms
      return (1 - partOfWords) * ofTerms + partOfWords * shareOfWords(words, (term) => held.has(term))
    })
    return Math.max(...scores)
  }
}

/** Between 0.2 and 0.4 it hardly matters; without it every eighth question about something else finds a passage, with it every eleventh. */
const partOfWords = 0.3

/**
 * A term that stands in so many everyday phrases tells half as much: otherwise *what is the* would find something for every question that
 * begins so.
 */
const halved = 2

/** Among an agent's few passages no word is common, so these count like passages too, and fade beside thousands. */
const everyday = new Map<string, number>()
for (const phrase of everydayPhrases) {
  for (const term of new Set(termsOf(phrase))) everyday.set(term, (everyday.get(term) ?? 0) + 1)
}
