import { type Comparable, comparable, standsIn } from '../../lib/phrases.ts'
import type { Match } from '../../model/scenario.ts'
import type { Path } from './finding.ts'
import { compileRegex } from './regex.ts'

/** A text that somebody may say, made ready to be compared. */
export interface Phrase extends Comparable {
  text: string
}

export const phraseOf = (text: string): Phrase => ({ text, ...comparable(text) })

/** A match made ready to hear, and where it is written. */
export interface Ear {
  match: Match
  path: Path
  /** The phrases it names, each where it stands. */
  phrases: (Phrase & { path: Path })[]
  /** Whether somebody who says a phrase is heard by it. What a model must judge, or the state decides, is not. */
  hears(phrase: Phrase): boolean
}

export function earOf(match: Match, path: Path): Ear {
  const phrases = phrasesOf(match, path)
  return { match, path, phrases, hears: hearing(match, phrases) }
}

/** Whether `one` hears not only this phrase of `other`, but all that the phrase stands for. */
export function hearsAllOf(one: Ear, other: Ear, phrase: Phrase): boolean {
  if ('any' in one.match) return true
  if (!('exact' in other.match) && kindOf(one.match) !== kindOf(other.match)) return false
  return one.hears(phrase)
}

const kindOf = (match: Match) => Object.keys(match)[0]

function phrasesOf(match: Match, path: Path): Ear['phrases'] {
  for (const kind of ['exact', 'partial', 'rule'] as const) {
    const texts = (match as Partial<Record<typeof kind, string | string[]>>)[kind]
    if (typeof texts === 'string') return [{ ...phraseOf(texts), path: [...path, kind] }]
    if (texts) return texts.map((text, i) => ({ ...phraseOf(text), path: [...path, kind, i] }))
  }
  return []
}

function hearing(match: Match, phrases: readonly Phrase[]): Ear['hears'] {
  if ('any' in match) return () => true
  if ('regex' in match) {
    const compiled = compileRegex(match.regex)
    return ({ text }) => 'matches' in compiled && (compiled.matches(text) || compiled.matches(text.normalize('NFKC')))
  }
  if ('partial' in match) return (phrase) => phrases.some((part) => standsIn(part.key, phrase))
  const keys = new Set(phrases.map(({ key }) => key))
  return ({ key }) => keys.has(key)
}
