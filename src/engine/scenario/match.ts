import { keyOf } from '../../lib/normalise.ts'
import { type Comparable, standsIn } from '../../lib/phrases.ts'
import type { State } from '../../model/conversation.ts'
import type { Match, StateTest } from '../../model/scenario.ts'
import { substitute } from '../directives.ts'
import { comparable as inOrder } from '../slots/bounds.ts'
import type { Setting } from '../slots/found.ts'
import type { Groups } from './fill.ts'
import { findRegex } from './regex.ts'

/** What a person said and how things are, as matches look at it. */
export interface Heard extends Comparable {
  utterance: string
  state: State
  /** How the webhook of the node went. */
  webhook: 'ok' | 'error' | undefined
  /** How the scenario ended that the node called. */
  called: string | undefined
  /** When and where that is. */
  setting: Setting
  /** Whether the utterance is enough like the phrases of a `rule` match. */
  isAlike(match: RuleMatch): boolean
}

export type RuleMatch = Extract<Match, { rule: unknown }>
export type IntentMatch = Extract<Match, { intent: string }>

const none: Groups = {}

/** Whether a match looks at nothing but what was said, and needs no model for it. */
export const isInWords = (match: Match): boolean =>
  'exact' in match || 'partial' in match || 'regex' in match || 'rule' in match

/** The named groups of a regular expression, empty for all else; undefined if it does not match. */
export function matches(match: Exclude<Match, IntentMatch>, heard: Heard): Groups | undefined {
  if ('regex' in match) return findRegex(match.regex, heard.utterance)
  return holds(match, heard) ? none : undefined
}

function holds(match: Exclude<Match, IntentMatch | { regex: string }>, heard: Heard): boolean {
  if ('exact' in match) return isExactly(match.exact, heard)
  if ('partial' in match) return isPartly(match.partial, heard)
  if ('rule' in match) return heard.isAlike(match)
  if ('state' in match) return isSo(match, heard.state, heard.setting)
  if ('webhook' in match) return heard.webhook === match.webhook
  if ('called' in match) return heard.called === match.called
  return 'any' in match
}

/** `exact`, `partial`, …: its first key, for traces. */
export const kindOf = (match: Match): string => Object.keys(match)[0]!

export function isSo({ state: name, op, value }: StateTest, state: State, setting: Setting): boolean {
  const held = Object.hasOwn(state, name) ? state[name]! : undefined
  switch (op) {
    case 'exists':
      return held !== undefined
    case 'missing':
      return held === undefined
    case 'eq':
      return held === String(value)
    case 'ne':
      return held !== String(value)
    case 'in':
      return held !== undefined && (value as string[]).includes(held)
    default: {
      const one = held === undefined ? undefined : inOrder(held, setting)
      const other = inOrder(substitute(String(value), state), setting)
      if (one === undefined || other === undefined) return false
      if (op === 'gt') return one > other
      if (op === 'gte') return one >= other
      return op === 'lt' ? one < other : one <= other
    }
  }
}

type Phrases = string | readonly string[]

export function isExactly(phrases: Phrases, { key }: Comparable): boolean {
  return keysOf(phrases).includes(key)
}

export function isPartly(phrases: Phrases, said: Comparable): boolean {
  return keysOf(phrases).some((phrase) => standsIn(phrase, said))
}

/** Lists of phrases live as long as their document; a phrase alone is as quickly made again. */
const keys = new WeakMap<readonly string[], readonly string[]>()

function keysOf(phrases: Phrases): readonly string[] {
  if (typeof phrases === 'string') return [phrases].map(keyOf).filter(notEmpty)
  let known = keys.get(phrases)
  if (!known) {
    known = phrases.map(keyOf).filter(notEmpty)
    keys.set(phrases, known)
  }
  return known
}

const notEmpty = (key: string): boolean => key !== ''
