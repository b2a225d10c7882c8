import type { Match } from '../../model/scenario.ts'
import type { Groups } from './fill.ts'
import type { Judge } from './intents.ts'
import { type Heard, matches } from './match.ts'

export interface Chosen<T> {
  item: T
  groups: Groups
}

/**
 * The first item whose match fits. The model is asked when it is an intent's turn and nothing before it has fitted, and then at
 * once for all that are still to come.
 */
export async function firstThatFits<T>(
  items: readonly T[],
  matchOf: (item: T) => Match,
  heard: Heard,
  judge: Judge,
): Promise<Chosen<T> | undefined> {
  let judged: T | undefined
  let wasJudged = false
  for (const item of items) {
    const match = matchOf(item)
    if ('intent' in match) {
      if (!wasJudged) {
        judged = await judgedOf(items, matchOf, judge)
        wasJudged = true
      }
      if (item === judged) return { item, groups: {} }
    } else {
      const groups = matches(match, heard)
      if (groups) return { item, groups }
    }
  }
  return undefined
}

async function judgedOf<T>(items: readonly T[], matchOf: (item: T) => Match, judge: Judge): Promise<T | undefined> {
  const intents = items.flatMap((item) => {
    const match = matchOf(item)
    return 'intent' in match ? [{ item, intent: match.intent }] : []
  })
  const chosen = await judge(intents.map(({ intent }) => intent))
  return chosen === undefined ? undefined : intents[chosen]?.item
}
