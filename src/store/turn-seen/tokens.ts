import { createHash } from 'node:crypto'
import { LatestMap } from '../../lib/latest.ts'
import { isUnspaced, termsOf } from '../terms.ts'
import type { RecentTurn, TurnFilter } from './shape.ts'

/** Terms that are kept of one turn; whoever writes more is found by the beginning of it. */
const mostTerms = 600
const mostCharacters = 8000
/** Terms that are looked for at once. */
const mostAsked = 12

/** What a turn belongs to, so that every combination of filters is one look into the index. No word of anybody begins so. */
const mark = '§'
/** Accounts, agents, doors and outcomes come again and again. */
const known = new LatestMap<string, string>(1000)

/** A hash: short, and nobody reads a name in it. */
function token(kind: string, value: string): string {
  const named = `${kind}${value}`
  const before = known.get(named)
  if (before !== undefined) return before
  const made = `${mark}${kind}${createHash('sha256').update(value).digest('hex').slice(0, 12)}`
  known.set(named, made)
  return made
}

/** What a turn is found by, without what was said. */
export function tokensOf(turn: RecentTurn, account: string): string[] {
  return [
    token('n', account),
    token('a', turn.agent),
    token('d', turn.door),
    token('o', turn.outcome),
    ...(turn.uid === '' ? [] : [token('u', turn.uid)]),
    ...(turn.place === null ? [] : [token('p', turn.place)]),
    ...(turn.good > 0 ? [token('r', 'good')] : []),
    ...(turn.bad > 0 ? [token('r', 'bad')] : []),
  ]
}

export function wordsOf(texts: readonly string[]): string[] {
  return [...new Set(termsOf(texts.join('\n').slice(0, mostCharacters)))].slice(0, mostTerms)
}

/** As PostgreSQL reads a list. A term holds letters, digits and marks only. */
export const asArray = (terms: readonly string[]): string => `{${terms.map((term) => `"${term}"`).join(',')}}`

/** What all of must be there, and one of: undefined where nothing can be found. */
export function wanted(filter: TurnFilter): { all: string[]; agents: string[] } | undefined {
  const { account, agents, door, outcome, uid, place, rating, words } = filter
  const terms = words === undefined ? [] : askedFor(words)
  if ((words !== undefined && terms.length === 0) || agents.length === 0) return undefined
  const all = [
    token('n', account),
    ...(door === undefined ? [] : [token('d', door)]),
    ...(outcome === undefined ? [] : [token('o', outcome)]),
    ...(uid === undefined ? [] : [token('u', uid)]),
    ...(place === undefined ? [] : [token('p', place)]),
    ...(rating === undefined ? [] : [token('r', rating)]),
    ...terms,
  ]
  return { all, agents: agents === 'all' ? [] : agents.map((agent) => token('a', agent)) }
}

/** A pair of letters is rarer than either: what it holds need not be looked for besides. */
function askedFor(words: string): string[] {
  const terms = [...new Set(termsOf(words))]
  const pairs = terms.filter((term) => isUnspaced(term) && [...term].length > 1)
  const isHeld = (term: string) =>
    isUnspaced(term) && [...term].length === 1 && pairs.some((pair) => pair.includes(term))
  return terms.filter((term) => !isHeld(term)).slice(0, mostAsked)
}
