import { createRests } from '../../lib/slices.ts'
import type { Match } from '../../model/scenario.ts'
import type { Groups } from './fill.ts'
import type { ChooseIntent } from './intents.ts'
import { type Heard, isInWords, matches } from './match.ts'

export interface Chosen<T> {
  item: T
  groups: Groups
}

/**
 * The first item whose match fits; what fits by its words comes before what a model would have to judge. The model is asked once,
 * for all intents before the first item that fits without it, and not where something else is sure to answer if nothing fits.
 */
export async function firstThatFits<T>(
  items: readonly T[],
  matchOf: (item: T) => Match,
  heard: Heard,
  choose: ChooseIntent,
  isAnswered: () => boolean,
): Promise<Chosen<T> | undefined> {
  const intents: { item: T; intent: string }[] = []
  const rest = createRests()
  let found: Chosen<T> | undefined
  for (const item of items) {
    const match = matchOf(item)
    if ('intent' in match) {
      intents.push({ item, intent: match.intent })
      continue
    }
    const groups = matches(match, heard)
    // A large expression takes milliseconds, and there may be many.
    const others = groups || !('regex' in match) ? undefined : rest()
    if (others) await others
    if (!groups) continue
    found = { item, groups }
    if (intents.length === 0 || isInWords(match)) return found
    break
  }
  if (intents.length === 0 || (!found && isAnswered())) return found
  const chosen = await choose(intents.map(({ intent }) => intent))
  return chosen === undefined ? found : { item: intents[chosen]!.item, groups: {} }
}
