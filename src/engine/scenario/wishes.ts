import type { Groups } from './fill.ts'
import { inClauses, isRequest } from './hear-slots.ts'
import { type Heard, isInWords, matches } from './match.ts'
import { isCalled, type Start } from './starts.ts'

/** Two things that were asked for in one sentence. */
interface TwoWishes {
  first: Start
  groups: Groups
  /** What was said of the first, */
  said: string
  /** and of the second. */
  wish: string
}

const borders =
  /(?:[.;!。！]|,? (?:and|then)(?: then| also)?|, (?:also )?|、(?:それと|それから|あと)?|(?:して|って)、?(?:それから|あと)?)\s*(?=\S)/giu

/** What is longer is a story: each border is tried with all that stands before it and behind it. In UTF-16 units. */
const longestSentence = 400
const mostBorders = 8

/**
 * Undefined where fewer than two scenarios are called, each by words of a part of its own. Whatever was sent takes no longer than a
 * sentence does.
 */
export function twoWishes(
  starts: readonly Start[],
  utterance: string,
  heard: (text: string) => Heard,
): TwoWishes | undefined {
  if (utterance.length > longestSentence) return undefined
  for (const { index, 0: border } of [...utterance.matchAll(borders)].slice(0, mostBorders)) {
    const [before, after] = [utterance.slice(0, index), utterance.slice(index + border.length)]
    const first = calledBy(starts, before, heard)
    const second =
      first &&
      calledBy(
        starts.filter(({ scenario }) => scenario.id !== first.start.scenario.id),
        after,
        heard,
      )
    // One sentence may call a scenario in words that also stand in what calls another.
    if (!first || !second || calledBy([second.start], before, heard)) continue
    return { first: first.start, groups: first.groups, said: before, wish: after }
  }
  return undefined
}

function calledBy(
  starts: readonly Start[],
  text: string,
  heard: (text: string) => Heard,
): { start: Start; groups: Groups } | undefined {
  if (text.trim() === '') return undefined
  const said = heard(text)
  for (const start of starts) {
    const { match } = start
    if (!isInWords(match) || 'intent' in match) continue
    const groups = matches(match, said)
    if (groups) return { start, groups }
  }
  return undefined
}

/** The question that stands beside what starts a scenario: “send 40 to Ben, and what are the fees?”. */
export function questionBeside(
  { scenario }: Start,
  utterance: string,
  heard: (text: string) => Heard,
): string | undefined {
  const { answer, question } = inClauses(utterance)
  if (question === '' || isRequest(question) || scenario.policy.digression !== 'return') return undefined
  return isCalled(scenario, heard(answer)) ? question : undefined
}
